//! What output means, without running anything.

use gainsay::solver::{Answer, Exit, Limit, Outcome, Profiles, Status};

fn read(solver: &str, stdout: &str, stderr: &str, exit: Exit) -> Answer {
    read_several(solver, stdout, stderr, exit, 1)
}

/// What a run on a script with so many questions left behind.
fn read_several(solver: &str, stdout: &str, stderr: &str, exit: Exit, questions: usize) -> Answer {
    let profiles = Profiles::shipped();
    let profile = profiles.get(solver).expect("a shipped profile");
    Answer::read(stdout.as_bytes(), stderr.as_bytes(), exit, profile, &"(check-sat)".repeat(questions))
}

const FINE: Exit = Exit::Code(0);
const ABORTED: Exit = Exit::Signal(libc::SIGABRT);

#[test]
fn outcomes() {
    let model_error = "(error \"line 9 column 10: an invalid model was generated\")";
    let cases: &[(&str, &str, &str, Exit, &str)] = &[
        ("z3", "sat\n", "", FINE, "sat"),
        ("z3", "unsat\nsat\n", "", FINE, "unknown"),
        ("z3", "success\nunknown\n(:reason-unknown \"incomplete\")\n", "", FINE, "unknown"),
        ("z3", "  sat\r\n", "", FINE, "sat"),
        ("z3", "saturation\n", "", FINE, "unknown"),
        ("z3", "sat (really)\n", "", FINE, "unknown"),
        // Errors: before the answer, after it, cut short, on the wrong stream.
        ("z3", "(error \"line 1: bad\")\nsat\n", "", Exit::Code(1), "rejected"),
        ("z3", "sat\n(error \"no model\")\n", "", Exit::Code(1), "sat"),
        ("z3", "(error \"line 1: \\\"(\\\" is bad\nunsat\n", "", Exit::Code(1), "rejected"),
        ("boolector", "<stdin>:1: unsupported command\n", "", Exit::Code(1), "rejected"),
        ("bitwuzla", "", "[error] <stdin>:1:1: bad\n", Exit::Code(1), "rejected"),
        ("bitwuzla", "sat\n", "[bzla] warning: Equalities not yet supported.\n", FINE, "rejected"),
        ("bitwuzla", "sat\n", "[bzla] warning: something else\n", FINE, "sat"),
        ("yices", "(error \"at line 6: undefined term\")\n", "", FINE, "rejected"),
        // Crashes, also after an answer; and what only looks like one.
        ("z3", "", "", Exit::Signal(libc::SIGSEGV), "crash"),
        ("z3", "", "", Exit::Code(139), "crash"),
        ("z3", "sat\n", "ASSERTION VIOLATION\nFile: a.cpp\nLine: 3\n", Exit::Code(114), "crash"),
        ("z3", &format!("sat\n{model_error}\n"), "", Exit::Code(1), "crash"),
        ("cvc5", "sat\n", "cvc5 suffered a segfault.\nOffending address is 0x1\n", ABORTED, "crash"),
        ("cvc5", "", "cvc5 interrupted by timeout.\n", ABORTED, "timeout"),
        ("cvc4", "", "Fatal failure within f\nConversion is dependent on SymFPU\n", ABORTED, "rejected"),
        (
            "cvc5",
            "unsat\n",
            "==1==ERROR: AddressSanitizer: x on y\n    #1 0x2 in f a.cpp:1\n",
            Exit::Code(1),
            "unsat",
        ),
        // Limits, before and after an answer.
        ("z3", "", "", Exit::Killed(Limit::Wall), "timeout"),
        ("z3", "", "", Exit::Killed(Limit::Cpu), "timeout"),
        ("z3", "unsat\n", "", Exit::Killed(Limit::Wall), "unsat"),
        ("z3", "x\n", "", Exit::Killed(Limit::Output), "unknown"),
        ("z3", "timeout\n", "", Exit::Code(102), "timeout"),
        ("z3", "(error \"out of memory\")\n", "", Exit::Code(101), "out of memory"),
        ("cvc5", "", "terminate called after throwing 'std::bad_alloc'\n", ABORTED, "out of memory"),
        ("cvc5", "", "", Exit::Signal(libc::SIGKILL), "out of memory"),
        // Nothing that tells.
        ("z3", "", "", FINE, "unknown"),
        ("z3", "", "", Exit::Code(7), "unknown"),
        ("z3", "", "", Exit::Signal(libc::SIGTERM), "unknown"),
    ];
    for (solver, stdout, stderr, exit, expected) in cases {
        let answer = read(solver, stdout, stderr, *exit);
        assert_eq!(
            answer.outcome.word(),
            *expected,
            "{solver} {stdout:?} {stderr:?} {exit:?}: {:?}",
            answer.outcome
        );
    }
}

#[test]
fn reasons_are_kept() {
    let answer = read("z3", "unknown\n(:reason-unknown \"(incomplete quantifiers)\")\n", "", FINE);
    assert_eq!(answer.outcome, Outcome::Unknown("(incomplete quantifiers)".into()));
    let answer = read("cvc5", "unknown (INCOMPLETE)\n", "", FINE);
    assert_eq!(answer.outcome, Outcome::Unknown("INCOMPLETE".into()));
    let answer = read_several("cvc5", "unknown (INCOMPLETE)\nunknown\n", "", FINE, 2);
    assert_eq!(answer.outcome, Outcome::Unknown(String::new()));
}

#[test]
fn models_are_known_by_their_form() {
    for model in [
        "(\n  (define-fun x () Int 3)\n)",
        "(model\n  (define-fun x () String \")(\"))",
        "(\n; cardinality of U is 1\n; rep: (as @U_0 U)\n(declare-sort U 0)\n)",
        "()",
    ] {
        let answer =
            read("cvc5", &format!("sat\n((x 3))\n(:status sat)\n{model}\nsat\n(model )\n"), "", FINE);
        assert_eq!(answer.model.as_deref(), Some(model));
        assert_eq!((answer.core, answer.statuses), (None, vec![Status::Sat, Status::Sat]));
    }
    assert_eq!(read("z3", "sat\n((x 3))\n", "", FINE).model, None);
    assert_eq!(read("z3", "sat\n(\n  (define-fun x () Int", "", FINE).model, None, "cut short");
}

#[test]
fn cores_are_lists_of_names() {
    let core = |stdout| read("z3", stdout, "", FINE).core;
    assert_eq!(core("unsat\n(a |b c|)\n"), Some(vec!["a".to_owned(), "|b c|".to_owned()]));
    assert_eq!(core("unsat\n()\n"), Some(Vec::new()));
    assert_eq!(core("unsat\n(error \"no core\")\n"), None);
    assert_eq!(core("sat\n(a b)\n"), None);
}

/// Of several questions the last one counts; and only if all were answered, no more and no less.
#[test]
fn the_answer_to_the_last_question_counts() {
    let cases: &[(usize, &str, Exit, &str)] = &[
        (2, "unsat\nsat\n", FINE, "sat"),
        (3, "unknown\nsat\nunsat\n", FINE, "unsat"),
        (2, "unknown (INCOMPLETE)\nunsat\n(error \"no model\")\n", FINE, "unsat"),
        // Who stops on the way has not answered, whatever it said before.
        (2, "sat\n", FINE, "unknown"),
        (2, "sat\n", Exit::Killed(Limit::Wall), "timeout"),
        (2, "sat\n", Exit::Signal(libc::SIGSEGV), "crash"),
        (2, "unsat\n(error \"line 5: bad\")\n", Exit::Code(1), "rejected"),
        // An error before the last answer: the question is another one.
        (2, "unsat\n(error \"line 5: bad\")\nsat\n", Exit::Code(1), "rejected"),
        (2, "unsat\nsat\n(error \"line 7: no core\")\n", Exit::Code(1), "sat"),
        (2, "unsat\nsat\nsat\n", FINE, "unknown"),
    ];
    for (questions, stdout, exit, expected) in cases {
        let answer = read_several("z3", stdout, "", *exit, *questions);
        assert_eq!(answer.outcome.word(), *expected, "{stdout}: {:?}", answer.outcome);
        assert_eq!(answer.is_complete(), answer.statuses.len() >= *questions);
    }
    let first = "sat\n((define-fun x () Int 1))\n";
    let last = "sat\n((define-fun x () Int 2))\n";
    let answer = read_several("z3", &format!("{first}{last}"), "", FINE, 2);
    assert_eq!(answer.model.as_deref(), Some("((define-fun x () Int 2))"));
    let answer = read_several("z3", "unsat\n(a)\nunsat\n(b)\n", "", FINE, 2);
    assert_eq!(answer.core, Some(vec!["b".to_owned()]));
}
