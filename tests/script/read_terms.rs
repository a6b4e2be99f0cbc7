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

#[test]
fn a_match_has_a_case_for_every_constructor() {
    let declaration = "(declare-datatypes ((D 0)) (((red) (mix (with D)) (blue))))(declare-const d D)";
    for (cases, missing) in [
        ("((red true) ((mix x) false) (blue true))", None),
        ("((blue true) (x false))", None),
        ("(((mix x) true) (_ false))", None),
        ("((red true) ((mix x) false))", Some("blue")),
        ("((red true) (blue false))", Some("mix")),
        ("((blue true))", Some("red")),
    ] {
        let script = Script::parse(&format!("{declaration}(assert (match d {cases}))(check-sat)"));
        let problem = script.err().map(|problem| problem.message);
        assert_eq!(problem, missing.map(|name| format!("a `match` without a case for `{name}`")), "{cases}");
    }
}
