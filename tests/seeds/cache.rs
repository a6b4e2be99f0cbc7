//! Many workers, one preparation; a bounded memory; records instead of questions.

use crate::seeds::{folder, words, write};
use crate::support::{cpu_seconds, real};
use gainsay::seeds::{InMemory, Library, Memory, SeedCache, SeedRecord};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

/// Counts how often something is found out.
#[derive(Default)]
struct Counting {
    records: InMemory,
    remembered: AtomicUsize,
}

impl Memory for Counting {
    fn recall(&self, origin: &str, digest: u64) -> Option<SeedRecord> {
        self.records.recall(origin, digest)
    }

    fn remember(&self, record: SeedRecord) -> SeedRecord {
        self.remembered.fetch_add(1, Ordering::SeqCst);
        self.records.remember(record)
    }
}

fn library(name: &str) -> Library {
    let root = folder(&format!("cache/{name}"));
    for number in 0..4 {
        let text = format!(
            "(declare-const x Int)(declare-const y Int)(assert (= (+ (* 2 x) (* 4 y)) {}))(check-sat)",
            number + 10
        );
        write(&root, &[(&format!("{number}.smt2"), text.as_str())]);
    }
    write(&root, &[("bad.smt2", "(assert"), ("worse.smt2", "(assert")]);
    Library::open(&words(&[&root])).unwrap()
}

#[test]
fn a_seed_is_prepared_once_for_all_who_want_it() {
    let memory = Arc::new(Counting::default());
    let solvers = ["z3@5.4.0", "cvc5@1.4.2"].map(real).to_vec();
    let cache = SeedCache::new(library("once"), solvers, cpu_seconds(10.0), memory.clone());
    let together = Barrier::new(6);
    std::thread::scope(|scope| {
        for worker in 0..6 {
            let (cache, together) = (&cache, &together);
            scope.spawn(move || {
                together.wait();
                for number in 0..6 {
                    let seed = cache.get((number + worker % 2) % 6);
                    assert_eq!(seed.is_ok(), (number + worker % 2) % 6 < 4);
                }
            });
        }
    });
    assert_eq!(memory.remembered.load(Ordering::SeqCst), 4);
    let counts = cache.counts();
    assert_eq!((counts.sat, counts.unsat, counts.unknown.len()), (2, 2, 0));
    assert_eq!(counts.unusable, [("not understood", 2)].into());
    let again = [cache.get(0).unwrap(), cache.get(0).unwrap()];
    assert!(Arc::ptr_eq(&again[0], &again[1]));
}

#[test]
fn what_is_not_used_leaves_and_comes_back_from_its_record() {
    let memory = Arc::new(Counting::default());
    let solvers = ["z3@5.4.0", "cvc5@1.4.2"].map(real).to_vec();
    let first = SeedCache::new(library("bounded"), solvers, cpu_seconds(10.0), memory.clone()).keeping(2);
    let kept = first.get(0).unwrap();
    for number in [1, 0, 2, 3, 4, 5, 1] {
        let _ = first.get(number);
        assert!(first.kept() <= 2);
    }
    assert_eq!(memory.remembered.load(Ordering::SeqCst), 4);
    let before = first.counts();
    // Nobody can be asked any more, and nobody need be.
    let second = SeedCache::new(library("bounded"), Vec::new(), cpu_seconds(10.0), memory.clone());
    for number in 0..6 {
        let _ = second.get(number);
    }
    assert_eq!(second.counts(), before);
    assert_eq!(memory.remembered.load(Ordering::SeqCst), 4);
    let seed = second.get(0).unwrap();
    assert_eq!((&seed.origin, &seed.logic), (&kept.origin, &kept.logic));
    assert_eq!(seed.evidence.answer(), kept.evidence.answer());
}

#[test]
fn the_last_used_stay() {
    let cache =
        SeedCache::new(library("order"), Vec::new(), cpu_seconds(10.0), Arc::new(InMemory::default()))
            .keeping(2);
    let zero = cache.get(0).unwrap();
    for number in [1, 0, 2, 0, 3, 0] {
        let seed = cache.get(number).unwrap();
        assert_eq!(number == 0, Arc::ptr_eq(&zero, &seed));
    }
}
