//! `gainsay evolve`: an evolution from its options to its summary.

mod display;
mod watch;

use super::process::{cores, new_folder};
use super::{at_least, catalogue, choose_solvers, duration, megabytes, seconds};
use crate::answer::Status;
use crate::evolve::series::{self, Figures, Group};
use crate::evolve::{
    Bench, Evolution, Origins, Settings, Setup, State, Target, VARIANTS, Variant, run as evolve,
};
use crate::files::WorkFolder;
use crate::seeds::Library;
use crate::solver::Solver;
use anyhow::{Context, bail};
use clap::builder::PossibleValuesParser;
use display::Display;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use watch::Watch;

/// Evolve questions on which one solver is slow and another is fast
///
/// An evolutionary search for questions that take the target much longer than the references, that reach new
/// code in it (if it was built with coverage counters), and that are simple. A question that the target does
/// not finish while a reference is fast is reduced, asked again alone with more time, and tried at other sizes;
/// then the search continues without it. Everything is kept in a folder: run the same command with `--out` to
/// continue. The choices come from `--seed`, but times vary between runs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay evolve --target z3 --reference cvc5 --for 30m
  gainsay evolve --target cvc5@1.2.0 --reference cvc5 --logic QF_SLIA --confirm-limit 2400
  gainsay evolve --target \"new=./z3 smt.string_solver=z3str3\" --reference z3 --generations 50
  gainsay evolve --target z3 --reference bitwuzla --logic QF_BV seeds/ --out monday --for 1h
  gainsay evolve --target z3 --target cvc5 --reference cvc4 --for 1h    slow for both
  gainsay evolve --target z3 --reference cvc5 --for 24h --defects 0 --final-limit 2400
  gainsay evolve --target z3 --reference cvc5 --runs 5 --variant default,single --population 20,40

Exit codes: 0 no defects, 10 defects were found (in this run or an earlier one in the folder), 11
slow questions were found but not confirmed before the run was stopped, 2 wrong usage, a solver that
cannot be run, or a folder that cannot be written.")]
pub struct Args {
    /// Seeds for the first population: scripts, folders or patterns [default: the built-in ones of the logics]
    seeds: Vec<String>,
    /// The solver to slow down: name, name@version, "name=command arguments", or a command line; repeat the
    /// option for several that are to be slow on the same questions
    #[arg(long, value_name = "SOLVER", required = true)]
    target: Vec<String>,
    /// A solver that stays fast; repeat the option for several
    #[arg(long, value_name = "SOLVER", required = true)]
    reference: Vec<String>,
    /// How long to search, such as 60s, 90m, 1h30m; slow questions found by then are still confirmed
    /// afterwards, unless Ctrl-C is pressed [default: until Ctrl-C]
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Stop after N generations, counting those of earlier runs
    #[arg(long, value_name = "N")]
    generations: Option<u64>,
    /// The logics to make questions for, separated by commas
    #[arg(long, value_name = "LOGICS", value_delimiter = ',', default_values = ["QF_S", "QF_SLIA"])]
    logic: Vec<String>,
    /// CPU time for each question and solver during the search: seconds, or as in 500ms or 2m
    #[arg(short, long, value_name = "TIME", value_parser = seconds, default_value = "2", allow_negative_numbers = true)]
    timeout: f64,
    /// Memory for each solver: megabytes, or a size such as 512M or 4G
    #[arg(long, default_value_t = 4096, value_name = "SIZE", value_parser = megabytes)]
    memory: u64,
    /// CPU time that the target must exceed on the reduced script (2400 s in the paper)
    #[arg(long, value_name = "TIME", value_parser = seconds, default_value = "60")]
    confirm_limit: f64,
    /// In the end, ask each solver about the whole last population with this much CPU time (2400 s in the
    /// paper), and report how many questions are beyond it; `--defects 0` keeps what is slow in the population
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    final_limit: Option<f64>,
    /// Number of different defects to confirm; 0 only searches
    #[arg(long, value_name = "N", default_value_t = 8)]
    defects: usize,
    /// Number of individuals; several numbers, separated by commas, are compared
    #[arg(long, value_name = "N", default_value = "40", value_delimiter = ',',
          value_parser = clap::value_parser!(u64).range(2..=10_000))]
    population: Vec<u64>,
    /// Percentage of pairs that exchange assertions
    #[arg(long, value_name = "PERCENT", default_value_t = 75, value_parser = clap::value_parser!(u64).range(0..=100))]
    crossover: u64,
    /// Percentage of children that are mutated
    #[arg(long, value_name = "PERCENT", default_value_t = 25, value_parser = clap::value_parser!(u64).range(0..=100))]
    mutation: u64,
    /// The set of objectives; several, separated by commas, are compared
    #[arg(long, value_name = "NAME", default_value = "default", value_delimiter = ',',
          value_parser = PossibleValuesParser::new(VARIANTS.iter().map(|variant| variant.name)))]
    variant: Vec<String>,
    /// Repeat the evolution N times, with the random seeds `--seed`, `--seed` + 1, and so on, each in a folder
    /// of its own below `--out`; `--for` is the time of each. A table of means and standard deviations is
    /// printed and written to `runs.md`
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least(1))]
    runs: u64,
    /// Number of questions asked at once; more than there are cores makes times meaningless [default: one for
    /// each core]
    #[arg(short, long, value_name = "N", value_parser = at_least(1))]
    jobs: Option<u64>,
    /// The random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The evolution's folder; an existing one is resumed [default: a new one in evolutions/]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one JSON object per event; the last one is a summary
    #[arg(long)]
    json: bool,
    /// The file with `[solver.NAME]` tables [default: gainsay.toml in this folder, if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Slow questions were found, but the run was stopped before they were confirmed.
const UNCONFIRMED: u8 = 11;

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let catalogue = catalogue(args.config.clone())?;
    let targets = choose_solvers(&catalogue, &args.target)?;
    let references = choose_solvers(&catalogue, &args.reference)?;
    if args.confirm_limit < args.timeout {
        bail!("--confirm-limit is less than --timeout");
    }
    let Some(origins) = Origins::new(&args.logic, seeds(&args)?) else {
        bail!("`{}` is not a list of logics; name some such as QF_SLIA or QF_BV", args.logic.join(","));
    };
    let setups = setups(&args, &targets, &references);
    let out = args.out.clone().unwrap_or_else(|| new_folder("evolutions"));
    let is_series = setups.len() > 1;
    let folder_of = |setup: &Setup| match is_series {
        true => out.join(format!("{}-{}-{}", setup.variant, setup.population, setup.seed)),
        false => out.clone(),
    };
    // Report a folder that cannot be used before any solver is run.
    let first = setups.first().map(|setup| WorkFolder::open::<Setup, State>(&folder_of(setup), setup));
    first.transpose()?;
    let jobs = args.jobs.map_or_else(cores, |jobs| jobs as usize);
    let mut targets = targets.into_iter();
    let first = targets.next().context("--target is needed")?;
    let bench = Bench::new(first, targets.collect(), references, args.timeout, args.memory << 20, jobs)?;
    let watch = Watch::new()?;
    let mut ends = Vec::new();
    for setup in setups {
        let state = evolve_one(&args, &setup, &folder_of(&setup), &origins, &bench, &watch, is_series)?;
        ends.push((setup, state));
        if watch.is_stopped() {
            break;
        }
    }
    if is_series {
        compare(&args, &out, &ends)?;
    }
    let states = || ends.iter().map(|(_, state)| state);
    Ok(ExitCode::from(match states().all(|state| state.defects.is_empty()) {
        false => super::FOUND,
        true if args.defects > 0 && states().any(|state| state.unconfirmed().next().is_some()) => UNCONFIRMED,
        true => 0,
    }))
}

/// Runs or resumes one evolution in its folder.
fn evolve_one(
    args: &Args,
    setup: &Setup,
    out: &Path,
    origins: &Origins,
    bench: &Bench,
    watch: &Watch,
    is_series: bool,
) -> anyhow::Result<State> {
    let (folder, state) = WorkFolder::open::<Setup, State>(out, setup)?;
    // When a series is resumed, each evolution gets the rest of its time.
    let used = if is_series { Duration::from_secs_f64(state.seconds) } else { Duration::ZERO };
    let start = watch.begin(args.time.map(|time| time.saturating_sub(used)));
    let evolution = Evolution {
        settings: Settings {
            seed: setup.seed,
            population: setup.population,
            crossover: args.crossover,
            mutation: args.mutation,
            variant: Variant::of_name(&setup.variant).context("no such variant")?,
        },
        setup,
        origins,
        bench,
        folder: &folder,
        generations: args.generations,
        defects: args.defects,
        confirm_limit: args.confirm_limit,
        final_limit: args.final_limit,
        jobs: bench.workers(),
        clock: &|| start.elapsed().as_secs_f64(),
        is_searching: &watch.is_searching,
        is_late: &|| watch.is_late(),
        is_stopped: &|| watch.is_stopped(),
    };
    let mut display = Display::new(args.json, &evolution, watch.stop())?;
    let state = evolve(&evolution, state, &mut display)?;
    display.finish(&state)?;
    Ok(state)
}

/// Prints and writes the means of all runs, for each variant and population.
fn compare(args: &Args, out: &Path, ends: &[(Setup, State)]) -> anyhow::Result<()> {
    let mut groups: Vec<Group> = Vec::new();
    for (setup, state) in ends {
        let Some(figures) = Figures::of(state) else { continue };
        let is_same =
            |group: &&mut Group| group.variant == setup.variant && group.population == setup.population;
        match groups.iter_mut().find(is_same) {
            Some(group) => group.runs.push(figures),
            None => groups.push(Group {
                variant: setup.variant.clone(),
                population: setup.population,
                runs: vec![figures],
            }),
        }
    }
    let path = out.join("runs.md");
    if let Some((setup, _)) = ends.first() {
        let page = series::page(&groups, &setup.target, &setup.references);
        crate::files::replace(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    if args.json {
        let groups: Vec<Value> = groups
            .iter()
            .map(
                |group| json!({"variant": group.variant, "population": group.population, "runs": group.runs}),
            )
            .collect();
        say!("{}", json!({"event": "comparison", "file": path.display().to_string(), "groups": groups}));
    } else {
        say!("\n{}\nwritten to {}", series::table(&groups), path.display());
    }
    Ok(())
}

/// The named seeds, or the built-in ones; if there are none for the logics, that is no error, since there are
/// other origins.
fn seeds(args: &Args) -> anyhow::Result<Library> {
    match Library::choose(&args.seeds, &args.logic, Status::Unknown) {
        Err(_) if args.seeds.is_empty() => Ok(Library::none()),
        found => Ok(found?),
    }
}

/// The setup of each evolution: one run of all variants and populations, then the next run.
fn setups(args: &Args, targets: &[Solver], references: &[Solver]) -> Vec<Setup> {
    let setup = |seed: u64, variant: &String, population: u64| Setup {
        seed,
        target: Target::label_of(targets),
        references: references.iter().map(Solver::label).collect(),
        logics: args.logic.clone(),
        seeds: args.seeds.clone(),
        variant: variant.clone(),
        population: population as usize,
        crossover: args.crossover,
        mutation: args.mutation,
        limit: args.timeout,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let mut setups: Vec<Setup> = Vec::new();
    for run in 0..args.runs {
        for variant in &args.variant {
            for &population in &args.population {
                setups.push(setup(args.seed.wrapping_add(run), variant, population));
            }
        }
    }
    setups
}
