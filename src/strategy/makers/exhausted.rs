//! Few bits: domains so small that trying every assignment tells the answer, whatever is asserted.

use super::builder::TestBuilder;
use crate::eval::{Bounds, Decision, Exhausted, decide};
use crate::evidence::Evidence;
use crate::script::{Command, Term};
use crate::strategy::{Skip, Steps};

/// This much is tried for one test.
const BOUNDS: Bounds = Bounds {
    assignments: 1 << 13,
    instances: 1 << 14,
    domain: 1 << 9,
    universe: 1,
    work: 100_000,
    ..Bounds::DEFAULT
};

/// Adds assertions until there are enough, or none of them can be satisfied together.
pub(super) fn few(builder: &mut TestBuilder<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    steps.take("few-bits", "");
    let exhausted = search(builder)?;
    builder.close().ok_or(Skip::NothingApplies)?;
    match exhausted {
        Some(exhausted) => Ok(Evidence::Exhausted(exhausted)),
        None => builder.witness(),
    }
}

/// Random assertions, and the proof if they are unsatisfiable; otherwise the builder's model satisfies them.
pub(super) fn search(builder: &mut TestBuilder<'_>) -> Result<Option<Exhausted>, Skip> {
    builder.declare_symbols().ok_or(Skip::NothingApplies)?;
    let wanted = builder.assertion_count() + 1;
    let until_unsat = builder.rng.chance(3, 4);
    let most = if until_unsat { wanted + 12 } else { wanted };
    for _ in 0..2 * most {
        if builder.assertions.len() >= most {
            break;
        }
        let Some(claim) = builder.claim() else { continue };
        if builder.assertions.contains(&claim) {
            continue;
        }
        builder.assertions.push(claim);
        if builder.holds(claim) == Some(true) {
            continue;
        }
        match decide_all_so_far(builder) {
            Decision::Sat { witness, .. } => builder.model = witness.into_model(),
            Decision::Unsat(exhausted) => {
                // What contradicts itself is easily seen; what contradicts others is not.
                if builder.rng.chance(3, 4) && matches!(decide_alone(builder, claim), Decision::Unsat(_)) {
                    builder.assertions.pop();
                    continue;
                }
                let proof = if builder.rng.chance(3, 4) { minimise(builder, exhausted) } else { exhausted };
                return Ok(Some(proof));
            }
            Decision::TooLarge | Decision::Unknown(_) => {
                builder.assertions.pop();
            }
        }
    }
    Ok(None)
}

/// Drops assertions that are not needed.
fn minimise(builder: &mut TestBuilder<'_>, mut proof: Exhausted) -> Exhausted {
    for at in (0..builder.assertions.len()).rev() {
        let dropped: Term = builder.assertions.remove(at);
        match decide_all_so_far(builder) {
            Decision::Unsat(exhausted) => proof = exhausted,
            _ => builder.assertions.insert(at, dropped),
        }
    }
    proof
}

/// Decides the declarations and assertions so far.
fn decide_all_so_far(builder: &mut TestBuilder<'_>) -> Decision {
    let assertions = std::mem::take(&mut builder.assertions);
    let decision = decide_all(builder, &assertions);
    builder.assertions = assertions;
    decision
}

fn decide_alone(builder: &mut TestBuilder<'_>, claim: Term) -> Decision {
    decide_all(builder, &[claim])
}

fn decide_all(builder: &mut TestBuilder<'_>, claims: &[Term]) -> Decision {
    let declarations = builder.script.commands.len();
    builder.script.commands.extend(claims.iter().map(|&claim| Command::Assert(claim)));
    let decision = decide(&builder.script.question(), BOUNDS);
    builder.script.commands.truncate(declarations);
    decision
}
