//! `gainsay docket audit`: finds a user's own queries that use what a release is known to get wrong.

use super::inputs::Inputs;
use super::process::listen_to_signals;
use super::{
    FOUND, LimitArgs, NOTHING_TESTED, catalogue, choose_solvers, read_text, tell_of_arguments, usable,
};
use crate::docket::{Advisory, Docket, advisories};
use crate::report::quote;
use crate::script::Script;
use crate::solver::{Catalogue, Limits, Solver, SolverSpec};
use crate::triage::{ReleaseCheck, ReleaseVerdict, truth};
use crate::words::counted;
use anyhow::Context;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// Find which of your own queries use what a release is known to get wrong, and get a second opinion
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay docket audit queries/ --solver z3@4.12.2                 which are affected; is z3 right?
  gainsay docket audit queries/ --solver z3@4.12.2 --second cvc5   ask this solver only
  gainsay docket audit queries/ --solver z3@4.12.2 --no-second     only look, ask nobody

What a release gets wrong is known from a docket (`gainsay docket advisories`). A query is affected
if it has all operators of a bug's smallest script.
Exit codes: 0 no wrong answer, or nothing affected, 10 a wrong answer, 2 it could not be done,
3 the release gave no answer to an affected query.")]
pub struct Args {
    /// Scripts: files, folders, patterns
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The release that you use
    #[arg(short, long, value_name = "SOLVER")]
    solver: String,
    /// The folder of the docket
    #[arg(short, long, value_name = "FOLDER", default_value = "docket")]
    docket: PathBuf,
    /// The solver to ask for a second opinion [default: the newest release of the same solver, and cvc5 or
    /// z3]
    #[arg(long, value_name = "SOLVER")]
    second: Vec<String>,
    /// Ask nobody
    #[arg(long, conflicts_with = "second")]
    no_second: bool,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print JSON lines, one object per affected query
    #[arg(long)]
    json: bool,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let catalogue = catalogue(args.config)?;
    let docket = Docket::open(&args.docket)?;
    let spec: SolverSpec = args.solver.parse()?;
    let solver = catalogue.resolve(&spec)?;
    let solver = if args.no_second { solver } else { usable(solver)? };
    tell_of_arguments(&solver);
    let own = advisories(&docket).into_iter().filter(|one| one.solver == solver.profile.name);
    let (known, others): (Vec<Advisory>, Vec<Advisory>) = own.partition(|one| one.concerns(&solver.version));
    let label = solver.label();
    let untold = others.iter().filter(|one| one.is_open_about(&solver.version)).count();
    if untold > 0 {
        remark!(
            "it is not known whether {label} has {}: `gainsay docket retest --solver {}` asks",
            counted(untold, "other bug"),
            quote(&args.solver)
        );
    }
    if known.is_empty() {
        remark!("the docket {} knows of nothing that {label} gets wrong", args.docket.display());
    }
    let inputs = Inputs::find(&args.files);
    let others = if args.no_second { Vec::new() } else { second(&catalogue, &args.second, &solver)? };
    let limits = args.limits.limits();
    let stop = listen_to_signals()?;
    let (mut concerned, mut wrong, mut looked, mut open) = (0, 0, 0, 0);
    for path in &inputs.paths {
        if stop.is_set() {
            break;
        }
        looked += 1;
        let text = read_text(path)?;
        let script = Script::read(&text);
        let used = script.usage().operators;
        let used: BTreeSet<String> = used.iter().map(|(operator, _)| operator.op().name.to_owned()).collect();
        let met: Vec<&Advisory> = known.iter().filter(|one| one.is_met_by(&used)).collect();
        if met.is_empty() {
            continue;
        }
        concerned += 1;
        let opinion = if args.no_second {
            None
        } else {
            Some(opinion(&script, &solver, &others, &limits, &|| stop.is_set())?)
        };
        wrong += usize::from(opinion.as_ref().is_some_and(|opinion| opinion.is_wrong));
        open += usize::from(opinion.as_ref().is_some_and(|opinion| opinion.is_open));
        if args.json {
            let bugs: Vec<&str> = met.iter().map(|one| one.bug.as_str()).collect();
            let (says, verdict) =
                opinion.map_or((None, None), |opinion| (Some(opinion.says), Some(opinion.verdict)));
            say!("{}", json!({"file": path, "bugs": bugs, "says": says, "verdict": verdict}));
        } else {
            say!("{}", path.display());
            for one in met {
                say!("  may meet {}: {} ({})", one.bug, one.title, one.operators.join(", "));
            }
            if let Some(opinion) = opinion {
                let mark = if opinion.is_wrong { "WRONG: " } else { "" };
                say!("  {mark}{} says {}; {}", solver.label(), opinion.says, opinion.verdict);
            }
        }
    }
    if !args.json {
        let asked = match (args.no_second, open) {
            (true, _) => String::new(),
            (false, 0) => format!("; {}", counted(wrong, "wrong answer")),
            (false, _) => format!("; {}, {open} without an answer", counted(wrong, "wrong answer")),
        };
        say!(
            "{} of {} use what {} is known to get wrong{asked}",
            concerned,
            counted(looked, "script"),
            label
        );
    }
    if !inputs.missing.is_empty() {
        return Ok(ExitCode::from(super::FAILED));
    }
    Ok(ExitCode::from(match (wrong, open) {
        (0, 0) => 0,
        (0, _) => NOTHING_TESTED,
        _ => FOUND,
    }))
}

/// The solvers for a second opinion: the newest release of the same solver, and one of another family.
fn second(catalogue: &Catalogue, wanted: &[String], solver: &Solver) -> anyhow::Result<Vec<Solver>> {
    if !wanted.is_empty() {
        return choose_solvers(catalogue, wanted);
    }
    let own = solver.profile.name.as_str();
    let names = [own, if own == "cvc5" { "z3" } else { "cvc5" }];
    let mut solvers = Vec::new();
    for name in names {
        let other = catalogue.solver(name).with_context(|| format!("a second opinion needs {name}"))?;
        if other.label() != solver.label() {
            solvers.push(other);
        }
    }
    Ok(solvers)
}

/// The release's answer, and the verdict on it.
struct Opinion {
    says: String,
    verdict: String,
    is_wrong: bool,
    /// Whether it gives no answer at all, not even `unknown`.
    is_open: bool,
}

fn opinion(
    script: &Script,
    solver: &Solver,
    others: &[Solver],
    limits: &Limits,
    stop: &dyn Fn() -> bool,
) -> anyhow::Result<Opinion> {
    let truth = truth(script, others, limits)?;
    let right = match truth.answer.is_known() {
        true => format!("the answer is {}: {}", truth.answer.word(), truth.why),
        false => "the right answer is not known".to_owned(),
    };
    let check = ReleaseCheck { script, keep_options: true, truth, limits: *limits, stop };
    let trial = check.ask(&solver.version, solver)?;
    let is_wrong = matches!(trial.verdict, ReleaseVerdict::Bad(_));
    let is_open = !is_wrong && trial.replied().is_none();
    Ok(Opinion { says: trial.said, verdict: right, is_wrong, is_open })
}
