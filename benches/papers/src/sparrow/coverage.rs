//! Table 7: what the strategies reach.

use super::{BOTH, FUSION, LPI, OPFUZZ, PST, Technique};
use crate::bench::{Bench, Hunt, files};
use crate::statistics::whole;
use crate::table::Table;
use anyhow::Context;
use serde_json::Value;
use std::fmt;
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
    let mut table = Table::new(["technique", "paper: lines of Z3", "CVC4", OURS, "tests"]);
    let seeds = files(&bench.seeds()?);
    let alone = reached_by(bench, &seeds)?;
    table.row(["the seeds alone", BASELINE[0], BASELINE[1], &alone.to_string(), &whole(seeds.len() as f64)]);
    // In a short time, 300 mutants of a seed are few seeds.
    let mutants = bench.count(10, 300).to_string();
    for (technique, printed) in TABLE_7 {
        let seconds = bench.scaled(60.0, 10.0 * 3600.0);
        let (shares, tests) = reached(bench, technique.strategy, &["-i", &mutants], seconds)?;
        table.row([technique.paper, printed[0], printed[1], &shares.to_string(), &whole(tests)]);
    }
    Ok(table)
}

/// The heading of what the instrumented solver tells.
pub const OURS: &str = "ours: lines, functions, branches (or edges)";

/// What seeds alone reach of the instrumented solver.
pub fn reached_by(bench: &mut Bench, seeds: &[PathBuf]) -> anyhow::Result<Shares> {
    let solver = bench.options().instrumented.clone().context("--instrumented is needed")?;
    let seeds: Vec<String> = seeds.iter().map(|seed| seed.display().to_string()).collect();
    let mut arguments = vec!["coverage", "--json", "--solver", &solver];
    arguments.extend(seeds.iter().map(String::as_str));
    let told = bench.ask(&arguments)?;
    let told = told.first().context("gainsay coverage says nothing")?;
    Shares::read(&told["all"]["reached"], &told["totals"])
}

/// What a strategy reaches of the instrumented solver, and with how many tests.
pub fn reached(
    bench: &mut Bench,
    strategy: &str,
    more: &[&str],
    seconds: f64,
) -> anyhow::Result<(Shares, f64)> {
    let solver = bench.options().instrumented.clone().context("--instrumented is needed")?;
    let campaign = bench.hunt(&Hunt { strategies: strategy, solvers: &solver, seconds, seed: 1, more })?;
    let told = bench.gainsay(&["coverage", &campaign.name, "--json"])?;
    let told = &told.first().context("gainsay coverage says nothing")?["solvers"][0];
    Ok((Shares::read(&told["reached"], &told["totals"])?, campaign.tests()))
}

/// What was reached of lines, functions and branches, or of edges: in per cent, or as a number where the total is not known.
pub struct Shares(Vec<(f64, Option<f64>)>);

impl Shares {
    fn read(reached: &Value, totals: &Value) -> anyhow::Result<Shares> {
        let units = ["lines", "functions", "branches", "edges"];
        let told = units.iter().filter_map(|unit| Some((reached[unit].as_f64()?, totals[unit].as_f64())));
        let shares = Shares(told.collect());
        anyhow::ensure!(!shares.0.is_empty(), "the solver tells nothing of what it reaches: {reached}");
        Ok(shares)
    }

    /// That of lines, or of edges, in per cent.
    pub fn first(&self) -> f64 {
        self.0.first().map_or(0.0, |(reached, total)| 100.0 * reached / total.unwrap_or(100.0))
    }
}

impl fmt::Display for Shares {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |(reached, total): &(f64, Option<f64>)| match total {
            Some(total) if *total > 0.0 => format!("{:.1} %", 100.0 * reached / total),
            _ => whole(*reached),
        };
        out.write_str(&self.0.iter().map(cell).collect::<Vec<_>>().join(", "))
    }
}
