//! Prints `BUGS.md` from campaigns: `cargo run --release -p gainsay-tools --bin bugs_page -- CAMPAIGN... > BUGS.md`.
//!
//! Every entry is a bucket whose bug was confirmed in a fresh process. They stand in the order in which campaigns are named;
//! those of one solver that the same release fixed stand together. With `git log` the page says when something was found.

use gainsay::report::filing::{Entry, entries, theory};
use gainsay::solver::Profiles;
use gainsay::store::Store;
use gainsay::triage::History;
use std::collections::BTreeMap;
use std::path::PathBuf;

const HEAD: &str = "\
# What gainsay found

This page is made from campaigns by `cargo run --release -p gainsay-tools --bin bugs_page`. Each entry was confirmed in
a fresh process and reduced. To reproduce a bug, save its script and run
`gainsay check FILE --solver \"SOLVER;z3;cvc5\"`, which installs the release. A bug after a `(reset)` shows only if you
give the script to the solver directly. Old releases are hunted to test gainsay itself: their bugs are fixed, and the
fixing release is listed. For performance defects see [the book](docs/src/strategies/evolve.md).
";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let profiles = Profiles::shipped();
    let mut by_key: BTreeMap<String, (usize, Entry)> = BTreeMap::new();
    for (place, campaign) in std::env::args().skip(1).map(PathBuf::from).enumerate() {
        for entry in entries(&mut Store::look_into(&campaign)?, &campaign, &profiles)? {
            let key = format!("{} {}", entry.finding.solver, entry.key);
            // The smallest script tells most.
            let is_best = by_key.get(&key).is_none_or(|(_, known)| entry.script.len() < known.script.len());
            if entry.finding.is_bug() && is_best {
                by_key.insert(key, (place, entry));
            }
        }
    }
    let mut found: Vec<(usize, Entry)> = by_key.into_values().collect();
    found.sort_by_key(|(place, entry)| {
        (*place, entry.finding.solver.clone(), entry.finding.kind.row().gravity, releases(entry).1)
    });
    let found: Vec<Entry> = found.into_iter().map(|(_, entry)| entry).collect();
    println!("{HEAD}\n| solver | what | about | first bad | fixed in |\n|---|---|---|---|---|");
    for entry in &found {
        let (kind, about, (since, until)) =
            (entry.finding.kind.word(), theory(&entry.script), releases(entry));
        println!("| {} | {kind} | {about} | {since} | {until} |", entry.finding.solver);
    }
    for entry in &found {
        let script = entry.script.trim_end();
        println!(
            "\n## {}\n\n{}: {}.\n\n```smt2\n{script}\n```",
            entry.title,
            entry.finding.kind.word(),
            entry.finding.why
        );
    }
    Ok(())
}

/// The first bad release and the one that fixed it, as far as they are known.
fn releases(entry: &Entry) -> (String, String) {
    entry.history.as_ref().map(History::in_short).unwrap_or_default()
}
