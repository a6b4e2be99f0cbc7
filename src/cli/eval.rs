//! `gainsay eval`: the assertions of a script under a model, and why they are what they are.

use super::{BAD_INPUT, catalogue, diagnostics, print, print_aside, read_text, seconds};
use crate::eval::{
    Evaluator, Explanation, Limits, Model, ReadModel, Unknown, explain, read_model_with, value_text,
};
use crate::quote::one_line;
use crate::script::{Command, Printer, Problem, ProblemKind, ReadOptions, Script, Term, View};
use crate::sexp::{Kind, Lexer};
use crate::solver::{Ask, Outcome, asking_for_model};
use crate::value::Value;
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Evaluate the assertions of a script under a model
///
/// An independent check of what solvers print for `(get-model)`: each assertion that holds at the first `(check-sat)` is
/// evaluated, and where it is false or unknown the smallest sub-terms that make it so are shown with their values. The
/// forms of all known solvers are read.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay eval bug.smt2 --model model.txt       a model in a file
  z3 bug.smt2 | gainsay eval bug.smt2 -m -      a solver's output, as it is
  gainsay eval bug.smt2 --solver cvc5           ask a solver for its model
  gainsay eval ground.smt2                      the script's own definitions say it all

Exit codes: 0 all true, 10 something is false (the model is wrong), 11 nothing is false but
something is unknown, 1 the input has errors, 2 wrong usage.")]
pub struct Args {
    /// The script; `-` is standard input
    file: PathBuf,
    /// A file with the model, or with all that a solver printed; `-` is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with = "solver")]
    model: Option<PathBuf>,
    /// Ask this solver for the model, for instance `z3` or `cvc5@1.2.0`
    #[arg(short, long, value_name = "SOLVER")]
    solver: Option<String>,
    /// Seconds that the solver may take
    #[arg(short, long, default_value_t = 10.0, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    timeout: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Read string literals with the escapes of before SMT-LIB 2.6 (\x41, \n)
    #[arg(long)]
    old_strings: bool,
}

/// The model is wrong.
const SOMETHING_FALSE: u8 = 10;
const SOMETHING_UNKNOWN: u8 = 11;

/// So many sub-terms are shown for each assertion.
const CAUSES: usize = 3;
/// Longer texts of terms and values are cut.
const LONGEST: usize = 200;

pub fn run(args: Args) -> Result<ExitCode> {
    let text = read_text(&args.file)?;
    let options = ReadOptions { old_strings: args.old_strings };
    let mut script = Script::read_with(&text, options);
    let errors: Vec<&Problem> =
        script.problems.iter().filter(|problem| problem.kind != ProblemKind::Opaque).collect();
    if !errors.is_empty() {
        print_aside(&diagnostics::render_all(&args.file, &text, &errors));
        return Ok(ExitCode::from(BAD_INPUT));
    }
    let read = match model_text(&args, &text)? {
        None => ReadModel::default(),
        Some((model, options)) => match read_model_with(&mut script, &model, options) {
            Ok(read) => read,
            Err(error) => {
                remark!("{error}");
                return Ok(ExitCode::from(BAD_INPUT));
            }
        },
    };
    for misunderstood in &read.misunderstood {
        remark!("note: not understood in the model: {misunderstood}");
    }
    if read.model.is_circular(&script.terms) {
        remark!("the model gives a function by a term about the function itself, which says nothing");
        return Ok(ExitCode::from(BAD_INPUT));
    }
    let verdicts = verdicts(&script, &read.model, &text);
    let counts = Counts::of(&verdicts);
    if args.json {
        print(&format!("{:#}\n", as_json(&args.file, &script, &read, &verdicts, &counts)))?;
    } else {
        let given = args.model.is_some() || args.solver.is_some();
        print(&as_text(&args.file, &script, &verdicts, &counts, given))?;
    }
    Ok(ExitCode::from(counts.exit_code()))
}

/// What is said about the script's symbols, if anything, and how to read it.
fn model_text(args: &Args, script: &str) -> Result<Option<(String, ReadOptions)>> {
    let options = |old_strings| ReadOptions { old_strings: old_strings || args.old_strings };
    if let Some(path) = &args.model {
        return Ok(Some((read_text(path)?, options(false))));
    }
    let Some(name) = &args.solver else { return Ok(None) };
    let mut solver = catalogue(None)?.solver(name)?;
    let question = asking_for_model(script).context("the script has no complete (check-sat)")?;
    let answer = solver.ask(&question, &crate::solver::Limits::seconds(args.timeout))?;
    match (answer.outcome, answer.model) {
        (Outcome::Sat, Some(model)) => Ok(Some((model, options(solver.writes_old_strings())))),
        (Outcome::Sat, None) => bail!("{} says sat, but prints no model", solver.label()),
        (outcome, _) => bail!("{} gives no model: {}", solver.label(), outcome.word()),
    }
}

/// What came of one assertion.
struct Verdict {
    line: usize,
    value: Result<bool, Unknown>,
    causes: Vec<Explanation>,
}

fn verdicts(script: &Script, model: &Model, text: &str) -> Vec<Verdict> {
    let lines = command_lines(script, text);
    let mut evaluator = Evaluator::new(&script.terms, model, Limits::default());
    let mut verdicts = Vec::new();
    for (command, claim) in script.first_question() {
        let value = evaluator.eval_bool(claim);
        let causes = if value == Ok(true) { Vec::new() } else { explain(&mut evaluator, claim, CAUSES) };
        verdicts.push(Verdict { line: lines.get(command).copied().unwrap_or(0), value, causes });
    }
    verdicts
}

/// The line on which each command begins, from 1.
fn command_lines(script: &Script, text: &str) -> Vec<usize> {
    let mut lexer = Lexer::new(text);
    let (mut line, mut counted) = (1, 0);
    let mut lines = Vec::with_capacity(script.commands.len());
    for command in &script.commands {
        if matches!(command, Command::Comment(_)) {
            lines.push(line);
            continue;
        }
        let first = lexer.token();
        line += text[counted..first.start].matches('\n').count();
        counted = first.start;
        lines.push(line);
        if first.kind == Kind::Open {
            lexer.skip_to_close(1);
        }
    }
    lines
}

#[derive(Default)]
struct Counts {
    holding: usize,
    violated: usize,
    unknown: usize,
}

impl Counts {
    fn of(verdicts: &[Verdict]) -> Counts {
        let mut counts = Counts::default();
        for verdict in verdicts {
            match verdict.value {
                Ok(true) => counts.holding += 1,
                Ok(false) => counts.violated += 1,
                Err(_) => counts.unknown += 1,
            }
        }
        counts
    }

    fn exit_code(&self) -> u8 {
        match self {
            Counts { violated: 1.., .. } => SOMETHING_FALSE,
            Counts { unknown: 1.., .. } => SOMETHING_UNKNOWN,
            _ => 0,
        }
    }

    /// What it comes to, for a model that was given, or without one.
    fn summary(&self, given: bool) -> String {
        let Counts { holding, violated, unknown } = self;
        let verdict = match (self.exit_code(), given) {
            (SOMETHING_FALSE, true) => "this is no model of the script",
            (SOMETHING_FALSE, false) => "no model can make all of it true",
            (SOMETHING_UNKNOWN, true) => "this may be a model of the script",
            (SOMETHING_UNKNOWN, false) => {
                "no model was given; --model FILE takes one, --solver NAME asks for one"
            }
            (_, true) => "this is a model of the script",
            (_, false) => "true whatever a model says",
        };
        format!("{holding} true, {violated} false, {unknown} unknown: {verdict}\n")
    }
}

fn as_text(path: &Path, script: &Script, verdicts: &[Verdict], counts: &Counts, given: bool) -> String {
    let mut text = String::new();
    for Verdict { line, value, causes } in verdicts {
        text += &format!("{}:{line}: {}\n", one_line(&path.display().to_string()), word(value));
        for cause in causes {
            let value = value_shown(script, cause.term, &cause.value);
            text += &format!("  {} is {}\n", one_line(&shown_term(script, cause.term)), one_line(&value));
            for (argument, value) in arguments(script, cause) {
                text += &format!("    {} is {}\n", one_line(&argument), one_line(&value));
            }
        }
    }
    text + &counts.summary(given)
}

fn as_json(
    path: &Path,
    script: &Script,
    read: &ReadModel,
    verdicts: &[Verdict],
    counts: &Counts,
) -> serde_json::Value {
    let assertions: Vec<serde_json::Value> = verdicts
        .iter()
        .map(|Verdict { line, value, causes }| {
            let causes: Vec<serde_json::Value> = causes
                .iter()
                .map(|cause| {
                    let arguments: Vec<_> = arguments(script, cause)
                        .into_iter()
                        .map(|(term, value)| json!({ "term": term, "value": value }))
                        .collect();
                    json!({
                        "term": shown_term(script, cause.term),
                        "value": value_shown(script, cause.term, &cause.value),
                        "arguments": arguments,
                    })
                })
                .collect();
            let reason = value.as_ref().err().map(ToString::to_string);
            json!({ "line": line, "value": word(value), "reason": reason, "causes": causes })
        })
        .collect();
    let misunderstood: Vec<String> = read.misunderstood.iter().map(ToString::to_string).collect();
    json!({
        "file": path.display().to_string(),
        "true": counts.holding,
        "false": counts.violated,
        "unknown": counts.unknown,
        "not_understood": misunderstood,
        "assertions": assertions,
    })
}

fn word(value: &Result<bool, Unknown>) -> &'static str {
    match value {
        Ok(true) => "true",
        Ok(false) => "false",
        Err(_) => "unknown",
    }
}

/// The arguments of a sub-term and their values; literals speak for themselves.
fn arguments(script: &Script, cause: &Explanation) -> Vec<(String, String)> {
    let is_literal = |term: Term| matches!(script.terms.view(term), View::Literal(_));
    // An argument that is unknown for the very reason that was just told tells nothing.
    let is_told = |value: &Result<Value, Unknown>| value.is_err() && *value == cause.value;
    let arguments = cause.arguments.iter().filter(|(term, value)| !is_literal(*term) && !is_told(value));
    let mut shown: Vec<(String, String)> = arguments
        .map(|(term, value)| (shown_term(script, *term), value_shown(script, *term, value)))
        .filter(|(term, value)| term != value)
        .collect();
    shown.dedup();
    shown
}

fn shown_term(script: &Script, term: Term) -> String {
    cut(&Printer::default().term(&script.terms, term))
}

fn value_shown(script: &Script, term: Term, value: &Result<Value, Unknown>) -> String {
    match value {
        Ok(Value::Algebraic(number)) => number.to_string(),
        Ok(value) => match value_text(&script.terms, value, script.terms.sort(term)) {
            Some(text) => cut(&text),
            None => "a value that no term writes".to_owned(),
        },
        Err(unknown) => format!("unknown: {unknown}"),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
