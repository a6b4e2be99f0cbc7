//! `gainsay replay`: makes the test of a finding again, and asks the solvers again.

use super::hunt::{choose_strategies, library, library_digest, scope_of, solver_of};
use super::{Colour, catalogue, choose_solvers, megabytes, number, paint, seconds};
use crate::campaign::{Guided, Plan, Supply, second_seed};
use crate::consult::Question;
use crate::evidence::Test;
use crate::judge::{Certainty, Finding, FindingKind, Testimony};
use crate::script::Names;
use crate::seeds::Pantry;
use crate::solver::{Answer, Limits, Outcome, SessionsOff, Solver};
use crate::store::{FindingRow, Setup, Store};
use crate::triage::{Examined, Ignores, RESET, Suspect, examine, state_leak};
use anyhow::{Context, bail};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

/// Make the test of a finding again, byte for byte, and see whether the solver still does it
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay replay campaigns/2026-02-28-133700 17
  gainsay replay monday 17 --solver z3@5.4.0              does another release do it?

Exit codes: 10 it still happens, 0 it does not, 2 the test cannot be made again or asked.")]
pub struct Args {
    /// The campaign's folder
    campaign: PathBuf,
    /// The number of the finding
    #[arg(value_parser = number)]
    finding: i64,
    /// Solvers in place of the campaign's; the first one is accused
    #[arg(short, long = "solver", value_name = "SOLVER")]
    solvers: Vec<String>,
    /// Time for each question: seconds, or as in 500ms or 2m [default: the campaign's]
    #[arg(short, long, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    timeout: Option<f64>,
    /// Memory for each solver: megabytes, or a size such as 512M or 4G [default: the campaign's]
    #[arg(long, value_name = "SIZE", value_parser = megabytes)]
    memory: Option<u64>,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// The file with solvers of your own [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let mut store = Store::look_into(&args.campaign)?;
    let setup = store.setup()?;
    let Some(row) = store.finding(args.finding)? else {
        bail!("{} has no finding {}", args.campaign.display(), args.finding);
    };
    let kind = FindingKind::from_word(&row.finding.kind).with_context(|| {
        format!("finding {} is of a kind that this release does not know: {}", row.id, row.finding.kind)
    })?;
    let catalogue = catalogue(args.config)?;
    let (accused, solvers) = if args.solvers.is_empty() {
        let Some(accused) = store.solver(&row.finding.solver)? else {
            bail!("{} is not known any more", row.finding.solver)
        };
        let all = setup.solvers.iter().map(|row| solver_of(row.clone(), &catalogue)).collect::<Vec<_>>();
        (solver_of(accused, &catalogue), all)
    } else {
        let all = choose_solvers(&catalogue, &args.solvers)?;
        (all[0].clone(), all)
    };
    let memory = args.memory.map_or(setup.memory, |megabytes| megabytes << 20);
    let limits = Limits { memory, ..Limits::seconds(args.timeout.unwrap_or(setup.timeout)) };
    let examined = if kind == FindingKind::StateLeak {
        state_leak(&leak(&row), &accused, &limits, &Ignores::default())?
    } else {
        let test = make_again(&store, &setup, &row)?;
        let suspect = suspect(test, kind, &row, &accused);
        examine(suspect, &with(&accused, solvers), &limits, &Ignores::default())?
    };
    tell(&row, &accused, &examined, args.json)
}

/// The test of the finding's unit, which must be the one that was kept.
fn make_again(store: &Store, setup: &Setup, row: &FindingRow) -> anyhow::Result<Test> {
    let library = library(&setup.seeds, &setup.logics, setup.status.as_deref())?;
    let now = library_digest(&library);
    if now != setup.seeds_digest {
        bail!(
            "the seeds have changed: {} then, {now} now; the test cannot be made again",
            setup.seeds_digest
        );
    }
    let plan = Plan {
        seed: setup.seed,
        block: setup.block,
        strategies: choose_strategies(&setup.strategies)?,
        scope: Arc::new(scope_of(setup)),
    };
    let memory = Arc::new(store.seeds(Arc::default())?);
    // What is known about the seeds is in the campaign; nobody needs to be asked.
    let pantry = Pantry::new(library, Vec::new(), Limits::default(), memory);
    let guided = match setup.guide {
        Some(_) => Some(Guided::new(&pantry, setup.seed, store.kept()?)?),
        None => None,
    };
    let seeds: &dyn Supply = guided.as_ref().map_or(&pantry, |guided| guided);
    let made = plan.make(row.finding.unit, &plan.dish(plan.block_of(row.finding.unit), seeds));
    let Some(test) = made.test else {
        bail!("unit {} makes no test any more{}", row.finding.unit, other_release(setup))
    };
    let question = Question::new(&test.script, true);
    if question.text(Names::AsWritten) != row.finding.script {
        bail!(
            "unit {} makes another test now: its seeds were changed, or this release differs{}",
            row.finding.unit,
            other_release(setup)
        );
    }
    Ok(test)
}

fn other_release(setup: &Setup) -> String {
    let own = env!("CARGO_PKG_VERSION");
    if setup.version == own { String::new() } else { format!(" ({} then, {own} now)", setup.version) }
}

/// The suspicion as the worker had it.
fn suspect(test: Test, kind: FindingKind, row: &FindingRow, accused: &Solver) -> Suspect {
    let solver = accused.label();
    let mut testimony = Testimony::new(solver.clone(), Answer::not_asked(String::new()));
    testimony.other_seed = Some((second_seed(row.finding.unit), Answer::not_asked(String::new())));
    let finding = Finding {
        kind,
        solver,
        certainty: Certainty::Disputed,
        why: row.finding.why.clone(),
        details: row.finding.details.clone(),
    };
    Suspect { test, finding, testimonies: vec![testimony] }
}

/// The scripts that leak into each other.
fn leak(row: &FindingRow) -> SessionsOff {
    let mut scripts: Vec<String> = row.finding.script.split(RESET).map(str::to_owned).collect();
    let script = scripts.pop().unwrap_or_default();
    let unknown = || Outcome::Unknown(String::new());
    SessionsOff::StateLeak {
        solver: row.finding.solver.clone(),
        script,
        in_session: unknown(),
        fresh: unknown(),
        before: scripts,
    }
}

/// All solvers, the accused among them.
fn with(accused: &Solver, mut solvers: Vec<Solver>) -> Vec<Solver> {
    if !solvers.iter().any(|solver| solver.label() == accused.label()) {
        solvers.push(accused.clone());
    }
    solvers
}

fn tell(row: &FindingRow, accused: &Solver, examined: &Examined, json: bool) -> anyhow::Result<ExitCode> {
    let (happens, why) = match examined {
        Examined::Confirmed(confirmed) => (true, confirmed.finding.why.as_str()),
        Examined::NotConfirmed(why) | Examined::Ignored(why) => (false, why.as_str()),
        Examined::Alarm(alarm) => (false, alarm.why.as_str()),
    };
    let solver = accused.label();
    if json {
        let output =
            if let Examined::Confirmed(confirmed) = examined { Some(confirmed.output()) } else { None };
        say!(
            "{}",
            json!({
                "finding": row.id, "unit": row.finding.unit, "strategy": row.finding.strategy, "kind": row.finding.kind, "solver": solver,
                "same_bytes": true, "happens": happens, "why": why, "script": row.finding.script, "output": output,
            })
        );
    } else {
        say!(
            "finding {}: {} of {solver} in unit {} ({}), made again byte for byte",
            row.id,
            row.finding.kind,
            row.finding.unit,
            row.finding.strategy
        );
        let word =
            if happens { paint("it still happens", Colour::Red) } else { "it does not happen".to_owned() };
        say!("{word}: {why}");
    }
    Ok(ExitCode::from(if happens { super::FOUND } else { 0 }))
}
