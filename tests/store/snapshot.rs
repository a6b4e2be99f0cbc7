//! A campaign as a value, and back.

use super::full::setup;
use crate::support::Folder;
use gainsay::judge::{Certainty, Finding, FindingKind};
use gainsay::seeds::{Kept, SeedRecord, SeedStatus};
use gainsay::store::{
    AlarmRow, Batch, BucketRow, CoverageRow, FindingRow, NewFinding, Snapshot, Store, StoreError, Tally,
    TurnRow,
};

/// A campaign with something in every table.
pub fn sample() -> Snapshot {
    let seed = SeedRecord {
        origin: "a.smt2".to_owned(),
        digest: u64::MAX,
        status: SeedStatus::from_word("sat").unwrap(),
        why: "stated".to_owned(),
        witness: Some("(define-fun x () Int 1)".to_owned()),
    };
    let mut tally = Tally { units: 3, tests: 2, checksum: u64::MAX - 1, ..Tally::default() };
    tally.tests_by_strategy.insert("bits".to_owned(), 2);
    tally.time_by_strategy.insert("bits".to_owned(), std::time::Duration::from_nanos(12));
    tally.working = std::time::Duration::from_nanos(12);
    tally.answers.insert(("bits".to_owned(), "z3@1".to_owned(), "sat".to_owned()), 2);
    tally.skips.insert(("bits".to_owned(), "no reason".to_owned()), 1);
    let mut done = gainsay::store::Done::default();
    done.insert_range(50, 52);
    let setup = setup();
    Snapshot {
        created: "2026-11-15 09:12:03".to_owned(),
        solvers: setup.solvers.clone(),
        setup,
        done,
        blocks: [(1, tally)].into(),
        seeds: vec![seed.clone()],
        findings: vec![FindingRow {
            id: 7,
            finding: finding(51, "crash z3: x"),
            time: "2026-11-15 09:13:00".to_owned(),
        }],
        buckets: vec![BucketRow {
            key: "crash z3: x".to_owned(),
            kind: "crash".to_owned(),
            solver: "z3@1".to_owned(),
            bug: true,
            count: 1,
            first: 7,
            folder: Some("bugs/crash".to_owned()),
        }],
        kept: [(
            51,
            Kept {
                script: "(check-sat)".to_owned(),
                logic: "QF_BV".to_owned(),
                record: SeedRecord { origin: "unit 51".to_owned(), ..seed },
            },
        )]
        .into(),
        guided: [(1, None), (3, Some(51))].into(),
        turns: vec![TurnRow {
            first: 50,
            strategy: "bits".to_owned(),
            size: Some("small".to_owned()),
            operators: String::new(),
            options: 0,
            language: None,
            cost: 5,
            reward: 0.5,
        }],
        coverage: vec![CoverageRow {
            unit: 51,
            solver: "z3@1".to_owned(),
            counted: "edges".to_owned(),
            strategy: "bits".to_owned(),
            seconds: 1.5,
            places: vec![1, 2, u32::MAX],
            new: 2,
        }],
        alarms: vec![AlarmRow { unit: 52, text: "wrong".to_owned(), time: "2026-11-15 09:14:00".to_owned() }],
    }
}

pub fn finding(unit: u64, bucket: &str) -> NewFinding {
    NewFinding {
        unit,
        strategy: "bits".to_owned(),
        finding: Finding {
            kind: FindingKind::from_word("crash").unwrap(),
            solver: "z3@1".to_owned(),
            certainty: Certainty::Proved,
            why: "it crashes".to_owned(),
            signature: Some("x".to_owned()),
            details: vec!["one".to_owned()],
        },
        bucket: bucket.to_owned(),
        before: Vec::new(),
        script: format!("; {unit}"),
        output: "segmentation fault".to_owned(),
        lineage: "{}".to_owned(),
        machine: "a machine".to_owned(),
    }
}

#[test]
fn a_snapshot_comes_back_as_it_was() {
    let home = Folder::new("snapshot");
    let folder = &home.0;
    let snapshot = sample();
    Store::restore(folder, &snapshot, None).unwrap();
    assert_eq!(Store::look_into(folder).unwrap().snapshot().unwrap(), snapshot);
    // Another one takes its place, with nothing left of the first.
    let other =
        Snapshot { findings: Vec::new(), buckets: Vec::new(), kept: Default::default(), ..snapshot.clone() };
    Store::restore(folder, &other, Some(&snapshot)).unwrap();
    let (mut store, notices) = Store::open(folder, &other.setup).unwrap();
    assert!(notices.is_empty());
    assert_eq!(store.snapshot().unwrap(), other);
    // The campaign goes on from there, and counts go on where they were.
    let tally = Tally { units: 1, checksum: 5, ..Tally::default() };
    let batch = Batch { units: vec![53], blocks: [(1, tally)].into(), ..Batch::default() };
    store.write(&batch, |_, _| Ok(None)).unwrap();
    let tally = store.tally().unwrap();
    assert_eq!((tally.units, tally.tests, tally.checksum), (4, 2, 3));
    assert_eq!(store.done().ranges().collect::<Vec<_>>(), [(50, 53)]);
}

#[test]
fn what_somebody_else_wrote_in_the_meantime_is_not_lost() {
    let home = Folder::new("snapshot-meantime");
    let folder = &home.0;
    assert_eq!(Store::snapshot_in(folder).unwrap(), None);
    let first = sample();
    Store::restore(folder, &first, None).unwrap();
    assert_eq!(Store::snapshot_in(folder).unwrap(), Some(first.clone()));
    let second = Snapshot { alarms: Vec::new(), kept: Default::default(), ..first.clone() };
    // Whoever thinks that there is nothing, or something else.
    for before in [None, Some(&second)] {
        let third = Snapshot { findings: Vec::new(), ..second.clone() };
        let error = Store::restore(folder, &third, before).unwrap_err();
        assert!(matches!(error, StoreError::Changed(_)), "{error}");
    }
    assert_eq!(Store::snapshot_in(folder).unwrap(), Some(first));
    // What cannot be read is not nothing.
    std::fs::write(folder.join("campaign.db"), "no database").unwrap();
    assert!(Store::snapshot_in(folder).is_err());
}

#[test]
fn a_folder_with_something_else_is_left_alone() {
    let home = Folder::new("snapshot-other");
    let folder = &home.0;
    std::fs::write(folder.join("letter.txt"), "dear").unwrap();
    let error = Store::restore(folder, &sample(), None).unwrap_err();
    assert!(error.to_string().contains("is not the folder of a campaign"), "{error}");
}
