//! Table 7: what the strategies reach.

use super::{BOTH, FUSION, LPI, OPFUZZ, PST, Technique};
use crate::bench::{Bench, Hunt, files};
use crate::statistics::whole;
use crate::table::Table;
use anyhow::Context;
use gainsay_peers::coverage::seeds_alone;
use std::path::PathBuf;

/// Table 7: percentages of the lines of Z3 and CVC4 that the seeds alone reach.
const BASELINE: [&str; 2] = ["13.5 %", "8.7 %"];

/// Table 7: percentages of the lines of Z3 and CVC4.
const TABLE_7: [(&Technique, [&str; 2]); 5] = [
    (&FUSION, ["17.3 %", "11.3 %"]),
    (&OPFUZZ, ["19.8 %", "14.2 %"]),
    (&PST, ["18.1 %", "13.3 %"]),
    (&LPI, ["27.2 %", "14.6 %"]),
    (&BOTH, ["27.9 %", "16.1 %"]),
];

pub fn table7(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut table = Table::new(["technique", "paper: Z3", "CVC4", "ours: places reached", "tests"]);
    let seeds = files(&bench.seeds()?);
    let places = reached_by(bench, &seeds)?;
    table.row(["the seeds alone", BASELINE[0], BASELINE[1], &whole(places), &whole(seeds.len() as f64)]);
    for (technique, printed) in TABLE_7 {
        let seconds = bench.scaled(20.0, 10.0 * 3600.0);
        let (places, tests) = reached(bench, technique.strategy, &["-i", "300"], seconds)?;
        table.row([technique.paper, printed[0], printed[1], &whole(places), &whole(tests)]);
    }
    Ok(table)
}

/// How many places of the instrumented solver seeds alone reach.
pub fn reached_by(bench: &Bench, seeds: &[PathBuf]) -> anyhow::Result<f64> {
    let solver = bench.options().instrumented.as_ref().context("--instrumented is needed")?;
    Ok(seeds_alone(solver, seeds)? as f64)
}

/// How many places of the instrumented solver a strategy reaches, and with how many tests.
pub fn reached(bench: &mut Bench, strategy: &str, more: &[&str], seconds: f64) -> anyhow::Result<(f64, f64)> {
    let solver = bench.options().instrumented.clone().context("--instrumented is needed")?;
    let campaign = bench.hunt(&Hunt { strategies: strategy, solvers: &solver, seconds, seed: 1, more })?;
    let told = bench.gainsay(&["coverage", &campaign.name, "--json"])?;
    let places = told.first().and_then(|told| told["solvers"][0]["places"].as_f64());
    Ok((places.with_context(|| format!("{solver} tells nothing of what it reaches"))?, campaign.tests()))
}
