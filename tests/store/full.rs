//! A disk that is full.

use gainsay::store::{Batch, Setup, Store, StoreError, Tally};

pub fn setup() -> Setup {
    Setup {
        seed: 1,
        seeds: Vec::new(),
        seeds_digest: "none".to_owned(),
        strategies: Vec::new(),
        logics: Vec::new(),
        status: None,
        block: 50,
        guide: None,
        schedule: "learn".to_owned(),
        only_logics: Vec::new(),
        only_status: None,
        max_width: None,
        rules: Vec::new(),
        version: "1".to_owned(),
        timeout: 1.0,
        memory: 1,
        solvers: Vec::new(),
        bugs: None,
        bugs_seal: None,
        options: None,
        units: None,
        part: None,
    }
}

/// The units `first..first + 10`, with something long to write.
fn batch(first: u64) -> Batch {
    let tally = Tally { units: 10, checksum: u64::MAX - first, ..Tally::default() };
    let alarms = vec![(first, "long ".repeat(10_000))];
    Batch {
        units: (first..first + 10).collect(),
        blocks: [(first / 50, tally)].into(),
        alarms,
        ..Batch::default()
    }
}

#[test]
fn a_full_disk_loses_nothing_that_was_written() {
    let folder = std::env::temp_dir().join(format!("gainsay-store-full-{}", std::process::id()));
    let (mut store, _) = Store::open(&folder, &setup()).unwrap();
    store.limit_pages(100).unwrap();
    let no_report = |_, _| Ok(None);
    let mut written = 0;
    let error = loop {
        match store.write(&batch(written), no_report) {
            Ok(_) => written += 10,
            Err(error) => break error,
        }
    };
    assert!(matches!(error, StoreError::Full(_)), "{error}");
    assert!(written > 0);
    drop(store);
    let (mut store, notices) = Store::open(&folder, &setup()).unwrap();
    assert!(notices.is_empty());
    assert_eq!(store.done().ranges().collect::<Vec<_>>(), [(0, written - 1)]);
    let wanted = (0..written).step_by(10).fold(0u64, |sum, first| sum.wrapping_add(u64::MAX - first));
    let tally = store.tally().unwrap();
    assert_eq!((tally.units, tally.checksum), (written, wanted));
    // There is room again.
    store.write(&batch(written), no_report).unwrap();
    assert_eq!(store.done().count(), written + 10);
    std::fs::remove_dir_all(&folder).unwrap();
}
