//! gainsay beside its peers, yinyang, opfuzz, typefuzz and smtfuzz, in turns on the same core, with the same seeds and solver.
//!
//! `cargo run --release -- --seeds FOLDER --solver z3 --for 60s --old z3@4.12.2 --bugs-for 10m --out DIR` writes `peers.md`,
//! `peers.json` and `peers.svg`. What was measured stands in `DIR/cells` and is not measured again.

mod bugs;
mod cells;
mod claims;
mod coverage;
mod measure;
mod ours;
mod peers;
mod speed;
mod table;

use anyhow::Context;
use cells::Cells;
use clap::Parser;
use gainsay::solver::Catalogue;
use measure::Course;
use peers::Peers;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use table::Table;

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
    #[arg(long = "for", default_value = "60s", value_parser = seconds)]
    time: f64,
    /// An old release to find bugs in, such as z3@4.12.2
    #[arg(long)]
    old: Option<String>,
    /// How long each hunts for bugs in it
    #[arg(long = "bugs-for", default_value = "600s", value_parser = seconds)]
    bug_time: f64,
    /// A z3 that tells what it reaches, as coverage/build-z3.sh builds it
    #[arg(long)]
    instrumented: Option<PathBuf>,
    /// How long each hunts on it
    #[arg(long = "coverage-for", default_value = "60s", value_parser = seconds)]
    coverage_time: f64,
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
    let as_gainsay =
        |word: String| ["hunt", "check", "reduce", "bisect", "coverage"].contains(&word.as_str());
    if std::env::args().nth(1).is_some_and(as_gainsay) {
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

fn seconds(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('s').unwrap_or(text).parse().map_err(|error| format!("{error}"))?;
    if number > 0.0 { Ok(number) } else { Err("more than nothing is wanted".to_owned()) }
}

fn compare(args: &Args) -> anyhow::Result<()> {
    let cache = args.cache.clone().or_else(default_cache).context("no home folder: --cache is needed")?;
    std::fs::create_dir_all(&cache)?;
    let peers = Peers::install(&cache)?;
    let cells = Cells::open(&args.out)?;
    let seeds = args.seeds.canonicalize().with_context(|| args.seeds.display().to_string())?;
    let catalogue = Catalogue::load(None)?;
    let solver = catalogue.solver(&args.solver)?;
    let course = |solver: &str, time: f64| -> anyhow::Result<Course> {
        Ok(Course {
            seeds: seeds.clone(),
            oracle: args.oracle.clone(),
            solver: solver.to_owned(),
            program: catalogue.solver(solver)?.argv[0].clone(),
            second: None,
            environment: Vec::new(),
            time: Duration::from_secs_f64(time),
            core: args.core,
        })
    };
    let ready = ours::Seeds::prepare(&seeds.to_string_lossy(), &solver)?;
    println!("{} usable seeds in {}, {}", ready.len(), seeds.display(), solver.label());
    let rounds = args.rounds.max(1);
    let mut report = format!(
        "# Side by side\n\n{} usable seeds of {}, one core, in turns.\n",
        ready.len(),
        seeds.display()
    );

    let mut table = Table::default();
    let turn = course(&args.solver, args.time / f64::from(rounds))?;
    let speed = speed::compare(&mut table, &cells, &turn, rounds, &peers, &ready, &files(&seeds)?)?;
    report += &format!(
        "\n## Speed\n\n{}, {rounds} turns of {:.0} s each, medians. opfuzz and typefuzz want two solvers and got the same one twice: \
         each question is counted.\n\n{table}",
        solver.label(),
        turn.time.as_secs_f64(),
    );
    let mut results = json!({ "speed": speed });

    if let Some(old) = &args.old {
        let mut course = course(old, args.bug_time)?;
        course.second = Some(solver.argv[0].clone());
        let (text, numbers) = bugs::compare(&cells, &course, &peers)?;
        report += &text;
        results["bugs"] = numbers;
    }
    if let Some(instrumented) = &args.instrumented {
        let mut course = turn.clone();
        course.solver = format!("z3={}", instrumented.display());
        course.program = instrumented.to_string_lossy().into_owned();
        course.time = Duration::from_secs_f64(args.coverage_time);
        let (text, numbers) = coverage::compare(&cells, &course, &peers, &files(&seeds)?)?;
        report += &text;
        results["coverage"] = numbers;
    }
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

fn default_cache() -> Option<PathBuf> {
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"));
    Some(cache.or_else(home)?.join("gainsay-peers"))
}
