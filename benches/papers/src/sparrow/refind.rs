//! Fig. 2: known bugs found again.

use super::{BOTH, LPI, PST};
use crate::bench::Bench;
use crate::refind::{Known, Search, refind};
use crate::statistics::percent;
use crate::table::Table;
use anyhow::Context;

/// Of 19 bugs; 7 of the 14 are found by both together only.
const FIG_2: [(&super::Technique, usize); 3] = [(&PST, 3), (&LPI, 8), (&BOTH, 14)];
const OF: usize = 19;

pub fn fig2(bench: &mut Bench) -> anyhow::Result<Table> {
    let bugs = bench.options().bugs.clone().context("--bugs is needed")?;
    // The paper takes correctness bugs.
    let known: Vec<Known> = Known::read(bench, &bugs)?.into_iter().filter(Known::is_soundness).collect();
    let mut table = Table::new([
        "variant",
        "paper: of 19",
        "ours: bugs",
        "found",
        "and alike",
        "median seconds to the first",
    ]);
    let mut bars = Vec::new();
    for (technique, printed) in FIG_2 {
        let search = Search {
            strategy: technique.strategy,
            options: &[],
            seconds: bench.scaled(40.0, 10.0 * 3600.0),
            seeds: None,
            most_hunts: bench.count(3, 1000),
        };
        let found = refind(bench, &known, &search)?;
        let again = found.iter().filter(|one| one.seconds.is_some()).count();
        let alike = found.iter().filter(|one| one.alike.is_some()).count();
        let mut times: Vec<f64> = found.iter().filter_map(|one| one.seconds).collect();
        times.sort_by(f64::total_cmp);
        let median =
            times.get(times.len() / 2).map_or(crate::table::NONE.to_owned(), |time| format!("{time:.1}"));
        bars.push((format!("{}, the paper's", technique.paper), share(printed, OF)));
        bars.push((format!("{}, ours", technique.paper), share(again, found.len())));
        table.row([
            technique.paper.to_owned(),
            format!("{printed} ({})", percent(printed, OF)),
            found.len().to_string(),
            format!("{again} ({})", percent(again, found.len())),
            format!("{alike} ({})", percent(alike, found.len())),
            median,
        ]);
    }
    table.draw_bars("known bugs found again, in percent", &bars);
    Ok(table)
}

/// In percent.
fn share(part: usize, of: usize) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}
