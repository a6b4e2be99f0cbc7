//! Tables 5 and 6: how fast mutants are made and asked about.

use super::{BOTH, FUSION, LPI, OPFUZZ, PST, Technique};
use crate::bench::{Bench, Hunt, files};
use crate::statistics::{Statistics, whole};
use crate::table::{NONE, Table};
use anyhow::Context;
use gainsay::solver::Catalogue;
use gainsay_peers::measure::Course;
use gainsay_peers::ours;
use gainsay_peers::peers::Peers;
use std::path::Path;
use std::time::Duration;

/// Table 5: average, least, most, deviation, in milliseconds.
const TABLE_5: [(&Technique, [f64; 4]); 5] = [
    (&FUSION, [4.5, 1.9, 78.0, 3.8]),
    (&OPFUZZ, [0.6, 0.3, 2.4, 0.6]),
    (&PST, [0.4, 0.2, 1.1, 0.2]),
    (&LPI, [1.3, 0.6, 33.0, 2.4]),
    (&BOTH, [0.7, 0.2, 3.2, 0.5]),
];

/// Table 6: tested mutants an hour.
const TABLE_6: [(&Technique, f64); 5] =
    [(&FUSION, 10_582.0), (&OPFUZZ, 34_417.0), (&PST, 33_736.0), (&LPI, 26_676.0), (&BOTH, 32_365.0)];

/// The tools that can be installed, and the technique that each is.
const TOOLS: [(&str, &Technique); 2] = [("yinyang", &FUSION), ("opfuzz", &OPFUZZ)];

const LOGIC: &str = "QF_LRA";

/// All ask the same solver about the same seeds.
fn course(bench: &mut Bench, seconds: f64) -> anyhow::Result<Course> {
    let seeds = bench.seeds()?.join(LOGIC).join("sat");
    let solver = bench.solver("z3");
    let program = Catalogue::load(None)?.solver(&solver)?.argv[0].clone();
    let time = Duration::from_secs_f64(seconds.max(1.0));
    Ok(Course {
        seeds,
        oracle: "sat".to_owned(),
        solver,
        program,
        second: None,
        environment: Vec::new(),
        time,
    })
}

fn installed() -> anyhow::Result<Peers> {
    let cache = gainsay_peers::default_cache().context("no home folder")?;
    std::fs::create_dir_all(&cache)?;
    Peers::install(&cache)
}

pub fn table5(bench: &mut Bench) -> anyhow::Result<Table> {
    // In the paper, 300 mutants of 1000 seeds take minutes.
    let course = course(bench, bench.scaled(5.0, 300.0))?;
    let files = files(&course.seeds);
    let solver = Catalogue::load(None)?.solver(&course.solver)?;
    let seeds = ours::Seeds::prepare(&course.seeds.to_string_lossy(), &solver)?;
    let mut table = Table::new([
        "technique",
        "by",
        "paper: avg",
        "min",
        "max",
        "deviation",
        "ours: avg",
        "min",
        "max",
        "deviation",
        "mutants",
    ]);
    let mut row = |technique: &Technique, by: &str, times: &[f64]| {
        let printed =
            TABLE_5.iter().find(|(other, _)| other.paper == technique.paper).map(|(_, figures)| figures);
        let mut cells = vec![technique.paper.to_owned(), by.to_owned()];
        cells.extend(printed.into_iter().flatten().map(ToString::to_string));
        if let Some(all) = Statistics::of(times) {
            cells.extend(
                [all.mean, all.least, all.most, all.deviation].map(|seconds| format!("{:.3}", seconds * 1e3)),
            );
            cells.push(whole(times.len() as f64));
        }
        table.row(cells);
    };
    let mut failed = None;
    match installed() {
        Ok(peers) => {
            for (tool, technique) in TOOLS {
                match peers.make(tool, course.time, &course, &files) {
                    Ok(making) => row(technique, tool, &making.making),
                    Err(error) => failed = Some(format!("{tool}: {error:#}")),
                }
            }
        }
        Err(error) => failed = Some(format!("the tools themselves are not installed: {error:#}")),
    }
    for (technique, _) in TABLE_5 {
        let made = seeds.make(technique.strategy, course.time)?;
        row(technique, &format!("gainsay, {}", technique.strategy), &made.making);
    }
    table.note(format!("Seeds: {} of {LOGIC}, satisfiable.", seeds.count()));
    failed.into_iter().for_each(|why| table.note(why));
    Ok(table)
}

/// An hour's tests of a hunt with one strategy.
fn hour(bench: &mut Bench, technique: &Technique, seconds: f64, seed: u64) -> anyhow::Result<[f64; 2]> {
    let solver = bench.solver("z3");
    // In seconds, 300 mutants of a seed would be those of one seed only.
    let mutants = if bench.options().paper_scale { "300" } else { "10" };
    let more = ["-t", "10", "-i", mutants, "--fixed-limits"];
    let hunt = Hunt { strategies: technique.strategy, solvers: &solver, seconds, seed, more: &more };
    let campaign = bench.hunt(&hunt)?;
    let share = campaign.summary()["solver_time_share"].as_f64().unwrap_or(0.0);
    Ok([campaign.tests_per_cpu_second() * 3600.0, share])
}

pub fn table6(bench: &mut Bench) -> anyhow::Result<Table> {
    let mut table = Table::new([
        "technique",
        "strategy",
        "paper",
        "ours, a CPU hour",
        "paper: time in the solver",
        "ours",
    ]);
    for (technique, printed) in TABLE_6 {
        let [tests, share] = hour(bench, technique, bench.scaled(10.0, 3600.0), 1)?;
        table.row([
            technique.paper.to_owned(),
            technique.strategy.to_owned(),
            whole(printed),
            whole(tests),
            "> 98 %".to_owned(),
            format!("{:.0} %", 100.0 * share),
        ]);
    }
    Ok(table)
}

pub fn runs(bench: &mut Bench) -> anyhow::Result<Table> {
    let count = bench.count(4, 10);
    let mut table = Table::new([
        "technique",
        "runs",
        "paper: mutants an hour",
        "ours, a CPU hour: mean",
        "min",
        "max",
        "deviation",
    ]);
    for (technique, printed) in TABLE_6 {
        let mut tests = Vec::new();
        for seed in 1..=count as u64 {
            tests.push(hour(bench, technique, bench.scaled(5.0, 3600.0), seed)?[0]);
        }
        let mut cells = vec![technique.paper.to_owned(), count.to_string(), whole(printed)];
        cells.extend(
            Statistics::of(&tests)
                .into_iter()
                .flat_map(|all| [all.mean, all.least, all.most, all.deviation])
                .map(whole),
        );
        table.row(cells);
    }
    Ok(table)
}

pub fn peers(bench: &mut Bench) -> anyhow::Result<Table> {
    let course = course(bench, bench.scaled(12.0, 3600.0))?;
    let peers = installed()?;
    let mut table = Table::new(["technique", "by", "paper", "ours: a CPU hour", "CPU s"]);
    let mut row = |technique: &Technique, by: &str, questions: u64, cpu: f64| {
        let printed = TABLE_6
            .iter()
            .find(|(other, _)| other.paper == technique.paper)
            .map_or(NONE.to_owned(), |(_, tests)| whole(*tests));
        let tests = questions as f64 / cpu * 3600.0;
        table.row([technique.paper.to_owned(), by.to_owned(), printed, whole(tests), format!("{cpu:.0}")]);
    };
    for (tool, technique) in TOOLS {
        let hunt = in_folder(bench, |folder| peers.hunt(tool, &course, folder))?;
        row(technique, tool, hunt.questions, hunt.cpu);
    }
    for technique in [&FUSION, &OPFUZZ, &BOTH] {
        let hunt = in_folder(bench, |folder| ours::hunt(&[technique.strategy], &course, folder))?;
        row(technique, &format!("gainsay, {}", technique.strategy), hunt.questions, hunt.cpu);
    }
    table.note("OpFuzz compares two solvers and got the same one twice; each question is counted.");
    Ok(table)
}

/// Does something in an empty folder.
fn in_folder<T>(bench: &Bench, act: impl FnOnce(&Path) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let folder = bench.folder.join("peer");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let result = act(&folder);
    let _ = std::fs::remove_dir_all(&folder);
    result
}
