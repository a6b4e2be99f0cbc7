//! How long the suite of string tests takes to make, and how many tests of each category it has; then the same for all
//! combinations of its constants: `cargo run --release -p gainsay-benches --bin strings_speed`.

use gainsay::strategy::strings::{ALL, Pools, SOME, suite_of};
use gainsay_benches::cpu_time;
use std::collections::BTreeMap;

fn main() {
    [SOME, ALL].into_iter().for_each(survey);
}

/// The suite with up to so many choices of arguments an operation.
fn survey(choices: usize) {
    let start = cpu_time();
    let mut categories: BTreeMap<String, usize> = BTreeMap::new();
    for test in suite_of(&Pools::default(), choices) {
        *categories.entry(test.lineage().steps[0].rule.clone()).or_default() += 1;
    }
    let seconds = (cpu_time() - start) as f64 / 1e9;
    for (category, count) in &categories {
        println!("{category:<36}{count:>6}");
    }
    println!("{:<36}{:>6} in {seconds:.2} s", "all", categories.values().sum::<usize>());
}
