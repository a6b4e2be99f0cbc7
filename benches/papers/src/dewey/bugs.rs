//! Tables 5.2 and 5.3: what the generators find.

use crate::bench::{Bench, Campaign, Hunt};
use crate::bugs::{Bug, Class, dated, distinct};
use crate::statistics::whole;
use crate::table::{NONE, Table};

/// A generator of Table 5.1, and its unique bugs and unique correctness bugs of Table 5.2.
struct Generator {
    name: &'static str,
    printed: [&'static str; 2],
}

const GENERATORS: [Generator; 10] = [
    Generator { name: "bv_few_syntactic", printed: ["1", "1"] },
    Generator { name: "bv_few_sat", printed: ["2", "1"] },
    Generator { name: "bv_few_unsat", printed: ["0", "0"] },
    Generator { name: "bv_many_syntactic", printed: ["4", "2"] },
    Generator { name: "bv_many_sat", printed: ["1", "1"] },
    Generator { name: "bv_many_unsat", printed: ["0", "0"] },
    Generator { name: "fp_few_syntactic", printed: ["7", "4"] },
    Generator { name: "fp_few_sat", printed: ["5", "3"] },
    Generator { name: "fp_many_syntactic", printed: ["5", "3"] },
    Generator { name: "fp_many_sat", printed: ["3", "3"] },
];

/// The solvers that are tested; the last one of a hunt is its witness.
const TARGETS: [&str; 2] = ["z3@4.8.5", "cvc4@1.8"];

impl Generator {
    fn hunt(&self, bench: &mut Bench) -> anyhow::Result<Campaign> {
        // CVC4 as it is packaged has no floating point.
        let solvers =
            if self.name.starts_with("fp") { "z3@4.8.5;bitwuzla" } else { "z3@4.8.5;cvc4@1.8;bitwuzla" };
        let seconds = bench.scaled(16.0, 10.0 * 3600.0);
        bench.hunt(&Hunt { strategies: self.name, solvers, seconds, seed: 1, more: &[] })
    }

    /// Its campaign, and the bugs of each target.
    fn found(&self, bench: &mut Bench) -> anyhow::Result<(Campaign, Vec<Bug>)> {
        let campaign = self.hunt(bench)?;
        let mut all = Vec::new();
        for target in TARGETS {
            all.extend(dated(bench, &campaign, target)?);
        }
        Ok((campaign, all))
    }
}

fn is_correctness(bug: &&Bug) -> bool {
    matches!(bug.class(), Class::Soundness | Class::InvalidModel)
}

pub fn table52(bench: &mut Bench) -> anyhow::Result<Table> {
    let columns = [
        "generator",
        "paper: bugs",
        "correctness bugs",
        "ours: bugs",
        "correctness bugs",
        "buckets",
        "tests",
    ];
    let mut table = Table::new(columns);
    for generator in GENERATORS {
        let (campaign, all) = generator.found(bench)?;
        table.row([
            generator.name.to_owned(),
            generator.printed[0].to_owned(),
            generator.printed[1].to_owned(),
            distinct(&all).to_string(),
            distinct(all.iter().filter(is_correctness)).to_string(),
            all.len().to_string(),
            whole(campaign.tests()),
        ]);
    }
    Ok(table)
}

/// Table 5.3: unique correctness bugs, and unique bugs.
const TABLE_53: [(&str, &str, [&str; 2]); 4] = [
    ("Boolector", "", ["1", "1"]),
    ("MathSAT5", "", ["5", "5"]),
    ("CVC4", TARGETS[1], ["1", "4"]),
    ("Z3", TARGETS[0], ["5", "13"]),
];

pub fn table53(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut all = Vec::new();
    for generator in GENERATORS {
        all.extend(generator.found(bench)?.1);
    }
    let mut table = Table::new([
        "solver",
        "paper: correctness bugs",
        "bugs",
        "ours: release",
        "correctness bugs",
        "bugs",
    ]);
    for (name, target, [correctness, total]) in TABLE_53 {
        if target.is_empty() {
            table.row([name, correctness, total, "not tested", NONE, NONE]);
            continue;
        }
        let of: Vec<&Bug> = all.iter().filter(|bug| bug.is_of(target)).collect();
        let correct = distinct(of.iter().copied().filter(is_correctness));
        table.row([
            name,
            correctness,
            total,
            target,
            &correct.to_string(),
            &distinct(of.iter().copied()).to_string(),
        ]);
    }
    Ok(table)
}
