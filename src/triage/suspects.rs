//! Which findings of a verdict are worth asking again about.

use super::Suspect;
use crate::evidence::Test;
use crate::judge::{Finding, FindingKind, Testimony, Verdict};

/// The suspicions that a verdict raises: the gravest of each solver, because the others come with it. Solvers that
/// contradict one that is caught are suspected of nothing by that.
pub fn suspects(test: &Test, testimonies: &[Testimony], verdict: &Verdict) -> Vec<Suspect> {
    let caught = |finding: &Finding| finding.is_bug() && finding.kind <= FindingKind::InvalidModel;
    let anyone_is_caught = verdict.findings.iter().any(caught);
    let idle = |finding: &Finding| finding.kind == FindingKind::Disagreement && anyone_is_caught;
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
    };
    chosen.into_iter().map(suspect).collect()
}

/// What is proved comes before what is derived, and both before what is disputed; then the kind counts.
fn gravity(finding: &Finding) -> impl Ord {
    (!finding.is_bug(), finding.kind, finding.certainty)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::Evidence;
    use crate::judge::Certainty::{self, Derived, Disputed, Proved};
    use crate::judge::FindingKind::{Disagreement, InvalidModel, Slow, WrongSat, WrongUnsat};
    use crate::script::Script;

    fn check(findings: &[(&str, FindingKind, Certainty)], expected: &[(&str, FindingKind)]) {
        let finding = |&(solver, kind, certainty): &(&str, FindingKind, Certainty)| Finding {
            kind,
            solver: solver.to_owned(),
            certainty,
            why: String::new(),
            details: Vec::new(),
        };
        let verdict = Verdict { findings: findings.iter().map(finding).collect(), ..Verdict::default() };
        let test = Test::given(Script::default(), Evidence::None);
        let found = suspects(&test, &[], &verdict);
        let found: Vec<(&str, FindingKind)> =
            found.iter().map(|suspect| (suspect.finding.solver.as_str(), suspect.finding.kind)).collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn one_cause_is_looked_at_once() {
        check(&[("a", WrongSat, Derived), ("a", InvalidModel, Proved)], &[("a", WrongSat)]);
        check(&[("a", WrongUnsat, Proved), ("b", Slow, Disputed)], &[("a", WrongUnsat), ("b", Slow)]);
        check(
            &[("a", InvalidModel, Proved), ("a", Disagreement, Disputed), ("b", Disagreement, Disputed)],
            &[("a", InvalidModel)],
        );
        let both = [("a", Disagreement, Disputed), ("b", Disagreement, Disputed)];
        check(&both, &[("a", Disagreement), ("b", Disagreement)]);
    }
}
