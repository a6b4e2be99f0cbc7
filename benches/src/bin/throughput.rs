//! Scripts a second in a session beside one process a script, and our own memory on the way.
//!
//! "total" says how much faster the whole folder goes, solving included; "median" what a typical script
//! gains. Only the scripts that the solver answers in time count: others measure the limits and not the way
//! of asking.

use clap::Parser;
use gainsay::answer::Outcome;
use gainsay::solver::{Ask, Catalogue, Limits, Session, SessionConfig, Solver};
use std::path::{Path, PathBuf};
use std::time::Instant;

#[derive(Parser)]
struct Args {
    folder: PathBuf,
    #[arg(default_values = ["z3", "cvc5", "yices"])]
    solvers: Vec<String>,
    /// Take this many of the folder's smallest files
    #[arg(long, default_value_t = 1000)]
    files: usize,
    /// Leave out scripts that take longer than so many seconds
    #[arg(long, default_value_t = 0.5)]
    within: f64,
    /// Ask a session so many scripts in all and report our resident memory on the way
    #[arg(long, default_value_t = 0)]
    repeat: usize,
}

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

fn main() -> Result<()> {
    let args = Args::parse();
    let mut files = Vec::new();
    collect(&args.folder, &mut files);
    files.sort();
    let smallest = files.iter().take(args.files);
    let scripts: Vec<String> = smallest.filter_map(|(_, file)| std::fs::read_to_string(file).ok()).collect();
    let catalogue = Catalogue::load(None)?;
    println!("solver           scripts   fresh/s session/s   total  median disagreements");
    for name in args.solvers {
        let solver = catalogue.solver(&name)?;
        let chosen = answered(&solver, &scripts, args.within)?;
        compare(&solver, &chosen)?;
        if args.repeat > 0 {
            soak(solver, &chosen, args.repeat)?;
        }
    }
    Ok(())
}

fn limits() -> Limits {
    Limits::seconds(0.5)
}

fn answered<'a>(solver: &Solver, scripts: &'a [String], within: f64) -> Result<Vec<&'a str>> {
    let mut session = Session::new(solver.clone(), SessionConfig::default());
    let mut chosen = Vec::new();
    for script in scripts {
        let answer = session.ask(script, &Limits::seconds(within))?;
        if matches!(answer.outcome, Outcome::Sat | Outcome::Unsat) {
            chosen.push(script.as_str());
        }
    }
    Ok(chosen)
}

fn compare(solver: &Solver, scripts: &[&str]) -> Result<()> {
    let config = SessionConfig { sample_every: usize::MAX, ..SessionConfig::default() };
    let mut session = Session::new(solver.clone(), config);
    let (in_session, session_time) = ask_all(&mut session, scripts)?;
    let (fresh, fresh_time) = ask_all(&mut solver.clone(), scripts)?;
    let mut ratios: Vec<f64> = Vec::new();
    let mut different = 0;
    for (in_session, fresh) in in_session.iter().zip(&fresh) {
        ratios.push(fresh.seconds / in_session.seconds);
        let timing = ["timeout", "unknown"];
        let by_time = timing.contains(&in_session.word) || timing.contains(&fresh.word);
        different += usize::from(in_session.word != fresh.word && !by_time);
    }
    ratios.sort_by(f64::total_cmp);
    println!(
        "{:16} {:7} {:9.1} {:9.1} {:7.2} {:7.2} {different:13}",
        solver.label(),
        scripts.len(),
        scripts.len() as f64 / fresh_time,
        scripts.len() as f64 / session_time,
        fresh_time / session_time,
        ratios.get(ratios.len() / 2).unwrap_or(&0.0),
    );
    if let Some(warning) = session.off() {
        println!("  warning: {warning}");
    }
    Ok(())
}

struct Asked {
    word: &'static str,
    seconds: f64,
}

fn ask_all(ask: &mut dyn Ask, scripts: &[&str]) -> Result<(Vec<Asked>, f64)> {
    let begin = Instant::now();
    let mut asked = Vec::new();
    for script in scripts {
        let start = Instant::now();
        let word = ask.ask(script, &limits())?.outcome.word();
        asked.push(Asked { word, seconds: start.elapsed().as_secs_f64() });
    }
    Ok((asked, begin.elapsed().as_secs_f64()))
}

fn soak(solver: Solver, scripts: &[&str], count: usize) -> Result<()> {
    let mut session = Session::new(solver, SessionConfig::default());
    for (number, script) in scripts.iter().cycle().take(count).enumerate() {
        session.ask(script, &limits())?;
        if number.is_multiple_of((count / 10).max(1)) {
            println!("  after {number:7} scripts: {} kB resident", resident());
        }
    }
    Ok(())
}

fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("");
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}

fn collect(folder: &Path, files: &mut Vec<(u64, PathBuf)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "smt2") {
            files.extend(entry.metadata().ok().map(|data| (data.len(), path)));
        }
    }
}
