//! Few bits: domains so small that trying every assignment tells the answer, whatever is asserted.

use super::satisfiable::witness;
use super::stage::Stage;
use crate::eval::{Bounds, Decision, Exhausted, decide};
use crate::evidence::Evidence;
use crate::script::{Command, Term};
use crate::strategy::{Skip, Steps};

/// So much is tried for one test.
const BOUNDS: Bounds = Bounds {
    assignments: 1 << 13,
    instances: 1 << 14,
    domain: 1 << 9,
    universe: 1,
    work: 100_000,
    ..Bounds::DEFAULT
};

/// Adds assertions until there are enough, or none of them can be satisfied together.
pub(super) fn few(stage: &mut Stage<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    steps.take("few-bits", "");
    let exhausted = search(stage)?;
    stage.close().ok_or(Skip::NothingApplies)?;
    match exhausted {
        Some(exhausted) => Ok(Evidence::Exhausted(exhausted)),
        None => witness(stage),
    }
}

/// Random assertions, and the proof if they are unsatisfiable; otherwise the stage's model satisfies them.
pub(super) fn search(stage: &mut Stage<'_>) -> Result<Option<Exhausted>, Skip> {
    stage.declare_symbols().ok_or(Skip::NothingApplies)?;
    let wanted = stage.assertion_count() + 1;
    let until_unsat = stage.rng.chance(3, 4);
    let most = if until_unsat { wanted + 12 } else { wanted };
    for _ in 0..2 * most {
        if stage.assertions.len() >= most {
            break;
        }
        let Some(claim) = stage.claim() else { continue };
        if stage.assertions.contains(&claim) {
            continue;
        }
        stage.assertions.push(claim);
        if stage.holds(claim) == Some(true) {
            continue;
        }
        match decide_stage(stage) {
            Decision::Sat { witness, .. } => stage.model = witness.into_model(),
            Decision::Unsat(exhausted) => {
                // What contradicts itself is easily seen; what contradicts others is not.
                if stage.rng.chance(3, 4) && matches!(decide_alone(stage, claim), Decision::Unsat(_)) {
                    stage.assertions.pop();
                    continue;
                }
                let proof = if stage.rng.chance(3, 4) { minimise(stage, exhausted) } else { exhausted };
                return Ok(Some(proof));
            }
            Decision::TooLarge | Decision::Unknown(_) => {
                stage.assertions.pop();
            }
        }
    }
    Ok(None)
}

/// Drops assertions that are not needed.
fn minimise(stage: &mut Stage<'_>, mut proof: Exhausted) -> Exhausted {
    for at in (0..stage.assertions.len()).rev() {
        let dropped: Term = stage.assertions.remove(at);
        match decide_stage(stage) {
            Decision::Unsat(exhausted) => proof = exhausted,
            _ => stage.assertions.insert(at, dropped),
        }
    }
    proof
}

/// Decides the declarations and assertions so far.
fn decide_stage(stage: &mut Stage<'_>) -> Decision {
    let assertions = std::mem::take(&mut stage.assertions);
    let decision = decide_all(stage, &assertions);
    stage.assertions = assertions;
    decision
}

fn decide_alone(stage: &mut Stage<'_>, claim: Term) -> Decision {
    decide_all(stage, &[claim])
}

fn decide_all(stage: &mut Stage<'_>, claims: &[Term]) -> Decision {
    let declarations = stage.script.commands.len();
    stage.script.commands.extend(claims.iter().map(|&claim| Command::Assert(claim)));
    let decision = decide(&stage.script.question(), BOUNDS);
    stage.script.commands.truncate(declarations);
    decision
}
