//! What turns are spent on is written down.

use super::full::setup;
use gainsay::store::{Batch, Gain, Store, TurnRow};

#[test]
fn turns_are_kept_with_what_they_cost_and_brought() {
    let folder = std::env::temp_dir().join(format!("gainsay-store-turns-{}", std::process::id()));
    let (mut store, _) = Store::open(&folder, &setup()).unwrap();
    let turns = store.turns().unwrap();
    let row = |first, strategy: &str, size: Option<&str>, cost, reward| TurnRow {
        first,
        strategy: strategy.to_owned(),
        size: size.map(str::to_owned),
        operators: "bvadd bvnego".to_owned(),
        options: first / 5,
        language: size.map(|_| "QF_BV".to_owned()),
        cost,
        reward,
    };
    turns.begin(&row(0, "bits", Some("small"), 0, 0.0)).unwrap();
    turns.begin(&row(5, "fusion", None, 0, 0.0)).unwrap();
    // What is decided is not decided again.
    assert!(turns.begin(&row(5, "bits", Some("large"), 0, 0.0)).is_err());
    assert_eq!(turns.get(5).unwrap(), Some(row(5, "fusion", None, 0, 0.0)));
    assert_eq!(turns.get(10).unwrap(), None);
    let gain = |turn, cost, reward| Gain { turn, cost, reward };
    let gains = vec![gain(0, 30, 0.5), gain(5, 10, 0.0), gain(0, 12, 1.0)];
    store.write(&Batch { units: vec![0, 1, 5], gains, ..Batch::default() }, |_, _| Ok(None)).unwrap();
    let rows = [row(0, "bits", Some("small"), 42, 1.5), row(5, "fusion", None, 10, 0.0)];
    assert_eq!(turns.last(9).unwrap(), rows);
    assert_eq!(turns.last(1).unwrap(), rows[1..]);
    let read = Store::look_into(&folder).unwrap().turns().unwrap();
    assert_eq!(read.get(0).unwrap().as_ref(), rows.first());
    assert!(read.begin(&row(10, "bits", None, 0, 0.0)).is_err());
    drop((turns, read, store));
    std::fs::remove_dir_all(&folder).unwrap();
}
