//! What shows only in a scope is confirmed in one, and says so.

use crate::support::{Folder, catalogue, cpu_seconds};
use gainsay::answer::{Answer, Outcome};
use gainsay::eval::Bounds;
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{Certainty, Finding, FindingKind, Testimony};
use gainsay::script::Script;
use gainsay::solver::Solver;
use gainsay::triage::{Confirmed, Examined, Ignores, Suspect, USUAL_REPEATS, examine};

const SCRIPT: &str =
    "(set-logic QF_UF)\n(declare-const p Bool)\n(declare-const q Bool)\n(assert p)\n(assert (or p q))\n";

/// The same with a scope of its own.
const DIALOGUE: &str = "(set-logic QF_UF)\n(push 1)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n(pop 1)\n(declare-const q Bool)\n(assert q)\n(check-sat)\n";

fn suspicion(solver: &Solver, in_scope: bool) -> Suspect {
    suspicion_of(SCRIPT, solver, in_scope)
}

fn suspicion_of(script: &str, solver: &Solver, in_scope: bool) -> Suspect {
    let script = Script::read(script);
    let evidence = Evidence::by_trying(&script.question(), Bounds::default());
    let finding = Finding {
        kind: FindingKind::WrongUnsat,
        solver: solver.label(),
        certainty: Certainty::Proved,
        why: String::new(),
        signature: None,
        details: Vec::new(),
    };
    let answer = Answer { in_scope, ..Answer::new(Outcome::Unsat) };
    let testimonies = vec![Testimony::new(solver.label(), answer)];
    Suspect { test: Test::given(script, evidence), finding, testimonies, repeats: USUAL_REPEATS }
}

fn confirmed(suspect: Suspect, solver: &Solver) -> Option<Confirmed> {
    match examine(suspect, std::slice::from_ref(solver), &cpu_seconds(10.0), &Ignores::default()).unwrap() {
        Examined::Confirmed(confirmed) => Some(*confirmed),
        Examined::NotConfirmed(_) => None,
        other => panic!("{other:?}"),
    }
}

fn says_so(confirmed: &Confirmed) -> bool {
    confirmed.finding.details.iter().any(|detail| detail.contains("only inside (push 1)"))
}

#[test]
fn what_shows_only_in_a_scope_is_confirmed_in_one() {
    let folder = Folder::new("scopes");
    folder.program("liar", "if grep -q '(push' \"$1\"; then echo unsat; else echo sat; fi");
    let liar = catalogue().solver(&folder.0.join("liar").display().to_string()).unwrap();
    // What was seen without a scope must show without one.
    assert!(confirmed(suspicion(&liar, false), &liar).is_none());
    let found = confirmed(suspicion(&liar, true), &liar).expect("it lies in scopes");
    assert!(found.text.contains("(push 1)"), "{}", found.text);
    assert!(says_so(&found) && found.finding.is_bug(), "{:?}", found.finding);
    // A smaller test is asked in the same form, whether it has the scope already or not.
    for smaller in [suspicion(&liar, false).test, found.test.clone()] {
        let again = confirmed(found.suspect(smaller), &liar).expect("it lies again");
        assert!(again.text.contains("(push 1)") && says_so(&again), "{}", again.text);
    }
}

#[test]
fn what_shows_without_a_scope_as_well_is_told_without_one() {
    let folder = Folder::new("no-scopes");
    folder.program("liar", "echo unsat");
    let liar = catalogue().solver(&folder.0.join("liar").display().to_string()).unwrap();
    let found = confirmed(suspicion(&liar, true), &liar).expect("it always lies");
    assert!(!found.text.contains("(push 1)") && !says_so(&found), "{}", found.text);
}

#[test]
fn what_a_dialogue_shows_in_our_scope_only_is_told_with_it() {
    let folder = Folder::new("scopes-of-dialogues");
    folder.program(
        "liar",
        "if [ $(grep -c '(push' \"$1\") -gt 1 ]; then echo unsat; echo unsat; else echo sat; echo sat; fi",
    );
    folder.program("plain-liar", "echo sat; echo unsat");
    let solver = |name: &str| catalogue().solver(&folder.0.join(name).display().to_string()).unwrap();
    let liar = solver("liar");
    assert!(confirmed(suspicion_of(DIALOGUE, &liar, false), &liar).is_none());
    let found = confirmed(suspicion_of(DIALOGUE, &liar, true), &liar).expect("it lies in two scopes");
    assert!(says_so(&found) && found.text.matches("(push 1)").count() == 2, "{}", found.text);
    let plain = solver("plain-liar");
    let found = confirmed(suspicion_of(DIALOGUE, &plain, true), &plain).expect("it always lies");
    assert!(!says_so(&found) && found.text.matches("(push 1)").count() == 1, "{}", found.text);
}
