//! RQ3 and RQ4: what fusion and concatenation reach.

use super::LOGICS;
use crate::bench::{Bench, files};
use crate::sparrow::{OURS, reached, reached_by};
use crate::statistics::whole;
use crate::table::{NONE, Table};

/// Fig. 11, lines of Z3 in per cent: the seeds, and fusion; satisfiable, then unsatisfiable.
const FIG_11: [(&str, [&str; 4]); 8] = [
    ("LIA", ["10.6", "12.0", "9.4", "14.5"]),
    ("LRA", ["10.4", "13.4", "9.8", "13.3"]),
    ("NRA", [NONE, NONE, "10.6", "11.9"]),
    ("QF_LIA", ["11.5", "14.8", "13.3", "16.1"]),
    ("QF_LRA", ["7.8", "14.7", "7.3", "14.3"]),
    ("QF_NRA", ["12.0", "13.4", "11.3", "12.5"]),
    ("QF_SLIA", ["10.2", "10.4", "11.5", "13.1"]),
    ("QF_S", ["12.5", "12.6", "11.8", "12.8"]),
];

pub fn fig11(bench: &mut Bench) -> anyhow::Result<Table> {
    let printed = ["paper: lines of Z3, sat seeds (%)", "fusion (%)", "unsat seeds (%)", "fusion (%)"];
    let ours = ["ours, sat seeds", "fusion (tests)", "unsat seeds", "fusion (tests)"];
    let mut table = Table::new(["logic"].into_iter().chain(printed).chain(ours));
    let folder = bench.seeds()?;
    for (logic, printed) in FIG_11 {
        let mut cells = vec![logic.to_owned()];
        cells.extend(printed.map(str::to_owned));
        for status in ["sat", "unsat"] {
            // Some logics have no built-in seeds of a status.
            let seeds = files(&folder.join(logic).join(status));
            if seeds.is_empty() {
                cells.extend([NONE, NONE].map(str::to_owned));
                continue;
            }
            let seconds = bench.scaled(15.0, 3600.0);
            let alone = reached_by(bench, &seeds)?;
            // A hunt that makes no test in its time reaches nothing.
            let fusion = reached(bench, "fusion", &["--logic", logic, "--status", status], seconds);
            let fusion = fusion.map(|(shares, tests)| format!("{shares} ({})", whole(tests)));
            cells.extend([alone.to_string(), fusion.unwrap_or_else(|_| NONE.to_owned())]);
        }
        table.row(cells);
    }
    Ok(table)
}

pub fn fig12(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut table = Table::new(["", "paper: lines of Z3 beyond ConcatFuzz", OURS, "tests"]);
    let folder = bench.seeds()?;
    let seeds: Vec<_> = LOGICS.split(',').flat_map(|logic| files(&folder.join(logic))).collect();
    let alone = reached_by(bench, &seeds)?;
    let mut shown = vec![("the seeds alone".to_owned(), alone.first())];
    table.row(["the seeds alone", NONE, &alone.to_string(), &whole(seeds.len() as f64)]);
    for (strategy, printed) in [("concat", NONE), ("fusion", "1.1 % (about 2,800)")] {
        let seconds = bench.scaled(60.0, 3600.0);
        let (shares, tests) = reached(bench, strategy, &["--logic", LOGICS], seconds)?;
        shown.push((format!("{strategy}, {} tests", whole(tests)), shares.first()));
        table.row([strategy, printed, &shares.to_string(), &whole(tests)]);
    }
    table.draw_bars("Per cent of the lines, or edges, of Z3 that are reached", &shown);
    Ok(table)
}
