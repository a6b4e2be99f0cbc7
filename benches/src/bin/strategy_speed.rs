//! How long each strategy takes to make and print a test: `cargo run --release -p gainsay-benches --bin strategy_speed -- FILES OR FOLDERS`.
#![allow(clippy::unwrap_used)]

use gainsay::eval::{Bounds, Decision, decide};
use gainsay::evidence::Evidence;
use gainsay::rng::Rng;
use gainsay::script::{Printer, Script};
use gainsay::strategy::{Inputs, Seed, Steps, strategies};
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

/// Tests of each strategy for each seed.
const UNITS: u64 = 50;

fn main() {
    let seeds = seeds();
    let mut sizes: Vec<usize> = seeds.iter().map(|(bytes, _)| *bytes).collect();
    sizes.sort_unstable();
    let witnesses = seeds.iter().filter(|seed| matches!(seed.1.evidence, Evidence::Witness(_))).count();
    println!(
        "{} seeds, the median of {} bytes, {witnesses} with a witness",
        sizes.len(),
        sizes[sizes.len() / 2]
    );
    println!(
        "{:12} {:>10} {:>10} {:>10} {:>9} {:>8}",
        "strategy", "tests/s", "median us", "90% us", "known", "skipped"
    );
    for strategy in strategies() {
        let (mut times, mut skipped, mut known) = (Vec::new(), 0, 0);
        let (mut printer, mut out) = (Printer::default(), String::new());
        for (number, (_, seed)) in seeds.iter().enumerate() {
            let other = seeds[(number + 1) % seeds.len()].1.clone();
            let inputs = Inputs::new(seed.clone(), vec![other]);
            for unit in 0..UNITS {
                let mut rng = Rng::of_unit(number as u64, unit);
                let start = Instant::now();
                match strategy.make(&inputs, &mut rng, &mut Steps::default()) {
                    Ok(test) => {
                        out.clear();
                        printer.write_script(&mut out, test.script());
                        black_box(&out);
                        times.push(start.elapsed().as_nanos() as f64 / 1000.0);
                        known += usize::from(!matches!(test.evidence(), Evidence::None));
                    }
                    Err(_) => skipped += 1,
                }
            }
        }
        times.sort_unstable_by(f64::total_cmp);
        let Some(median) = times.get(times.len() / 2) else {
            println!("{:12} made nothing", strategy.name());
            continue;
        };
        println!(
            "{:12} {:>10.0} {median:>10.1} {:>10.1} {:>8.1}% {:>7.1}%",
            strategy.name(),
            times.len() as f64 * 1e6 / times.iter().sum::<f64>(),
            times[times.len() * 9 / 10],
            100.0 * known as f64 / times.len() as f64,
            100.0 * f64::from(skipped) / (seeds.len() as f64 * UNITS as f64),
        );
    }
}

/// The seeds of the given files and folders with their sizes; small ones with what trying everything shows.
fn seeds() -> Vec<(usize, Arc<Seed>)> {
    let mut paths: Vec<PathBuf> = std::env::args().skip(1).map(PathBuf::from).collect();
    let mut seeds = Vec::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            let mut inside: Vec<PathBuf> =
                path.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
            inside.sort();
            paths.extend(inside);
        } else if path.extension().is_some_and(|extension| extension == "smt2") {
            let text = std::fs::read_to_string(&path).unwrap();
            let script = Script::read(&text);
            let bounds = Bounds { assignments: 1 << 12, ..Bounds::default() };
            let evidence = match decide(&script.question(), bounds) {
                Decision::Sat { witness, .. } => Evidence::Witness(witness),
                Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
                Decision::TooLarge | Decision::Unknown(_) => Evidence::None,
            };
            seeds.push((text.len(), Arc::new(Seed::new(path.display().to_string(), script, evidence))));
        }
    }
    assert!(!seeds.is_empty(), "no seeds given");
    seeds
}
