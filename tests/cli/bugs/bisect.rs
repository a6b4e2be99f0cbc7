//! `gainsay bisect` as users call it.

use crate::cli::bugs::{Folder, gainsay, path_of};
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

const WRONG_ANSWER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/wrong-answer.smt2");

fn bisect(arguments: &[&str]) -> (i32, Value) {
    let folder = Folder::new(&format!("bisect-{}", arguments.join("-").replace('/', "_")));
    let all = [&["bisect", "--solver", "z3", "--json"], arguments].concat();
    let (code, stdout, stderr) = gainsay(&folder.0, &all);
    assert!(!stdout.is_empty(), "{stderr}");
    (code, serde_json::from_str(&stdout).unwrap())
}

#[test]
fn what_releases_do_is_told_and_nothing_else() {
    let (code, found) = bisect(&[WRONG_ANSWER, "--versions", "5.4.0,4.12.2,99.0.0"]);
    assert_eq!(code, 0);
    assert_eq!((&found["strip"], &found["kind"]), (&"!.x".into(), &"wrong-sat".into()));
    // Nobody knows what lies between them.
    assert_eq!((&found["first_bad"], &found["fixed_in"]), (&Value::Null, &Value::Null));
    assert_eq!((&found["oldest_bad"], &found["good_before"]), (&"4.12.2".into(), &Value::Null));
    assert_eq!((&found["newest_bad"], &found["good_after"]), (&"4.12.2".into(), &"5.4.0".into()));
    assert_eq!((&found["right"], &found["in_newest"]), (&"unsat".into(), &false.into()));
    assert!(found["because"].as_str().unwrap().starts_with("its domain was tried in full ("));
    let said: Vec<&str> =
        found["releases"].as_array().unwrap().iter().map(|trial| trial["said"].as_str().unwrap()).collect();
    assert_eq!(said[..2], ["sat", "unsat"]);
    assert!(said[2].contains("99.0.0"), "{said:?}");
}

#[test]
fn a_range_is_filled_with_what_there_is() {
    let (code, found) = bisect(&[WRONG_ANSWER, "--versions", "4.12.2..4.12.2"]);
    assert_eq!((code, &found["strip"], &found["fixed_in"]), (10, &"!".into(), &Value::Null));
}

#[test]
fn the_user_may_know_better() {
    let (code, found) = bisect(&[WRONG_ANSWER, "--versions", "4.12.2,5.4.0", "--expect", "sat"]);
    assert_eq!((code, &found["strip"], &found["kind"]), (10, &".!".into(), &"wrong-unsat".into()));
}

#[test]
fn nothing_that_could_be_asked_is_an_error() {
    let folder = Folder::new("nothing");
    let arguments = ["bisect", WRONG_ANSWER, "--solver", "z3", "--versions", "99.0.0"];
    let (code, stdout, stderr) = gainsay(&folder.0, &arguments);
    assert_eq!(code, 2, "{stdout}{stderr}");
    assert!(stderr.contains("no release of z3 gave an answer that can be judged"), "{stderr}");
    // The reason is told in full.
    assert!(stdout.contains("  99.0.0: cannot install z3@99.0.0: pip z3-solver: "), "{stdout}");
}

#[test]
fn a_build_of_ones_own_has_the_releases_of_its_family() {
    let folder = Folder::new("own");
    let path = path_of("z3", "4.12.2");
    for solver in [path.as_str(), "z3@4.12.2", &format!("mine={path}")] {
        let arguments = ["bisect", WRONG_ANSWER, "--solver", solver, "--versions", "4.12.2,5.4.0"];
        let (code, stdout, stderr) = gainsay(&folder.0, &arguments);
        assert_eq!(code, 0, "{solver}: {stderr}");
        assert!(stdout.contains("z3:        4.12.2 !. 5.4.0"), "{stdout}");
        assert!(stderr.contains("1 of at most 2: 4.12.2 sat"), "{stderr}");
    }
}

#[test]
fn one_of_several_questions_is_taken() {
    let folder = Folder::new("questions");
    let script = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (= x #x01))\n(check-sat)
        (assert (= x #x02))\n(check-sat)\n";
    std::fs::write(folder.0.join("two.smt2"), script).unwrap();
    let ask = |more: &[&str]| {
        let arguments = ["bisect", "two.smt2", "--solver", "z3", "--versions", "5.4.0"];
        gainsay(&folder.0, &[&arguments[..], more].concat())
    };
    let (code, stdout, stderr) = ask(&[]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("question 2 of 2, line 6; choose another with --question N"), "{stderr}");
    assert!(stdout.starts_with("right:     unsat"), "{stdout}");
    let (_, stdout, stderr) = ask(&["--question", "1"]);
    assert!(stderr.contains("question 1 of 2, line 4\n"), "{stderr}");
    assert!(stdout.starts_with("right:     sat"), "{stdout}");
    assert_eq!(ask(&["--question", "3"]).0, 2);
    assert_eq!(ask(&["--question", "0"]).0, 2);
}

#[test]
fn what_cannot_be_bisected_is_refused() {
    let folder = Folder::new("refused");
    std::fs::write(folder.0.join("none.smt2"), "(assert true)").unwrap();
    for arguments in [
        &["none.smt2", "--solver", "z3"][..],
        &[WRONG_ANSWER, "--solver", "./mine"],
        &[WRONG_ANSWER, "--solver", "z3", "--versions", "old"],
    ] {
        let (code, _, stderr) = gainsay(&folder.0, &[&["bisect"], arguments].concat());
        assert!(code == 2 && !stderr.is_empty(), "{arguments:?}: {code} {stderr}");
    }
}

/// Whoever stops a search gets what is known by then. The question is too hard for any release.
#[test]
fn a_search_that_is_stopped_tells_what_it_knows() {
    let folder = Folder::new("stopped");
    let script = "(set-logic QF_BV)(declare-const x (_ BitVec 96))(declare-const y (_ BitVec 96))
        (assert (= ((_ extract 95 48) x) ((_ extract 95 48) y) #x000000000000))(assert (bvult x y))
        (assert (bvugt x (_ bv1 96)))(assert (= (bvmul x y) (_ bv59363772416444588145144427789 96)))(check-sat)";
    std::fs::write(folder.0.join("hard.smt2"), script).unwrap();
    let arguments = ["bisect", "hard.smt2", "--solver", "z3", "--expect", "sat", "--timeout", "2"];
    let mut child = crate::support::gainsay()
        .args(arguments)
        .args(["--versions", "4.12.2,5.4.0"])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
    let first = said.next().unwrap().unwrap();
    assert!(first.contains("1 of at most 2: 4.12.2 "), "{first}");
    let signal = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(signal.success());
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{told}");
    assert!(told.starts_with("stopped; so far:\n") && told.contains("not tried: 5.4.0"), "{told}");
}
