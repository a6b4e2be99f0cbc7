//! The loop: small results, budgets, determinism.

use gainsay::reduce::{Budget, Candidate, NotReducible, Predicate, reduce};
use gainsay::script::Script;
use std::cell::Cell;

fn given(script: &str) -> Candidate {
    Candidate::new(Script::parse(script).unwrap(), None)
}

const LARGE: &str = "
    (set-logic QF_SLIA)(set-info :status sat)
    (declare-const first String)(declare-const second String)(declare-const n Int)(declare-const m Int)
    (define-fun twice ((s String)) String (str.++ s s))
    (assert (and (> (+ n m 3) (* 2 n)) (=> (= n 4) (< m 17))))
    (assert (let ((both (str.++ first second))) (or (= (str.len both) n)
        (not (= (str.replace (twice both) \"\" (str.at both (+ n 1))) \"abc\")))))
    (assert (distinct n m))
    (check-sat)";

/// What a planted bug looks for.
fn planted(candidate: &Candidate) -> bool {
    candidate.text().contains("(str.replace") && candidate.text().contains(" \"\" ")
}

#[test]
fn a_planted_pattern_is_reached() {
    let reduced = reduce(&given(LARGE), &mut planted, &Budget::default()).unwrap();
    assert!(reduced.finished);
    assert_eq!(reduced.best.text(), "(assert (= (str.replace \"\" \"\" \"\") \"\"))\n");
}

/// Asks about several candidates at once.
struct Wide(usize);

impl Predicate for Wide {
    fn width(&self) -> usize {
        self.0
    }

    fn first_interesting(&mut self, candidates: &mut [Candidate]) -> Option<usize> {
        candidates.iter().position(planted)
    }
}

#[test]
fn asking_about_several_at_once_changes_nothing() {
    let alone = reduce(&given(LARGE), &mut planted, &Budget::default()).unwrap();
    for width in [2, 3, 8] {
        let together = reduce(&given(LARGE), &mut Wide(width), &Budget::default()).unwrap();
        assert_eq!(together.best.text(), alone.best.text());
        assert_eq!((together.tried, together.accepted), (alone.tried, alone.accepted));
    }
}

#[test]
fn nothing_is_tried_twice_and_every_step_is_smaller() {
    let mut seen = std::collections::BTreeSet::new();
    let mut predicate = |candidate: &Candidate| {
        assert!(seen.insert(candidate.text()), "tried again: {}", candidate.text());
        planted(candidate)
    };
    let last = Cell::new(u64::MAX);
    let progress = |progress: &gainsay::reduce::Progress<'_>| {
        let weight = gainsay::reduce::Size::new(&progress.best.script, String::new()).weight;
        assert!(weight <= last.replace(weight));
    };
    reduce(&given(LARGE), &mut predicate, &Budget { progress: &progress, ..Budget::default() }).unwrap();
    assert!(last.get() < 30);
}

#[test]
fn the_budget_is_kept_and_the_best_so_far_comes_back() {
    let reduced = reduce(&given(LARGE), &mut planted, &Budget { tries: 7, ..Budget::default() }).unwrap();
    assert_eq!((reduced.tried, reduced.finished), (7, false));
    assert!(planted(&reduced.best) && reduced.best.text().len() < LARGE.len());
    let calls = Cell::new(0);
    let stop = || calls.replace(calls.get() + 1) >= 5;
    let reduced = reduce(&given(LARGE), &mut planted, &Budget { stop: &stop, ..Budget::default() }).unwrap();
    assert!(!reduced.finished && reduced.tried <= 5 && planted(&reduced.best));
}

#[test]
fn what_is_not_interesting_or_always_interesting_is_refused() {
    let never = reduce(&given(LARGE), &mut |_: &Candidate| false, &Budget::default());
    assert_eq!(never.unwrap_err(), NotReducible::NotInteresting);
    let always = reduce(&given(LARGE), &mut |_: &Candidate| true, &Budget::default());
    assert_eq!(always.unwrap_err(), NotReducible::EmptyIsInteresting);
}

#[test]
fn scripts_that_are_not_understood_are_reduced_as_far_as_they_are() {
    let script = "(declare-const a Int)(frobnicate a)(assert (mystery a 7))(assert (> a 0))(assert (= a true))(check-sat)";
    let candidate = Candidate::new(Script::read(script), None);
    let mut predicate = |candidate: &Candidate| candidate.text().contains("(mystery");
    let reduced = reduce(&candidate, &mut predicate, &Budget::default()).unwrap();
    assert_eq!(reduced.best.text(), "(assert (mystery 0 0))\n");
}
