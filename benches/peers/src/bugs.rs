//! How many distinct bugs each finds in an old release, and how often each is wrong about it.

use crate::cells::Cells;
use crate::claims::{Depth, Worth, claims_in, examine};
use crate::measure::{Course, Hunt};
use crate::ours;
use crate::peers::Peers;
use crate::speed::PAIRS;
use crate::table::Table;
use gainsay::strategy::strategies;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

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
        let theirs = worth(cells, course, peer, "bugs", &|folder| peers.hunt(peer, course, folder))?;
        let ours = our_worth(cells, course, strategy, &[strategy])?;
        table.more_is_better(peer, strategy, &what, "a CPU hour", theirs.per_cpu_hour(), ours.per_cpu_hour());
        best_peer = best_peer.max(theirs.per_cpu_hour());
        found.push((peer.to_owned(), theirs));
        found.push((format!("gainsay, {strategy}"), ours));
    }
    // All that a hunt does unasked.
    let all: Vec<&str> = strategies().iter().filter(|one| one.is_default()).map(|one| one.name()).collect();
    let worth = our_worth(cells, course, "all", &all)?;
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
         right ones are reduced and dated; buckets of one kind that the same release fixed are one bug. A claim is wrong if what it blames \
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

/// What our strategies find: the tests as they were made, since the peers' are not reduced either.
fn our_worth(cells: &Cells, course: &Course, name: &str, strategies: &[&str]) -> anyhow::Result<Worth> {
    worth(cells, course, name, "campaign/bugs", &|folder| ours::hunt(strategies, course, folder))
}

/// Hunts in an empty folder, which is kept, and examines what is in a folder below it then.
fn worth(
    cells: &Cells,
    course: &Course,
    tool: &str,
    below: &str,
    hunt: &dyn Fn(&Path) -> anyhow::Result<Hunt>,
) -> anyhow::Result<Worth> {
    let folder = cells.folder().join(course.name("bugs", tool).replace([' ', '@'], "-"));
    let hunt = cells.get(&course.name("hunt for bugs", tool), || {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)?;
        hunt(&folder)
    })?;
    cells.get(&course.name("bugs", tool), || {
        examine(hunt, &claims_in(&folder.join(below)), course, Depth::default())
    })
}
