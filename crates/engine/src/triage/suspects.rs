//! Selects the findings of a verdict that are worth asking again about.

use super::{Suspect, USUAL_REPEATS};
use gainsay_judge::judge::{Basis, Finding, Testimony, Verdict};
use gainsay_prove::evidence::Test;

/// The suspicions that a verdict raises: for each solver the gravest, because the others are its consequences. If
/// a solver is caught with a wrong answer or model, disagreements raise no suspicion.
pub fn suspects(test: &Test, testimonies: &[Testimony], verdict: &Verdict) -> Vec<Suspect> {
    let rests_on = |finding: &Finding| finding.kind.row().rests_on;
    let caught = |finding: &Finding| {
        let is_answer = rests_on(finding).right_answer().is_known() || rests_on(finding) == Basis::Model;
        finding.is_bug() && is_answer
    };
    let anyone_is_caught = verdict.findings.iter().any(caught);
    let idle = |finding: &Finding| rests_on(finding) == Basis::ContraryAnswer && anyone_is_caught;
    let mut chosen: Vec<&Finding> = Vec::new();
    for finding in verdict.findings.iter().filter(|finding| !idle(finding)) {
        match chosen.iter_mut().find(|other| other.solver == finding.solver) {
            Some(other) if gravity(finding) < gravity(other) => *other = finding,
            Some(_) => {}
            None => chosen.push(finding),
        }
    }
    let suspect = |finding: &Finding| Suspect {
        test: test.clone(),
        finding: finding.clone(),
        testimonies: testimonies.to_vec(),
        repeats: USUAL_REPEATS,
    };
    chosen.into_iter().map(suspect).collect()
}

/// The order of gravity: proved or derived findings before disputed ones, then by kind, then by certainty.
fn gravity(finding: &Finding) -> impl Ord {
    (!finding.is_bug(), finding.kind.row().gravity, finding.certainty)
}
