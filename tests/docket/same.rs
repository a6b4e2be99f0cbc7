//! Which bugs are one.

use crate::support::records::{record, record_with, releases};
use gainsay::docket::{Features, same};
use gainsay::report::BugRecord;
use serde_json::json;

fn why(one: &BugRecord, other: &BugRecord) -> Option<String> {
    let (one, other) = (Features::of(one), Features::of(other));
    let found = same(&one, &other);
    assert_eq!(found.is_some(), same(&other, &one).is_some(), "it does not matter which comes first");
    found
}

const NEGO: &str = "(assert (bvnego #b11))(check-sat)";

#[test]
fn the_form_of_the_question_makes_no_other_bug() {
    let dialogue =
        "(push 1)(assert (bvnego #b0001))(check-sat)(pop 1)(push 1)(assert (bvnego #b10))(check-sat)";
    let found = why(&record("wrong-sat", NEGO), &record("wrong-unsat", dialogue));
    assert_eq!(found.as_deref(), Some("the same script but for names and values"));
}

#[test]
fn neighbouring_operators_make_no_other_bug_where_one_remains_of_the_other() {
    let found = why(
        &record("wrong-sat", NEGO),
        &record("wrong-sat", "(assert (and (bvnego (concat #b1 #b1)) true))(check-sat)"),
    );
    assert!(found.unwrap().contains("bvnego"));
    assert_eq!(
        why(&record("wrong-sat", NEGO), &record("wrong-sat", "(assert (bvssubo #b11 #b01))(check-sat)")),
        None
    );
    // Other solvers and other symptoms have bugs of their own.
    let mut cvc5 = record("wrong-sat", NEGO);
    cvc5.program.name = "cvc5".to_owned();
    assert_eq!(why(&record("wrong-sat", NEGO), &cvc5), None);
    assert_eq!(why(&record("wrong-sat", NEGO), &record("slow", NEGO)), None);
}

#[test]
fn crashes_are_one_by_their_place_alone() {
    let crash = |signature: &str, script| record_with("crash", script, json!({"signature": signature}));
    let other = "(assert (= 1 2))(check-sat)";
    assert_eq!(why(&crash("a.cpp:1", NEGO), &crash("a.cpp:1", other)).as_deref(), Some("the same signature"));
    assert_eq!(why(&crash("a.cpp:1", NEGO), &crash("a.cpp:2", NEGO)), None);
}

#[test]
fn what_one_release_or_one_option_mends_is_one() {
    let (one, other) =
        ("(assert (bvult (bvnot #b1) #b1))(check-sat)", "(assert (bvslt #b1 (bvneg #b1)))(check-sat)");
    assert_eq!(why(&record("wrong-sat", one), &record("wrong-sat", other)), None);
    let dated = |script, trials: &[(&str, char)]| {
        record_with("wrong-sat", script, json!({"releases": releases("wrong-sat", trials)}))
    };
    let found = why(
        &dated(one, &[("4.12.2", '!'), ("4.12.3", '.')]),
        &dated(other, &[("4.12.2", '!'), ("4.12.3", '.')]),
    );
    assert_eq!(
        found.as_deref(),
        Some("of one theory (FixedSizeBitVectors), and both went between 4.12.2 and 4.12.3")
    );
    let mended =
        |script| record_with("wrong-sat", script, json!({"correct_with": [["rewriter.flat=false"]]}));
    assert!(why(&mended(one), &mended(other)).unwrap().ends_with("rewriter.flat=false mends both"));
}

#[test]
fn what_one_release_has_and_not_the_other_is_two() {
    let dated = |letter| {
        record_with(
            "wrong-sat",
            NEGO,
            json!({"releases": releases("wrong-sat", &[("4.12.2", '!'), ("4.12.3", letter)])}),
        )
    };
    assert!(why(&dated('!'), &dated('!')).is_some());
    assert!(why(&dated('!'), &dated('_')).is_some());
    assert_eq!(why(&dated('!'), &dated('.')), None);
}
