//! How much of an instrumented solver each reaches in the same time.

use crate::cells::Cells;
use crate::claims::gainsay_says;
use crate::measure::{Course, Second};
use crate::ours;
use crate::peers::Peers;
use crate::speed::PAIRS;
use crate::table::Table;
use anyhow::{Context, bail};
use gainsay::coverage::Probe;
use gainsay::solver::{Catalogue, Limits, SolverSpec};
use gainsay::strategy::strategies;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// The part of the report about coverage, and the numbers.
pub fn compare(
    table: &mut Table,
    cells: &Cells,
    course: &Course,
    peers: &Peers,
    files: &[PathBuf],
) -> anyhow::Result<(String, Value)> {
    let seeds = cells.get(&course.name("coverage", "seeds alone"), || seeds_alone(&course.solver, files))?;
    let mut reached: Vec<(String, u64)> = vec![("the seeds alone".to_owned(), seeds)];
    for (peer, _) in PAIRS {
        let places = cells.get(&course.name("coverage", peer), || of_peer(peers, peer, course))?;
        reached.push((peer.to_owned(), places));
    }
    for strategy in strategies() {
        let name = strategy.name();
        let places = cells.get(&course.name("coverage gainsay", name), || of_ours(&[name], course))?;
        reached.push((format!("gainsay, {name}"), places));
    }
    let all: Vec<&str> = strategies().iter().filter(|one| one.is_default()).map(|one| one.name()).collect();
    let places = cells.get(&course.name("coverage gainsay", "all"), || of_ours(&all, course))?;
    reached.push(("gainsay, all strategies".to_owned(), places));

    let what = format!("edges of z3 reached in {:.0} s", course.time.as_secs_f64());
    let of =
        |tool: &str| reached.iter().find(|(name, _)| name == tool).map_or(0.0, |(_, places)| *places as f64);
    for (peer, strategy) in PAIRS {
        table.more_is_better(peer, strategy, &what, "edges", of(peer), of(&format!("gainsay, {strategy}")));
    }
    let best_peer = PAIRS.iter().map(|(peer, _)| of(peer)).fold(0.0, f64::max);
    table.more_is_better("the best peer", "all", &what, "edges", best_peer, places as f64);
    Ok((text(&reached, seeds, course), json!(reached)))
}

fn text(reached: &[(String, u64)], seeds: u64, course: &Course) -> String {
    let mut text = format!(
        "\n## Coverage\n\nEdges of an instrumented z3 that were reached in {:.0} s each; the seeds alone are asked once. The second \
         solver that opfuzz and typefuzz want was `true`, which answers nothing and costs next to nothing.\n\n\
         | tool | edges | beside the seeds alone |\n|---|---:|---:|\n",
        course.time.as_secs_f64()
    );
    for (tool, places) in reached {
        let _ = writeln!(text, "| {tool} | {places} | {:.2}x |", *places as f64 / seeds.max(1) as f64);
    }
    text
}

/// A probe on the instrumented solver: who inherits its environment writes what it reads.
fn probe(solver: &str) -> anyhow::Result<Probe> {
    let spec = SolverSpec::parse_list(solver)?.into_iter().next().context("a solver is wanted")?;
    let solver = Catalogue::load(None)?.resolve(&spec)?;
    match Probe::attach(&solver)? {
        Some(probe) => Ok(probe),
        None => bail!("{} was not built to tell what it reaches", solver.label()),
    }
}

/// What an instrumented solver reaches when it is asked about scripts, once each.
pub fn seeds_alone(solver: &str, files: &[PathBuf]) -> anyhow::Result<u64> {
    let mut probe = probe(solver)?;
    for file in files {
        probe.solver().ask_fresh(&std::fs::read_to_string(file)?, &Limits::seconds(2.0))?;
    }
    Ok(probe.read()?.places() as u64)
}

/// The counters are never cleared, so that all processes of the peer add up.
fn of_peer(peers: &Peers, peer: &str, course: &Course) -> anyhow::Result<u64> {
    let mut probe = probe(&course.solver)?;
    let folder = tempfolder(peer)?;
    let environment = probe.solver().environment.clone();
    let second = Some(Second { solver: String::new(), program: "true".to_owned() });
    let course = Course { environment, second, ..course.clone() };
    peers.hunt(peer, &course, &folder)?;
    std::fs::remove_dir_all(&folder)?;
    Ok(probe.read()?.places() as u64)
}

fn of_ours(names: &[&str], course: &Course) -> anyhow::Result<u64> {
    let folder = tempfolder("ours")?;
    ours::hunt(names, course, &folder)?;
    let told = gainsay_says(&["coverage", "--json"], &folder.join("campaign"))?;
    std::fs::remove_dir_all(&folder)?;
    told["solvers"][0]["places"].as_u64().with_context(|| told.to_string())
}

fn tempfolder(name: &str) -> anyhow::Result<PathBuf> {
    let folder = std::env::temp_dir().join(format!("gainsay-peers-coverage-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}
