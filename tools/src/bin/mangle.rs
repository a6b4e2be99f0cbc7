//! Reads and prints damaged scripts for a while: `mangle SECONDS [FOLDER]...`.
//!
//! The same check as the fuzz target's, for machines without a nightly compiler. Seeds are random scripts, and the small
//! files of the folders. What breaks is made smaller and printed.

#[path = "../../../tests/script/roundtrip/fixpoint.rs"]
mod fixpoint;
#[path = "../../../tests/script/roundtrip/mangle.rs"]
mod mangle;

use gainsay::generate::{ScriptConfig, script};
use gainsay::rng::Rng;
use gainsay::script::Printer;
use std::panic::catch_unwind;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const LARGEST: usize = 20_000;

fn main() {
    let mut args = std::env::args().skip(1);
    let seconds: u64 = args.next().and_then(|text| text.parse().ok()).unwrap_or(10);
    let seeds = seeds(args.map(PathBuf::from).collect());
    let end = Instant::now() + Duration::from_secs(seconds);
    let first: u64 = std::env::var("FIRST").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let (mut unit, mut broken, mut slowest) = (first, 0, Duration::ZERO);
    std::panic::set_hook(Box::new(|_| {}));
    while Instant::now() < end && broken < 5 {
        let mut rng = Rng::of_unit(4, unit);
        let seed = &seeds[rng.index(seeds.len())];
        let text = mangle::mangle(&mut rng, seed);
        let start = Instant::now();
        if breaks(&text) {
            broken += 1;
            println!("unit {unit}:\n{}\n", smaller(text));
        }
        slowest = slowest.max(start.elapsed());
        unit += 1;
    }
    println!("{} texts from {} seeds, {broken} broken, slowest {slowest:?}", unit - first, seeds.len());
}

fn breaks(text: &str) -> bool {
    !matches!(catch_unwind(|| fixpoint::check(text)), Ok(Ok(())))
}

fn seeds(mut folders: Vec<PathBuf>) -> Vec<String> {
    let config = ScriptConfig::default();
    let mut seeds: Vec<String> = (0..500)
        .map(|unit| Printer::default().script(&script(&mut Rng::of_unit(5, unit), &config)))
        .collect();
    while let Some(path) = folders.pop() {
        if let Ok(entries) = std::fs::read_dir(&path) {
            folders.extend(entries.flatten().map(|entry| entry.path()));
        } else if let Ok(bytes) = std::fs::read(&path) {
            seeds.push(String::from_utf8_lossy(&bytes).into_owned());
        }
    }
    seeds.retain(|seed| seed.len() <= LARGEST);
    seeds.sort();
    seeds
}

/// The text without the pieces that it breaks without.
fn smaller(mut text: String) -> String {
    let mut size = text.chars().count() / 2;
    while size > 0 {
        let mut at = 0;
        loop {
            let characters: Vec<char> = text.chars().collect();
            if at >= characters.len() {
                break;
            }
            let end = (at + size).min(characters.len());
            let shorter: String = characters[..at].iter().chain(&characters[end..]).collect();
            if breaks(&shorter) {
                text = shorter;
            } else {
                at += size;
            }
        }
        size /= 2;
    }
    text
}
