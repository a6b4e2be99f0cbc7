//! `gainsay check`: a second opinion on a script, from several solvers and our own evaluator.

use super::{
    BAD_INPUT, catalogue, choose_solvers, diagnostics, megabytes, print, print_aside, read_text, seconds,
};
use crate::consult::{Consultation, consult, consult_text, misread};
use crate::eval::{Bounds, Decision, decide};
use crate::evidence::{Evidence, Test};
use crate::judge::{Finding, FindingKind, ModelVerdict, Testimony, Verdict, judge};
use crate::script::{Printer, ProblemKind, Script};
use crate::solver::{self, Limits, Solver, Status};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Ask several solvers, check their models and cores, and say who is right and why
///
/// Each `check-sat` of a script is asked on its own, with what is in force there. Models are evaluated by gainsay itself;
/// unsat cores are asked again. Options that the script sets are left out, since most belong to one solver.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay check strange.smt2           the installed solvers; z3 and cvc5 if there is none
  gainsay check strange.smt2 --solver z3@4.8.10 --solver cvc5
  gainsay check *.smt2 --solver \"z3;cvc5 --strings-exp\" -t 5 --json
  gainsay check strange.smt2 --solver \"mine=./build/solver --smt2\"

Exit codes: 0 all fine, 10 somebody is wrong (proved), 11 disputed, 12 gainsay contradicts
itself (please report it), 1 a script has errors, 2 wrong usage or a solver that cannot be run.")]
pub struct Args {
    /// Scripts; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// A solver: name, name@version, "name=command arguments", a command line, or several of them with `;` between
    #[arg(short, long = "solver", value_name = "SOLVER")]
    solvers: Vec<String>,
    /// Time for each question and solver: seconds, or as in 500ms or 2m
    #[arg(short, long, default_value_t = 10.0, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    timeout: f64,
    /// Memory for each solver: megabytes, or a size such as 512M or 4G
    #[arg(long, default_value_t = 4096, value_name = "SIZE", value_parser = megabytes)]
    memory: u64,
    /// Do not ask for unsat cores
    #[arg(long)]
    no_cores: bool,
    /// Ask each solver a second time with this random seed
    #[arg(long, value_name = "N")]
    other_seed: Option<u32>,
    /// Keep the options that the script sets
    #[arg(long)]
    keep_options: bool,
    /// One JSON object a question
    #[arg(long)]
    json: bool,
    /// The file with solvers of your own [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let solvers = choose_solvers(&catalogue(args.config.clone())?, &args.solvers)?;
    let wall = Duration::from_secs_f64(args.timeout);
    let how = Consultation {
        limits: Limits { wall, cpu: wall, memory: args.memory << 20, ..Limits::default() },
        cores: !args.no_cores,
        other_seed: args.other_seed,
        keep_options: args.keep_options,
    };
    let mut outcome = Outcome::Fine;
    for path in &args.files {
        let text = read_text(path)?;
        let cases = examine(path, &text, &solvers, &how)?;
        if cases.is_empty() {
            remark!("{} asks nothing: it has no (check-sat)", path.display());
        }
        for case in cases {
            outcome = outcome.max(case.outcome());
            print(&if args.json { format!("{}\n", case.as_json()) } else { case.as_text() })?;
        }
    }
    Ok(outcome.exit_code())
}

/// How bad it is, the worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    Fine,
    Errors,
    Disputed,
    Bug,
    Alarm,
}

impl Outcome {
    fn exit_code(self) -> ExitCode {
        ExitCode::from(match self {
            Outcome::Fine => 0,
            Outcome::Errors => BAD_INPUT,
            Outcome::Bug => 10,
            Outcome::Disputed => 11,
            Outcome::Alarm => 12,
        })
    }
}

/// One question of a script and what came of it.
struct Case<'a> {
    path: &'a Path,
    /// Which of how many.
    number: (usize, usize),
    understood: bool,
    claimed: Option<String>,
    testimonies: Vec<Testimony>,
    verdict: Verdict,
}

fn examine<'a>(
    path: &'a Path,
    text: &str,
    solvers: &[Solver],
    how: &Consultation,
) -> anyhow::Result<Vec<Case<'a>>> {
    let script = Script::read(text);
    let claimed = script.info(":status").map(str::to_owned);
    if !script.is_understood() {
        if let Some(problem) = script.problems.iter().find(|problem| problem.kind != ProblemKind::Opaque) {
            print_aside(&diagnostics::render(path, text, problem));
        }
        let testimonies = consult_text(text, solvers, &how.limits)?;
        let verdict = judge(&Test::given(script, Evidence::None), &testimonies);
        return Ok(vec![Case { path, number: (1, 1), understood: false, claimed, testimonies, verdict }]);
    }
    let queries = script.queries();
    let count = queries.len();
    let whole = if script.is_incremental() { ask_whole(&script, solvers, how)? } else { Vec::new() };
    let mut cases = Vec::new();
    for (at, query) in queries.into_iter().enumerate() {
        let mut testimonies = consult(&query, solvers, how)?;
        for (testimony, answers) in testimonies.iter_mut().zip(&whole) {
            testimony.in_script = answers.get(at).copied();
        }
        let evidence = decided(&query);
        let verdict = judge(&Test::given(query, evidence), &testimonies);
        let claimed = if count == 1 { claimed.clone() } else { None };
        cases.push(Case { path, number: (at + 1, count), understood: true, claimed, testimonies, verdict });
    }
    Ok(cases)
}

/// What trying everything tells about a question.
pub(super) fn decided(query: &Script) -> Evidence {
    match decide(query, Bounds::default()) {
        Decision::Sat { witness, .. } => Evidence::Witness(witness),
        Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
        Decision::TooLarge | Decision::Unknown(_) => Evidence::None,
    }
}

/// The answers of each solver to the script as it stands, where it answered all questions.
fn ask_whole(script: &Script, solvers: &[Solver], how: &Consultation) -> anyhow::Result<Vec<Vec<Status>>> {
    let text = Printer::default().script(&script.questions_only());
    let complete = |outcome: &solver::Outcome| {
        matches!(outcome, solver::Outcome::Sat | solver::Outcome::Unsat | solver::Outcome::Unknown(_))
    };
    let mut all = Vec::new();
    for solver in solvers {
        let answer = match misread(solver, &script.terms, &text) {
            Some(_) => None,
            None => Some(solver.ask_fresh(&text, &how.limits)?).filter(|answer| complete(&answer.outcome)),
        };
        // Fewer or more answers cannot be told apart.
        let told = answer.filter(|answer| answer.statuses.len() == answer.questions);
        all.push(told.map_or(Vec::new(), |answer| answer.statuses));
    }
    Ok(all)
}

impl Case<'_> {
    fn outcome(&self) -> Outcome {
        let findings = &self.verdict.findings;
        let disputed = |finding: &Finding| {
            matches!(finding.kind, FindingKind::Disagreement | FindingKind::InvalidCore) && !finding.is_bug()
        };
        if !self.verdict.alarms.is_empty() {
            Outcome::Alarm
        } else if findings.iter().any(Finding::is_bug) {
            Outcome::Bug
        } else if findings.iter().any(disputed) {
            Outcome::Disputed
        } else if self.understood {
            Outcome::Fine
        } else {
            Outcome::Errors
        }
    }

    fn as_text(&self) -> String {
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = self.write_text(&mut out);
        out
    }

    fn write_text(&self, out: &mut String) -> std::fmt::Result {
        write!(out, "{}", self.path.display())?;
        if self.number.1 > 1 {
            write!(out, ", question {} of {}", self.number.0, self.number.1)?;
        }
        writeln!(out)?;
        if !self.understood {
            writeln!(
                out,
                "  not understood (see `gainsay info`): answers are compared, models are not checked"
            )?;
        }
        for (testimony, model) in self.testimonies.iter().zip(&self.verdict.models) {
            let answer = &testimony.answer;
            let model = match model {
                None => "",
                Some(ModelVerdict::Valid) => "model valid",
                Some(ModelVerdict::Invalid(_)) => "model INVALID",
                Some(ModelVerdict::Unknown(_)) => "model not decided",
            };
            let time = answer.wall.as_secs_f64();
            writeln!(out, "  {:20} {:14} {time:8.3} s  {model}", testimony.solver, answer.outcome.word())?;
        }
        match &self.verdict.truth {
            Some((sat, why)) => {
                writeln!(out, "  the answer is {}: {why}", if *sat { "sat" } else { "unsat" })?;
            }
            None => writeln!(out, "  the answer is not proved")?,
        }
        if let (Some(claimed), Some((sat, _))) = (&self.claimed, &self.verdict.truth)
            && (claimed == "sat") != *sat
            && claimed != "unknown"
        {
            writeln!(out, "  the script says {claimed}, wrongly")?;
        }
        for finding in &self.verdict.findings {
            let word = if finding.is_bug() { "BUG" } else { "note" };
            let (kind, certainty) = (finding.kind.word(), finding.certainty.word());
            writeln!(out, "  {word}: {} {kind} ({certainty}): {}", finding.solver, finding.why)?;
            for line in &finding.details {
                writeln!(out, "       {line}")?;
            }
        }
        for alarm in &self.verdict.alarms {
            writeln!(out, "  ALARM: gainsay contradicts itself, please report it: {}", alarm.why)?;
        }
        Ok(())
    }

    fn as_json(&self) -> Value {
        let answers: Vec<Value> = self
            .testimonies
            .iter()
            .zip(&self.verdict.models)
            .map(|(testimony, model)| {
                json!({
                    "solver": testimony.solver,
                    "answer": testimony.answer.outcome.word(),
                    "seconds": testimony.answer.wall.as_secs_f64(),
                    "cpu_seconds": testimony.answer.cpu.as_secs_f64(),
                    "peak_memory": testimony.answer.peak_memory,
                    "model": model.as_ref().map(model_word),
                    "core": testimony.core.as_ref().map(|core| &core.names),
                })
            })
            .collect();
        let findings: Vec<Value> = self
            .verdict
            .findings
            .iter()
            .map(|finding| {
                json!({
                    "kind": finding.kind.word(),
                    "solver": finding.solver,
                    "certainty": finding.certainty.word(),
                    "bug": finding.is_bug(),
                    "why": finding.why,
                    "details": finding.details,
                })
            })
            .collect();
        json!({
            "file": self.path.to_string_lossy(),
            "question": self.number.0,
            "understood": self.understood,
            "claimed": self.claimed,
            "truth": self.verdict.truth.as_ref().map(|truth| if truth.0 { "sat" } else { "unsat" }),
            "why": self.verdict.truth.as_ref().map(|truth| &truth.1),
            "answers": answers,
            "findings": findings,
            "alarms": self.verdict.alarms.iter().map(|alarm| &alarm.why).collect::<Vec<_>>(),
        })
    }
}

fn model_word(verdict: &ModelVerdict) -> &'static str {
    match verdict {
        ModelVerdict::Valid => "valid",
        ModelVerdict::Invalid(_) => "invalid",
        ModelVerdict::Unknown(_) => "unknown",
    }
}
