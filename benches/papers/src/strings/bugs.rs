//! Known string bugs found again, and failures in clusters.

use crate::bench::{Bench, Hunt};
use crate::bugs::bugs;
use crate::refind::{Known, Search, refind};
use crate::statistics::percent;
use crate::table::{NONE, Table};
use anyhow::Context;

/// Table 5: open and closed issues in scope, and found.
const TABLE_5: [(&str, &str, &str); 4] =
    [("Z3-seq", "9", "6"), ("Z3str3", "9", "8"), ("CVC4", "3", "1"), ("all", "21", "15 (71 %)")];

pub fn table5(bench: &mut Bench) -> anyhow::Result<Table> {
    let table_of_bugs = bench.options().bugs.clone().context("--bugs is needed")?;
    let mut known = Known::read(bench, &table_of_bugs)?;
    known.retain(|bug| bug.operators.iter().any(|name| name.starts_with("str.")));
    let search = Search {
        strategy: "strings",
        options: &[],
        seconds: bench.scaled(30.0, 10.0 * 3600.0),
        seeds: None,
        most_hunts: bench.count(3, 1000),
    };
    let found = refind(bench, &known, &search)?;
    let mut table = Table::new(["solver", "bugs", "found", "and alike"]);
    for (solver, bugs, again) in TABLE_5 {
        table.row([&format!("paper: {solver}"), bugs, again, NONE]);
    }
    let mut releases: Vec<String> = found.iter().map(|one| one.known.command()).collect();
    releases.sort_unstable();
    releases.dedup();
    for release in releases.iter().map(String::as_str).chain(["all"]) {
        let of: Vec<_> =
            found.iter().filter(|one| release == "all" || one.known.command() == release).collect();
        let count = |is: &dyn Fn(&&&crate::refind::Searched<'_>) -> bool| of.iter().filter(is).count();
        let (again, alike) = (count(&|one| one.seconds.is_some()), count(&|one| one.alike.is_some()));
        let share = |part: usize| format!("{part} ({})", percent(part, of.len()));
        table.row([format!("ours: {release}"), of.len().to_string(), share(again), share(alike)]);
    }
    Ok(table)
}

pub fn clusters(bench: &mut Bench) -> anyhow::Result<Table> {
    let target = bench.solver("z3@4.8.5 smt.string_solver=z3str3");
    let solvers = format!("{target};z3");
    let seconds = bench.scaled(30.0, 10.0 * 3600.0);
    let campaign =
        bench.hunt(&Hunt { strategies: "strings", solvers: &solvers, seconds, seed: 1, more: &[] })?;
    let mut all = bugs(bench, &campaign)?;
    all.retain(|bug| bug.is_of(&target));
    all.sort_by_key(|bug| std::cmp::Reverse(bug.findings));
    let mut table = Table::new(["cluster", "kind", "failures"]);
    for bug in &all {
        table.row([bug.bucket.clone(), bug.kind.clone(), bug.findings.to_string()]);
    }
    let failures: u64 = all.iter().map(|bug| bug.findings).sum();
    table.row([gainsay::words::counted(all.len(), "cluster"), NONE.to_owned(), failures.to_string()]);
    Ok(table)
}
