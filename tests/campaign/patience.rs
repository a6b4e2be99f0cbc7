//! Time limits that learn.

use gainsay::campaign::{Patience, QuestionKind};
use gainsay::solver::Limits;
use std::time::Duration;

const FULL: Duration = Duration::from_secs(8);

fn kind(strategy: &str, size: u32) -> QuestionKind {
    QuestionKind {
        solver: 0,
        strategy: strategy.to_owned(),
        logic: "QF_BV".to_owned(),
        size,
        dialogue: false,
    }
}

fn millis(count: u64) -> Duration {
    Duration::from_millis(count)
}

#[test]
fn what_is_answered_quickly_gets_a_short_limit_of_its_own() {
    let mut patience = Patience::new(FULL, true);
    let (quick, slow) = (kind("bits", 9), kind("bits", 12));
    assert_eq!(patience.quick(&quick), FULL / 16);
    for _ in 0..100 {
        patience.note(&quick, millis(50), true);
        patience.note(&slow, millis(1000), true);
    }
    let limit = patience.quick(&quick);
    assert!(millis(100) <= limit && limit <= millis(300), "{limit:?}");
    let limit = patience.quick(&slow);
    assert!(millis(2000) <= limit && limit <= millis(6000), "{limit:?}");
    // Of others nothing is known yet.
    assert_eq!(patience.quick(&kind("strings", 9)), FULL / 16);
}

#[test]
fn a_limit_is_never_very_short_and_never_longer_than_the_users() {
    let mut patience = Patience::new(FULL, true);
    let (tiny, huge) = (kind("bits", 5), kind("bits", 20));
    for _ in 0..100 {
        patience.note(&tiny, Duration::from_micros(100), true);
        patience.note(&huge, millis(7000), true);
    }
    assert_eq!((patience.quick(&tiny), patience.quick(&huge)), (millis(30), FULL));
    assert_eq!(Patience::new(millis(20), true).quick(&tiny), millis(20));
}

#[test]
fn almost_all_count_and_not_the_slowest() {
    let mut patience = Patience::new(FULL, true);
    for number in 0..100 {
        patience.note(&kind("bits", 9), millis(if number < 4 { 1500 } else { 40 }), true);
    }
    assert!(patience.quick(&kind("bits", 9)) < millis(300));
}

#[test]
fn who_never_answers_is_waited_for_less_and_less() {
    let mut patience = Patience::new(FULL, true);
    let before = patience.quick(&kind("strings", 9));
    (0..20).for_each(|_| patience.note(&kind("strings", 9), before, false));
    assert!(patience.quick(&kind("strings", 9)) < before);
}

#[test]
fn little_time_goes_to_what_is_asked_again() {
    let mut patience = Patience::new(FULL, true);
    let kind = kind("strings", 9);
    let (mut all, mut again) = (Duration::ZERO, Duration::ZERO);
    for _ in 0..10_000 {
        let quick = patience.quick(&kind);
        patience.note(&kind, quick, false);
        all += quick;
        if let Some(longer) = patience.limit_for_another_try(&kind, quick) {
            assert!(longer > quick && longer <= FULL, "{longer:?}");
            patience.note_again(&kind, longer, false);
            (all, again) = (all + longer, again + longer);
        }
    }
    // The first one has the full limit.
    assert!(again > all / 20 && again <= FULL + all * 6 / 100, "{again:?} of {all:?}");
}

#[test]
fn what_is_answered_when_asked_again_lengthens_the_limit_where_that_brings_more_answers() {
    let mut patience = Patience::new(FULL, true);
    let kind = kind("strings", 9);
    (0..10).for_each(|_| patience.note(&kind, millis(10), true));
    let before = patience.quick(&kind);
    (0..500).for_each(|_| patience.note(&kind, before, false));
    // It stands for all that were given up.
    patience.note_again(&kind, millis(100), true);
    assert!(before < millis(50) && patience.quick(&kind) > millis(100), "{:?}", patience.quick(&kind));
}

#[test]
fn one_answer_that_took_long_does_not_lengthen_the_limit_where_quick_ones_bring_more() {
    let mut patience = Patience::new(FULL, true);
    let kind = kind("fusion", 9);
    (0..100).for_each(|_| patience.note(&kind, millis(10), true));
    let before = patience.quick(&kind);
    (0..50).for_each(|_| patience.note(&kind, before, false));
    patience.note_again(&kind, millis(600), true);
    assert_eq!(patience.quick(&kind), before);
}

#[test]
fn limits_are_on_cpu_time_and_several_times_as_long_on_the_clock() {
    let mut patience = Patience::new(FULL, true);
    let (tiny, huge) = (kind("bits", 5), kind("bits", 20));
    for _ in 0..100 {
        patience.note(&tiny, Duration::from_micros(100), true);
        patience.note(&huge, millis(3000), true);
    }
    let full = Limits::seconds(FULL.as_secs_f64());
    let [tiny, huge] = [tiny, huge].map(|kind| patience.limits(&kind, &full));
    assert_eq!((tiny.cpu, tiny.wall), (millis(30), millis(120)));
    assert!(huge.cpu >= millis(3000) && huge.cpu <= huge.wall && huge.wall == FULL, "{huge:?}");
}

#[test]
fn without_learning_the_limit_is_the_users() {
    let mut patience = Patience::new(FULL, false);
    (0..100).for_each(|_| patience.note(&kind("bits", 9), millis(1), true));
    assert_eq!(patience.quick(&kind("bits", 9)), FULL);
    assert_eq!(patience.limit_for_another_try(&kind("bits", 9), FULL), None);
}
