//! Judges the replies of solvers beyond satisfiability.

use super::Testimony;
use crate::ask::{CandidateModel, Candidates, Kind, ModelSource, Verdict};
use gainsay_eval::eval::Witness;
use gainsay_lang::answer::Outcome;
use gainsay_lang::script::Question;
use gainsay_prove::evidence::Evidence;

/// A claim of a solver beyond satisfiability, with the verdict about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claim {
    pub kind: Kind,
    /// The text that the solver printed.
    pub text: String,
    pub verdict: Verdict,
}

/// The name of the test's witness as the source of a model.
const OURS: &str = "the test itself";

/// Judges the claim of the solver with this index, using all known models. `None` if it makes no claim.
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
    let mut candidates: Vec<CandidateModel<'_>> = Vec::new();
    if let Evidence::Witness(witness) = evidence {
        candidates.push(own_witness(witness));
    }
    candidates.extend(others.chain(&claimant.rebuttals).filter_map(candidate));
    // If the model is from another run, it is not the one that the replies are about.
    let own = candidate(claimant).filter(|_| !claimant.answer.is_apart);
    let verdict = kind.examine(question, &claim, Candidates { own, others: &candidates })?;
    Some(Claim { kind, text: claim.into_owned(), verdict })
}

fn own_witness(witness: &Witness) -> CandidateModel<'_> {
    CandidateModel { by: OURS, model: ModelSource::Model(witness.model()) }
}

fn candidate(testimony: &Testimony) -> Option<CandidateModel<'_>> {
    let Testimony { solver, answer, model_reading, .. } = testimony;
    let model = answer.model.as_ref().filter(|_| answer.outcome == Outcome::Sat)?;
    Some(CandidateModel { by: solver, model: ModelSource::Text(model, *model_reading) })
}
