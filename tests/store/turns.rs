//! What turns are spent on is written down.

use super::full::setup;
use gainsay::store::{Batch, Store, TurnRow};

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
    let write = |store: &mut Store, units: Vec<u64>, turns: Vec<TurnRow>| {
        store.write(&Batch { units, turns, ..Batch::default() }, |_, _| Ok(None)).unwrap();
    };
    let first = vec![row(0, "bits", Some("small"), 30, 0.5), row(5, "fusion", None, 10, 0.0)];
    write(&mut store, vec![0, 5], first);
    assert_eq!(turns.get(5).unwrap(), Some(row(5, "fusion", None, 10, 0.0)));
    assert_eq!(turns.get(10).unwrap(), None);
    // What a turn is spent on is not decided again; what it costs and brings adds up.
    write(&mut store, vec![1], vec![row(0, "bits", Some("large"), 10, 0.5), row(0, "bits", None, 2, 0.5)]);
    let rows = [row(0, "bits", Some("small"), 42, 1.5), row(5, "fusion", None, 10, 0.0)];
    assert_eq!(turns.last(9).unwrap(), rows);
    assert_eq!(turns.last(1).unwrap(), rows[1..]);
    let read = Store::look_into(&folder).unwrap().turns().unwrap();
    assert_eq!(read.get(0).unwrap().as_ref(), rows.first());
    drop((turns, read, store));
    std::fs::remove_dir_all(&folder).unwrap();
}
