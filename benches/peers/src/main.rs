//! gainsay beside its peers, yinyang, opfuzz and typefuzz, in turns on the same core, with the same seeds and solver.
//!
//! `cargo run --release -- --seeds FOLDER --solver z3 --for 60s` writes `peers.md` and `peers.json`.

mod measure;
mod ours;
mod peers;
mod table;

use anyhow::Context;
use clap::Parser;
use gainsay::solver::Catalogue;
use measure::{Course, Hunt, median};
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

/// A peer, and the strategy of ours that does the same.
const PAIRS: [(&str, &str); 3] = [("yinyang", "fusion"), ("opfuzz", "operators"), ("typefuzz", "subterms")];

fn main() -> ExitCode {
    // It hunts in a process of its own.
    if std::env::args().nth(1).as_deref() == Some("hunt") {
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
    let solver = Catalogue::load(None)?.solver(&args.solver)?;
    let seeds = args.seeds.canonicalize().with_context(|| args.seeds.display().to_string())?;
    let course = Course {
        seeds: seeds.clone(),
        oracle: args.oracle.clone(),
        solver: args.solver.clone(),
        program: solver.argv[0].clone(),
        time: Duration::from_secs_f64(args.time / f64::from(args.rounds.max(1))),
        core: args.core,
    };
    let files = files(&seeds)?;
    let ready = ours::Seeds::prepare(&seeds.to_string_lossy(), &solver)?;
    println!("{} usable seeds in {}, {}", ready.len(), seeds.display(), solver.label());

    let mut table = Table::default();
    let mut results = Vec::new();
    for (peer, strategy) in PAIRS {
        let mut times = [[Vec::new(), Vec::new()], [Vec::new(), Vec::new()]];
        let mut bytes = [0.0, 0.0];
        for _ in 0..args.rounds.max(3) {
            let turn = Duration::from_secs(2);
            let made = [peers.make(peer, turn, &course, &files)?, ready.make(strategy, turn)?];
            for (side, made) in made.into_iter().enumerate() {
                times[side][0].push(median(made.making));
                times[side][1].push(median(made.whole));
                bytes[side] = made.bytes;
            }
        }
        let micros = times.map(|times| times.map(|times| median(times) * 1e6));
        for (row, what) in ["mutate and print", "read, mutate and print"].into_iter().enumerate() {
            table.less_is_better(peer, strategy, what, "us", micros[0][row], micros[1][row]);
        }
        table.plain(peer, strategy, "size of a mutant", "bytes", bytes[0], bytes[1]);
        let hunts = hunts(&course, args.rounds, &peers, peer, strategy)?;
        let each = |of: &dyn Fn(&Hunt) -> f64| hunts.each_ref().map(|hunts| median(hunts.iter().map(of)));
        let [theirs, ours] = each(&|hunt| hunt.tests as f64 / hunt.seconds);
        table.more_is_better(peer, strategy, "solver asked", "times a second", theirs, ours);
        let [theirs, ours] = each(&|hunt| hunt.cpu * 1e3 / hunt.tests.max(1) as f64);
        table.less_is_better(peer, strategy, "CPU for one question, with the solver's", "ms", theirs, ours);
        let [theirs, ours] = each(&|hunt| hunt.solver_share * 100.0);
        table.plain(peer, strategy, "time spent waiting for the solver", "%", theirs, ours);
        let [theirs, ours] = each(&|hunt| hunt.peak_memory as f64 / 1e6);
        table.less_is_better(peer, strategy, "peak memory, without the solver", "MB", theirs, ours);
        results.push(json!({
            "peer": peer, "strategy": strategy,
            "mutate_us": [micros[0][0], micros[1][0]], "read_and_mutate_us": [micros[0][1], micros[1][1]],
            "mutant_bytes": bytes, "hunts": hunts,
        }));
        println!("{table}");
    }
    let about = format!(
        "{} usable seeds of {}, {}, one core, {} turns of {:.0} s each; medians. opfuzz and typefuzz want two solvers and \
         got the same one twice: each question is counted.",
        ready.len(),
        seeds.display(),
        solver.label(),
        args.rounds,
        args.time / f64::from(args.rounds)
    );
    std::fs::create_dir_all(&args.out)?;
    std::fs::write(args.out.join("peers.md"), format!("{about}\n\n{table}"))?;
    let results = json!({ "about": about, "pairs": results });
    std::fs::write(args.out.join("peers.json"), serde_json::to_string_pretty(&results)?)?;
    Ok(())
}

/// The hunts of a peer and of ours, in turns.
fn hunts(
    course: &Course,
    rounds: u32,
    peers: &Peers,
    peer: &str,
    strategy: &str,
) -> anyhow::Result<[Vec<Hunt>; 2]> {
    let mut hunts = [Vec::new(), Vec::new()];
    for round in 0..rounds.max(1) {
        let folder = std::env::temp_dir().join(format!("gainsay-peers-{}-{round}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let theirs = peers.hunt(peer, course, &folder);
        let ours = ours::hunt(strategy, course, &folder);
        std::fs::remove_dir_all(&folder)?;
        hunts[0].push(theirs?);
        hunts[1].push(ours?);
    }
    Ok(hunts)
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
