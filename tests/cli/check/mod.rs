//! `gainsay check` with real solvers: wrong answers are called out with proof, right ones are not.

mod attack;
mod files;
mod options;

use crate::support::{pip_from, real, wheels};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// Runs `gainsay check --json`, and gives its exit code and one object a question.
fn check(arguments: &[&str], environment: &[(&str, PathBuf)]) -> (i32, Vec<Value>) {
    let output = crate::support::gainsay()
        .args(["check", "--json"])
        .args(arguments)
        .envs(environment.iter().map(|(name, value)| (name, value)))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let cases = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let code = output.status.code().unwrap();
    assert_ne!(code, 2, "{}", String::from_utf8_lossy(&output.stderr));
    (code, cases)
}

fn bugs(case: &Value) -> Vec<(String, String)> {
    let findings = case["findings"].as_array().unwrap();
    let bugs = findings.iter().filter(|finding| finding["bug"] == true);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    bugs.map(|finding| (text(&finding["solver"]), text(&finding["kind"]))).collect()
}

#[test]
fn a_wrong_answer_of_an_old_release_is_proved_wrong_and_the_new_one_is_not_accused() {
    let solvers = ["--solver", "z3@4.12.2;z3@5.4.0;cvc5@1.4.2"];
    let (code, cases) = check(&["examples/wrong-answer.smt2", solvers[0], solvers[1]], &[]);
    assert_eq!(code, 10);
    let accused = |kind: &str| ("z3@4.12.2".to_owned(), kind.to_owned());
    assert_eq!(bugs(&cases[0]), [accused("wrong-sat"), accused("invalid-model")]);
    assert_eq!(cases[0]["truth"], "unsat");
}

#[test]
fn each_question_of_a_script_is_asked_and_decided() {
    let (code, cases) = check(&["examples/second-opinion.smt2", "--solver", "z3@5.4.0;yices"], &[]);
    assert_eq!(code, 0);
    let truths: Vec<&Value> = cases.iter().map(|case| &case["truth"]).collect();
    assert_eq!(truths, ["unsat", "sat"]);
    assert!(cases.iter().all(|case| bugs(case).is_empty()));
}

#[test]
fn without_any_solver_two_are_installed() {
    let home = std::env::temp_dir().join(format!("gainsay-empty-{}", std::process::id()));
    let pip = pip_from(&wheels(&["z3@5.4.0", "cvc5@1.4.2"]));
    let environment = [&[("GAINSAY_HOME", home.clone())], &pip[..]].concat();
    let (code, cases) = check(&["examples/second-opinion.smt2"], &environment);
    let installed: Vec<bool> =
        ["z3", "cvc5"].iter().map(|name| contains_folder(&home.join("solvers"), name)).collect();
    std::fs::remove_dir_all(&home).unwrap();
    assert_eq!(code, 0);
    assert_eq!(cases.len(), 2);
    assert_eq!(cases[0]["answers"].as_array().unwrap().len(), 2);
    assert_eq!(installed, [true, true]);
}

/// The solvers on the PATH of solver people, of whatever age, are theirs: they are asked, and nothing is installed.
#[test]
fn a_solver_on_the_path_is_enough() {
    let folder = std::env::temp_dir().join(format!("gainsay path {}", std::process::id()));
    let z3 = real("z3@4.12.2");
    std::fs::create_dir_all(folder.join("bin")).unwrap();
    std::os::unix::fs::symlink(&z3.argv[0], folder.join("bin/z3")).unwrap();
    let path = std::env::var_os("PATH").unwrap();
    let folders = [folder.join("bin")].into_iter().chain(std::env::split_paths(&path));
    let path = std::env::join_paths(folders).unwrap();
    let environment = [("GAINSAY_HOME", folder.join("home")), ("PATH", path.into())];
    let (code, cases) = check(&["examples/wrong-answer.smt2"], &environment);
    let installed = folder.join("home/solvers").exists();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(code, 10);
    assert!(bugs(&cases[0]).contains(&("z3@4.12.2".to_owned(), "wrong-sat".to_owned())), "{cases:?}");
    assert!(!installed);
}

fn contains_folder(folder: &Path, start: &str) -> bool {
    let mut entries = std::fs::read_dir(folder).unwrap();
    entries.any(|entry| entry.unwrap().file_name().to_string_lossy().starts_with(start))
}

/// A wrong option is the commonest mistake with a solver of one's own, and must not look like a weak solver.
#[test]
fn a_solver_that_answers_nothing_at_all_is_refused() {
    let output = crate::support::gainsay()
        .args(["check", "examples/wrong-answer.smt2", "--solver", "mine=/bin/echo hello"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{complaint}");
    assert!(complaint.contains("mine") && complaint.contains("it prints: hello"), "{complaint}");
}

/// One solver is enough to be told that it is wrong: its own model tells.
#[test]
fn a_wrong_optimum_is_proved_wrong_and_a_right_one_right() {
    let (code, cases) = check(&["examples/wrong-optimum.smt2", "--solver", "z3@4.8.7"], &[]);
    assert_eq!(code, 10);
    assert_eq!(bugs(&cases[0]), [("z3@4.8.7".to_owned(), "unreached-optimum".to_owned())]);
    let (code, cases) = check(&["examples/wrong-optimum.smt2", "--solver", "z3@5.4.0;cvc5"], &[]);
    assert_eq!(code, 0);
    let answers = cases[0]["answers"].as_array().unwrap();
    assert_eq!(
        (&answers[0]["claim"]["about"], &answers[0]["claim"]["verdict"]),
        (&"optimum".into(), &"proved".into())
    );
    assert!(
        answers[1]["answer"] == "sat" && answers[1]["claim"].is_null(),
        "who cannot be asked more is asked less"
    );
}
