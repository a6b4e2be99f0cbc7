//! Unsat cores as scripts.

use gainsay::script::{Printer, Script};

const SCRIPT: &str = "(set-option :produce-unsat-cores true)
(set-logic QF_LIA)
(declare-const x Int)
(assert (! (> x 0) :named positive))
(assert (! (< x 9) :named |less than nine|))
(assert (! (< x 0) :named negative))
(assert (= x x))
(check-sat)
(get-unsat-core)
(assert false)
";

#[test]
fn a_core_keeps_its_names_and_what_has_none() {
    let script = Script::parse(SCRIPT).unwrap();
    let core = script.question().core(&["positive", "negative"]).unwrap();
    let printed = Printer::default().script(&core);
    assert_eq!(printed.matches("(assert").count(), 3, "{printed}");
    assert!(printed.contains("positive") && printed.contains("negative") && printed.contains("(= x x)"));
    assert!(printed.trim_end().ends_with("(check-sat)"), "{printed}");
    assert!(script.question().core(&["|less than nine|"]).is_some());
    assert!(script.question().core(&["nobody"]).is_none());
}
