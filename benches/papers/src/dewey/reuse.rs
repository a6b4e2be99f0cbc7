//! Section 5.5.2: processes that are used again.

use crate::bench::Bench;
use crate::table::Table;
use anyhow::Context;
use gainsay::solver::{Ask, Catalogue, Limits, Session, SessionConfig};
use std::time::Instant;

pub fn reuse(bench: &mut Bench) -> anyhow::Result<Table> {
    let count = bench.count(300, 10_000).to_string();
    let tests = bench.gainsay(&["make", "bits", "--count", &count, "--size", "3", "--json"])?;
    let scripts: Vec<&str> = tests.iter().filter_map(|test| test["script"].as_str()).collect();
    let catalogue = Catalogue::load(None)?;
    let mut table = Table::new([
        "solver",
        "paper",
        "ours: times faster",
        "tests a second, a process each",
        "in one process",
    ]);
    for name in ["z3", "cvc5", "bitwuzla", "yices"] {
        let solver = catalogue.solver(name)?;
        let config = SessionConfig { sample_every: usize::MAX, ..SessionConfig::default() };
        let mut session = Session::new(solver.clone(), config);
        let again = seconds(&mut session, &scripts).with_context(|| name.to_owned())?;
        let fresh = seconds(&mut solver.clone(), &scripts).with_context(|| name.to_owned())?;
        let speed = |seconds: f64| format!("{:.0}", scripts.len() as f64 / seconds);
        table.row([
            solver.label(),
            "up to 10".to_owned(),
            format!("{:.1}", fresh / again),
            speed(fresh),
            speed(again),
        ]);
    }
    table.note(format!(
        "{} tests; seconds on the clock of a machine that is shared, one after another.",
        scripts.len()
    ));
    Ok(table)
}

fn seconds(ask: &mut dyn Ask, scripts: &[&str]) -> anyhow::Result<f64> {
    let start = Instant::now();
    for script in scripts {
        ask.ask(script, &Limits::seconds(1.0))?;
    }
    Ok(start.elapsed().as_secs_f64())
}
