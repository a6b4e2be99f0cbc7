//! The panel of a hunt: nothing in it is wider than the terminal, and columns stand below their headings.

use gainsay::campaign::Summary;
use gainsay::cli::{View, panel};
use std::time::Duration;

/// A hunt with solvers of all lengths, and large numbers.
fn summary() -> Summary {
    let mut summary =
        Summary { bugs: 3, buckets: 5, elapsed: Duration::from_secs(5025), ..Summary::default() };
    let solvers = ["z3@5.4.0", "u", "mine@4.8.7 smt.arith.solver=2 tactic.default_tactic=smt sat.euf=true"];
    for solver in solvers {
        for (outcome, count) in [("sat", 1_234_567), ("unsat", 98), ("crash", 1), ("out of memory", 12_345)] {
            let key = ("bits".to_owned(), solver.to_owned(), outcome.to_owned());
            summary.run.answers.insert(key, count);
        }
    }
    summary.run.tests = 7_654_321;
    summary.tally = summary.run.clone();
    summary
}

fn shown(width: usize, colours: bool) -> String {
    let summary = summary();
    let recent = [
        "BUG 3: mine@4.8.7 wrong-sat: it answers sat, but the answer is unsat, since its domain was tried in full"
            .to_owned(),
        "note 4: z3\x1b[2J incomplete: it answers unknown".to_owned(),
    ];
    let name = "campaigns/2026-11-15-213000-with-a-very-long-name-that-does-not-fit-anywhere";
    let (time, since_find) = (Some(Duration::from_secs(7200)), Some(Duration::from_secs(61)));
    panel(&View { summary: &summary, name, time, units: None, since_find, recent: &recent }, width, colours)
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in 40..=200 {
        for line in shown(width, false).lines() {
            assert!(line.chars().count() <= width, "{width}: {line}");
            assert!(!line.chars().any(char::is_control), "{width}: {line:?}");
        }
    }
}

#[test]
fn colours_take_no_room() {
    for width in [60, 80, 100] {
        let colourful = shown(width, true);
        let mut plain = String::new();
        let mut rest = colourful.as_str();
        while let Some((before, after)) = rest.split_once("\x1b[") {
            plain.push_str(before);
            rest = after.split_once('m').unwrap().1;
        }
        plain.push_str(rest);
        let trimmed = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
        assert_eq!(trimmed(&plain), trimmed(&shown(width, false)), "{width}");
        assert_ne!(plain, colourful);
    }
}

#[test]
fn numbers_stand_below_their_headings() {
    for width in [60, 80, 100, 200] {
        let text = shown(width, false);
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let heading =
            lines.iter().position(|line| line.starts_with(&[' ', ' ', 's', 'o', 'l', 'v'])).unwrap();
        let ends = |line: &[char]| {
            let is_end = |at: &usize| line[*at] != ' ' && line.get(at + 1).is_none_or(|next| *next == ' ');
            (0..line.len()).filter(is_end).collect::<Vec<_>>()
        };
        let columns = ends(&lines[heading]);
        assert!(columns.len() >= 5, "{width}: {text}");
        for line in &lines[heading + 1..heading + 4] {
            let ends = ends(line);
            assert_eq!(ends[ends.len() - (columns.len() - 1)..], columns[1..], "{width}: {text}");
        }
    }
}

#[test]
fn it_says_what_is_left_and_when_something_was_found() {
    let text = shown(80, false);
    for part in
        ["1:23:45, 36:15 left", "7,654,321", "3 bugs, 2 notes, last new one 1 min ago", "now      starting"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}
