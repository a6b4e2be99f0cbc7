//! Answers that are found by a tactic which the script names.

use crate::support::{cpu_seconds, real};
use gainsay::answer::Outcome;
use gainsay::consult::{Consultation, Request, consult};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{FindingKind, judge};
use gainsay::script::{Names, Script};

fn how() -> Consultation {
    Consultation { limits: cpu_seconds(10.0), cores: false, other_seed: None, keep_options: false }
}

const SCRIPT: &str =
    "(set-logic QF_LIA)(declare-const a Int)(assert (= a 1))(check-sat-using (then simplify smt))";

#[test]
fn who_has_no_tactics_is_asked_the_same_without() {
    let script = Script::parse(SCRIPT).unwrap();
    let request = Request::new(&script, false);
    let text = |solver: &str| request.for_solver(&real(solver)).text(Names::default()).to_owned();
    assert!(text("z3@5.4.0").contains("(check-sat-using (then simplify smt))"));
    assert!(text("yices").contains("(check-sat)") && !text("yices").contains("using"));
    let solvers = ["z3@5.4.0", "yices", "cvc5"].map(real);
    for testimony in consult(&script, &solvers, &how()).unwrap() {
        assert_eq!(testimony.answer.outcome, Outcome::Sat, "{testimony:?}");
        assert!(testimony.answer.model.is_some(), "{testimony:?}");
    }
}

/// z3 5.4.0 loses equations by this tactic, and gives a model without them.
#[test]
fn a_wrong_model_is_one_whatever_the_tactic() {
    let text = "(declare-const a Int)(assert (= a 1))(check-sat-using (then euf-completion smt))";
    let script = Script::parse(text).unwrap();
    let testimonies = consult(&script, &[real("z3@5.4.0")], &how()).unwrap();
    let verdict = judge(&Test::given(script, Evidence::None), &testimonies);
    let kinds: Vec<FindingKind> = verdict.findings.iter().map(|finding| finding.kind).collect();
    assert_eq!(kinds, [FindingKind::InvalidModel], "{verdict:?}");
}

/// Whoever leaves extensionality out by request is not wrong for it.
#[test]
fn a_tactic_that_changes_the_question_is_not_judged() {
    let text = "(declare-const a (Array Int Int))(declare-const b (Array Int Int))(assert (distinct a b))
        (assert (= (select a 0) (select b 0)))(assert (= (store a 0 1) (store b 0 1)))
        (check-sat-using (using-params smt :array.extensional false))";
    let script = Script::parse(text).unwrap();
    let testimonies = consult(&script, &[real("z3@5.4.0")], &how()).unwrap();
    assert_eq!(testimonies[0].answer.outcome.word(), "not judged");
    let verdict = judge(&Test::given(script, Evidence::None), &testimonies);
    assert!(verdict.findings.is_empty(), "{verdict:?}");
}
