//! The fuzzer's targets on a small corpus, on damaged pieces of it, and on random bytes.

mod targets;

use gainsay::rng::Rng;
use std::path::Path;
use targets::{TARGETS, Target};

/// The corpus of a target, which damaged inputs are made of.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fuzz/corpus").join(name);
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

fn random(rng: &mut Rng) -> Vec<u8> {
    let length = rng.below(300);
    // Small numbers choose more often what there is.
    let small = rng.coin();
    (0..length).map(|_| if small { rng.below(12) as u8 } else { rng.below(256) as u8 }).collect()
}

/// One of the corpus with a few bytes changed, put in or left out.
fn damaged(rng: &mut Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = rng.pick(corpus).clone();
    for _ in 0..rng.between(1, 6) {
        let at = rng.index(bytes.len() + 1);
        match rng.below(3) {
            0 if at < bytes.len() => bytes[at] = rng.below(256) as u8,
            1 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.insert(at, rng.below(256) as u8),
        }
    }
    bytes
}

/// How often as many inputs as usual: `FUZZ_TIMES=1000 cargo test --release fuzz::` takes hours.
fn times() -> u64 {
    std::env::var("FUZZ_TIMES").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

fn check(name: &str, count: u64) {
    let &(_, target): &(&str, Target) = TARGETS.iter().find(|(known, _)| *known == name).unwrap();
    let corpus = corpus(name);
    assert!(!corpus.is_empty(), "{name} has no corpus");
    for bytes in &corpus {
        assert_eq!(target(bytes), Ok(()), "{name}: {bytes:?}");
    }
    for unit in 0..count * times() {
        let mut rng = Rng::of_unit(34, unit);
        let bytes = if rng.one_in(3) { random(&mut rng) } else { damaged(&mut rng, &corpus) };
        assert_eq!(target(&bytes), Ok(()), "{name}: {bytes:?}");
    }
}

#[test]
fn scripts_are_read_and_printed() {
    check("read", 1000);
}

#[test]
fn circuits_give_what_rows_mean() {
    check("circuits", 400);
}

#[test]
fn accepted_proofs_are_about_contradictions() {
    check("proofs", 4000);
}

#[test]
fn accepted_lemmas_hold() {
    check("lemmas", 20_000);
}

#[test]
fn replies_are_read() {
    check("replies", 4000);
}

#[test]
fn damaged_databases_are_read_or_refused() {
    check("databases", 200);
}

#[test]
fn settings_are_read_or_refused() {
    check("settings", 300);
}

#[test]
fn the_corpus_is_small() {
    let bytes: usize = TARGETS.iter().flat_map(|(name, _)| corpus(name)).map(|bytes| bytes.len()).sum();
    assert!(bytes < 200_000, "{bytes} bytes");
}
