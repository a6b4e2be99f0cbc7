//! `gainsay bugs CAMPAIGN replay` and `recheck`: makes the tests of findings again, and asks the solvers again.

mod all;

use super::shared::{solvers_here, warn_of_other_programs};
use super::{
    Colour, FOUND, NOTHING_TESTED, at_least, catalogue, choose_solvers, megabytes, number, paint, seconds,
    usable,
};
use crate::answer::{Answer, Outcome};
use crate::campaign::{Plan, Schedule, Stop, second_seed, supply};
use crate::consult::Request;
use crate::evidence::Test;
use crate::judge::{Basis, Certainty, Finding, Testimony};
use crate::script::Names;
use crate::solver::{Catalogue, Limits, SessionsOff, Solver};
use crate::store::{FindingRow, NewFinding, Setup, SolverRow, Store};
use crate::triage::{Examined, Ignores, ONLY_IN_SCOPE, Suspect, USUAL_REPEATS, examine, state_leak};
use anyhow::{Context, bail};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The old spelling of `gainsay bugs CAMPAIGN replay` and `recheck`
#[derive(clap::Args)]
pub struct Args {
    /// The campaign's folder
    campaign: PathBuf,
    /// The number of the finding
    #[arg(value_parser = number, required_unless_present = "all", conflicts_with = "all")]
    finding: Option<i64>,
    /// All findings of the campaign
    #[arg(long)]
    all: bool,
    /// Number of findings to ask about at once, with --all [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = at_least(1), requires = "all")]
    jobs: Option<u64>,
    #[command(flatten)]
    how: How,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(clap::Args)]
pub struct How {
    /// Solvers to ask instead of the campaign's; the first one is accused
    #[arg(short, long = "solver", value_name = "SOLVER")]
    solvers: Vec<String>,
    /// Time for each question: seconds, or as in 500ms or 2m [default: the campaign's]
    #[arg(short, long, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<f64>,
    /// Memory for each solver: megabytes, or a size such as 512M or 4G [default: the campaign's]
    #[arg(long, value_name = "SIZE", value_parser = megabytes)]
    memory: Option<u64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    replay(&args.campaign, args.finding, args.jobs, &args.how, &catalogue(args.config)?)
}

/// Asks about a finding again; without a number about all, so many at once.
pub fn replay(
    campaign: &Path,
    finding: Option<i64>,
    jobs: Option<u64>,
    how: &How,
    catalogue: &Catalogue,
) -> anyhow::Result<ExitCode> {
    let mut store = Store::look_into(campaign)?;
    let mut setup = store.setup()?;
    setup.timeout = how.timeout.unwrap_or(setup.timeout);
    setup.memory = how.memory.map_or(setup.memory, |megabytes| megabytes << 20);
    let chosen = if how.solvers.is_empty() { Vec::new() } else { choose_solvers(catalogue, &how.solvers)? };
    let jobs = jobs.map_or_else(super::process::cores, |jobs| jobs as usize);
    if chosen.is_empty() {
        let here = solvers_here(campaign, &setup.solvers, catalogue)?;
        warn_of_other_programs(&setup.solvers, &here);
        setup.solvers = here.iter().map(SolverRow::of).collect();
    }
    let Some(id) = finding else {
        let all = all::load(&mut store, &setup, &chosen, catalogue)?;
        return all.run(campaign, jobs, how.json);
    };
    let Some(row) = store.finding(id)? else {
        bail!("{} has no finding {id}", campaign.display());
    };
    let accused = accused(&mut store, &row, &chosen, catalogue)?;
    let accused = usable(accused)?;
    let replayer = Replayer { store: &store, setup: &setup, catalogue, chosen: &chosen };
    let examined = replayer.examine(&row, &accused)?;
    let code = tell(&row, &accused, &examined, how.json)?;
    let is_open = code == 0 && row.finding.finding.is_bug() && !answers(&accused, &row, &setup.limits());
    if is_open {
        remark!(
            "{} does not answer the question, so it is not known whether the bug is still there",
            accused.label()
        );
    }
    Ok(ExitCode::from(if is_open { NOTHING_TESTED } else { code }))
}

/// Whether a solver answers the question of a finding, right or wrong.
fn answers(solver: &Solver, row: &FindingRow, limits: &Limits) -> bool {
    let answer = solver.ask_fresh(&row.finding.script, limits);
    answer.is_ok_and(|answer| answer.outcome.is_decided())
}

/// A solver to ask in place of the accused; one of the same family gets the options that the finding needs, if the user trusts them:
/// by some, a solver writes any file.
fn in_place_of(accused: &SolverRow, other: &Solver) -> Solver {
    let is_new = |argument: &&String| !other.arguments.contains(argument);
    let needed: Vec<String> = accused.arguments.iter().filter(is_new).cloned().collect();
    if accused.profile != other.profile.name || needed.is_empty() {
        return other.clone();
    }
    if !accused.is_trusted() {
        remark!(
            "{} is asked without `{}`, which your gainsay did not write; --trust adds it",
            other.label(),
            needed.join(" ")
        );
        return other.clone();
    }
    other.with_options(&needed)
}

/// The solver to ask about a finding: the accused, or the first of those that were chosen in its place.
fn accused(
    store: &mut Store,
    row: &FindingRow,
    chosen: &[Solver],
    catalogue: &Catalogue,
) -> anyhow::Result<Solver> {
    let known = known(store, row)?;
    match chosen.first() {
        Some(first) => Ok(in_place_of(&known, first)),
        None => {
            solvers_here(&store.campaign(), &[known], catalogue)?.pop().context("there is no such solver")
        }
    }
}

/// How the campaign runs the solver that a finding is about.
fn known(store: &mut Store, row: &FindingRow) -> anyhow::Result<SolverRow> {
    let known = store.solver(&row.finding.finding.solver)?;
    known.with_context(|| format!("the campaign does not know how to run {}", row.finding.finding.solver))
}

/// What is needed to ask about findings as the campaign did.
struct Replayer<'a> {
    store: &'a Store,
    setup: &'a Setup,
    catalogue: &'a Catalogue,
    /// Solvers to ask in place of the campaign's.
    chosen: &'a [Solver],
}

impl Replayer<'_> {
    /// Makes the test again, and asks all solvers.
    fn examine(&self, row: &FindingRow, accused: &Solver) -> anyhow::Result<Examined> {
        let limits = self.setup.limits();
        if row.finding.finding.kind.row().rests_on == Basis::History {
            return Ok(state_leak(&leak(row), accused, &limits, &Ignores::default())?);
        }
        let solvers = match self.chosen {
            [] => self.setup.solvers(&self.catalogue.profiles),
            chosen => chosen.to_vec(),
        };
        let test = make_again(self.store, self.setup, row)?;
        let suspect = suspect(test, row, accused);
        Ok(examine(suspect, &with(accused, solvers), &limits, &Ignores::default())?)
    }
}

/// The test of the finding's unit; an error if its text is not the stored one.
fn make_again(store: &Store, setup: &Setup, row: &FindingRow) -> anyhow::Result<Test> {
    let library = setup.library()?;
    let now = library.digest();
    if now != setup.seeds_digest {
        bail!(
            "the seeds have changed ({} then, {now} now), so the test cannot be made again",
            setup.seeds_digest
        );
    }
    let plan = Plan::of(setup)?;
    // The status of all seeds is stored with the campaign, so no solver needs to be asked.
    let seeds = &*supply(setup, library, Vec::new(), store, &Stop::default())?;
    let unit = row.finding.unit;
    let arm = Schedule::of(setup, &plan, store)?.written(unit);
    let made = plan.make(unit, arm, Some(&plan.seeds_of_block(plan.block_of(unit), seeds)));
    let Some(test) = made.test else {
        bail!("unit {} makes no test any more{}", row.finding.unit, other_release(setup))
    };
    let request = Request::new(test.script(), true);
    if request.text(Names::AsWritten) != row.finding.script {
        bail!(
            "unit {} makes another test now: its seeds have changed, or this version of gainsay differs{}",
            row.finding.unit,
            other_release(setup)
        );
    }
    Ok(test)
}

fn other_release(setup: &Setup) -> String {
    let own = crate::BUILD;
    if setup.version == own { String::new() } else { format!(" ({} then, {own} now)", setup.version) }
}

/// The suspicion as the worker had it.
fn suspect(test: Test, row: &FindingRow, accused: &Solver) -> Suspect {
    let solver = accused.label();
    let only_in_scope = row.finding.finding.details.iter().any(|detail| detail == ONLY_IN_SCOPE);
    let answer = Answer { in_scope: only_in_scope, ..Answer::not_asked(String::new()) };
    let mut testimony = Testimony::new(solver.clone(), answer);
    testimony.other_seed = Some((second_seed(row.finding.unit), Answer::not_asked(String::new())));
    let finding = Finding { solver, certainty: Certainty::Disputed, ..row.finding.finding.clone() };
    Suspect { test, finding, testimonies: vec![testimony], repeats: USUAL_REPEATS }
}

/// The scripts of a leak of state.
fn leak(row: &FindingRow) -> SessionsOff {
    let unknown = || Outcome::Unknown(String::new());
    SessionsOff::StateLeak {
        solver: row.finding.finding.solver.clone(),
        script: row.finding.script.clone(),
        in_session: unknown(),
        fresh: unknown(),
        before: row.finding.before.clone(),
    }
}

/// The solvers, with the accused added if it is missing.
fn with(accused: &Solver, mut solvers: Vec<Solver>) -> Vec<Solver> {
    if !solvers.iter().any(|solver| solver.label() == accused.label()) {
        solvers.push(accused.clone());
    }
    solvers
}

/// Whether a finding shows again, whether it is a bug, and why.
fn outcome<'a>(row: &FindingRow, examined: &'a Examined) -> (bool, bool, &'a str) {
    match examined {
        Examined::Confirmed(confirmed) => {
            (true, row.finding.finding.is_bug() || confirmed.finding.is_bug(), confirmed.finding.why.as_str())
        }
        Examined::NotConfirmed(why) | Examined::Ignored(why) => {
            (false, row.finding.finding.is_bug(), why.as_str())
        }
        Examined::Alarm(alarm) => (false, row.finding.finding.is_bug(), alarm.why.as_str()),
    }
}

fn tell(row: &FindingRow, accused: &Solver, examined: &Examined, json: bool) -> anyhow::Result<u8> {
    let (happens, is_bug, why) = outcome(row, examined);
    let asked = accused.label();
    let NewFinding { unit, strategy, script, finding, .. } = &row.finding;
    if json {
        let output =
            if let Examined::Confirmed(confirmed) = examined { Some(confirmed.output()) } else { None };
        say!(
            "{}",
            json!({
                "finding": row.id, "unit": unit, "strategy": strategy, "kind": finding.kind,
                "solver": finding.solver, "asked": asked, "bug": is_bug, "same_bytes": true, "happens": happens,
                "why": why, "before": row.finding.before, "script": script, "output": output,
            })
        );
    } else {
        let word = if is_bug { "finding" } else { "note" };
        say!(
            "{word} {}: {} of {} in unit {} ({}), made again byte for byte",
            row.id,
            finding.kind.word(),
            finding.solver,
            unit,
            strategy
        );
        let about = if asked == finding.solver { String::new() } else { format!(" with {asked}") };
        let word = match happens {
            true if is_bug => paint("it still happens", Colour::Red),
            true => "it still happens, but is not a bug".to_owned(),
            false => "it does not happen".to_owned(),
        };
        say!("{word}{about}: {why}");
    }
    Ok(if happens && is_bug { FOUND } else { 0 })
}
