//! Which findings are looked into.

use gainsay::evidence::{Evidence, Test};
use gainsay::judge::Certainty::{self, Derived, Disputed, Proved};
use gainsay::judge::FindingKind::{Disagreement, InvalidModel, Slow, WrongSat, WrongUnsat};
use gainsay::judge::{Finding, FindingKind, Verdict};
use gainsay::script::Script;
use gainsay::triage::suspects;

fn check(findings: &[(&str, FindingKind, Certainty)], expected: &[(&str, FindingKind)]) {
    let finding = |&(solver, kind, certainty): &(&str, FindingKind, Certainty)| Finding {
        kind,
        solver: solver.to_owned(),
        certainty,
        why: String::new(),
        signature: None,
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
