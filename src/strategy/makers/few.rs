//! Few bits: domains so small that trying every assignment tells the answer, whatever is asserted.

use super::satisfiable::witness;
use super::stage::Stage;
use crate::eval::{Bounds, Decision, Exhausted, decide};
use crate::evidence::Evidence;
use crate::script::{Command, Term};
use crate::strategy::{Skip, Steps};

/// So much is tried for one test.
const BOUNDS: Bounds =
    Bounds { assignments: 1 << 13, instances: 1 << 14, domain: 1 << 9, universe: 1, work: 100_000 };

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
                let all = stage.assertions.clone();
                let minimal = minimise(stage, exhausted);
                if stage.assertions.len() == 1 && until_unsat && stage.rng.chance(3, 4) {
                    // It contradicts itself; what contradicts others is harder to see.
                    let dull = stage.assertions[0];
                    stage.assertions = all.into_iter().filter(|&term| term != dull).collect();
                } else if stage.rng.one_in(4) {
                    stage.assertions = all;
                    return Ok(Some(exhausted));
                } else {
                    return Ok(Some(minimal));
                }
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
    let declarations = stage.script.commands.len();
    stage.script.commands.extend(stage.assertions.iter().map(|&term| Command::Assert(term)));
    let decision = decide(&stage.script, BOUNDS);
    stage.script.commands.truncate(declarations);
    decision
}
