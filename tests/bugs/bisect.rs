//! `gainsay bisect` as users call it.

use crate::bugs::{Folder, gainsay};
use serde_json::Value;

const WRONG_ANSWER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/wrong-answer.smt2");

fn bisect(arguments: &[&str]) -> (i32, Value) {
    let folder = Folder::new(&format!("bisect-{}", arguments.join("-").replace('/', "_")));
    let all = [&["bisect", "--solver", "z3", "--json"], arguments].concat();
    let (code, stdout, stderr) = gainsay(&folder.0, &all);
    assert!(!stdout.is_empty(), "{stderr}");
    (code, serde_json::from_str(&stdout).unwrap())
}

#[test]
fn the_release_that_fixed_a_bug_is_named() {
    let (code, found) = bisect(&[WRONG_ANSWER, "--versions", "5.4.0,4.12.2,99.0.0"]);
    assert_eq!(code, 0);
    assert_eq!((&found["strip"], &found["kind"]), (&"!.x".into(), &"wrong-sat".into()));
    assert_eq!((&found["first_bad"], &found["fixed_in"]), (&"4.12.2".into(), &"5.4.0".into()));
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
fn what_cannot_be_bisected_is_refused() {
    let folder = Folder::new("refused");
    std::fs::write(folder.0.join("none.smt2"), "(assert true)").unwrap();
    for arguments in [
        &["none.smt2", "--solver", "z3"][..],
        &[WRONG_ANSWER, "--solver", "z3@4.12.2"],
        &[WRONG_ANSWER, "--solver", "./mine"],
        &[WRONG_ANSWER, "--solver", "z3", "--versions", "old"],
    ] {
        let (code, _, stderr) = gainsay(&folder.0, &[&["bisect"], arguments].concat());
        assert!(code == 2 && !stderr.is_empty(), "{arguments:?}: {code} {stderr}");
    }
}
