//! `gainsay hunt`: a campaign from its flags to its summary.

mod display;
mod json;
mod options;
mod panel;
mod story;

pub use options::scope;
pub use panel::{View, panel};

use super::bisect::Versions;
use super::bugs::{HowToBisect, bisect_entry, is_open};
use super::live::width_of_display;
use super::{CLOSED_PIPE, Colour, FOUND, NOTHING_TESTED, catalogue, choose_solvers, is_broken_pipe, paint};
use crate::answer::Status;
use crate::campaign::{
    BLOCK, Campaign, Coverage, Guided, Plan, Silence, Stop, Summary, Supply, digest, run as run_campaign,
};
use crate::report::filing::{Entry, entries};
use crate::script::Features;
use crate::seeds::{Library, SeedCache, SeedsError};
use crate::solver::{Catalogue, Limits, Profile, Solver};
use crate::store::{Setup, SolverRow, Store};
use crate::strategy::{Scope, Strategy, strategies, strategy};
use crate::triage::Ignores;
use anyhow::{Context, anyhow, bail};
use display::{Display, Volume};
use options::Options;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

/// Hunt for bugs: make tests, ask solvers, and confirm, reduce and collect their wrong answers
///
/// The same random seed and the same scripts give the same tests, whatever the number of workers. Everything is kept in
/// the campaign's folder: `gainsay hunt --campaign FOLDER` continues where it stopped, with the same settings.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay hunt --for 60s                built-in seeds, the newest release of each installed solver
  gainsay hunt --solver \"mine=./build/z3;cvc5\" --for 2h       your build, with cvc5 as a witness
  gainsay hunt seeds/ --solver z3,cvc5 -j 8 --for 2h -t 500ms
  gainsay hunt --logic QF_BV --status unsat --max-width 8 --for 10m   only tests like these
  gainsay hunt 'bench/**/*.smt2' -o sat -i 300 -b bugs --campaign monday
  gainsay hunt --campaign monday                             continues it
  gainsay hunt --solver z3@4.12.2 --for 10m --bisect=4.12.0..   also finds the release with the fix

Exit codes: 0 no bugs, 10 bugs were found (in this run or an earlier one of the campaign), 3
nothing was tested or a solver never answered, so that \"no bugs\" means nothing, 2 wrong usage, a
solver that cannot be run, or a folder that cannot be written.")]
pub struct Args {
    #[command(flatten)]
    options: Options,
    /// Print one JSON object per event; the last one is a summary
    #[arg(long)]
    json: bool,
    /// Print bugs, warnings and the result only
    #[arg(short, long, conflicts_with = "json")]
    quiet: bool,
    /// The file with `[hunt]`, `[[ignore]]` and `[solver.NAME]` tables [default: gainsay.toml in this folder, if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let own = PathBuf::from("gainsay.toml");
    let config = args.config.or_else(|| own.exists().then_some(own));
    let (file, ignores) = match &config {
        Some(path) => (Options::read(path)?, Ignores::read_file(path)?),
        None => (Options::default(), Ignores::default()),
    };
    let named = args.options.campaign.as_ref().or(file.campaign.as_ref());
    let before = named.and_then(|folder| Store::setup_in(folder));
    let campaign = named.cloned();
    let options = args.options.or_as_before(before.as_ref()).or(file.beside(before.as_ref()));
    let options = Options { campaign, ..options };
    let scope = Arc::new(options.scope());
    let library = library(&options.seeds, &options.logic, options.oracle.as_deref())?;
    let strategies = suitable(choose_strategies(&options.strategy)?, &scope, &library)?;
    if let Some(bugs) = options.bugs.as_ref().filter(|bugs| bugs.exists() && !bugs.is_dir()) {
        bail!("{} is not a folder, so bugs cannot be written there", bugs.display());
    }
    let versions = options.bisect.as_deref().map(Versions::parse).transpose();
    let versions = versions.map_err(|why| anyhow!("--bisect: {why}"))?;
    let catalogue = catalogue(config)?;
    let solvers = match &before {
        // As they were then, also if there are newer ones now.
        Some(before) if options.solver.is_empty() => {
            before.solvers.iter().map(|row| solver_of(row.clone(), &catalogue)).collect()
        }
        _ => choose_solvers(&catalogue, &options.solver)?,
    };
    let wall = Duration::from_secs_f64(options.timeout.unwrap_or(2.0));
    let limits =
        Limits { wall, cpu: wall, memory: options.memory.unwrap_or(4096) << 20, ..Limits::default() };
    let plan = Plan {
        seed: options.seed.unwrap_or(0),
        block: match (options.iterations, &before) {
            (Some(iterations), _) => iterations.min(BLOCK),
            (None, Some(before)) => before.block,
            (None, None) => BLOCK,
        },
        strategies,
        scope,
    };
    let seeds = library.len() as u64;
    let units = options.tests.or(options.iterations.map(|each| each.next_multiple_of(plan.block) * seeds));
    let folder = options.campaign.clone().unwrap_or_else(|| new_folder("campaigns"));
    let setup = setup(&options, &plan, &library, &solvers, &limits);
    let (mut store, notices) = Store::open(&folder, &setup)?;
    for notice in notices {
        remark!("{}: {notice}", paint("warning", Colour::Yellow));
    }
    let stop = listen_to_signals()?;
    let memory = Arc::new(store.seeds(stop.0.clone())?);
    let cache = SeedCache::new(library, solvers.clone(), limits, memory);
    let guided = match options.guide {
        Some(_) => Some(Guided::new(&cache, plan.seed, store.kept()?)?),
        None => None,
    };
    let seeds: &dyn Supply = guided.as_ref().map_or(&cache, |guided| guided);
    let coverage = coverage(&solvers, &mut store, guided.is_some())?;
    let campaign = Campaign {
        plan,
        seeds,
        solvers,
        limits,
        ignores,
        coverage,
        jobs: options.jobs.map_or_else(cores, |jobs| jobs as usize),
        units,
        time: options.time,
        bugs: options.bugs.unwrap_or_else(|| folder.join("bugs")),
        name: folder.display().to_string(),
        stop,
    };
    let volume = if args.quiet { Volume::Quiet } else { Volume::Normal };
    let mut display = match Display::new(args.json, volume, &campaign, &setup) {
        Err(error) if is_broken_pipe(&error) => return Ok(ExitCode::from(CLOSED_PIPE)),
        display => display?,
    };
    let summary = run_campaign(&campaign, &mut store, &mut display)?;
    if let Some(versions) = &versions {
        let entries = entries(&mut store, &folder, &catalogue.profiles)?;
        bisect_bugs(entries, versions, &campaign, &catalogue, &mut display)?;
    }
    let told = display.finish(&summary, &store.buckets()?);
    let code = exit_code(&summary);
    match told {
        Err(error) if is_broken_pipe(&error) => {
            Ok(ExitCode::from(if code == FOUND { FOUND } else { CLOSED_PIPE }))
        }
        told => told.map(|()| ExitCode::from(code)),
    }
}

/// That no bugs were found says nothing where nothing was tested.
fn exit_code(summary: &Summary) -> u8 {
    let is_mute = summary.silences().iter().any(Silence::is_total);
    match summary.bugs {
        0 if summary.gave_up.is_some() || summary.tested_nothing() || is_mute => NOTHING_TESTED,
        0 => 0,
        _ => FOUND,
    }
}

/// What the solvers tell about the code that they run; warns where they should and do not.
fn coverage(solvers: &[Solver], store: &mut Store, wanted: bool) -> anyhow::Result<Coverage> {
    let (mut coverage, errors) = Coverage::find(solvers);
    let mut warnings: Vec<String> = errors.iter().map(ToString::to_string).collect();
    if wanted && coverage.is_empty() {
        warnings.push(
            "no solver is built with coverage counters, so nothing guides the hunt; instrument/README.md explains how to build one"
                .to_owned(),
        );
    }
    warnings.iter().for_each(|warning| remark!("{}: {warning}", paint("warning", Colour::Yellow)));
    coverage.resume(&store.coverage()?);
    Ok(coverage)
}

/// Tries releases for the bugs for which that was not done, until somebody has had enough.
fn bisect_bugs(
    mut found: Vec<Entry>,
    versions: &Versions,
    campaign: &Campaign<'_>,
    catalogue: &Catalogue,
    display: &mut Display,
) -> anyhow::Result<()> {
    let stop = || campaign.stop.is_set();
    let how = HowToBisect { versions: Some(versions), every: false, limits: campaign.limits };
    for entry in found.iter_mut().filter(|entry| is_open(entry)) {
        if stop() {
            break;
        }
        if let Some(history) = bisect_entry(entry, &how, catalogue, &stop)? {
            display.bisected(entry.id, &history);
        }
    }
    Ok(())
}

/// What decides the campaign, for its database.
fn setup(options: &Options, plan: &Plan, library: &Library, solvers: &[Solver], limits: &Limits) -> Setup {
    Setup {
        seed: plan.seed,
        seeds: options.seeds.clone(),
        seeds_digest: library_digest(library),
        strategies: plan.strategies.iter().map(|strategy| strategy.name().to_owned()).collect(),
        logics: options.logic.clone(),
        status: options.oracle.clone(),
        block: plan.block,
        guide: options.guide.clone(),
        only_logics: plan.scope.logics.clone(),
        only_status: plan.scope.status.map(|status| status.word().to_owned()),
        max_width: plan.scope.max_width,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        timeout: limits.wall.as_secs_f64(),
        memory: limits.memory,
        solvers: solvers.iter().map(SolverRow::of).collect(),
        bugs: options.bugs.as_ref().map(|bugs| bugs.display().to_string()),
    }
}

/// A number of the list of seeds, with how many there are.
pub fn library_digest(library: &Library) -> String {
    let all = (0..library.len()).fold(0, |sum, at| digest(sum, &library.origin(at)));
    format!("{} seeds, {all:016x}", library.len())
}

/// The seeds that are meant.
pub fn library(seeds: &[String], logics: &[String], status: Option<&str>) -> anyhow::Result<Library> {
    let mut library = if seeds.is_empty() { Library::builtin() } else { Library::open(seeds)? };
    library.claimed = status.and_then(Status::from_word).unwrap_or_default();
    if logics.is_empty() {
        return Ok(library);
    }
    match library.with_logics(logics) {
        // There are strategies that need no seeds.
        Err(SeedsError::NoLogic(..)) if logics.iter().all(|logic| Features::of_logic(logic).is_some()) => {
            Ok(Library::none())
        }
        found => Ok(found?),
    }
}

/// The strategies that can make tests of a scope, from these seeds or from none. Says which cannot.
fn suitable(
    strategies: Vec<&'static dyn Strategy>,
    scope: &Arc<Scope>,
    library: &Library,
) -> anyhow::Result<Vec<&'static dyn Strategy>> {
    let names = |strategies: &[&dyn Strategy]| {
        strategies.iter().map(|strategy| strategy.name()).collect::<Vec<_>>().join(", ")
    };
    let (fed, starved): (Vec<_>, Vec<_>) =
        strategies.into_iter().partition(|strategy| !library.is_empty() || !strategy.needs_seeds());
    if !starved.is_empty() && scope.logics.is_empty() {
        bail!("there are no seeds; name scripts or folders with scripts");
    }
    if !starved.is_empty() {
        leave_out(&format!("there are no seeds for {}", scope.logics.join(", ")), &names(&starved));
    }
    let (suitable, others): (Vec<_>, Vec<_>) = fed.into_iter().partition(|strategy| scope.suits(*strategy));
    if !others.is_empty() {
        leave_out(&format!("they make no tests with {scope}"), &names(&others));
    }
    if suitable.is_empty() {
        bail!("no strategy is left that makes tests with {scope}");
    }
    Ok(suitable)
}

/// Says which strategies are left out, and why.
fn leave_out(why: &str, names: &str) {
    let text = format!("left out, because {why}: {names}");
    let is_page = std::io::stderr().is_terminal();
    remark!("{}", if is_page { panel::wrapped(&text, width_of_display(), 4) } else { text });
}

/// What the tests of a campaign are limited to.
pub fn scope_of(setup: &Setup) -> Scope {
    scope(&setup.only_logics, setup.only_status.as_deref(), setup.max_width.map(u64::from))
}

/// The strategies of these names; all if there are no names.
pub fn choose_strategies(names: &[String]) -> anyhow::Result<Vec<&'static dyn Strategy>> {
    let mut chosen: Vec<_> = names.iter().map(|name| strategy(name)).collect::<Result<_, _>>()?;
    if chosen.is_empty() {
        chosen.extend(strategies().iter().filter(|strategy| strategy.is_default()));
    }
    if chosen.is_empty() {
        bail!("this build has no strategies");
    }
    Ok(chosen)
}

/// A solver as a campaign used it.
pub fn solver_of(row: SolverRow, catalogue: &Catalogue) -> Solver {
    let profile = catalogue.profiles.get(&row.profile).cloned();
    let mut profile = profile.unwrap_or_else(|| Profile::unknown(&row.profile));
    profile.stdin = profile.stdin.or(row.stdin);
    Solver {
        profile,
        name: row.name,
        version: row.version,
        argv: row.argv,
        environment: row.environment,
        arguments: row.arguments,
        is_own: row.is_own,
    }
}

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The first signal ends the campaign in good order, the second at once.
pub fn listen_to_signals() -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let flag = stop.clone();
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])
        .context("cannot listen to signals, and so not stop in good order")?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            if flag.0.swap(true, Ordering::Relaxed) {
                signal_hook::low_level::exit(128 + signal);
            }
            remark!("stopping (press Ctrl-C again to quit at once)");
        }
    });
    Ok(stop)
}

/// A folder that is not there yet, named after the time.
pub fn new_folder(parent: &str) -> PathBuf {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let name = time_name(now);
    let folder = PathBuf::from(parent).join(&name);
    let others = (2..).map(|number| folder.with_file_name(format!("{name}-{number}")));
    [folder.clone()].into_iter().chain(others).find(|folder| !folder.exists()).unwrap_or(folder)
}

/// Seconds since 1970 as `2026-02-28-133700`, in UTC.
pub fn time_name(seconds: u64) -> String {
    let (mut days, time) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year}-{month:02}-{:02}-{hour:02}{minute:02}{second:02}", days + 1)
}
