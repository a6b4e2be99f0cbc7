//! What is known to be slow is left out.

use gainsay::evolve::known::{Rest, pattern, without};
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
