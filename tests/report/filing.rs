//! Bugs for those who mend them: in which order, how many, in which formats.

use crate::support::records::record;
use gainsay::judge::{Certainty, Finding, FindingKind};
use gainsay::report::filing::{Entry, Filed, Format, Selection, same_as, select};
use gainsay::solver::{KnownIssue, Profiles};
use gainsay::triage::{Cause, History, ReleaseVerdict, Trial};
use std::collections::BTreeMap;
use std::convert::Infallible;

/// A bug of a solver that nobody has.
fn entry(id: i64, kind: FindingKind, solver: &str) -> Entry {
    let profiles = Profiles::shipped();
    Entry {
        id,
        is_numbered_for_good: true,
        finding: Finding {
            kind,
            solver: format!("{solver}@1"),
            certainty: Certainty::Proved,
            why: "it answers".to_owned(),
            signature: None,
            details: Vec::new(),
        },
        profile: profiles.get(solver).unwrap().clone(),
        version: "1".to_owned(),
        arguments: Vec::new(),
        row: None,
        count: 1,
        key: format!("key {id}: form"),
        cause: Cause::Signature("form".to_owned()),
        title: format!("title <{id}>"),
        fault: format!("fault {id}"),
        folder: None,
        refused: Vec::new(),
        script: "(declare-const x Int)(assert (= x (+ x 1)))(check-sat)".to_owned(),
        record: None,
        regression: Some("; EXPECT: unsat\n".to_owned()),
        known: None,
        history: None,
    }
}

#[test]
fn the_gravest_come_first() {
    use FindingKind::*;
    let kinds = [Slow, InvalidCore, Crash, InvalidModel, WrongSat, WrongUnsat];
    let mut entries: Vec<Entry> = kinds.iter().map(|&kind| entry(1, kind, "z3")).collect();
    entries.sort_by_cached_key(Entry::rank);
    let order: Vec<FindingKind> = entries.iter().map(|entry| entry.finding.kind).collect();
    assert_eq!(order, [WrongUnsat, WrongSat, InvalidModel, Crash, InvalidCore, Slow]);
}

#[test]
fn what_one_release_fixes_is_one_bug() {
    let scripts = ["(bvult (bvnot #b1) #b1)", "(bvslt #b1 (bvneg #b1))"];
    let with = |id, script: &str, releases: [char; 2]| {
        let mut entry = entry(id, FindingKind::WrongSat, "z3");
        entry.record = Some(record("wrong-sat", &format!("(assert {script})(check-sat)")));
        let verdict = |letter| match letter {
            '!' => ReleaseVerdict::Bad(FindingKind::WrongSat),
            _ => ReleaseVerdict::Right,
        };
        let trial = |at: usize| Trial {
            release: at.to_string(),
            verdict: verdict(releases[at]),
            said: String::new(),
        };
        entry.history = Some(History::new("z3", None, vec![trial(0), trial(1)], true));
        entry
    };
    let entries =
        [with(7, scripts[0], ['!', '.']), with(8, scripts[1], ['!', '.']), with(9, scripts[1], ['.', '!'])];
    let why = "of one theory (FixedSizeBitVectors), and both went between 0 and 1".to_owned();
    assert_eq!(same_as(&entries), [None, Some((7, why.clone())), None]);
    let (_, json) = Format::Json.files(&entries, &[]).remove(0);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json[1]["same_as"], &json[1]["same_because"]), (&7.into(), &why.into()));
    // Notes, and what has no report, are never taken for others.
    assert_eq!(same_as(&[1, 2].map(|id| entry(id, FindingKind::WrongSat, "z3"))), [None, None]);
}

#[test]
fn known_issues_are_known_by_all_that_they_say() {
    let entry = entry(1, FindingKind::WrongSat, "z3");
    let plus = || KnownIssue { operators: vec!["+".to_owned()], ..KnownIssue::default() };
    assert!(entry.is_known_as(&plus()));
    assert!(entry.is_known_as(&KnownIssue { until: Some("1.0".to_owned()), ..plus() }));
    assert!(!entry.is_known_as(&KnownIssue { until: Some("0.9".to_owned()), ..plus() }));
    assert!(!entry.is_known_as(&KnownIssue { kind: Some("crash".to_owned()), ..plus() }));
    assert!(!entry.is_known_as(&KnownIssue { operators: vec!["-".to_owned()], ..KnownIssue::default() }));
    assert!(entry.is_known_as(&KnownIssue { shape: Some("form".to_owned()), ..KnownIssue::default() }));
    assert!(!entry.is_known_as(&KnownIssue::default()), "an entry that says nothing fits nothing");
}

#[test]
fn each_format_has_what_it_needs() {
    let z3 = entry(1, FindingKind::WrongSat, "z3");
    let cvc5 = entry(2, FindingKind::Crash, "cvc5");
    let entries = [z3.clone(), cvc5, z3];
    let names = |format: Format| -> Vec<String> {
        format.files(&entries, &[]).into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(names(Format::Markdown), ["cvc5-crash-2.md", "z3.md"]);
    assert_eq!(names(Format::Cvc5), ["z3-wrong-sat-1.smt2", "cvc5-crash-2.smt2", "z3-wrong-sat-1.smt2"]);
    let list = &Format::Markdown.files(&entries, &[])[1].1;
    assert!(
        list.starts_with("# z3: 2 bugs\n\n## Ints: 2 bugs\n\n### title \\<1\\>\n\nit answers\n\n```smt2\n"),
        "{list}"
    );
    let idle = &Format::Junit.files(&[], &["mine answered nothing in 7 tests".to_owned()])[0].1;
    assert!(idle.contains("failures=\"1\"") && idle.contains("mine answered nothing"), "{idle}");
    let xml = &Format::Junit.files(&entries, &[])[0].1;
    assert!(xml.contains("tests=\"3\"") && xml.contains("name=\"title &lt;1&gt;\""), "{xml}");
    let odd = Entry { title: "a\u{1}<\n".to_owned(), ..entries[0].clone() };
    let xml = &Format::Junit.files(&[odd], &[])[0].1;
    assert!(xml.contains("name=\"a\u{fffd}&lt;\n\""), "{xml}");
}

const WEEK: u64 = 7 * 24 * 60 * 60;

fn entries() -> Vec<Entry> {
    let of = |solver| move |id| entry(id, FindingKind::Crash, solver);
    (1..=5).map(of("cvc5")).chain((6..=9).map(of("z3"))).collect()
}

fn ids(entries: &[Entry]) -> Vec<i64> {
    entries.iter().map(|entry| entry.id).collect()
}

fn choose(filed: &Filed, quotas: &BTreeMap<String, usize>, now: u64, gone: &[i64]) -> Selection {
    let still_shows = |entry: &Entry| Ok::<bool, Infallible>(!gone.contains(&entry.id));
    select(entries(), filed, quotas, now, still_shows).unwrap()
}

#[test]
fn a_solver_gets_no_more_in_a_week_than_its_people_want() {
    let mut filed = Filed::default();
    let first = choose(&filed, &BTreeMap::new(), 0, &[2]);
    assert_eq!(ids(&first.chosen), [1, 3, 4, 6, 7, 8, 9]);
    assert_eq!(ids(&first.gone), [2]);
    assert_eq!(first.waiting, BTreeMap::from([("cvc5".to_owned(), 1)]));
    filed.add(&first.chosen, 0);
    // The same again within the week, the rest after it.
    assert_eq!(ids(&choose(&filed, &BTreeMap::new(), WEEK - 1, &[]).chosen), [1, 3, 4, 6, 7, 8, 9]);
    assert_eq!(choose(&filed, &BTreeMap::new(), WEEK, &[]).chosen.len(), 9);
}

#[test]
fn the_user_may_say_how_many() {
    let quotas = BTreeMap::from([("cvc5".to_owned(), 1), ("z3".to_owned(), 0)]);
    assert_eq!(ids(&choose(&Filed::default(), &quotas, 0, &[]).chosen), [1]);
}
