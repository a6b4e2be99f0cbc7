//! How much of an instrumented solver each reaches in the same time.

use crate::cells::Cells;
use crate::claims::gainsay_says;
use crate::measure::Course;
use crate::ours;
use crate::peers::Peers;
use crate::speed::PAIRS;
use anyhow::{Context, bail};
use gainsay::coverage::Probe;
use gainsay::solver::{Catalogue, Limits, SolverSpec};
use gainsay::strategy::strategies;
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::PathBuf;

/// The part of the report about coverage, and the numbers.
pub fn compare(
    cells: &Cells,
    course: &Course,
    peers: &Peers,
    files: &[PathBuf],
) -> anyhow::Result<(String, Value)> {
    let mut reached: Vec<(String, u64)> = Vec::new();
    let seeds = cells.get("coverage seeds alone", || seeds_alone(course, files))?;
    reached.push(("the seeds alone".to_owned(), seeds));
    for (peer, _) in PAIRS {
        reached.push((
            peer.to_owned(),
            cells.get(&format!("coverage {peer}"), || of_peer(peers, peer, course))?,
        ));
    }
    for strategy in strategies() {
        let name = strategy.name();
        let places = cells.get(&format!("coverage gainsay {name}"), || of_ours(&[name], course))?;
        reached.push((format!("gainsay, {name}"), places));
    }
    let all: Vec<&str> = strategies().iter().filter(|one| one.is_default()).map(|one| one.name()).collect();
    reached.push(("gainsay".to_owned(), cells.get("coverage gainsay all", || of_ours(&all, course))?));
    let mut text = format!(
        "\n## Coverage\n\nEdges of an instrumented z3 that were reached in {:.0} s each, on one core.\n\n\
         | tool | edges | beside the seeds alone |\n|---|---:|---:|\n",
        course.time.as_secs_f64()
    );
    for (tool, places) in &reached {
        let _ = writeln!(text, "| {tool} | {places} | {:.2}x |", *places as f64 / seeds.max(1) as f64);
    }
    Ok((text, json!(reached)))
}

/// A probe on the instrumented solver: who inherits its environment writes what it reads.
fn probe(course: &Course) -> anyhow::Result<Probe> {
    let spec = SolverSpec::parse_list(&course.solver)?.into_iter().next().context("a solver is wanted")?;
    let solver = Catalogue::load(None)?.resolve(&spec)?;
    match Probe::attach(&solver)? {
        Some(probe) => Ok(probe),
        None => bail!("{} was not built to tell what it reaches", solver.label()),
    }
}

fn seeds_alone(course: &Course, files: &[PathBuf]) -> anyhow::Result<u64> {
    let mut probe = probe(course)?;
    for file in files {
        probe.solver().ask_fresh(&std::fs::read_to_string(file)?, &Limits::seconds(2.0))?;
    }
    Ok(probe.read()?.places() as u64)
}

/// The counters are never cleared, so that all processes of the peer add up.
fn of_peer(peers: &Peers, peer: &str, course: &Course) -> anyhow::Result<u64> {
    let mut probe = probe(course)?;
    let folder = tempfolder(peer)?;
    let course = Course { environment: probe.solver().environment.clone(), ..course.clone() };
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
