//! `gainsay hunt`: a campaign from its options to its summary.

mod display;
mod json;
mod options;
mod panel;
mod part;
mod story;

pub use options::Options;
pub use panel::{View, panel};

use super::bisect::Versions;
use super::bugs::{HowToBisect, bisect_entry, is_open};
use super::live::width_of_display;
use super::process::{cores, listen_and_interrupt, new_folder};
use super::settings::Config;
use super::shared::solvers_here;
use super::{
    CLOSED_PIPE, Colour, FOUND, NOTHING_TESTED, UNFINISHED, choose_solvers, is_broken_pipe, paint,
    pinned_solvers, read_text, usable,
};
use crate::campaign::{
    BLOCK, Campaign, Coverage, LEARN, Plan, Schedule, Silence, Summary, Variants, Which, run as run_campaign,
    supply,
};
use crate::report::filing::{Entry, entries};
use crate::rules::RuleFile;
use crate::seeds::Library;
use crate::solver::{Catalogue, Solver};
use crate::store::{Setup, SolverRow, Store, folder_of, is_shared};
use crate::strategy::{Scope, Strategy, choose};
use crate::sweep::languages_known_to;
use anyhow::{anyhow, bail};
use display::{Display, Volume};
use part::Part;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Make tests, ask solvers, and confirm, reduce and keep wrong answers
///
/// Strategies that find more get more time. Every decision is recorded, so that every test can be replayed.
/// With `--schedule equal`, the same random seed and the same scripts give the same tests, whatever the
/// number of workers. Everything is kept in the campaign's folder: `gainsay hunt --campaign FOLDER` resumes
/// it with the same settings.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay hunt --for 60s                built-in seeds, the newest release of each installed solver
  gainsay hunt --solver \"mine=./build/z3;cvc5\" --for 2h       your build, with cvc5 as a witness
  gainsay hunt seeds/ --solver z3,cvc5 -j 8 --for 2h -t 500ms
  gainsay hunt --logic QF_BV --status unsat --max-width 8 --for 10m   only tests like these
  gainsay hunt 'bench/**/*.smt2' -o sat -i 300 -b bugs --campaign monday
  gainsay hunt --campaign monday                             resumes it
  gainsay hunt --campaign 'postgres://me@host/db?campaign=monday' --for 8h   shared by machines
  gainsay hunt --solver z3@4.12.2 --for 10m --bisect=4.12.0..   also finds the release with the fix
  gainsay hunt --tests 20000 --shard 3/40 --campaign part-3     one of 40; see gainsay merge

Exit codes: 0 no bugs, 10 bugs were found (in this run or an earlier one of the campaign), 3
nothing was tested or a solver never answered, so that \"no bugs\" means nothing, 75 a part (--shard,
--units) is not finished, 2 wrong usage, a solver that cannot be run, or a folder that cannot be
written.")]
pub struct Args {
    #[command(flatten)]
    options: Options,
    /// Print one JSON object per event; the last one is a summary
    #[arg(long)]
    json: bool,
    /// Print bugs, warnings and the result only
    #[arg(short, long, conflicts_with = "json")]
    quiet: bool,
    /// The file with `[hunt]`, `[[ignore]]` and `[solver.NAME]` tables [default: gainsay.toml in this folder,
    /// if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let (config, file) = Config::of_hunt(args.config, args.quiet)?;
    let ignores = config.ignores()?;
    let named = args.options.campaign.as_ref().or(file.campaign.as_ref());
    let before = named.map(|folder| Store::setup_in(folder)).transpose()?.flatten();
    let campaign = named.cloned();
    let options = args.options.or_as_before(before.as_ref()).or(file.beside(before.as_ref()));
    let options = Options { campaign, ..options };
    let library = Library::choose(&options.seeds, &options.logic, options.claimed())?;
    let strategies = suitable(choose(&options.strategy)?, &Arc::new(options.scope()), &library)?;
    if let Some(bugs) = options.bugs.as_ref().filter(|bugs| bugs.exists() && !bugs.is_dir()) {
        bail!("{} is not a folder, so bugs cannot be written there", bugs.display());
    }
    let versions = options.bisect.as_deref().map(Versions::parse).transpose();
    let versions = versions.map_err(|why| anyhow!("--bisect: {why}"))?;
    let catalogue = config.catalogue()?;
    let solvers = match (&options.pins, &before) {
        (Some(pins), _) => pinned_solvers(&catalogue, pins)?,
        // The solvers of the last run, even if there are newer ones now.
        (None, Some(before)) if options.solver.is_empty() => {
            let campaign = options.campaign.clone().unwrap_or_default();
            let solvers = solvers_here(&campaign, &before.solvers, &catalogue)?;
            solvers.into_iter().map(usable).collect::<anyhow::Result<_>>()?
        }
        _ => choose_solvers(&catalogue, &options.solver)?,
    };
    let strategies = answerable(strategies, &solvers, &options.strategy)?;
    let setup = Setup {
        rules: own_rules(&options, before.as_ref())?,
        ..setup(&options, before.as_ref(), &strategies, &library, &solvers)
    };
    let plan = Plan::of(&setup)?;
    let seeds = library.len() as u64;
    let part = Part::choose(&options, before.as_ref(), plan.block, seeds)?;
    let folder = options.campaign.clone().unwrap_or_else(|| new_folder("campaigns"));
    // In a shared campaign, each worker has its own end.
    let units = part.all.filter(|_| !is_shared(&folder));
    let setup = Setup { units, part: part.to_keep(before.as_ref()), ..setup };
    if is_shared(&folder) && part.own.is_some() {
        bail!(
            "--shard and --units are for campaigns in folders; the workers of one on a server take what is free"
        );
    }
    let (mut store, notices) = Store::open(&folder, &setup)?;
    for notice in notices {
        remark!("{}: {notice}", paint("warning", Colour::Yellow));
    }
    let stop = listen_and_interrupt()?;
    let seeds = supply(&setup, library, solvers.clone(), &store, &stop)?;
    let coverage = coverage(&solvers, &mut store, setup.guide.is_some())?;
    let schedule = Schedule::of(&setup, &plan, &store)?;
    schedule.favour(suspicious(&solvers));
    schedule.use_languages(languages_known_to(&solvers).into_iter().map(|row| row.name).collect())?;
    let which = match setup.schedule.as_str() {
        LEARN => Which::of_word(options.options.as_deref().unwrap_or_default()),
        _ => Which::None,
    };
    let variants = Variants::of(solvers, which, setup.seed);
    if variants.have_options() {
        schedule.enable_options()?;
    }
    let campaign = Campaign {
        schedule,
        plan,
        seeds: &*seeds,
        variants,
        limits: setup.limits(),
        fixed_limits: options.fixed_limits,
        ignores,
        coverage,
        jobs: options.jobs.map_or_else(cores, |jobs| jobs as usize),
        first: part.first(),
        units: part.end(),
        time: options.time,
        bugs: options.bugs.unwrap_or_else(|| folder_of(&folder).join("bugs")),
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
        bisect_bugs(&mut store, entries, versions, &campaign, &catalogue, &mut display)?;
    }
    let told = display.finish(&summary, &store.buckets()?);
    let code = match exit_code(&summary) {
        _ if part.is_unfinished(&store) => UNFINISHED,
        _ if part.is_empty() => 0,
        code => code,
    };
    match told {
        Err(error) if is_broken_pipe(&error) => {
            Ok(ExitCode::from(if code == FOUND { FOUND } else { CLOSED_PIPE }))
        }
        told => told.map(|()| ExitCode::from(code)),
    }
}

/// The exit code. If nothing was tested, "no bugs" means nothing.
fn exit_code(summary: &Summary) -> u8 {
    let is_mute = summary.silences().iter().any(Silence::is_total);
    match summary.bugs {
        0 if summary.gave_up.is_some() || summary.tested_nothing() || is_mute => NOTHING_TESTED,
        0 => 0,
        _ => FOUND,
    }
}

/// Operators with known bugs in these solvers, or with recent changes.
fn suspicious(solvers: &[Solver]) -> impl Iterator<Item = &str> {
    let broke = solvers.iter().flat_map(|solver| &solver.profile.known).flat_map(|known| &known.operators);
    let changed =
        solvers.iter().flat_map(|solver| &solver.profile.changed).flat_map(|change| &change.operators);
    broke.chain(changed).map(String::as_str)
}

/// The coverage sources of the solvers; warns of those that should work and do not.
fn coverage(solvers: &[Solver], store: &mut Store, wanted: bool) -> anyhow::Result<Coverage> {
    let (coverage, errors) = Coverage::find(solvers);
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

/// Bisects the bugs for which that was not done, until interrupted.
fn bisect_bugs(
    store: &mut Store,
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
        let mut noted = |folder: &Path| store.update_folder(folder);
        if let Some(history) = bisect_entry(entry, &how, catalogue, &mut noted, &stop)? {
            display.bisected(entry.id, &history);
        }
    }
    Ok(())
}

/// The setup of the campaign, for its database.
fn setup(
    options: &Options,
    before: Option<&Setup>,
    strategies: &[&dyn Strategy],
    library: &Library,
    solvers: &[Solver],
) -> Setup {
    let scope = options.scope();
    Setup {
        seed: options.seed.unwrap_or(0),
        seeds: options.seeds.clone(),
        seeds_digest: library.digest(),
        strategies: strategies.iter().map(|strategy| strategy.name().to_owned()).collect(),
        logics: options.logic.clone(),
        status: options.oracle.clone(),
        block: match (options.iterations, before) {
            (Some(iterations), _) => iterations.min(BLOCK),
            (None, Some(before)) => before.block,
            (None, None) => BLOCK,
        },
        guide: options.guide.clone(),
        schedule: options.schedule.clone().unwrap_or_else(|| options.usual_schedule().to_owned()),
        only_logics: scope.logics,
        only_status: scope.status.map(|status| status.word().to_owned()),
        max_width: scope.max_width,
        rules: Vec::new(),
        version: crate::BUILD.to_owned(),
        timeout: options.timeout.unwrap_or(2.0),
        memory: options.memory.unwrap_or(4096) << 20,
        solvers: solvers.iter().map(SolverRow::of).collect(),
        options: options.options.clone(),
        bugs: None,
        bugs_seal: None,
        units: None,
        part: None,
    }
    .with_bugs(options.bugs.as_ref().map(|bugs| bugs.display().to_string()))
}

/// The user's rules: those named, or those of the resumed campaign.
fn own_rules(options: &Options, before: Option<&Setup>) -> anyhow::Result<Vec<RuleFile>> {
    if options.rules.is_empty() {
        return Ok(before.map_or_else(Vec::new, |before| before.rules.clone()));
    }
    let read = |path: &PathBuf| -> anyhow::Result<RuleFile> {
        Ok(RuleFile { name: path.display().to_string(), text: read_text(path)? })
    };
    options.rules.iter().map(read).collect()
}

/// The strategies that can make tests within a scope, with these seeds. Reports those that are left out.
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

/// The strategies whose kinds of questions some solver supports. Others are left out silently, unless the user
/// named them.
fn answerable(
    mut strategies: Vec<&'static dyn Strategy>,
    solvers: &[Solver],
    named: &[String],
) -> anyhow::Result<Vec<&'static dyn Strategy>> {
    let can_be_asked = |strategy: &&'static dyn Strategy| {
        strategy
            .asks()
            .is_none_or(|ask| solvers.iter().any(|solver| crate::consult::can_be_asked(solver, ask)))
    };
    let refused = strategies.iter().find(|strategy| !can_be_asked(strategy));
    if let Some(refused) = refused.filter(|refused| named.iter().any(|name| name == refused.name())) {
        bail!("none of the solvers can be asked what `{}` asks", refused.name());
    }
    strategies.retain(can_be_asked);
    Ok(strategies)
}

/// Reports which strategies are left out, and why.
fn leave_out(why: &str, names: &str) {
    let text = format!("left out, because {why}: {names}");
    let is_page = std::io::stderr().is_terminal();
    remark!("{}", if is_page { panel::wrapped(&text, width_of_display(), 4) } else { text });
}
