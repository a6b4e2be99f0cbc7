//! How a campaign went is written down while it goes.

use crate::support::Folder;
use crate::support::records::{campaign, record, tally};
use gainsay::store::{ArmRow, Batch, Store, TurnRow};
use std::collections::BTreeMap;

#[test]
fn counts_times_and_arms_are_kept() {
    let folder = Folder::new("store-course");
    let bugs =
        [record("wrong-sat", "(assert false)(check-sat)"), record("crash", "(assert true)(check-sat)")];
    let mut store = campaign(&folder, "one", 1, &bugs, 8);
    let turn = |first, size: &str, cost, reward| TurnRow {
        first,
        strategy: "bits".to_owned(),
        size: Some(size.to_owned()),
        operators: String::new(),
        options: 0,
        language: None,
        cost,
        reward,
    };
    let turns = vec![turn(100, "small", 5, 1.0), turn(105, "large", 7, 0.0), turn(110, "small", 6, 0.5)];
    let blocks = BTreeMap::from([(2, tally(8))]);
    store.write(&Batch { units: vec![100], blocks, turns, ..Batch::default() }, |_, _| Ok(None)).unwrap();
    let mut read = Store::look_into(&folder.0.join("one")).unwrap();
    let ticks = read.ticks().unwrap();
    // The last one has all: two bugs with eight findings each, and eight tests more.
    let last = ticks.last().unwrap();
    assert_eq!((last.tests, last.answers, last.timeouts), (24, 48, 3));
    assert_eq!((last.working, last.waiting), (24 * 50_000_000, 24 * 40_000_000));
    assert!(ticks.windows(2).all(|pair| pair[0].time < pair[1].time && pair[1].time % 10 == 0));
    let firsts = read.first_findings().unwrap();
    assert_eq!(firsts.len(), 2);
    assert!(firsts.iter().all(|first| first.bug && first.time > 1_700_000_000));
    let arm = |size: &str, turns, cost, reward| ArmRow {
        strategy: "bits".to_owned(),
        size: Some(size.to_owned()),
        turns,
        cost,
        reward,
    };
    assert_eq!(read.arms().unwrap(), [arm("small", 2, 11, 1.5), arm("large", 1, 7, 0.0)]);
}
