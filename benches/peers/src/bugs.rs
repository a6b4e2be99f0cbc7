//! How many distinct bugs each finds in an old release, and how often each is wrong about it.

use crate::cells::Cells;
use crate::claims::{Claims, Worth, examine, scripts_below};
use crate::measure::Course;
use crate::ours;
use crate::peers::Peers;
use crate::speed::PAIRS;
use crate::table::Table;
use gainsay::strategy::strategies;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The part of the report about bugs, and the numbers.
pub fn compare(
    table: &mut Table,
    cells: &Cells,
    course: &Course,
    peers: &Peers,
) -> anyhow::Result<(String, Value)> {
    let mut found: Vec<(String, Worth)> = Vec::new();
    let mut best_peer: f64 = 0.0;
    let what = format!("distinct bugs in {}", course.solver);
    for (peer, strategy) in PAIRS {
        // yinyang and fusion know the answer, and ask one solver.
        let second = course.second.clone().filter(|_| peer != "yinyang");
        let course = &Course { second, ..course.clone() };
        let theirs = cells
            .get(&course.name("bugs", peer), || examine(peers_claims(peers, peer, course, cells)?, course))?;
        let ours = cells.get(&course.name("bugs", strategy), || {
            examine(our_claims(&[strategy], course, cells)?, course)
        })?;
        table.more_is_better(peer, strategy, &what, "a CPU hour", theirs.per_cpu_hour(), ours.per_cpu_hour());
        best_peer = best_peer.max(theirs.per_cpu_hour());
        found.push((peer.to_owned(), theirs));
        found.push((format!("gainsay, {strategy}"), ours));
    }
    // All that a hunt does unasked.
    let all: Vec<&str> = strategies().iter().filter(|one| one.is_default()).map(|one| one.name()).collect();
    let worth =
        cells.get(&course.name("bugs", "all"), || examine(our_claims(&all, course, cells)?, course))?;
    table.more_is_better("the best peer", "all", &what, "a CPU hour", best_peer, worth.per_cpu_hour());
    found.push(("gainsay, all strategies".to_owned(), worth));
    let numbers: Vec<Value> = found
        .iter()
        .map(|(tool, worth)| json!({ "tool": tool, "worth": worth, "distinct": worth.distinct() }))
        .collect();
    Ok((text(&found, course), json!(numbers)))
}

fn text(found: &[(String, Worth)], course: &Course) -> String {
    let mut text = format!(
        "\n## Bugs in {}\n\nSeeds of {}, {:.0} s each. Claims are examined beside the newest z3 and cvc5 and by gainsay's evaluator; \
         right ones are reduced and dated; buckets of one kind that the same release mends are one bug. A claim is wrong if what it blames \
         is proved right, or confirmed by another solver and contradicted by none, or if the old release means something else by the script, as \
         by strings before SMT-LIB 2.6; it is about the other release if that is \
         what it shows to be wrong (tools that compare two do not say which one is); it is open if neither can be shown.\n\n\
         | tool | questions | claims | examined | right | wrong | about the other release | open | buckets | distinct bugs | CPU s |\n\
         |---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
        course.solver,
        course.seeds.display(),
        course.time.as_secs_f64()
    );
    for (tool, worth) in found {
        let Worth { claims, examined, right, wrong, elsewhere, open, .. } = worth;
        let (asked, buckets, distinct) = (worth.hunt.questions, worth.buckets.len(), worth.distinct());
        let _ = writeln!(
            text,
            "| {tool} | {asked} | {claims} | {examined} | {right} | {wrong} | {elsewhere} | {open} | {buckets} | {distinct} | {:.0} |",
            worth.hunt.cpu
        );
    }
    text
}

fn peers_claims(peers: &Peers, peer: &str, course: &Course, cells: &Cells) -> anyhow::Result<Claims> {
    let folder = folder(peer, course, cells)?;
    let hunt = peers.hunt(peer, course, &folder)?;
    Ok(Claims { hunt, scripts: scripts_below(&folder.join("bugs"), &|_| true) })
}

/// The tests of our bugs as they were made: the peers' are not reduced either.
fn our_claims(strategies: &[&str], course: &Course, cells: &Cells) -> anyhow::Result<Claims> {
    let folder = folder(&strategies.join("-"), course, cells)?;
    let hunt = ours::hunt(strategies, course, &folder)?;
    let is_test = |path: &Path| path.file_name().is_some_and(|name| name == "original.smt2");
    Ok(Claims { hunt, scripts: scripts_below(&folder.join("campaign/bugs"), &is_test) })
}

/// An empty folder, kept for who wants to look.
fn folder(name: &str, course: &Course, cells: &Cells) -> anyhow::Result<PathBuf> {
    let folder = cells.folder().join(course.name("bugs", name).replace([' ', '@'], "-"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
