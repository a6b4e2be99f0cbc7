//! How many distinct bugs each finds in an old release, and how often each is wrong about it.

use crate::cells::Cells;
use crate::claims::{Claims, Worth, examine, scripts_below};
use crate::measure::Course;
use crate::ours;
use crate::peers::Peers;
use crate::speed::PAIRS;
use gainsay::strategy::strategies;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// The part of the report about bugs, and the numbers.
pub fn compare(cells: &Cells, course: &Course, peers: &Peers) -> anyhow::Result<(String, Value)> {
    let mut text = format!(
        "\n## Bugs in {}\n\n{:.0} s each, hunting on one core. Claims are examined beside the newest z3 and cvc5 and by gainsay's evaluator; \
         right ones are reduced and dated; buckets that the same release mends are one bug.\n\n\
         | tool | questions | claims | examined | right | wrong | open | buckets | distinct bugs | a CPU hour |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        course.solver,
        course.time.as_secs_f64()
    );
    let mut numbers = Vec::new();
    let mut row = |name: &str, worth: Worth| {
        let Worth { claims, examined, right, wrong, open, .. } = &worth;
        let (tests, buckets, distinct) = (worth.hunt.tests, worth.buckets.len(), worth.distinct());
        let rate = worth.per_cpu_hour();
        let _ = writeln!(
            text,
            "| {name} | {tests} | {claims} | {examined} | {right} | {wrong} | {open} | {buckets} | {distinct} | {rate:.0} |"
        );
        numbers.push(json!({ "tool": name, "worth": worth, "distinct": distinct, "per_cpu_hour": rate }));
    };
    let name = |tool: &str| format!("bugs {} {tool}", course.solver);
    for (peer, strategy) in PAIRS {
        row(peer, cells.get(&name(peer), || examine(peers_claims(peers, peer, course)?, course))?);
        row(
            &format!("gainsay, {strategy}"),
            cells.get(&name(strategy), || examine(our_claims(&[strategy], course)?, course))?,
        );
    }
    // All that a hunt does unasked.
    let all: Vec<&str> = strategies().iter().filter(|one| one.is_default()).map(|one| one.name()).collect();
    row("gainsay", cells.get(&name("all"), || examine(our_claims(&all, course)?, course))?);
    Ok((text, json!(numbers)))
}

fn peers_claims(peers: &Peers, peer: &str, course: &Course) -> anyhow::Result<Claims> {
    let folder = folder(peer, course)?;
    let hunt = peers.hunt(peer, course, &folder)?;
    Ok(Claims { hunt, scripts: scripts_below(&folder.join("bugs"), &|_| true) })
}

/// The tests of our bugs as they were made: the peers' are not reduced either.
fn our_claims(strategies: &[&str], course: &Course) -> anyhow::Result<Claims> {
    let folder = folder(&strategies.join("-"), course)?;
    let hunt = ours::hunt(strategies, course, &folder)?;
    let is_test = |path: &Path| path.file_name().is_some_and(|name| name == "original.smt2");
    Ok(Claims { hunt, scripts: scripts_below(&folder.join("campaign/bugs"), &is_test) })
}

/// An empty folder, kept for who wants to look.
fn folder(name: &str, course: &Course) -> anyhow::Result<std::path::PathBuf> {
    let folder =
        std::env::temp_dir().join(format!("gainsay-peers-{}-{name}", course.solver.replace('@', "-")));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
