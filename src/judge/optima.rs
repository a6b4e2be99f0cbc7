//! What solvers' optima come to.

use super::Testimony;
use crate::answer::Outcome;
use crate::ask::optimum::{Exhibit, Shown, Verdict, examine};
use crate::eval::Witness;
use crate::evidence::Evidence;
use crate::script::Question;

/// How the witness of a test is called.
const OURS: &str = "the test itself";

/// Judges what the solver at this place calls the best, with all models that anybody has. `None` if it claims nothing.
pub fn judge_optimum(
    question: &Question<'_>,
    evidence: &Evidence,
    testimonies: &[Testimony],
    at: usize,
) -> Option<Verdict> {
    let claimant = &testimonies[at];
    let reply = claimant.answer.objectives.as_ref().filter(|_| claimant.answer.outcome == Outcome::Sat)?;
    let others = testimonies.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
    let mut exhibits: Vec<Exhibit<'_>> = Vec::new();
    if let Evidence::Witness(witness) = evidence {
        exhibits.push(own_witness(witness));
    }
    exhibits.extend(others.chain(&claimant.better).filter_map(exhibit));
    examine(question, reply, exhibit(claimant), &exhibits)
}

fn own_witness(witness: &Witness) -> Exhibit<'_> {
    Exhibit { by: OURS, model: Shown::Model(witness.model()) }
}

fn exhibit(testimony: &Testimony) -> Option<Exhibit<'_>> {
    let Testimony { solver, answer, model_reading, .. } = testimony;
    let model = answer.model.as_ref().filter(|_| answer.outcome == Outcome::Sat)?;
    Some(Exhibit { by: solver, model: Shown::Text(model, *model_reading) })
}
