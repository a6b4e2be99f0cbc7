//! Individuals: what is kept of a script, and how large they are.

use gainsay::evolve::Draft;
use gainsay::script::Script;

fn draft(text: &str) -> Option<Draft> {
    Draft::new(Script::parse(text).unwrap(), "test")
}

#[test]
fn only_the_question_is_kept() {
    let made = draft(
        "(set-logic ALL)(set-option :produce-models true)(declare-const x Int)(declare-const y Int)\
         (assert (! (< x 1) :named a))(assert (< x 1))(check-sat)(get-model)",
    );
    let wanted = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (< x 1))\n(check-sat)\n";
    assert_eq!(made.unwrap().text, wanted);
    assert_eq!(draft("(declare-const x Int)(check-sat)"), None);
}

#[test]
fn there_is_a_largest_one() {
    let large = |count: usize| {
        let assertions: String = (0..count).map(|at| format!("(assert (< x {at}))")).collect();
        format!("(declare-const x Int){assertions}(check-sat)")
    };
    assert!(draft(&large(Draft::MOST_ASSERTIONS)).is_some());
    assert!(draft(&large(Draft::MOST_ASSERTIONS + 1)).is_none());
    let long = format!("(assert (= \"{}\" \"\"))", "a".repeat(Draft::MOST_BYTES));
    assert!(draft(&long).is_none());
}
