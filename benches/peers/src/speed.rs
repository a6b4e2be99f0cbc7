//! How fast each makes mutants and asks the solver.

use crate::cells::Cells;
use crate::measure::{Course, Hunt, median};
use crate::ours;
use crate::peers::Peers;
use crate::table::Table;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;

/// A peer, and the strategy of ours that does the same.
pub const PAIRS: [(&str, &str); 3] =
    [("yinyang", "fusion"), ("opfuzz", "operators"), ("typefuzz", "subterms")];

/// Times of one side in microseconds: from a seed that was read before, from the seed's file; and bytes of a mutant.
#[derive(Serialize, Deserialize, Clone, Copy)]
struct Made {
    mutate: f64,
    read_and_mutate: f64,
    bytes: f64,
}

/// One row of the table for each thing that is measured, and all numbers.
pub fn compare(
    table: &mut Table,
    cells: &Cells,
    course: &Course,
    rounds: u32,
    peers: &Peers,
    seeds: &ours::Seeds,
    files: &[PathBuf],
) -> anyhow::Result<Value> {
    let mut results = Vec::new();
    for (peer, strategy) in PAIRS {
        let made: [Made; 2] = cells.get(&course.name("making", peer), || {
            making(course, rounds, peers, seeds, files, peer, strategy)
        })?;
        type Of = fn(&Made) -> f64;
        let rows: [(&str, Of); 2] = [
            ("mutate and print", |made| made.mutate),
            ("read, mutate and print", |made| made.read_and_mutate),
        ];
        for (what, of) in rows {
            table.less_is_better(peer, strategy, what, "us", of(&made[0]), of(&made[1]));
        }
        table.plain(peer, strategy, "size of a mutant", "bytes", made[0].bytes, made[1].bytes);
        let hunts: [Vec<Hunt>; 2] =
            cells.get(&course.name("hunting", peer), || hunting(course, rounds, peers, peer, strategy))?;
        let each = |of: &dyn Fn(&Hunt) -> f64| hunts.each_ref().map(|hunts| median(hunts.iter().map(of)));
        let [theirs, ours] = each(&|hunt| hunt.questions as f64 / hunt.seconds);
        table.more_is_better(peer, strategy, "solver asked", "times a second", theirs, ours);
        let [theirs, ours] = each(&|hunt| hunt.cpu * 1e3 / hunt.questions.max(1) as f64);
        table.less_is_better(peer, strategy, "CPU for one question, with the solver's", "ms", theirs, ours);
        let [theirs, ours] = each(&|hunt| hunt.solver_share * 100.0);
        table.plain(peer, strategy, "time spent waiting for the solver", "%", theirs, ours);
        let [theirs, ours] = each(&|hunt| hunt.peak_memory as f64 / 1e6);
        table.less_is_better(peer, strategy, "peak memory, without the solver", "MB", theirs, ours);
        results.push(json!({ "peer": peer, "strategy": strategy, "made": made, "hunts": hunts }));
    }
    let [theirs, ours]: [f64; 2] = cells.get("making smtfuzz", || {
        let time = Duration::from_secs(5);
        Ok([peers.formulas_per_second(time)?, ours::formulas_per_second(time)?])
    })?;
    table.more_is_better("smtfuzz", "syntactic", "random formulas made", "a second", theirs, ours);
    results
        .push(json!({ "peer": "smtfuzz", "strategy": "syntactic", "formulas_per_second": [theirs, ours] }));
    Ok(json!(results))
}

fn making(
    course: &Course,
    rounds: u32,
    peers: &Peers,
    seeds: &ours::Seeds,
    files: &[PathBuf],
    peer: &str,
    strategy: &str,
) -> anyhow::Result<[Made; 2]> {
    let mut times = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
    let mut bytes = [0.0, 0.0];
    for _ in 0..rounds.max(3) {
        let turn = Duration::from_secs(2);
        let made = [peers.make(peer, turn, course, files)?, seeds.make(strategy, turn)?];
        for (side, made) in made.into_iter().enumerate() {
            times[side][0].push(median(made.making));
            times[side][1].push(median(made.whole));
            bytes[side] = made.bytes;
        }
    }
    let [theirs, ours] = times.map(|times| times.map(|times| median(times) * 1e6));
    let made = |[mutate, read_and_mutate]: [f64; 2], bytes| Made { mutate, read_and_mutate, bytes };
    Ok([made(theirs, bytes[0]), made(ours, bytes[1])])
}

/// The hunts of a peer and of ours, in turns.
fn hunting(
    course: &Course,
    rounds: u32,
    peers: &Peers,
    peer: &str,
    strategy: &str,
) -> anyhow::Result<[Vec<Hunt>; 2]> {
    let mut hunts = [Vec::new(), Vec::new()];
    for round in 0..rounds.max(1) {
        let folder = std::env::temp_dir().join(format!("gainsay-peers-{}-{round}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let theirs = peers.hunt(peer, course, &folder);
        let ours = ours::hunt(&[strategy], course, &folder);
        std::fs::remove_dir_all(&folder)?;
        hunts[0].push(theirs?);
        hunts[1].push(ours?);
    }
    Ok(hunts)
}
