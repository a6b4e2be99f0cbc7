//! What is known to be slow is left out.

use gainsay::evolve::Defect;
use gainsay::evolve::known::{Place, Rest, pattern, place, without};
use gainsay::script::Script;

#[test]
fn what_is_known_is_left_out() {
    let declarations = "(declare-const x String)(declare-const n Int)";
    let script = |claims: &str| format!("{declarations}{claims}(check-sat)");
    let known = pattern(&Script::parse(&script("(assert (< 9 (str.len x)))(assert (= n 1))")).unwrap());
    assert_eq!(known, ["<", "str.len"]);
    let rest = |claims: &str| without(&script(claims), "", std::slice::from_ref(&known));
    assert_eq!(rest("(assert (< 9 n))"), Rest::All);
    assert_eq!(rest("(assert (not (< 9 (+ 1 (str.len x)))))"), Rest::Nothing);
    let Rest::Some(draft) = rest("(assert (< 9 n))(assert (< 9 (str.len x)))") else {
        panic!("all or nothing")
    };
    assert!(draft.text.contains("(assert (< 9 n))") && !draft.text.contains("str.len"), "{}", draft.text);
    assert_eq!(without(&script("(assert true)"), "", &[]), Rest::All);
}

/// A defect as it is known by its reduced script.
fn defect(claims: &str) -> Defect {
    let reduced = format!("(declare-const x String)(declare-const n Int){claims}(check-sat)");
    let pattern = pattern(&Script::parse(&reduced).unwrap());
    let (original, origin) = (reduced.clone(), String::new());
    Defect { original, reduced, origin, born: 0, times: Vec::new(), families: Vec::new(), pattern }
}

#[test]
fn the_same_defect_is_told_once_and_the_smallest_stays() {
    let known = [defect("(assert (< n 1))"), defect("(assert (< 123 (str.len x)))"), defect("")];
    let place = |claims: &str| place(&known, &defect(claims));
    assert_eq!(place("(assert (< 45678 (str.len x)))"), Place::Again(1));
    assert_eq!(place("(assert (< 789 (str.len x)))"), Place::Again(1), "as large");
    assert_eq!(place("(assert (< 9 (str.len x)))"), Place::InsteadOf(1));
    assert_eq!(place("(assert (< 9 (+ 1 (str.len x))))"), Place::New, "one operator more");
    assert_eq!(place("(assert (= 9 (str.len x)))"), Place::New, "another operator");
    // Nothing tells two of these apart, and nothing says that they are the same.
    assert_eq!(place(""), Place::New);
}
