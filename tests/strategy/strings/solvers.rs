//! What real solvers say to a part of the suite: nothing against us, and nothing wrong that is not known.

use crate::strategy::strings::text;
use crate::support::{cpu_seconds, real};
use gainsay::answer::Outcome;
use gainsay::consult::{Request, testimony};
use gainsay::evidence::Test;
use gainsay::judge::{FindingKind, judge};
use gainsay::script::Names;
use gainsay::solver::{Session, SessionConfig};
use gainsay::strategy::strings::suite;

/// Bugs of these releases, by solver and a part of the script.
const KNOWN: [(&str, &str); 0] = [];

fn is_known(solver: &str, script: &str) -> bool {
    KNOWN.iter().any(|(name, part)| solver.starts_with(name) && script.contains(part))
}

#[test]
fn no_solver_contradicts_the_suite() {
    let limits = cpu_seconds(0.3);
    let tests: Vec<Test> = suite().step_by(40).collect();
    for name in ["z3@5.4.0", "cvc5@1.4.2"] {
        let solver = real(name);
        let mut session = Session::new(solver.clone(), SessionConfig::default());
        let (mut names, mut decided, mut rejected, mut bad) = (Names::default(), 0, Vec::new(), Vec::new());
        for test in &tests {
            let question = Request::new(test.script(), false);
            let answer = question.ask_through(&solver, &mut session, &mut names, &limits).unwrap();
            decided += usize::from(answer.outcome.is_decided());
            if matches!(answer.outcome, Outcome::Rejected(_)) {
                rejected.push(format!("{:?}\n{}", answer.outcome, text(test.script())));
            }
            let verdict = judge(test, &[testimony(&solver, answer)]);
            let wrong = verdict.findings.iter().filter(|finding| {
                finding.is_bug()
                    && finding.kind != FindingKind::Crash
                    && !is_known(name, &text(test.script()))
            });
            bad.extend(wrong.map(|finding| format!("{finding:?}\n{}", text(test.script()))));
            bad.extend(verdict.alarms.iter().map(|alarm| format!("{alarm:?}\n{}", text(test.script()))));
        }
        assert!(bad.is_empty(), "{name}:\n{}", bad.join("\n"));
        assert!(rejected.is_empty(), "{name}, {}:\n{}", rejected.len(), rejected.join("\n"));
        assert!(decided * 2 > tests.len(), "{name} decides {decided} of {}", tests.len());
    }
}
