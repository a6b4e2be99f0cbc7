//! gainsay beside its peers, yinyang, opfuzz, typefuzz, smtfuzz and ddSMT, in turns on the same core, with the same seeds and
//! solver.
//!
//! ```text
//! cargo run --release -p gainsay-peers -- --seeds FOLDER --old z3@4.8.7 --bugs-for 10m \
//!     --bugs-table BUGS.csv --instrumented Z3 --out DIR
//! ```
//!
//! writes `peers.md`, `peers.json` and `peers.svg`. What was measured stands in `DIR/cells` and is not measured again: a
//! comparison that was stopped goes on where it was. Parts without their option are left out.

use anyhow::Context;
use clap::Parser;
use gainsay::solver::Catalogue;
use gainsay_peers::cells::Cells;
use gainsay_peers::measure::{self, Course, Second};
use gainsay_peers::peers::Peers;
use gainsay_peers::table::Table;
use gainsay_peers::{bugs, canonical, coverage, default_cache, is_gainsay, ours, reduction, speed};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
struct Args {
    /// The folder with the seeds, all of one status
    #[arg(long)]
    seeds: PathBuf,
    /// Their status
    #[arg(long, default_value = "sat", value_parser = ["sat", "unsat"])]
    oracle: String,
    /// The solver that all ask
    #[arg(long, default_value = "z3")]
    solver: String,
    /// How long each hunts in all
    #[arg(long = "for", default_value = "60s", value_parser = gainsay::cli::duration)]
    time: Duration,
    /// Old releases to find bugs in, such as z3@4.8.5, with commas between
    #[arg(long, value_delimiter = ',')]
    old: Vec<String>,
    /// How long each hunts for bugs in each
    #[arg(long = "bugs-for", default_value = "10m", value_parser = gainsay::cli::duration)]
    bug_time: Duration,
    /// The seeds for that, of the same status [default: the seeds]
    #[arg(long)]
    bug_seeds: Option<PathBuf>,
    #[command(flatten)]
    reduction: reduction::Options,
    /// A z3 that tells what it reaches, as instrument/build-z3.sh builds it
    #[arg(long)]
    instrumented: Option<PathBuf>,
    /// How long each hunts on it
    #[arg(long = "coverage-for", default_value = "60s", value_parser = gainsay::cli::duration)]
    coverage_time: Duration,
    /// How many turns each gets
    #[arg(long, default_value_t = 3)]
    rounds: u32,
    /// The core for all of them
    #[arg(long, default_value_t = 0)]
    core: usize,
    /// Where the peers are installed [default: gainsay-peers in the user's cache]
    #[arg(long)]
    cache: Option<PathBuf>,
    /// Where the results go
    #[arg(long, default_value = ".")]
    out: PathBuf,
}

fn main() -> ExitCode {
    // It is gainsay itself when it is told so, and then in a process of its own.
    if is_gainsay() {
        return gainsay::cli::main();
    }
    match compare(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn compare(args: &Args) -> anyhow::Result<()> {
    measure::stay_on(args.core)?;
    let cache = args.cache.clone().or_else(default_cache).context("no home folder: --cache is needed")?;
    std::fs::create_dir_all(&cache)?;
    let peers = Peers::install(&cache)?;
    let cells = Cells::open(&args.out)?;
    let catalogue = Catalogue::load(None)?;
    let solver = catalogue.solver(&args.solver)?;
    let rounds = args.rounds.max(1);
    let turn = Course {
        seeds: canonical(&args.seeds)?,
        oracle: args.oracle.clone(),
        solver: args.solver.clone(),
        program: solver.argv[0].clone(),
        second: None,
        environment: Vec::new(),
        time: args.time / rounds,
    };
    let files = files(&turn.seeds)?;
    let ready = ours::Seeds::prepare(&turn.seeds.to_string_lossy(), &solver)?;
    println!("{} usable seeds in {}, {}", ready.count(), turn.seeds.display(), solver.label());

    let mut table = Table::default();
    let mut details = String::new();
    let speed = speed::compare(&mut table, &cells, &turn, rounds, &peers, &ready, &files)?;
    let mut results = json!({ "speed": speed });
    let mut part = |name: &str, (text, numbers): (String, Value)| {
        details += &text;
        results[name] = numbers;
    };
    for old in &args.old {
        let second = Some(Second { solver: args.solver.clone(), program: solver.argv[0].clone() });
        let seeds = canonical(args.bug_seeds.as_ref().unwrap_or(&args.seeds))?;
        let program = catalogue.solver(old)?.argv[0].clone();
        let course =
            Course { solver: old.clone(), program, second, seeds, time: args.bug_time, ..turn.clone() };
        part(&format!("bugs in {old}"), bugs::compare(&mut table, &cells, &course, &peers)?);
    }
    if args.reduction.table.is_some() {
        let seeds = canonical(args.reduction.filler.as_ref().unwrap_or(&args.seeds))?;
        let course = Course { seeds, time: args.reduction.limit, ..turn.clone() };
        part("reduction", reduction::compare(&mut table, &cells, &course, &peers, &args.reduction)?);
    }
    if let Some(instrumented) = &args.instrumented {
        let program = canonical(instrumented)?.to_string_lossy().into_owned();
        let course =
            Course { solver: format!("z3={program}"), program, time: args.coverage_time, ..turn.clone() };
        part("coverage", coverage::compare(&mut table, &cells, &course, &peers, &files)?);
    }
    let report = format!(
        "# Side by side\n\n{} usable seeds of {}, {}, one core, in {rounds} turns of {:.0} s each, medians, unless a part below says \
         otherwise. In each pair the peer is the first. opfuzz and typefuzz want two solvers and got the same one twice: each question \
         is counted.\n\n{table}{details}",
        ready.count(),
        turn.seeds.display(),
        solver.label(),
        turn.time.as_secs_f64(),
    );
    println!("{report}");
    std::fs::write(args.out.join("peers.md"), report)?;
    std::fs::write(args.out.join("peers.svg"), table.chart())?;
    std::fs::write(args.out.join("peers.json"), serde_json::to_string_pretty(&results)?)?;
    Ok(())
}

fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == "smt2") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
