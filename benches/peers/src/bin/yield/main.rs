//! What one CPU second yields: gainsay beside an earlier build of itself, beside itself without some part, and beside its
//! peers, in turns on one core.
//!
//! ```text
//! cargo run --release -p gainsay-peers --bin yield -- --before OLD_GAINSAY --speed "z3;cvc5;bitwuzla;yices" \
//!     --fusion labelled/QF_LRA/sat --old z3@4.8.7,cvc5@1.0.3 --peer-seeds labelled/QF_LRA/sat \
//!     --without "--schedule equal" --out yield
//! ```
//!
//! appends a line of JSON for each hunt to `yield.jsonl`, and writes `yield.md`. What was measured is not measured again.
//! Parts without their option are left out.

mod budget;
mod results;

use anyhow::Context;
use clap::Parser;
use gainsay::judge::FindingKind;
use gainsay::solver::Catalogue;
use gainsay_peers::claims::{Depth, claims_in, examine, fixed_in};
use gainsay_peers::measure::{self, Course, Second};
use gainsay_peers::peers::Peers;
use gainsay_peers::{canonical, default_cache, is_gainsay};
use results::{Measured, Results};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

#[derive(Parser)]
struct Args {
    /// An earlier build of gainsay; ratios are to it
    #[arg(long)]
    before: Option<PathBuf>,
    /// The build that is measured [default: the one that this program is linked with]
    #[arg(long)]
    after: Option<PathBuf>,
    /// Options that take a part out of it, such as "--schedule equal"; measured as well. Can be repeated
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    without: Vec<String>,
    /// Measure default hunts on these solvers, with semicolons between. Can be repeated
    #[arg(long, value_name = "SOLVERS")]
    speed: Vec<String>,
    /// Measure fusion beside yinyang with the seeds of these folders, each of one status, with commas between
    #[arg(long, value_delimiter = ',', value_name = "DIRS")]
    fusion: Vec<PathBuf>,
    /// Their status
    #[arg(long, default_value = "sat", value_parser = ["sat", "unsat"])]
    oracle: String,
    /// The solver that fusion asks
    #[arg(long, default_value = "z3")]
    solver: String,
    /// CPU seconds of each of these hunts
    #[arg(long, default_value_t = 30.0)]
    cpu: f64,
    /// How many of each
    #[arg(long, default_value_t = 3)]
    rounds: u64,
    /// Count the bugs that are found in these old releases, with commas between
    #[arg(long, value_delimiter = ',', value_name = "RELEASES")]
    old: Vec<String>,
    /// CPU seconds of each of these hunts
    #[arg(long, default_value_t = 120.0)]
    bugs_cpu: f64,
    /// How many of each, with the random seeds 1, 2, ..
    #[arg(long, default_value_t = 3)]
    bugs_rounds: u64,
    /// A solver beside the old release, for our hunts
    #[arg(long)]
    witness: Option<String>,
    /// Count what yinyang, opfuzz and typefuzz find there as well, with seeds of this folder, of the same status
    #[arg(long, value_name = "DIR")]
    peer_seeds: Option<PathBuf>,
    /// Look at so many claims of a peer's hunt
    #[arg(long, default_value_t = 10)]
    examine: usize,
    /// Find out which release mends each bug: buckets of one kind that the same release mends are one bug
    #[arg(long)]
    date: bool,
    /// The core for all of them
    #[arg(long, default_value_t = 0)]
    core: usize,
    /// Where the peers are installed [default: gainsay-peers in the user's cache]
    #[arg(long)]
    cache: Option<PathBuf>,
    /// Where the results go
    #[arg(long, default_value = "yield")]
    out: PathBuf,
}

fn main() -> ExitCode {
    if is_gainsay() {
        return gainsay::cli::main();
    }
    let done = budget::adopt_orphans().and_then(|()| measure_all(&Args::parse()));
    budget::end_orphans();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// A build of gainsay, and with which options it hunts.
struct Contender {
    name: String,
    program: PathBuf,
    options: Vec<String>,
}

fn contenders(args: &Args) -> anyhow::Result<Vec<Contender>> {
    let own = std::env::current_exe()?;
    let after = args.after.as_deref().map(canonical).transpose()?.unwrap_or(own);
    let mut all = Vec::new();
    if let Some(before) = &args.before {
        all.push(Contender { name: "before".to_owned(), program: canonical(before)?, options: Vec::new() });
    }
    all.push(Contender { name: "after".to_owned(), program: after.clone(), options: Vec::new() });
    for without in &args.without {
        let options = without.split_whitespace().map(str::to_owned).collect();
        all.push(Contender { name: format!("after, {without}"), program: after.clone(), options });
    }
    Ok(all)
}

fn measure_all(args: &Args) -> anyhow::Result<()> {
    measure::stay_on(args.core)?;
    let contenders = contenders(args)?;
    let mut results = Results::open(&args.out)?;
    let needs_peers = !args.fusion.is_empty() || args.peer_seeds.is_some() && !args.old.is_empty();
    let cache = args.cache.clone().or_else(default_cache).context("no home folder: --cache is needed")?;
    std::fs::create_dir_all(&cache)?;
    let peers = if needs_peers { Some(Peers::install(&cache)?) } else { None };
    let bench = Bench { args, contenders: &contenders, peers: peers.as_ref() };
    // One of each before a second of any: what else happens on the machine concerns all of them.
    for round in 1..=args.rounds.max(args.bugs_rounds) {
        if round <= args.rounds {
            bench.speed(round, &mut results)?;
            bench.fusion(round, &mut results)?;
        }
        if round <= args.bugs_rounds {
            bench.bugs(round, &mut results)?;
        }
        std::fs::write(
            args.out.join("yield.md"),
            format!("# What a CPU second yields\n{}", results.tables()),
        )?;
    }
    println!("{}", results.tables());
    Ok(())
}

/// All that is the same for all hunts.
struct Bench<'a> {
    args: &'a Args,
    contenders: &'a [Contender],
    peers: Option<&'a Peers>,
}

const SPEED: &str = "tests a CPU second";
const FUSION: &str = "fusion";
const BUGS: &str = "bugs";

impl Bench<'_> {
    /// Hunts as they are unasked.
    fn speed(&self, round: u64, results: &mut Results) -> anyhow::Result<()> {
        for solvers in &self.args.speed {
            let options = ["--solver".to_owned(), solvers.clone()];
            self.all_contenders(SPEED, solvers, round, self.args.cpu, &options, results)?;
        }
        Ok(())
    }

    fn fusion(&self, round: u64, results: &mut Results) -> anyhow::Result<()> {
        let Args { cpu, solver, oracle, .. } = self.args;
        for folder in &self.args.fusion {
            let seeds = canonical(folder)?;
            let on = folder.display().to_string();
            let named = seeds.display().to_string();
            let options = ["--strategy", "fusion", "--oracle", oracle, "--solver", solver, &named];
            self.all_contenders(FUSION, &on, round, *cpu, &options.map(str::to_owned), results)?;
            let course = self.course(solver, &seeds, *cpu)?;
            self.peer("yinyang", FUSION, &on, round, &course, *cpu, results)?;
        }
        Ok(())
    }

    fn bugs(&self, round: u64, results: &mut Results) -> anyhow::Result<()> {
        let cpu = self.args.bugs_cpu;
        for old in &self.args.old {
            let witness = self.args.witness.iter().map(String::as_str);
            let solvers = [old.as_str()].into_iter().chain(witness).collect::<Vec<_>>().join(";");
            self.all_contenders(BUGS, old, round, cpu, &["--solver".to_owned(), solvers], results)?;
            let Some(seeds) = &self.args.peer_seeds else { continue };
            let course = self.course(old, &canonical(seeds)?, cpu)?;
            for tool in ["yinyang", "opfuzz", "typefuzz"] {
                self.peer(tool, BUGS, old, round, &course, cpu, results)?;
            }
        }
        Ok(())
    }

    fn all_contenders(
        &self,
        part: &str,
        on: &str,
        round: u64,
        cpu: f64,
        options: &[String],
        results: &mut Results,
    ) -> anyhow::Result<()> {
        for who in self.contenders {
            if results.has(part, on, &who.name, round, cpu) {
                continue;
            }
            let folder = Scratch::new(&self.args.out)?;
            let mut command = Command::new(&who.program);
            command.args([
                "hunt",
                "--json",
                "-j",
                "1",
                "--seed",
                &round.to_string(),
                "--campaign",
                "campaign",
            ]);
            command.args(options).args(&who.options).current_dir(&folder.0);
            let told = folder.0.join("told");
            let used = budget::run(&mut command, cpu, &told)?;
            let summary = summary(&told).with_context(|| format!("{}, {part}, {on}", who.name))?;
            let bugs = if part == BUGS {
                self.bugs_of(&folder.0.join("campaign/bugs"), on)
            } else {
                BTreeMap::new()
            };
            results.add(Measured {
                part: part.to_owned(),
                on: on.to_owned(),
                who: who.name.clone(),
                round,
                budget: cpu,
                cpu: used,
                tests: summary["tests"].as_u64().unwrap_or(0),
                examining: summary["examining_time_share"].as_f64(),
                bugs,
            })?;
        }
        Ok(())
    }

    /// The bugs of a release in a folder of bug folders, by their buckets.
    fn bugs_of(&self, folder: &Path, release: &str) -> BTreeMap<String, Option<String>> {
        let folders = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let bug = |folder: PathBuf| {
            let text = std::fs::read_to_string(folder.join("bug.json")).ok()?;
            let bug: Value = serde_json::from_str(&text).ok()?;
            let version = release.split_once('@').map(|(_, version)| version);
            let is_it = version.is_none_or(|version| bug["program"]["version"] == version);
            let kind = FindingKind::from_word(bug["kind"].as_str()?).filter(|_| is_it)?;
            let date = || fixed_in(&folder.join("bug.smt2"), kind, release);
            Some((bug["bucket"].as_str()?.to_owned(), if self.args.date { date() } else { None }))
        };
        folders.filter_map(bug).collect()
    }

    fn course(&self, solver: &str, seeds: &Path, cpu: f64) -> anyhow::Result<Course> {
        let catalogue = Catalogue::load(None)?;
        let program = |name: &str| anyhow::Ok(catalogue.solver(name)?.argv[0].clone());
        Ok(Course {
            seeds: seeds.to_owned(),
            oracle: self.args.oracle.clone(),
            solver: solver.to_owned(),
            program: program(solver)?,
            second: None,
            environment: Vec::new(),
            // On a core of its own, a second of the clock is one of the CPU.
            time: Duration::from_secs_f64(cpu),
        })
    }

    #[expect(clippy::too_many_arguments, reason = "what identifies a measurement")]
    fn peer(
        &self,
        tool: &str,
        part: &str,
        on: &str,
        round: u64,
        course: &Course,
        cpu: f64,
        results: &mut Results,
    ) -> anyhow::Result<()> {
        let Some(peers) = self.peers.filter(|_| !results.has(part, on, tool, round, cpu)) else {
            return Ok(());
        };
        let mut course = course.clone();
        // Those that do not know the answer compare with the newest release.
        if part == BUGS && tool != "yinyang" {
            let newest = Catalogue::load(None)?.solver("z3")?;
            course.second = Some(Second { solver: "z3".to_owned(), program: newest.argv[0].clone() });
        }
        let folder = Scratch::new(&self.args.out)?;
        let hunt = peers.hunt(tool, &course, &folder.0)?;
        budget::end_orphans();
        let bugs = if part == BUGS {
            let depth = Depth { most: self.args.examine, dated: self.args.date };
            examine(hunt, &claims_in(&folder.0.join("bugs")), &course, depth)?.buckets
        } else {
            BTreeMap::new()
        };
        results.add(Measured {
            part: part.to_owned(),
            on: on.to_owned(),
            who: tool.to_owned(),
            round,
            budget: cpu,
            cpu: hunt.cpu,
            tests: hunt.questions,
            examining: None,
            bugs,
        })
    }
}

/// The last thing that a hunt says.
fn summary(told: &Path) -> anyhow::Result<Value> {
    let text = std::fs::read_to_string(told)?;
    let said = || std::fs::read_to_string(told.with_extension("errors")).unwrap_or_default();
    let last = text.lines().last().with_context(|| format!("it says nothing but: {}", said()))?;
    serde_json::from_str(last).with_context(|| last.to_owned())
}

/// A folder for one hunt, gone with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(below: &Path) -> anyhow::Result<Scratch> {
        let folder = canonical(below)?.join(format!("hunt-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)?;
        Ok(Scratch(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
