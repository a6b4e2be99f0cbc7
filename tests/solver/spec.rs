//! Solvers as users write them.

use gainsay::solver::{SolverSpec, SpecError};

fn spec(name: Option<&str>, program: &str, version: Option<&str>, arguments: &[&str]) -> SolverSpec {
    SolverSpec {
        name: name.map(str::to_owned),
        program: program.to_owned(),
        version: version.map(str::to_owned),
        arguments: arguments.iter().map(|&argument| argument.to_owned()).collect(),
    }
}

#[test]
fn every_form_is_read_and_printed_back() {
    let cases = [
        ("z3", spec(None, "z3", None, &[])),
        ("z3@4.8.10", spec(None, "z3", Some("4.8.10"), &[])),
        ("z3@4.8.10 smt.arith.solver=2", spec(None, "z3", Some("4.8.10"), &["smt.arith.solver=2"])),
        ("cvc5 --tlimit=5 -q", spec(None, "cvc5", None, &["--tlimit=5", "-q"])),
        ("mine=./build/z3 -T:5", spec(Some("mine"), "./build/z3", None, &["-T:5"])),
        ("mine='a b/z3' 'x y'", spec(Some("mine"), "a b/z3", None, &["x y"])),
        ("/home/me@work/z3", spec(None, "/home/me@work/z3", None, &[])),
    ];
    for (text, expected) in cases {
        assert_eq!(text.parse(), Ok(expected.clone()), "{text}");
        assert_eq!(expected.to_string(), text);
    }
}

#[test]
fn lists_are_split_at_semicolons() {
    let list = SolverSpec::parse_list("z3; cvc5 --strings-exp ;").unwrap();
    assert_eq!(list, [spec(None, "z3", None, &[]), spec(None, "cvc5", None, &["--strings-exp"])]);
}

#[test]
fn commas_separate_bare_names_only() {
    let names = SolverSpec::parse_list("z3@4.12.2, z3@5.4.0,cvc5").unwrap();
    let expected = [("z3", Some("4.12.2")), ("z3", Some("5.4.0")), ("cvc5", None)];
    assert_eq!(names, expected.map(|(program, version)| spec(None, program, version, &[])));
    let mixed = SolverSpec::parse_list("z3,yices;cvc5 --x=a,b").unwrap();
    assert_eq!(mixed.len(), 3);
    assert_eq!(mixed[2], spec(None, "cvc5", None, &["--x=a,b"]));
    for whole in ["z3 -tr:a,b", "mine=./z3 a,b", "./a,b", "mine='./a,b'", "mine=z3,cvc5"] {
        assert_eq!(SolverSpec::parse_list(whole).unwrap().len(), 1, "{whole}");
    }
}

#[test]
fn mistakes_are_named() {
    assert_eq!(SolverSpec::parse_list(" ; "), Err(SpecError::Empty));
    assert_eq!("mine=".parse::<SolverSpec>(), Err(SpecError::Empty));
    assert!(matches!("z3 'a".parse::<SolverSpec>(), Err(SpecError::OpenQuote(_))));
    assert!(matches!("z3@".parse::<SolverSpec>(), Err(SpecError::NoVersion(_))));
}
