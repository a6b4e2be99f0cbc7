//! The evaluator, against what the standard says. Terms and expected values are text, read with the program's reader.

pub mod application;
mod carry;
mod exhaustive;
mod limits;
mod logic;
mod models;
mod open;
mod quantifiers;
mod rows;
mod theories;
mod values;

use gainsay::eval::{Evaluator, Limits, Model, Unknown};
use gainsay::script::{Script, Term};
use gainsay::value::Value;

/// What tests may use without declaring it.
const DECLARATIONS: &str = "
(declare-sort U 0)
(declare-datatypes ((Colour 0) (Lst 0) (Pr 2)) (
  ((red) (green) (blue))
  ((nil) (cons (head Int) (tail Lst)))
  (par (X Y) ((pair (first X) (second Y))))))
(declare-const p Bool)
(declare-const q Bool)
(declare-const i Int)
(declare-const j Int)
(declare-const r Real)
(declare-const b (_ BitVec 8))
(declare-const s String)
(declare-const l Lst)
(declare-const u U)
(declare-const v U)
(declare-fun f (Int) Int)
(declare-fun g (U) Int)
";

pub fn script(text: &str) -> Script {
    match Script::parse(&format!("{DECLARATIONS}{text}")) {
        Ok(script) => script,
        Err(problem) => panic!("{text}: {problem}"),
    }
}

/// The terms of the last assertion's arguments.
pub fn arguments(script: &Script) -> Vec<Term> {
    let last = script.assertions().last().expect("an assertion");
    script.terms.children(last).to_vec()
}

pub fn eval(script: &Script, term: Term) -> Result<Value, Unknown> {
    Evaluator::new(&script.terms, &Model::default(), Limits::default()).eval(term)
}

/// The term has the expected value.
pub fn check(term: &str, expected: &str) {
    let script = script(&format!("(assert (= {term} {expected}))"));
    let terms = arguments(&script);
    let (value, wanted) = (eval(&script, terms[0]), eval(&script, terms[1]));
    assert_eq!(value, wanted, "{term}");
    assert!(value.is_ok(), "{term}: {value:?}");
}

/// The Boolean term is true, false, or unknown (`None`) when nothing has a value.
pub fn check_truth(term: &str, expected: Option<bool>) {
    let script = script(&format!("(assert {term})"));
    let term_id = script.assertions().last().expect("an assertion");
    let value = eval(&script, term_id);
    match expected {
        Some(expected) => assert_eq!(value, Ok(Value::Bool(expected)), "{term}"),
        None => assert!(value.is_err(), "{term}: {value:?}"),
    }
}

pub fn check_true(term: &str) {
    check_truth(term, Some(true));
}

pub fn check_false(term: &str) {
    check_truth(term, Some(false));
}

pub fn check_unknown(term: &str) {
    check_truth(term, None);
}
