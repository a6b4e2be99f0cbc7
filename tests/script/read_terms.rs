//! Terms that are read on top of a script.

use gainsay::script::{Printer, ReadOptions, Script};

#[test]
fn terms_are_read_in_the_scope_of_a_script() {
    let mut script = Script::read("(declare-const x Int)(declare-fun f (Int) Int)");
    let texts = ["(f (+ x 1))", "(g x)", "(let ((y x)) (* y y))", "(+ x", "x y", "(g x)", "(f x)"];
    let read = script.read_terms(&texts, ReadOptions::default());
    let shown: Vec<Option<String>> = read
        .iter()
        .map(|term| term.as_ref().ok().map(|&term| Printer::default().term(&script.terms, term)))
        .collect();
    let expected = [Some("(f (+ x 1))"), None, Some("(* x x)"), None, None, None, Some("(f x)")];
    assert_eq!(shown, expected.map(|text| text.map(str::to_owned)));
    // What is not known is named each time, and the script stays as it was.
    assert!(read[1].as_ref().unwrap_err().message.contains("`g`"));
    assert_eq!(read[1], read[5]);
    assert!(script.problems.is_empty() && script.commands.len() == 2);
}
