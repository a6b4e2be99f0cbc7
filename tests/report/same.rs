//! Which bugs are one.

use crate::support::records::{record, record_with, releases};
use gainsay::report::BugRecord;
use gainsay::report::filing::{Features, repeats, same};
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

/// z3 4.12.2 gets both of these wrong; z3 5.4.0 the second one only.
#[test]
fn mistakes_both_ways_about_several_operators_are_two() {
    let empty = "((as const (Array Bool Bool)) false)";
    let full = "((as const (Array Bool Bool)) true)";
    let (sat, unsat) = (
        format!("(assert (= (store {empty} true true) {full}))(check-sat)"),
        format!(
            "(assert (= (store (store {full} true false) false false) (store {empty} true false)))(check-sat)"
        ),
    );
    assert_eq!(why(&record("wrong-sat", &sat), &record("wrong-unsat", &unsat)), None);
    assert!(why(&record("wrong-sat", &sat), &record("wrong-sat", &unsat)).is_some());
    let longer = "(assert (and (bvnego (concat #b1 #b1)) true))(check-sat)";
    assert!(why(&record("wrong-sat", NEGO), &record("wrong-unsat", longer)).is_some(), "one operator alone");
}

#[test]
fn crashes_are_one_by_their_place_alone() {
    let crash = |signature: &str, script| record_with("crash", script, json!({"signature": signature}));
    let other = "(assert (= 1 2))(check-sat)";
    assert_eq!(why(&crash("a.cpp:1", NEGO), &crash("a.cpp:1", other)).as_deref(), Some("the same signature"));
    assert_eq!(why(&crash("a.cpp:1", NEGO), &crash("a.cpp:2", NEGO)), None);
}

#[test]
fn deaths_after_answers_have_no_place() {
    let death = |signature: &str, script| record_with("crash", script, json!({"signature": signature}));
    let longer = "(assert (and (bvnego (concat #b1 #b1)) true))(check-sat)";
    let found = why(&death("SIGSEGV after: sat", NEGO), &death("SIGSEGV after: unsat", longer));
    assert!(found.unwrap().contains("one remains of the other"));
    let other = "(assert (bvssubo #b11 #b01))(check-sat)";
    assert_eq!(why(&death("SIGSEGV after: sat", NEGO), &death("SIGSEGV after: unsat", other)), None);
    assert_eq!(why(&death("SIGSEGV after: sat", NEGO), &death("SIGABRT after: sat", NEGO)), None);
    assert_eq!(why(&death("SIGSEGV", NEGO), &death("a.cpp:1", NEGO)), None, "one has a place");
    assert_eq!(why(&death("SIGSEGV after: x.cpp:7", NEGO), &death("SIGSEGV after: sat", NEGO)), None);
}

#[test]
fn where_the_formula_says_nothing_the_dialogue_does() {
    let assuming = "(declare-const a Bool)(check-sat-assuming (a))(assert false)(push 1)(check-sat)";
    let popped = "(push 1)(check-sat)(pop 1)(reset-assertions)(assert false)(check-sat)";
    assert_eq!(why(&record("wrong-sat", assuming), &record("wrong-sat", popped)), None);
    assert_eq!(why(&record("wrong-sat", assuming), &record("wrong-sat", NEGO)), None);
    let renamed = "(declare-const p Bool)(check-sat-assuming ((not p)))(push 1)(assert false)(check-sat)";
    assert_eq!(
        why(&record("wrong-sat", assuming), &record("wrong-sat", renamed)).as_deref(),
        Some("the same operators: check-sat, check-sat-assuming, push")
    );
}

#[test]
fn much_goes_between_releases_that_are_far_apart() {
    let (one, other, both) = (
        "(assert (bvult (bvnot #b1) #b1))(check-sat)",
        "(assert (bvslt #b1 (bvneg #b1)))(check-sat)",
        "(assert (and (bvult #b1 (bvneg #b1)) (bvult #b1 (bvnot #b1))))(check-sat)",
    );
    let dated = |script| {
        let trials = releases("wrong-sat", &[("4.8.7", '!'), ("4.8.8", '_'), ("4.12.3", '.')]);
        record_with("wrong-sat", script, json!({"releases": trials}))
    };
    assert_eq!(why(&dated(one), &dated(other)), None);
    assert_eq!(
        why(&dated(one), &dated(both)).as_deref(),
        Some("both have bvnot, bvult, and both went between 4.8.7 and 4.12.3")
    );
}

#[test]
fn each_is_taken_for_the_first_that_it_is_like() {
    let all = [NEGO, "(assert (bvssubo #b11 #b01))(check-sat)", NEGO, NEGO];
    let all = all.map(|script| Some(Features::of(&record("wrong-sat", script))));
    let found = repeats(&[all.as_slice(), &[None]].concat());
    let firsts: Vec<Option<usize>> = found.iter().map(|one| one.as_ref().map(|(at, _)| *at)).collect();
    assert_eq!(firsts, [None, None, Some(0), Some(0), None]);
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
    assert!(
        why(&mended(one), &mended(other))
            .unwrap()
            .ends_with("the same option avoids both: rewriter.flat=false")
    );
}

#[test]
fn bugs_that_need_the_same_options_are_one() {
    let needing = |script: &str, arguments: &[&str]| {
        let mut record = record("invalid-model", script);
        record.program.arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
        record
    };
    let (one, other) = ("(assert (bvnego #b11))(check-sat)", "(assert (fp.isNaN (_ NaN 2 3)))(check-sat)");
    let found = why(&needing(one, &["--fast"]), &needing(other, &["--fast"]));
    assert_eq!(found.as_deref(), Some("both need --fast"));
    assert_eq!(why(&needing(one, &["--fast"]), &needing(other, &["--slow"])), None);
    assert_eq!(why(&needing(one, &[]), &needing(other, &[])), None);
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
