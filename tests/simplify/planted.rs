//! Rewriters of our own making, through the command line.

use crate::support::{Folder, gainsay, python};
use serde_json::Value;
use std::path::Path;

/// Runs a hunt on the fake rewriter; gives the exit code and the events.
fn hunt(folder: &Folder, way: &str, arguments: &str) -> (Option<i32>, Vec<Value>) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/simplify/rewriter.py");
    let config = format!(
        "[solver.fake]\ncommand = ['{}', '{}', '{way}']\nversion = []\nstdin = []\nsession = []\n\
         [solver.fake.rewriter]\nform = 'one'\ntactics = ['keep']\n",
        python(),
        script.display()
    );
    folder.write("gainsay.toml", config);
    let mut command = gainsay();
    command.args(["simplify", "fake", "--json", "--out", "found"]).args(arguments.split_whitespace());
    let output = command.current_dir(&folder.0).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let events = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.lines().all(|line| line.starts_with("using gainsay.toml, ")), "{told}");
    (output.status.code(), events)
}

fn of_kind<'a>(events: &'a [Value], kind: &str) -> Vec<&'a Value> {
    events.iter().filter(|event| event["event"] == kind).collect()
}

#[test]
fn a_wrong_rewrite_is_found_and_made_small() {
    let folder = Folder::new("simplify-wrong");
    let (code, events) = hunt(&folder, "wrong", "--theory bits-2 --count 2000");
    assert_eq!(code, Some(10), "{events:?}");
    let found = of_kind(&events, "wrong-rewrite");
    let smallest = found.iter().find(|finding| finding["operators"] == serde_json::json!(["bvurem"]));
    let finding = smallest.unwrap_or_else(|| panic!("{found:?}"));
    // Nothing but the operator and two leaves is left, and what it became.
    let term = finding["term"].as_str().unwrap();
    assert_eq!(term.split_whitespace().count(), 3, "{term}");
    assert_eq!(finding["result"], term.replace("bvurem", "bvudiv"));
    assert_ne!(finding["value"], finding["value_of_result"]);
    // All terms that are wrong have the operator, so they are one finding.
    assert_eq!(found.iter().filter(|finding| finding["tactic"].is_null()).count(), 1, "{found:?}");
    // It says sat to everything, so that the question whether the term can have another value gets a wrong answer.
    let questions = finding["questions"].as_array().unwrap();
    assert!(questions.iter().any(|question| question["expected"] == "unsat" && question["answer"] == "sat"));
    let report = std::fs::read_to_string(folder.0.join("found/001-fake/report.md")).unwrap();
    assert!(report.contains(&format!("(simplify {term})")), "{report}");
    assert!(folder.0.join("found/001-fake/simplify.smt2").is_file());
}

#[test]
fn the_same_value_in_other_words_is_right() {
    let folder = Folder::new("simplify-odd");
    let (code, events) = hunt(&folder, "odd", "--theory bits-2,arrays,datatypes --count 3000");
    assert_eq!(code, Some(0), "{events:?}");
    let summary = of_kind(&events, "summary")[0];
    assert!(summary["compared"].as_u64().unwrap() > 2000, "{summary}");
    assert!(!folder.0.join("found").exists());
}

#[test]
fn what_is_not_understood_is_counted_and_accuses_nobody() {
    let folder = Folder::new("simplify-unknown");
    let (code, events) = hunt(&folder, "unknown", "--theory bits-2 --count 1000");
    assert_eq!(code, Some(3), "nothing was tested: {events:?}");
    let summary = of_kind(&events, "summary")[0];
    let unread = summary["not_understood"].as_object().unwrap();
    assert!(unread.keys().any(|what| what.contains("something-of-its-own")), "{summary}");
}

#[test]
fn a_tactic_that_loses_a_witness_is_found() {
    let folder = Folder::new("simplify-tactic");
    let (code, events) = hunt(&folder, "wrong", "--theory bits-2 --count 20000");
    assert_eq!(code, Some(10), "{events:?}");
    let found = of_kind(&events, "wrong-rewrite");
    let finding = found.iter().find(|finding| finding["tactic"] == "keep");
    let finding = finding.unwrap_or_else(|| panic!("{found:?}"));
    assert!(finding["term"].as_str().unwrap().contains("bvu"), "{finding}");
    assert_eq!((&finding["value"], &finding["value_of_result"]), (&"sat".into(), &"unsat".into()));
    // What is handed on is what was run: it has no commands of our own.
    let script = finding["script"].as_str().unwrap();
    assert!(script.ends_with("(apply keep)\n") && !script.contains("echo"), "{script}");
}

#[test]
fn what_the_printed_script_does_not_show_accuses_nobody() {
    let folder = Folder::new("simplify-shy");
    let (code, events) = hunt(&folder, "shy", "--theory bits-2 --count 2000");
    assert_eq!(code, Some(0), "{events:?}");
    assert!(of_kind(&events, "wrong-rewrite").is_empty(), "{events:?}");
    // It was seen, and looked into.
    assert!(!of_kind(&events, "not-shown-again").is_empty(), "{events:?}");
    assert!(!folder.0.join("found").exists());
}

#[test]
fn the_end_of_the_time_also_ends_a_long_command() {
    let folder = Folder::new("simplify-slow");
    let (code, events) = hunt(&folder, "slow", "--theory bits-2 --for 1s --timeout 9000");
    assert_eq!(code, Some(3), "nothing was tested: {events:?}");
    assert_eq!(of_kind(&events, "summary")[0]["terms"], 0, "{events:?}");
}
