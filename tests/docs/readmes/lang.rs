use gainsay_lang::script::{Printer, Script};

pub fn main() {
    let script = Script::parse("(declare-const x Int) (assert (< x 3 (* 2 x))) (check-sat)").unwrap();
    assert_eq!(script.question().assertions().count(), 1);
    let printed = Printer::pretty().script(&script);
    assert_eq!(printed.matches("(assert (< x 3 (* 2 x)))").count(), 1);

    // A mistake is a problem with its place; the rest of the script is read.
    let wrong = Script::read("(declare-const x Int)\n(assert (< y 3))");
    assert!(wrong.problems[0].to_string().contains('y'));
}
