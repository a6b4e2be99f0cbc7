//! How long the suite of string tests takes to make, and how many tests of each category it has:
//! `cargo run --release --example strings_suite`.

use gainsay::strategy::strings::suite;
use std::collections::BTreeMap;

/// Nanoseconds that this process has run, whatever else runs beside it.
fn cpu_time() -> u64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").expect("the statistics of Linux");
    text.split(' ').next().and_then(|field| field.parse().ok()).expect("a number")
}

fn main() {
    let start = cpu_time();
    let mut categories: BTreeMap<String, usize> = BTreeMap::new();
    for test in suite() {
        *categories.entry(test.lineage.steps[0].rule.clone()).or_default() += 1;
    }
    let seconds = (cpu_time() - start) as f64 / 1e9;
    for (category, count) in &categories {
        println!("{category:<36}{count:>6}");
    }
    println!("{:<36}{:>6} in {seconds:.2} s", "all", categories.values().sum::<usize>());
}
