//! RQ1: how many formulas a second.

use super::LOGICS;
use crate::bench::{Bench, Hunt};
use crate::statistics::whole;
use crate::table::Table;

pub fn speed(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut table = Table::new(["", "formulas a second", "tests", "CPU s"]);
    table.row(["paper", "41.5"]);
    for solver in [bench.solver("z3"), "cvc5".to_owned()] {
        let seconds = bench.scaled(20.0, 3600.0);
        let campaign = bench.hunt(&Hunt {
            strategies: "fusion",
            solvers: &solver,
            seconds,
            seed: 1,
            more: &["--logic", LOGICS],
        })?;
        let speed = format!("{:.1}", campaign.tests_per_cpu_second());
        table.row([
            format!("ours: {solver}"),
            speed,
            whole(campaign.tests()),
            format!("{:.0}", campaign.cpu),
        ]);
    }
    Ok(table)
}
