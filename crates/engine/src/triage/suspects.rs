//! Which findings of a verdict are worth asking again about.

use super::{Suspect, USUAL_REPEATS};
use crate::evidence::Test;
use crate::judge::{Basis, Finding, Testimony, Verdict};

/// The suspicions that a verdict raises: the gravest of each solver, because the others come with it. Solvers that
/// contradict one that is caught are suspected of nothing by that.
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

/// What is proved comes before what is derived, and both before what is disputed; then the kind counts.
fn gravity(finding: &Finding) -> impl Ord {
    (!finding.is_bug(), finding.kind.row().gravity, finding.certainty)
}
