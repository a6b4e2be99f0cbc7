//! Tables 3 and 4, Fig. 1, and the variants: which bugs are found.

use super::{BOTH, LPI, PST};
use crate::bench::{Bench, Hunt};
use crate::bugs::{Bug, Class, bugs, dated, distinct};
use crate::statistics::whole;
use crate::table::{NONE, Table};
use std::collections::BTreeMap;

/// Releases of the time of the paper (2021), each beside a newest one.
const TARGETS: [[&str; 2]; 2] = [["z3@4.8.10", "z3"], ["cvc4@1.8", "cvc5"]];

/// Table 4: confirmed bugs of Z3 and CVC4 by type.
const TABLE_4: [(Class, [&str; 2]); 4] = [
    (Class::Soundness, ["4", "4"]),
    (Class::InvalidModel, ["10", "12"]),
    (Class::Crash, ["15", "26"]),
    (Class::Other, [NONE, NONE]),
];

/// Fig. 1: the three most frequent theories, in its order.
const FIG_1: [&str; 2] = ["integers, strings, bit-vectors", "integers, strings, reals"];

pub fn table4(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut found = Vec::new();
    for [target, witness] in TARGETS {
        let solvers = format!("{target};{witness}");
        let seconds = bench.scaled(40.0, 30.0 * 24.0 * 3600.0);
        let campaign = bench.hunt(&Hunt {
            strategies: "approximate",
            solvers: &solvers,
            seconds,
            seed: 1,
            more: &[],
        })?;
        let all = bugs(bench, &campaign)?;
        found.push((campaign.tests(), all.into_iter().filter(|bug| bug.is_of(target)).collect::<Vec<_>>()));
    }
    let labels = TARGETS.map(|[target, _]| target);
    let mut table = Table::new(["type", "paper: Z3", "CVC4", &format!("ours: {}", labels[0]), labels[1]]);
    for (class, printed) in TABLE_4 {
        let ours =
            found.iter().map(|(_, bugs)| bugs.iter().filter(|bug| bug.class() == class).count().to_string());
        table.row(
            [class.word().to_owned(), printed[0].to_owned(), printed[1].to_owned()].into_iter().chain(ours),
        );
    }
    let counts: Vec<Vec<(&str, usize)>> = found.iter().map(|(_, bugs)| most_frequent(bugs)).collect();
    let bars: Vec<(String, f64)> = labels
        .iter()
        .zip(&counts)
        .flat_map(|(label, counts)| {
            counts.iter().map(move |(theory, count)| (format!("{label}: {theory}"), *count as f64))
        })
        .collect();
    table.draw_bars("bugs by theory, the three most frequent (Fig. 1)", &bars);
    let theories = counts.iter().map(|counts| {
        let top: Vec<String> = counts.iter().map(|(name, count)| format!("{name} ({count})")).collect();
        if top.is_empty() { NONE.to_owned() } else { top.join(", ") }
    });
    table.row(
        ["theories, the first three".to_owned(), FIG_1[0].to_owned(), FIG_1[1].to_owned()]
            .into_iter()
            .chain(theories),
    );
    let tests: Vec<String> = found.iter().map(|(tests, _)| whole(*tests)).collect();
    table.row(["tests", NONE, NONE, &tests[0], &tests[1]]);
    table.note("Ours are buckets of confirmed findings; `other` is slow, incomplete and the like.");
    Ok(table)
}

/// The three theories with the most bugs, and how many those are.
fn most_frequent(bugs: &[Bug]) -> Vec<(&str, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    bugs.iter().for_each(|bug| *counts.entry(&bug.theory).or_default() += 1);
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counts.truncate(3);
    counts
}

pub fn variants(bench: &mut Bench) -> anyhow::Result<Table> {
    let target = bench.solver(TARGETS[0][0]);
    let solvers = format!("{target};z3");
    let mut table = Table::new([
        "variant",
        "paper: Fig. 2, of 19",
        "Table 7, Z3",
        "ours: tests",
        "a CPU second",
        "buckets",
        "distinct bugs",
    ]);
    // Fig. 2: of the 14, 7 are found by the combination only. Table 7: percentage of lines.
    for (technique, printed) in [(&PST, ["3", "18.1 %"]), (&LPI, ["8", "27.2 %"]), (&BOTH, ["14", "27.9 %"])]
    {
        let seconds = bench.scaled(30.0, 10.0 * 3600.0);
        let hunt = Hunt { strategies: technique.strategy, solvers: &solvers, seconds, seed: 1, more: &[] };
        let campaign = bench.hunt(&hunt)?;
        let all = dated(bench, &campaign, &target)?;
        table.row([
            technique.paper.to_owned(),
            printed[0].to_owned(),
            printed[1].to_owned(),
            whole(campaign.tests()),
            format!("{:.1}", campaign.tests_per_cpu_second()),
            all.len().to_string(),
            distinct(&all).to_string(),
        ]);
    }
    Ok(table)
}
