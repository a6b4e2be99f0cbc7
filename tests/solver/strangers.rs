//! Programs whose file names tell nothing: builds under other names, and programs that start a solver.

use crate::support::{Folder, catalogue, real};
use gainsay::answer::{Exit, Outcome};
use gainsay::solver::{Limits, Profile, Profiles, Solver, read_answer};
use gainsay::store::SolverRow;
use std::os::unix::fs::symlink;

const QUESTION: &str = "(declare-const x Bool)(assert x)(check-sat)";

/// A release as a file of another name, and its path.
fn renamed(folder: &Folder, release: &str, name: &str) -> String {
    let path = folder.0.join(name);
    symlink(&real(release).argv[0], &path).unwrap();
    path.display().to_string()
}

/// What is known of a solver is known of it under any name and behind any program, also when it is started again.
#[test]
fn a_program_is_the_solver_that_its_version_names() {
    let folder = Folder::new("strangers");
    let old = renamed(&folder, "z3@4.8.7", "old-build");
    folder.write("run.sh", format!("exec {old} \"$@\""));
    folder.write("fixed.sh", format!("exec {old} \"$1\""));
    let script = |name: &str| folder.0.join(name).display().to_string();
    for command in [
        old.clone(),
        format!("q=env {old}"),
        format!("q=nice -n 1 {old} smt.random_seed=1"),
        format!("q=sh {}", script("run.sh")),
        format!("q=sh {}", script("fixed.sh")),
        format!("q=env -S \"{old} -memory:500\""),
    ] {
        let solver = real(&command);
        assert_eq!(
            (solver.version.as_str(), solver.profile.like.as_deref()),
            ("4.8.7", Some("z3")),
            "{command}"
        );
        // It keeps its name, and gets its scripts as before.
        assert!(
            solver.label().starts_with("q@") || solver.label() == "old-build@4.8.7",
            "{}",
            solver.label()
        );
        assert_eq!(
            solver.ask_fresh(QUESTION, &Limits::default()).unwrap().outcome,
            Outcome::Sat,
            "{command}"
        );
        let again = SolverRow::of(&solver).solver(&Profiles::shipped());
        for solver in [&solver, &again] {
            assert!(solver.writes_old_strings() && solver.family() == "z3", "{command}");
            assert!(solver.profile.language.own_escapes_until.is_some(), "{command}");
            assert!(
                solver.with_options(&["rewriter.hi_div0=false".to_owned()]).changed_by_arguments().is_some()
            );
        }
    }
    let cvc5 = renamed(&folder, "cvc5@1.0.3", "another");
    assert_eq!(real(&format!("env {cvc5} --lang=smt2")).profile.like.as_deref(), Some("cvc5"));
}

#[test]
fn a_line_about_a_version_names_the_solver_before_the_version() {
    let profiles = Profiles::shipped();
    let named = |line: &str| profiles.by_version_line(line).map(|profile| profile.name.as_str());
    for (line, name) in [
        ("Z3 version 4.8.10 - 64 bit", "z3"),
        ("This is cvc5 version 1.0.3", "cvc5"),
        ("This is CVC4 version 1.8", "cvc4"),
        ("Yices 2.6.5", "yices"),
        ("MathSAT5 version 5.6.11 (abc) (Jun 1 2024)", "mathsat"),
    ] {
        assert_eq!(named(line), Some(name), "{line}");
    }
    for line in ["mine 1.0 (with z3 4.8.7)", "env (GNU coreutils) 9.1", "z3", "", "buzz3 1.0", "9.1 z3"] {
        assert_eq!(named(line), None, "{line}");
    }
    // A table of the user's is not what a program means.
    let mut profiles = Profiles::shipped();
    profiles.add_text("gainsay.toml", "[solver.this]\ncommand = ['./build/mine']\n").unwrap();
    assert_eq!(profiles.by_version_line("This is mine 1.0").map(|profile| &profile.name), None);
}

/// Words by which a known solver says that it did not crash count for whoever may be that solver.
#[test]
fn a_stranger_may_say_like_any_solver_that_it_did_not_crash() {
    let mut profiles = Profiles::shipped();
    profiles.add_text("gainsay.toml", "[solver.mine]\ncommand = ['./build/mine']\n").unwrap();
    let recognised = Profile::unknown("mine").recognised_as(profiles.get("z3").unwrap());
    let aborts = [Exit::Signal(libc::SIGABRT), Exit::Code(134)];
    for profile in [&Profile::unknown("mine"), profiles.get("mine").unwrap(), &recognised] {
        for (words, outcome) in [
            ("cvc5 interrupted by timeout.", "timeout"),
            ("(error \"Parse Error: x.smt2:1.1: no\")", "rejected"),
            ("Expected result sat but got unsat", "rejected"),
            ("no concrete implementation of FloatingPointLiteral", "rejected"),
            ("out of order", "crash"),
        ] {
            for exit in aborts {
                let answer = read_answer(b"", words.as_bytes(), exit, profile, QUESTION);
                assert_eq!(answer.outcome.word(), outcome, "{words} {exit:?}");
            }
        }
        let doubt = b"sat\n(error \"line 1 column 9: an invalid model was generated\")\n";
        assert!(read_answer(doubt, b"", Exit::Code(1), profile, QUESTION).doubt.is_some());
    }
    // What accuses is nobody's but its own.
    assert!(Profile::unknown("mine").patterns.crash.is_empty());
}

/// Debian's cvc4 and cvc5 abort when they give up, also behind another program.
#[test]
fn a_solver_behind_a_program_gives_up_without_being_accused() {
    let cvc4 = &real("cvc4@1.8").argv[0];
    let float =
        "(set-logic QF_FP)(assert (fp.leq ((_ to_fp 5 11) RNE 0.25) ((_ to_fp 5 11) RNE 8.0)))(check-sat)";
    for command in [format!("q=env {cvc4} --lang=smt2"), format!("q=sh -c '{cvc4} --lang=smt2 \"$0\"'")] {
        let outcome = real(&command).ask_fresh(float, &Limits::default()).unwrap().outcome;
        assert_eq!(outcome.word(), "rejected", "{command}: {outcome:?}");
    }
    let hard = "(set-logic QF_NIA)(declare-const a Int)(declare-const b Int)(declare-const c Int)\
        (assert (> a 1))(assert (> b 1))(assert (> c 1))\
        (assert (= (+ (* a a a) (* b b b)) (* c c c)))(check-sat)";
    let cvc5 = &real("cvc5@1.0.3").argv[0];
    let patient = Limits::seconds(crate::support::PATIENCE);
    for command in [
        format!("q=env {cvc5} --lang=smt2 --tlimit=200"),
        format!("q=sh -c '{cvc5} --lang=smt2 --tlimit=200 \"$0\"'"),
    ] {
        let outcome = real(&command).ask_fresh(hard, &patient).unwrap().outcome;
        assert_eq!(outcome, Outcome::Timeout, "{command}");
    }
}

fn stranger(command: &[&str]) -> Solver {
    Solver::of_command(&command.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>())
}

/// Whatever may set such an option in some known solver leaves the answers of a stranger unjudged.
#[test]
fn options_that_change_the_question_are_seen_behind_any_program() {
    for command in [
        // In a tactic, where the name has no module.
        &["env", "z3", "tactic.default_tactic=(then (using-params simplify :hi_div0 false) smt)"][..],
        &["./build", "tactic.default_tactic=(and-then (! simplify :hi_fp_unspecified true) smt)"],
        // Abbreviated.
        &["env", "cvc5", "--strings-alpha=7"],
        &["env", "cvc5", "--solve-real"],
        &["./build", "--no-dt-cyc"],
        // In code for a shell, in all its spellings.
        &["sh", "-c", "z3 -in 'rewriter.hi_div0=false'"],
        &["sh", "-c", "z3 -in rewriter.hi_'div0=false'"],
        &["sh", "-c", "z3 -in \"encoding\"=ascii"],
        &["sh", "-c", "z3 rewriter.hi_div0\\=false $0"],
        &["bash", "-c", "z3 {smt.array.weak=true,$0}"],
        &["bash", "-c", "z3 encoding=$1 $2", "x", "bmp"],
        &["bash", "-c", "p=hi_div0; z3 rewriter.$p=false $0"],
        &["sh", "-c", "cvc5 --strings-alpha $1", "x", "9"],
        &["sh", "-c", "z3${IFS}rewriter.hi_div0=false"],
        &["env", "-S", "z3\\_rewriter.hi_div0=false"],
    ] {
        assert!(stranger(command).changed_by_arguments().is_some(), "{command:?}");
        // Also if it turns out whose program it is.
        let mut solver = stranger(command);
        solver.profile = solver.profile.recognised_as(Profiles::shipped().get("z3").unwrap());
        assert!(solver.changed_by_arguments().is_some(), "{command:?}");
    }
    for command in [
        &["nice", "-n", "1", "z3", "smt.random_seed=3"][..],
        &["sh", "-c", "cvc5 --lang=smt2 --strings-exp --incremental $0"],
        &["bash", "-c", "ulimit -v 1000000; exec z3 -in -T:5"],
        &["env", "A=b", "/opt/logic/solver", "--model", "--seed=3"],
        &["env", "-S", "cvc4 --lang=smt2.6"],
    ] {
        assert_eq!(stranger(command).changed_by_arguments(), None, "{command:?}");
    }
}

/// Whoever dies without input, or waits for it, has not seen the file.
#[test]
fn a_solver_that_dies_without_input_gets_it() {
    let folder = Folder::new("strangers-listening");
    for (name, text) in [
        ("reads", "[ -z \"$(cat)\" ] && kill -9 $$\necho sat"),
        ("dies-after", "[ -n \"$(cat)\" ] && echo sat\nkill -9 $$"),
    ] {
        folder.program(name, text);
        let solver = catalogue().solver(&folder.0.join(name).display().to_string()).unwrap();
        assert_eq!(solver.listening().unwrap().profile.stdin, Some(Vec::new()), "{name}");
    }
    for (name, text) in
        [("file", "[ -s \"$1\" ] && echo sat"), ("wrong", "echo unsat"), ("dead", "kill -SEGV $$")]
    {
        folder.program(name, text);
        let solver = catalogue().solver(&folder.0.join(name).display().to_string()).unwrap();
        assert_eq!(solver.listening().unwrap().profile.stdin, None, "{name}");
    }
    folder.program("mute", "true");
    let mute = catalogue().solver(&folder.0.join("mute").display().to_string()).unwrap();
    assert!(mute.listening().is_err());
}
