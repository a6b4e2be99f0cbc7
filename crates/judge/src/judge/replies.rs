//! What solvers' replies beyond yes and no come to.

use super::Testimony;
use crate::answer::Outcome;
use crate::ask::{Exhibit, Kind, Shown, Verdict};
use crate::eval::Witness;
use crate::evidence::Evidence;
use crate::script::Question;

/// What a solver claims beyond yes and no, and what that comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub kind: Kind,
    /// As the solver printed it.
    pub text: String,
    pub verdict: Verdict,
}

/// How the witness of a test is called.
const OURS: &str = "the test itself";

/// Judges what the solver at this place claims, with all models that anybody has. `None` if it claims nothing.
pub fn judge_reply(
    question: &Question<'_>,
    evidence: &Evidence,
    testimonies: &[Testimony],
    at: usize,
) -> Option<Claim> {
    let claimant = &testimonies[at];
    let kind = Kind::of(question)?;
    let claim = kind.claim(&claimant.answer)?;
    let others = testimonies.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
    let mut exhibits: Vec<Exhibit<'_>> = Vec::new();
    if let Evidence::Witness(witness) = evidence {
        exhibits.push(own_witness(witness));
    }
    exhibits.extend(others.chain(&claimant.rebuttals).filter_map(exhibit));
    // A model of another run is not the one that its replies are about.
    let own = exhibit(claimant).filter(|_| !claimant.answer.is_apart);
    let verdict = kind.examine(question, &claim, own, &exhibits)?;
    Some(Claim { kind, text: claim.into_owned(), verdict })
}

fn own_witness(witness: &Witness) -> Exhibit<'_> {
    Exhibit { by: OURS, model: Shown::Model(witness.model()) }
}

fn exhibit(testimony: &Testimony) -> Option<Exhibit<'_>> {
    let Testimony { solver, answer, model_reading, .. } = testimony;
    let model = answer.model.as_ref().filter(|_| answer.outcome == Outcome::Sat)?;
    Some(Exhibit { by: solver, model: Shown::Text(model, *model_reading) })
}
