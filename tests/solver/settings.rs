//! Options that users, scripts and tactics set: which change the question, and which a release does not list.

use crate::support::real;
use gainsay::answer::{Exit, Outcome};
use gainsay::script::Script;
use gainsay::solver::{Limits, Profiles, Setting, Solver};

fn with(solver: &Solver, arguments: &str) -> Solver {
    solver.with_only(&arguments.split(' ').map(str::to_owned).collect::<Vec<String>>())
}

#[test]
fn arguments_that_change_the_question_are_known_in_all_their_forms() {
    let (z3, cvc5, cvc4) = (real("z3@5.4.0"), real("cvc5@1.4.2"), real("cvc4@1.8"));
    let other = Solver::of_command(&["./z3-debug".to_owned()]);
    for (solver, arguments) in [
        (&cvc4, "--no-bv-div-zero-const"),
        (&cvc4, "--lang=smt2.5"),
        (&cvc4, "--lang smt2.0"),
        (&cvc4, "-L smt2.5"),
        (&cvc4, "--strings-print-ascii"),
        (&cvc4, "--strings-print"),
        (&cvc4, "--strings-inm"),
        (&cvc4, "--quant-fun-wd"),
        (&cvc4, "--arith-no-partial-fun"),
        (&cvc5, "--arith-no-partial-fun=true"),
        (&other, "rewriter.hi_div0=false"),
        (&other, "--strings-alpha-card=128"),
        (&z3, "pp.max_num_lines=0"),
        (&z3, "encoding=bmp"),
        (&z3, "smt.random_seed=3 ENCODING=ascii"),
        (&z3, "smt.arith.ignore_int=true"),
        (&z3, "smt.arith.ignore-int=true"),
        (&z3, "smt.arith.solver=0"),
        (&z3, "rewriter.hi_div0=false"),
        (&z3, "smt.logic=QF_BV"),
        (&cvc5, "--strings-alpha-card=128"),
        (&cvc5, "--strings-alpha-card 128"),
        (&cvc5, "--strings-alpha 128"),
        (&cvc5, "--no-dt-cyclic"),
        (&cvc5, "--dt-cyclic=false"),
        (&cvc5, "--solve-real-as-int"),
        (&cvc5, "--fmf-mbqi=trust"),
        (&cvc5, "--incremental --fmf-mbqi trust"),
    ] {
        assert!(with(solver, arguments).changed_by_arguments().is_some(), "{arguments}");
    }
    for (solver, arguments) in [
        (&cvc4, "--lang=smt2"),
        (&cvc4, "-L smt2.6"),
        (&cvc4, "--no-strings-print-ascii"),
        (&other, "--model --quiet"),
        (&z3, "encoding=unicode"),
        (&z3, "smt.arith.solver=2"),
        (&z3, "smt.random_seed=0 -v:0"),
        (&z3, "rewriter.hi_div0=true"),
        (&z3, "opt.priority=box"),
        (&cvc5, "--fmf-mbqi=fmc"),
        (&cvc5, "--no-solve-real-as-int"),
        (&cvc5, "--incremental --strings-exp --lang=smt2"),
        (&cvc5, "-o raw-benchmark --dt-cyclic"),
    ] {
        assert_eq!(with(solver, arguments).changed_by_arguments(), None, "{arguments}");
    }
}

/// Wherever it stands: in a tactic, in a table of the user's own, or in a command line within an argument.
#[test]
fn options_that_change_the_question_are_seen_wherever_they_stand() {
    let z3 = real("z3@5.4.0");
    for tactic in
        ["(then (using-params simplify :hi_div0 false) smt)", "(then (! simplify :hi_div0 false) smt)"]
    {
        let arguments = [format!("tactic.default_tactic={tactic}")];
        assert!(z3.with_only(&arguments).changed_by_arguments().is_some(), "{tactic}");
        let option = format!("(set-option :tactic.default_tactic \"{tactic}\")");
        assert!(z3.profile.changed_by_script(&[&option]).is_some(), "{option}");
    }
    let harmless = ["tactic.default_tactic=(then (using-params simplify :hi_div0 true) smt)".to_owned()];
    assert_eq!(z3.with_only(&harmless).changed_by_arguments(), None);

    let commands =
        [vec!["./z3", "rewriter.hi_div0=false"], vec!["sh", "-c", "z3 rewriter.hi_div0=false -in"]];
    for command in commands {
        let command: Vec<String> = command.into_iter().map(str::to_owned).collect();
        let mut solver = z3.clone();
        solver.argv.clone_from(&command);
        assert!(solver.changed_by_arguments().is_some(), "{command:?}");
        assert!(Solver::of_command(&command).changed_by_arguments().is_some(), "{command:?}");
    }
    let mut solver = z3.clone();
    solver.profile.stdin = Some(vec!["-in".to_owned(), "rewriter.hi_div0=false".to_owned()]);
    assert!(solver.changed_by_arguments().is_some());
}

/// A promise of minimal cores holds as long as nothing takes it back.
#[test]
fn the_last_word_about_minimal_cores_counts() {
    let (z3, cvc5) = (real("z3@5.4.0"), real("cvc5@1.4.2"));
    let minimal = "smt.core.minimize=true sat.core.minimize=true";
    let none = Script::read("(check-sat)");
    assert!(with(&z3, minimal).promises_minimal_cores(&none));
    assert!(with(&cvc5, "--minimal-unsat-cores").promises_minimal_cores(&none));
    assert!(!z3.promises_minimal_cores(&none));
    assert!(!with(&z3, &format!("{minimal} smt.core.minimize=false")).promises_minimal_cores(&none));
    for taken_back in ["--no-minimal-unsat-cores", "--minimal-unsat-cores=false", "--no-minimal-unsat"] {
        let arguments = format!("--minimal-unsat-cores {taken_back}");
        assert!(!with(&cvc5, &arguments).promises_minimal_cores(&none), "{taken_back}");
    }
    let script = Script::read("(set-option :minimal-unsat-cores false)(check-sat)");
    assert!(!with(&cvc5, "--minimal-unsat-cores").promises_minimal_cores(&script));
}

/// What hunts draw keeps the question: the same list decides.
#[test]
fn no_choice_changes_the_question() {
    for name in ["z3@5.4.0", "cvc5@1.4.2", "bitwuzla", "yices"] {
        let solver = real(name);
        let choices = solver.choices();
        assert!(!choices.is_empty(), "{name}");
        for argument in choices.iter().flat_map(|choice| &choice.arguments) {
            let changed = solver.with_only(std::slice::from_ref(argument)).changed_by_arguments();
            assert_eq!(changed, None, "{name} {argument}");
        }
    }
}

#[test]
fn commands_of_a_script_change_the_question() {
    let shipped = Profiles::shipped();
    let changed = |solver: &str, command: &str| {
        shipped.get(solver).unwrap().changed_by_script(&[command]).map(|setting| setting.text)
    };
    for (solver, command) in [
        ("z3", "(set-option :encoding ascii)"),
        ("z3", "(set-option :smt.arith.ignore_int true)"),
        ("z3", "(set-option :rewriter.hi-div0 false)"),
        ("z3", "(check-sat-using (using-params smt :array.extensional false))"),
        ("z3", "(check-sat-using (then simplify (! smt :arith.ignore_int true)))"),
        ("z3", "(apply (using-params simplify :hi_div0 false))"),
        ("z3", "(simplify (bvudiv x #x0) :hi_div0 false)"),
        ("cvc5", "(set-option :strings-alpha-card 128)"),
        ("cvc5", "(set-option :dt-cyclic \"false\")"),
        ("cvc4", "(set-option :solve-real-as-int true)"),
    ] {
        assert!(changed(solver, command).is_some(), "{command}");
    }
    for (solver, command) in [
        ("z3", "(set-option :smt.arith.ignore_int false)"),
        ("z3", "(check-sat-using (using-params smt :arith.solver 2))"),
        ("z3", "(simplify x :som true)"),
        ("z3", "(set-option :strings-alpha-card 128)"),
        ("z3", "(set-info :encoding ascii)"),
        ("cvc5", "(set-option :produce-models true)"),
    ] {
        assert_eq!(changed(solver, command), None, "{command}");
    }
}

#[test]
fn options_that_a_release_does_not_list_are_told() {
    let (z3, cvc5) = (real("z3@5.4.0"), real("cvc5@1.4.2"));
    let unlisted = |solver: &Solver, arguments: &str| with(solver, arguments).unlisted_arguments();
    assert_eq!(unlisted(&z3, "smt.fooo=1 smt.random_seed=1 -T:5 encoding=bmp"), ["smt.fooo=1"]);
    assert_eq!(
        unlisted(&cvc5, "--foo=1 --strings-exp --no-strings-exp --no-bar --seed=1"),
        ["--foo=1", "--no-bar"]
    );
    let listed = |solver: &Solver, keyword| solver.lists(&Setting::of_option(keyword, "true"));
    assert_eq!(listed(&z3, ":smt.mbqi"), Some(true));
    assert_eq!(listed(&z3, ":produce-models"), Some(true));
    assert_eq!(listed(&z3, ":dream"), Some(false));
    assert_eq!(listed(&real("cvc5@1.0.3"), ":dream"), None, "the program prints no list");
}

/// With such an option only a crash is left of an answer, alone and in a session.
#[test]
fn an_answer_to_another_question_is_not_judged() {
    use gainsay::solver::{Ask, Session, SessionConfig};
    let script = "(set-logic QF_S)(declare-const s String)(assert (= (str.len s) 1))(assert (str.< \"\\u{ffff}\" s))\n\
        (check-sat)(get-model)";
    let solver = with(&real("z3@5.4.0"), "encoding=bmp");
    let mut session = Session::new(solver.clone(), SessionConfig::default());
    for answer in [solver.ask_fresh(script, &Limits::default()), session.ask(script, &Limits::default())] {
        let answer = answer.unwrap();
        let why = "unsat, but `encoding=bmp` changes what is asked".to_owned();
        assert_eq!((answer.outcome, answer.model), (Outcome::NotJudged(why), None));
    }
    assert_eq!(session.off(), None);
    let z3 = Profiles::shipped().get("z3").unwrap().clone();
    let read = |stdout: &str, exit| {
        let script = "(set-option :encoding ascii)(check-sat)";
        gainsay::solver::read_answer(stdout.as_bytes(), b"", exit, &z3, script).outcome.word()
    };
    assert_eq!(read("sat\n", Exit::Code(0)), "not judged");
    assert_eq!(read("", Exit::Signal(libc::SIGSEGV)), "crash");
}
