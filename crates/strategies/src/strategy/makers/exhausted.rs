//! Few bits: domains so small that an exhaustive search decides any assertions. Many bits: a proof search decides
//! them.

use super::builder::TestBuilder;
use crate::strategy::{Skip, Steps};
use gainsay_eval::eval::{Bounds, Exhausted};
use gainsay_lang::script::{Command, Question, Term};
use gainsay_prove::evidence::{Evidence, Search};

/// The limits of the search for one test.
const BOUNDS: Bounds = Bounds {
    assignments: 1 << 13,
    instances: 1 << 14,
    domain: 1 << 9,
    universe: 1,
    work: 100_000,
    ..Bounds::DEFAULT
};

/// A procedure that decides the assertions made so far.
type Decide = fn(&Question<'_>) -> Evidence;

fn by_trying(question: &Question<'_>) -> Evidence {
    Evidence::by_trying(question, BOUNDS)
}

fn by_proving(question: &Question<'_>) -> Evidence {
    Evidence::by_search(question, Search::GLANCE.trying(BOUNDS))
}

/// Adds assertions until there are enough or they are unsatisfiable.
pub(super) fn few(builder: &mut TestBuilder<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    steps.take("few-bits", "");
    finished(builder, by_trying)
}

/// The same over any number of bits, as far as proofs are found quickly.
pub(super) fn refuted(builder: &mut TestBuilder<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    steps.take("refuted", "");
    finished(builder, by_proving)
}

fn finished(builder: &mut TestBuilder<'_>, decide: Decide) -> Result<Evidence, Skip> {
    let proof = search(builder, decide)?;
    builder.close().ok_or(Skip::NothingApplies)?;
    proof.map_or_else(|| builder.witness(), Ok)
}

/// An unsatisfiable formula over few bits.
pub(super) fn few_unsat(builder: &mut TestBuilder<'_>) -> Result<Exhausted, Skip> {
    match search(builder, by_trying)? {
        Some(Evidence::Exhausted(exhausted)) => Ok(exhausted),
        _ => Err(Skip::NothingApplies),
    }
}

/// Makes random assertions, and returns a proof if they are unsatisfiable; otherwise the builder's model satisfies
/// them.
fn search(builder: &mut TestBuilder<'_>, decide: Decide) -> Result<Option<Evidence>, Skip> {
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
        match decide_all_so_far(builder, decide) {
            Evidence::Witness(witness) => builder.model = witness.into_model(),
            proof @ (Evidence::Exhausted(_) | Evidence::Refuted(_)) => {
                // Mostly drops a claim that is unsatisfiable by itself: that is easy to see for a solver.
                let is_alone = |found: Evidence| found.is_proof() && !matches!(found, Evidence::Witness(_));
                if builder.rng.chance(3, 4) && is_alone(decide_all(builder, &[claim], decide)) {
                    builder.assertions.pop();
                    continue;
                }
                let is_minimal = builder.rng.chance(3, 4);
                return Ok(Some(if is_minimal { minimise(builder, proof, decide) } else { proof }));
            }
            Evidence::Derived(_) | Evidence::None => {
                builder.assertions.pop();
            }
        }
    }
    Ok(None)
}

/// Drops assertions that the proof does not need.
fn minimise(builder: &mut TestBuilder<'_>, mut proof: Evidence, decide: Decide) -> Evidence {
    for at in (0..builder.assertions.len()).rev() {
        let dropped: Term = builder.assertions.remove(at);
        match decide_all_so_far(builder, decide) {
            fewer @ (Evidence::Exhausted(_) | Evidence::Refuted(_)) => proof = fewer,
            _ => builder.assertions.insert(at, dropped),
        }
    }
    proof
}

/// Decides the declarations and assertions made so far.
fn decide_all_so_far(builder: &mut TestBuilder<'_>, decide: Decide) -> Evidence {
    let assertions = std::mem::take(&mut builder.assertions);
    let decision = decide_all(builder, &assertions, decide);
    builder.assertions = assertions;
    decision
}

fn decide_all(builder: &mut TestBuilder<'_>, claims: &[Term], decide: Decide) -> Evidence {
    let declarations = builder.script.commands.len();
    builder.script.commands.extend(claims.iter().map(|&claim| Command::Assert(claim)));
    let decision = decide(&builder.script.question());
    builder.script.commands.truncate(declarations);
    decision
}
