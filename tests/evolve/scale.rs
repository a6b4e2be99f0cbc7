//! Knobs: each turns one thing.

use gainsay::evolve::knobs;
use gainsay::script::Script;

#[test]
fn sizes_grow() {
    let script = Script::parse("(declare-const x Int)(assert (< (+ x 1) 0))(check-sat)").unwrap();
    let first = |what: &str| -> Vec<u64> {
        let knobs = knobs(&script);
        knobs.iter().find(|knob| knob.what.contains(what)).unwrap().sizes().take(8).collect()
    };
    assert_eq!(first("copies"), [1, 2, 3, 4, 6, 8, 12, 16]);
    // An operator can also stand around nothing.
    assert_eq!(first("nesting"), [0, 1, 2, 3, 4, 6, 8, 12]);
}

#[test]
fn knobs_turn_one_thing() {
    let text = "(set-logic QF_SLIA)\n(declare-const x String)\n\
                (assert (= (str.++ x \"ab\") (str.substr x 5 (str.len x))))\n\
                (assert (str.in_re x ((_ re.^ 3) (str.to_re \"c\"))))\n(check-sat)\n";
    let script = Script::parse(text).unwrap();
    let knobs = knobs(&script);
    let turned = |what: &str, size: u64| {
        let knob = knobs.iter().find(|knob| knob.what.contains(what)).unwrap_or_else(|| panic!("{what}"));
        knob.turned(&script, size).unwrap()
    };
    assert_eq!(turned("constant \"ab\"", 2), text);
    assert!(turned("constant \"ab\"", 5).contains("(str.++ x \"ababa\")"));
    assert!(turned("number 5", 9).contains("(str.substr x 9 (str.len x))"));
    assert!(turned("index of", 7).contains("(_ re.^ 7)"));
    assert_eq!(turned("nesting of str.++", 1), text);
    assert!(turned("nesting of str.++", 3).contains("(str.++ (str.++ (str.++ x \"ab\") \"ab\") \"ab\")"));
    let copies = turned("copies", 3);
    assert_eq!((copies.matches("declare-const").count(), copies.matches("(assert").count()), (3, 6));
}
