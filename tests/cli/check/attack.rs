//! What an attack found that made `check` accuse a right solver.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("attack").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A solver that is a shell script, called `name`, which tells its version before anything else.
fn fake(folder: &Path, name: &str, script: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n[ \"$1\" = --version ] && echo '{name} 1.0' && exit\n{script}\n"))
        .unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{name}={}", path.display())
}

/// For a fake that prints the marks that it gets: `mark 1` is the first one.
const MARKS: &str =
    "in=$(cat); mark() { echo \"$in\" | sed -n 's/^(echo \"\\(.*\\)\")$/\\1/p' | sed -n \"$1p\"; }\n";

/// Checks a script, and wants that nobody is accused.
fn nobody_is_accused(folder: &Path, solvers: &str, script: &str) -> String {
    let path = folder.join("script.smt2");
    fs::write(&path, script).unwrap();
    let output = crate::support::gainsay().args(["check", "--solver", solvers]).arg(&path).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!text.contains("BUG") && matches!(output.status.code(), Some(0 | 1 | 11)), "{text}{stderr}");
    text
}

/// The model is the one of the last question, which is asked by a command that is not understood.
#[test]
fn a_question_that_is_not_understood_is_not_judged() {
    let script = "(set-option :produce-models true)(declare-const x Int)\n(push 1)(assert (= x 2))(check-sat)(pop 1)\n\
         (declare-rel p ())(rule p)(query p)\n(get-model)\n";
    let text = nobody_is_accused(&folder("query"), "z3@5.4.0;z3@4.8.12", script);
    assert!(text.contains("not understood"), "{text}");
}

/// A command that is not understood may assert something, and then unsat is right.
#[test]
fn an_assertion_that_is_not_understood_is_not_forgotten() {
    let folder = folder("block-model");
    let liar = fake(&folder, "liar", "echo sat; echo sat; echo '((define-fun a () Bool true))'");
    let script = "(set-option :produce-models true)(set-option :incremental true)(set-logic ALL)\n\
         (declare-const a Bool)(assert a)(check-sat)\n(block-model :values)\n(check-sat)(get-model)\n";
    let text = nobody_is_accused(&folder, &format!("cvc5@1.4.2;{liar}"), script);
    assert!(text.contains("disputed"), "{text}");
}

/// One liar who has no model is one dispute, and no stain on those who contradict it.
#[test]
fn a_liar_without_a_model_does_not_taint_the_others() {
    let folder = folder("liar");
    let liar = fake(&folder, "liar", "echo sat");
    let script = "(set-logic LIA)(declare-const x Int)(assert (forall ((n Int)) (< n x)))(check-sat)\n";
    let text = nobody_is_accused(&folder, &format!("{liar};z3@5.4.0;cvc5@1.4.2"), script);
    let notes: Vec<&str> = text.lines().filter(|line| line.contains("disputed")).collect();
    assert!(matches!(notes[..], [note] if note.contains("liar")), "{text}");
}

/// Values that are printed by themselves may be put together from pieces that are harmless in the script.
#[test]
fn values_that_read_like_a_crash_are_none() {
    let script = "(declare-const s String)(assert (= s (str.++ \"ASSERTION\" \" VIOLATION\")))(check-sat-using smt)\n\
         (eval s)(simplify (str.++ \"UNEXPECTED CODE\" \" WAS REACHED\"))\n";
    nobody_is_accused(&folder("values"), "z3@5.4.0;z3@4.8.12", script);
    let folder = folder("remarks");
    let z3 = fake(&folder, "z3", "echo sat; echo '; UNEXPECTED CODE WAS REACHED: 0 times'");
    nobody_is_accused(&folder, &z3, "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)\n");
}

/// Who starts only now and then differs between a session and a fresh process for no fault of its state.
#[test]
fn a_start_that_fails_now_and_then_is_no_leak() {
    let folder = folder("license");
    let z3 = crate::support::real("z3@5.4.0").argv[0].clone();
    // Every third start fails.
    let script = format!(
        "echo x >> '{0}/starts'\n[ $(($(wc -l < '{0}/starts') % 3)) -eq 0 ] && echo 'license server busy' >&2 && exit 1\n\
         exec '{z3}' -smt2 -in",
        folder.display()
    );
    fake(&folder, "licensed", &script);
    let table = "[solver.licensed]\ncommand = ['./licensed']\nversion = ['--version']\nstdin = []\nsession = []\nincremental_sessions = true\n\
         never_in_sessions = ['(match ']\n";
    fs::write(folder.join("gainsay.toml"), table).unwrap();
    let hunt =
        ["hunt", "--solver", "licensed", "--strategy", "bits,terms", "--tests", "150", "-j", "1", "-t", "5"];
    let output =
        crate::support::gainsay().args(hunt).args(["--campaign", "c"]).current_dir(&folder).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("BUG") && output.status.code() == Some(0), "{text}");
}

/// With `box` and `pareto` z3 gives the next point at each question, and says unsat behind the last.
#[test]
fn goals_are_asked_in_the_order_that_the_script_says_whatever_a_solver_is_started_with() {
    let folder = folder("goals");
    let head = "(declare-const x Int)(declare-const y Int)(assert (<= 0 x 2))(assert (<= 0 y 2))(assert (<= (+ x y) 2))\n";
    let two = "(maximize x)(maximize y)\n";
    let again = "(check-sat)(check-sat)(check-sat)(check-sat)(check-sat)\n";
    let soft = "(assert-soft (> x 1) :id a)(assert-soft (> y 1) :id b)\n";
    let scripts = [
        format!("{head}{two}{again}"),
        format!("{head}(maximize (+ x y))\n{again}"),
        format!("{head}{soft}{again}"),
        format!("{head}{two}(push 1){again}(pop 1)(push 1)(assert (< x 2)){again}(pop 1){again}"),
        format!("(set-option :opt.priority lex){head}{two}{again}"),
        format!("(set-option :opt.priority box){head}{two}{again}"),
        format!("(set-option :opt.priority pareto){head}{two}{again}"),
        format!("{head}{two}{again}(reset){head}{two}{again}"),
    ];
    for script in &scripts {
        for priority in ["lex", "box", "pareto"] {
            let text = nobody_is_accused(&folder, &format!("z3@5.4.0 opt.priority={priority}"), script);
            assert!(text.contains(" sat "), "{script}{text}");
        }
    }
    // The whole is asked, and a wrong answer in it shows.
    let liar = "case \"$in\" in *check-sat*check-sat*) echo unsat; mark 1; echo unsat;; *) echo sat;; esac";
    let liar = fake(&folder, "z3", &format!("{MARKS}{liar}"));
    let path = folder.join("two.smt2");
    fs::write(&path, format!("{head}{two}(check-sat)(check-sat)\n")).unwrap();
    let output = crate::support::gainsay().args(["check", "--solver", &liar]).arg(&path).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("wrong-unsat") && text.contains("in the whole script"), "{text}");
}

/// z3 takes such a declaration, and means its own tester.
#[test]
fn testers_of_the_old_notation_are_not_held_against_z3() {
    let folder = folder("is-cons");
    let list = "(set-logic ALL)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))\n";
    for body in [
        "(declare-fun is-cons (L) Bool)(declare-const x L)(assert (is-cons nil))(assert (not (is-cons (cons 1 nil))))",
        "(declare-fun |is-nil| (L) Bool)(assert (not (is-nil nil)))",
        "(declare-fun is-cons (L) Bool)(assert ((_ is cons) (cons 1 nil)))(assert (is-cons nil))",
    ] {
        let script = format!("{list}{body}(check-sat)\n");
        let text = nobody_is_accused(&folder, "z3@5.4.0;z3@4.8.7;cvc5@1.4.2", &script);
        assert!(text.contains("not asked") && text.contains("sat"), "{text}");
    }
}

/// z3 checks its own model, and says after its answer that it is wrong.
#[test]
fn a_doubt_after_the_answer_is_no_death() {
    let folder = folder("doubt");
    let error = "(error \"line 3 column 10: an invalid model was generated\")";
    let model = |value: u32| format!("((define-fun x () Int {value}))");
    let says =
        |model: &str| format!("{MARKS}echo sat; echo '{error}'; mark 1; echo '{model}'; mark 2; exit 1");
    let script = "(set-logic QF_LIA)(declare-const x Int)(assert (> x 3))(check-sat)\n";
    let right = fake(&folder, "z3", &says(&model(4)));
    nobody_is_accused(&folder, &right, script);
    // A model that our evaluator cannot read: a note.
    let unread = fake(&folder, "z3", &says("((define-fun x () Int (mystery 7)))"));
    let text = nobody_is_accused(&folder, &unread, script);
    assert!(text.contains("it reports itself that its model is wrong"), "{text}");
    // And one that is wrong is booked as that.
    fake(&folder, "z3", &says(&model(1)));
    let path = folder.join("script.smt2");
    let output = crate::support::gainsay().args(["check", "--solver", &right]).arg(&path).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("invalid-model") && !text.contains("crash"), "{text}");
    assert_eq!(output.status.code(), Some(10), "{text}");
}

/// The same with the real one: a bug that z3 5.4.0 has.
#[test]
fn a_model_that_z3_itself_calls_invalid_is_an_invalid_model() {
    let folder = folder("model-validate");
    let script = "(declare-const a (Array (_ FloatingPoint 2 3) (_ FloatingPoint 2 10)))\n\
        (assert (not (= (fp.roundToIntegral RNE (fp.mul RNE (fp #b0 #b00 #b000000010) (select a (_ +zero 2 3)))) (_ +zero 2 10))))\n\
        (check-sat)\n";
    let path = folder.join("script.smt2");
    fs::write(&path, script).unwrap();
    let solver = "z3@5.4.0 model_validate=true";
    let output = crate::support::gainsay().args(["check", "--solver", solver]).arg(&path).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("invalid-model") && !text.contains("crash"), "{text}");
}
