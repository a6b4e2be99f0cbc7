//! What is asked behind an answer: replies are told apart by marks, or by asking one by one.

use crate::support::{Folder, printed, real};
use gainsay::answer::{Answer, Exit, Outcome};
use gainsay::solver::{Ask, Limits, Profiles, Session, SessionConfig, marked};
use std::os::unix::fs::PermissionsExt;

/// The reply to each command behind the answer.
fn replies(answer: &Answer) -> Vec<(&str, Option<&str>)> {
    answer.asides.iter().map(|aside| (aside.command.as_str(), aside.reply.as_deref())).collect()
}

#[test]
fn a_script_that_asks_for_nothing_but_answers_has_no_marks() {
    for plain in ["(assert p)(check-sat)", "(get-model)", "(check-sat"] {
        assert_eq!(marked(plain), plain);
    }
    let script = "(check-sat) ; (get-model)\n(get-value (x))\n(push 1)(get-model)(pop 1)";
    let sent = marked(script);
    assert_eq!(sent.matches("(echo ").count(), 3, "{sent}");
    assert!(sent.lines().zip(script.lines()).take(1).all(|(sent, line)| sent == line), "{sent}");
    let alone = |line: &str| line.starts_with("(echo ") && line.ends_with("\")");
    assert_eq!(sent.lines().filter(|line| alone(line)).count(), 3, "{sent}");
    assert!(sent.ends_with("\")\n(pop 1)"), "{sent}");
}

/// What stands before the first mark, behind the last, or beside another reply is nobody's.
#[test]
fn only_what_stands_between_its_marks_is_a_reply() {
    let z3 = Profiles::shipped().get("z3").unwrap().clone();
    let script = "(check-sat)(get-value (x))(get-unsat-assumptions)(get-model)";
    let read = |answers: &str, replies: &[&str]| {
        let (sent, stdout) = printed(script, answers, replies);
        gainsay::solver::read_answer(stdout.as_bytes(), b"", Exit::Code(0), &z3, &sent)
    };
    let answer = read("sat\n((x 5))\n(model )", &["((x 4))", "(error \"no\")", "((define-fun x () Int 4))"]);
    assert_eq!(answer.outcome, Outcome::Sat);
    let (x, model) = (Some("((x 4))"), Some("((define-fun x () Int 4))"));
    assert_eq!(replies(&answer), [("get-value", x), ("get-unsat-assumptions", None), ("get-model", model)]);
    assert_eq!(answer.model.as_deref(), model);
    let answer = read("sat", &["((x 4))\n((x 5))", "(a)\n(error \"late\")"]);
    assert_eq!(replies(&answer), [("get-value", None), ("get-unsat-assumptions", None), ("get-model", None)]);
    // Statistics are no reply.
    let answer = read("sat", &["(:time 0.01\n :rounds 3)\n((x 4))", "(a)\n(:time 0.02)"]);
    assert_eq!(
        replies(&answer),
        [("get-value", x), ("get-unsat-assumptions", Some("(a)")), ("get-model", None)]
    );
    // An answer among the replies is one too many.
    assert_eq!(read("sat", &["unsat"]).outcome.word(), "unknown");
    // Marks that never came: the solver was stopped on the way.
    let (sent, stdout) = printed(script, "sat", &["((x 4))", "(a)"]);
    let cut = &stdout[..stdout.find("(a)").unwrap()];
    let answer = gainsay::solver::read_answer(cut.as_bytes(), b"", Exit::Code(0), &z3, &sent);
    assert_eq!(replies(&answer)[0].1, x);
    assert_eq!(replies(&answer)[1].1, None);
}

/// Marks differ from run to run. In the signature of a crash, one bug would be a new one each time.
#[test]
fn a_crash_between_marks_is_known_by_what_the_solver_printed() {
    let z3 = Profiles::shipped().get("z3").unwrap().clone();
    let (sent, stdout) = printed("(check-sat)(get-value (x))(get-model)", "sat", &["((x 4))", "(model)"]);
    for (cut, last) in
        [(stdout.find("((x 4))").unwrap(), "sat"), (stdout.find("(model)").unwrap(), "((x 4))")]
    {
        let died = Exit::Signal(libc::SIGSEGV);
        let answer = gainsay::solver::read_answer(&stdout.as_bytes()[..cut], b"", died, &z3, &sent);
        let signature = answer.fault().unwrap();
        assert_eq!(signature.text, format!("SIGSEGV after: {last}"));
    }
}

/// All solvers echo in their ways, in fresh processes and in sessions, and nobody sees the marks.
#[test]
fn real_solvers_are_told_apart_alone_and_in_sessions() {
    let script = "(set-option :produce-models true)(set-logic QF_BV)(declare-const x (_ BitVec 4))\n\
        (assert (= x #x3))\n(check-sat)\n(get-value (x))\n(get-value ((bvadd x x)))\n(get-model)\n";
    for name in ["z3@5.4.0", "z3@4.8.7", "cvc5@1.4.2", "cvc5@1.0.3", "cvc4", "bitwuzla", "yices"] {
        let solver = real(name);
        let mut session = Session::new(solver.clone(), SessionConfig::default());
        for answer in [solver.ask_fresh(script, &Limits::default()), session.ask(script, &Limits::default())]
        {
            let answer = answer.unwrap();
            let told = replies(&answer);
            assert!(told.len() == 3 && told.iter().all(|(_, reply)| reply.is_some()), "{name}: {answer:?}");
            assert!(
                told[0].1.unwrap().contains("x ") && told[1].1.unwrap().contains("bvadd"),
                "{name}: {told:?}"
            );
            assert!(
                answer.model.is_some() && !answer.stdout.contains("gainsay"),
                "{name}: {}",
                answer.stdout
            );
        }
    }
}

/// A solver that prints nothing for `echo` gets one command a run, and what it says about two models is not put together.
#[test]
fn without_echo_each_command_has_a_run_of_its_own() {
    let folder = Folder::new("without-echo");
    let program = folder.0.join("deaf");
    let text = "#!/bin/sh\n\
        grep -q echo \"$1\" && exit 3\n\
        echo run >> \"$(dirname \"$0\")/runs\"\n\
        echo sat\n\
        grep -q get-value \"$1\" && echo '((x 4))'\n\
        grep -q get-model \"$1\" && echo '((define-fun x () Int 5))'\n\
        grep -q get-unsat-core \"$1\" && echo '(a)'\nexit 0\n";
    std::fs::write(&program, text).unwrap();
    std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
    let solver = real(&format!("deaf={}", program.display()));
    assert!(!solver.profile.echoes());
    let script = "(declare-const x Int)\n(check-sat)\n(get-value (x))\n(get-model)\n(get-unsat-core)\n";
    let answer = solver.ask_fresh(script, &Limits::default()).unwrap();
    let model = Some("((define-fun x () Int 5))");
    assert_eq!(
        replies(&answer),
        [("get-value", Some("((x 4))")), ("get-model", model), ("get-unsat-core", None)]
    );
    assert!(answer.is_apart && answer.model.as_deref() == model, "{answer:?}");
    let runs = std::fs::read_to_string(folder.0.join("runs")).unwrap();
    // Nobody is asked for the core of what is satisfiable.
    assert_eq!(runs.lines().count(), 2, "{runs}");
}

/// Whoever complains about `echo` prints no marks, so that nothing is a reply, whatever stands where one would stand.
#[test]
fn a_solver_that_rejects_echo_gets_no_reply_attributed() {
    let folder = Folder::new("rejects-echo");
    folder.program(
        "z3",
        "while read -r line; do case $line in\n\
         *'(echo '*) echo '(error \"unknown command echo\")';;\n\
         *check-sat*) echo sat; echo '((define-fun x () Int 7))';;\n\
         *get-model*) echo '((define-fun x () Int 5))';;\n\
         *get-value*) echo '((x 4))';;\nesac; done",
    );
    let solver = real(&folder.0.join("z3").display().to_string());
    assert!(solver.profile.echoes());
    let ask = |script: &str| solver.ask_fresh(script, &Limits::default()).unwrap();
    let answer = ask("(declare-const x Int)\n(check-sat)\n(get-value (x))\n(get-model)\n");
    assert_eq!((&answer.outcome, &answer.model), (&Outcome::Sat, &None), "{answer:?}");
    assert_eq!(replies(&answer), [("get-value", None), ("get-model", None)]);
    // An error before the last answer: which question it answers is not known.
    assert_eq!(ask("(check-sat)\n(check-sat)\n").outcome.word(), "rejected");
}

/// What a solver without `echo` prints by itself is no reply to a command that it rejects.
#[test]
fn without_echo_what_stands_beside_a_complaint_is_no_reply() {
    let folder = Folder::new("beside-complaint");
    let list = "(a)";
    for complaint in ["(error \"no such command\")", "unsupported"] {
        folder.program("deaf", &format!("echo unsat; echo '{list}'; echo '{complaint}'"));
        let solver = real(&format!("deaf={}", folder.0.join("deaf").display()));
        for command in ["get-unsat-assumptions", "get-unsat-core", "get-proof"] {
            let script = format!("(declare-const a Bool)\n(check-sat-assuming (a))\n({command})\n");
            let answer = solver.ask_fresh(&script, &Limits::default()).unwrap();
            assert_eq!((answer.outcome.word(), &answer.core), ("unsat", &None), "{complaint}");
            assert_eq!(replies(&answer), [(command, None)], "{complaint}");
        }
    }
}
