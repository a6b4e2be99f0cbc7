//! Whether a solver can be asked with its arguments: real ones with wrong arguments, and fakes that tell it in their own ways.

use crate::support::{Folder, catalogue, real};
use gainsay::answer::Outcome;
use gainsay::solver::{Limits, Solver};

const QUESTION: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";

#[test]
fn arguments_that_a_release_does_not_know_are_told_and_no_crash() {
    let cases = [
        ("z3@5.4.0 smt.fooo=1", "unknown parameter 'smt.fooo'"),
        ("z3@5.4.0 fooo.bar=1", "unknown parameter 'fooo.bar'"),
        ("z3@5.4.0 smt.random_seed=abc", "Expected values for parameter random_seed"),
        ("z3@5.4.0 smt.random_seed=-1", "Expected values for parameter random_seed"),
        ("z3@5.4.0 -fooo", "invalid command line option"),
        ("z3@5.4.0 tactic.default_tactic=fooo", "unknown tactic fooo"),
        ("z3@4.12.2 smt.sls.enable=true", "unknown parameter 'sls.enable'"),
        ("z3@4.8.7 smt.fooo=1", "unknown parameter 'fooo'"),
        ("z3@4.8.7 model_validate=7", "Expected values for parameter model_validate"),
        ("cvc5@1.4.2 --fooo", "unrecognized option"),
        ("cvc5@1.4.2 --seed=abc", "did not parse"),
        ("bitwuzla@0.9.1 --fooo", "invalid option"),
        ("bitwuzla@0.9.1 --rewrite-level=99", "invalid value"),
        ("yices@2.6.5 --fooo", "invalid option"),
    ];
    for (name, words) in cases {
        let solver = real(name);
        let why = solver.unusable().unwrap_or_else(|| panic!("{name} can be asked"));
        assert!(why.contains(words), "{name}: {why}");
        assert_eq!(solver.unusable_arguments().len(), 1, "{name}");
        // Whoever asks all the same accuses nobody.
        let answer = solver.ask_fresh(QUESTION, &Limits::default()).unwrap();
        assert!(matches!(answer.outcome, Outcome::Rejected(_)), "{name}: {:?}", answer.outcome);
    }
}

#[test]
fn arguments_that_a_release_knows_are_no_obstacle() {
    for name in [
        "z3@5.4.0",
        "z3@5.4.0 smt.random_seed=3 sat.random_seed=3",
        "z3@5.4.0 smt.sls.enable=true",
        "z3@4.8.7 smt.arith.solver=2",
        "cvc5@1.4.2 --seed=3 --strings-exp",
        "bitwuzla@0.9.1 --rewrite-level=0",
        "yices@2.6.5 --incremental",
    ] {
        assert_eq!(real(name).unusable(), None, "{name}");
    }
}

/// One wrong argument among right ones is named.
#[test]
fn the_argument_that_is_to_blame_is_named() {
    let solver = real("z3@5.4.0 smt.random_seed=3 smt.fooo=1 model=true");
    assert!(solver.unusable().is_some());
    assert_eq!(solver.unusable_arguments(), ["smt.fooo=1"]);
}

/// A solver of a test's own.
fn fake(folder: &Folder, arguments: &str, text: &str) -> Solver {
    folder.program("fake", text);
    catalogue().solver(&format!("mine={}/fake {arguments}", folder.0.display())).unwrap()
}

#[test]
fn each_way_of_refusing_is_understood() {
    for (at, end) in ["exit 1", "exit 2", "exit 110", "exit 255", "exit 0"].into_iter().enumerate() {
        let folder = Folder::new(&format!("probe-refuses-{at}"));
        let says = fake(&folder, "--fooo", &format!("echo 'usage: fake FILE' >&2\n{end}"));
        assert!(says.unusable().is_some_and(|why| why.contains("usage: fake FILE")), "{end}");
        let folder = Folder::new(&format!("probe-silent-{at}"));
        let silent = fake(&folder, "--fooo", end);
        assert!(silent.unusable().is_some(), "{end}");
        assert!(silent.printed_instead().is_some(), "{end}");
    }
}

/// A wrapper may hide why it ends; that it does so only with the argument is enough.
#[test]
fn who_is_right_without_the_argument_is_not_asked_with_it() {
    for (name, text) in [
        ("flips", "[ \"$1\" = --fooo ] && echo unsat && exit\necho sat"),
        ("dies", "[ \"$1\" = --fooo ] && kill -SEGV $$\necho sat"),
    ] {
        let folder = Folder::new(&format!("probe-{name}"));
        let solver = fake(&folder, "--fooo", text);
        assert!(solver.unusable().is_some(), "{name}");
        assert_eq!(solver.with_only(&[]).unusable(), None, "{name}");
    }
}

/// The faults of a program are its own, where they do not come with an argument.
#[test]
fn liars_and_those_who_always_die_are_asked() {
    for (name, text) in [("liar", "echo unsat"), ("dead", "kill -SEGV $$"), ("weak", "echo unknown")] {
        let folder = Folder::new(&format!("probe-{name}"));
        assert_eq!(fake(&folder, "--fooo", text).unusable(), None, "{name}");
    }
}

/// Some logics are not known to all.
#[test]
fn any_trivial_script_will_do() {
    let folder = Folder::new("probe-picky");
    let text =
        "for file; do :; done\ngrep -q QF_LRA $file && echo sat && exit\necho '(error \"no such logic\")'";
    assert_eq!(fake(&folder, "--fooo", text).unusable(), None);
}

#[test]
fn a_command_is_tried_once() {
    let folder = Folder::new("probe-once");
    let text = format!("echo x >> '{}/runs'\necho sat", folder.0.display());
    let solver = fake(&folder, "--fooo", &text);
    // It was started for its version, too.
    folder.write("runs", "");
    for _ in 0..3 {
        assert_eq!(solver.clone().unusable(), None);
    }
    assert_eq!(folder.read("runs"), "x\n");
    assert_eq!(solver.with_only(&[]).unusable(), None, "without arguments nobody is asked");
    assert_eq!(folder.read("runs"), "x\n");
}
