//! `gainsay eval`: the values of a script's assertions under a model, and why.

use super::{BAD_INPUT, LimitArgs, at_least, catalogue, diagnostics, print, print_aside, read_text};
use crate::answer::Outcome;
use crate::consult::Request;
use crate::eval::{
    Evaluator, Explanation, Limits, Model, ReadModel, Unknown, explain, read_model_with, value_text,
};
use crate::quote::one_line;
use crate::script::{Command, Printer, Problem, ProblemKind, ReadOptions, Script, Term, View};
use crate::sexp::{Kind, Lexer, elided};
use crate::solver::asking_for_model;
use crate::value::Value;
use crate::words::counted;
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Evaluate the assertions of a script under a model
///
/// An independent check of what solvers print for (get-model): each assertion that holds at a (check-sat) is
/// evaluated, and where it is false or unknown, the smallest sub-terms that make it so are shown with their
/// values. The models of all known solvers can be read. A solver is asked as by `gainsay check`: without the
/// options that the script sets.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay eval bug.smt2 --model model.txt       a model in a file
  z3 bug.smt2 | gainsay eval bug.smt2 -m -      a solver's output, as it is
  gainsay eval bug.smt2 --solver cvc5           ask a solver for its model
  gainsay eval bug.smt2 --solver z3 --question 2    the second (check-sat) of the script
  gainsay eval ground.smt2                      no model needed: nothing to choose

Exit codes: 0 all true, 10 something is false (the model is wrong), 11 nothing is false but
something is unknown, or the solver has no model (it says unsat or unknown), 1 the input has
errors, 2 wrong usage, or a file or solver that cannot be used.")]
pub struct Args {
    /// The script (.smt2, .smt2.gz); `-` is standard input
    file: PathBuf,
    /// A file with the model, or with all that a solver printed; `-` is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with = "solver")]
    model: Option<PathBuf>,
    /// Ask this solver for the model, for instance `z3` or `cvc5@1.2.0`
    #[arg(short, long, value_name = "SOLVER")]
    solver: Option<String>,
    /// Which (check-sat) of the script, if it has several
    #[arg(short, long, default_value_t = 1, value_name = "N", value_parser = at_least(1))]
    question: u64,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Read string literals with the escapes used before SMT-LIB 2.6 (\x41, \n)
    #[arg(long)]
    old_strings: bool,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Exit code: the model is wrong.
const SOMETHING_FALSE: u8 = 10;
const SOMETHING_UNKNOWN: u8 = 11;

/// The most sub-terms that are shown for each assertion.
const CAUSES: usize = 3;
/// The most characters of terms and values.
const LONGEST: usize = 200;

pub fn run(args: Args) -> Result<ExitCode> {
    let text = read_text(&args.file)?;
    let options = ReadOptions { old_strings: args.old_strings };
    let whole = Script::read_with(&text, options);
    let errors: Vec<&Problem> =
        whole.problems.iter().filter(|problem| problem.kind != ProblemKind::Opaque).collect();
    if !errors.is_empty() {
        print_aside(&diagnostics::render_all(&args.file, &text, &errors));
        return Ok(ExitCode::from(BAD_INPUT));
    }
    let count = whole.count_questions();
    let (whole, place) = up_to_question(&args, whole)?;
    let mut script = whole.question().into_script();
    let read = match model(&args, &whole, &script, &text)? {
        Given::Nothing => ReadModel::default(),
        Given::NoModel { solver, answer } => {
            let facts = json!({ "file": args.file.to_string_lossy(), "solver": solver, "answer": answer });
            match args.json {
                true => say!("{facts:#}"),
                false => say!("{place}: {solver} gives no model to evaluate: {answer}"),
            }
            return Ok(ExitCode::from(SOMETHING_UNKNOWN));
        }
        Given::Text(model, options) => match read_model_with(&mut script, &model, options) {
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
        remark!("the model defines a function in terms of itself, which says nothing about its values");
        return Ok(ExitCode::from(BAD_INPUT));
    }
    let lines = command_lines(&whole, &text);
    let claiming = whole.claiming_commands().into_iter();
    let lines = claiming.map(|command| lines.get(command).copied().unwrap_or(0));
    let verdicts = verdicts(&script, &read.model, lines);
    let counts = Counts::of(&verdicts);
    if args.json {
        print(&format!("{:#}\n", as_json(&args, &script, &read, &verdicts, &counts)))?;
    } else {
        if count > 1 {
            remark!("{place}; choose another with --question N");
        }
        let given = args.model.is_some() || args.solver.is_some();
        print(&as_text(&args.file, &script, &verdicts, &counts, given))?;
    }
    Ok(ExitCode::from(counts.exit_code()))
}

/// The script up to the chosen question, and its name in messages. A script without questions is taken as a
/// whole.
fn up_to_question(args: &Args, whole: Script) -> Result<(Script, String)> {
    let file = args.file.display();
    let (number, count) = (args.question as usize, whole.count_questions());
    if number > count.max(1) {
        bail!("{file} has {}, so there is no question {number}", counted(count, "question"));
    }
    let which = if count > 1 { format!(", question {number} of {count}") } else { String::new() };
    Ok((whole.up_to_question(number).unwrap_or(whole), format!("{file}{which}")))
}

/// The model for the script's symbols.
enum Given {
    Nothing,
    /// The text of a model, and how to read it.
    Text(String, ReadOptions),
    NoModel {
        solver: String,
        answer: String,
    },
}

fn model(args: &Args, whole: &Script, question: &Script, text: &str) -> Result<Given> {
    let options = |old_strings| ReadOptions { old_strings: old_strings || args.old_strings };
    if let Some(path) = &args.model {
        return Ok(Given::Text(read_text(path)?, options(false)));
    }
    let Some(name) = &args.solver else { return Ok(Given::Nothing) };
    let solver = catalogue(args.config.clone())?.solver(name)?;
    let limits = args.limits.limits();
    let answer = if whole.is_understood() {
        Request::new(question, false).ask(&solver, &limits)?.answer
    } else {
        // The script is sent as it is written.
        let asking = asking_for_model(text).filter(|_| args.question == 1);
        solver.ask_fresh(&asking.context("the script is not understood, see `gainsay info`")?, &limits)?
    };
    let none = |answer: String| Given::NoModel { solver: solver.label(), answer };
    Ok(match (answer.outcome, answer.model) {
        (Outcome::Sat, Some(model)) => Given::Text(model, options(solver.writes_old_strings())),
        (Outcome::Sat, None) => none("sat, but no model".to_owned()),
        (Outcome::Rejected(why) | Outcome::NotAsked(why), _) => none(format!("rejected: {why}")),
        (Outcome::NotJudged(why), _) => none(format!("not judged: {why}")),
        (outcome, _) => none(outcome.word().to_owned()),
    })
}

/// The value of one assertion, with an explanation.
struct Verdict {
    line: usize,
    value: Result<bool, Unknown>,
    causes: Vec<Explanation>,
}

/// Evaluates each assertion of a question. `lines` has their line numbers in the whole script.
fn verdicts(script: &Script, model: &Model, lines: impl Iterator<Item = usize>) -> Vec<Verdict> {
    let mut evaluator = Evaluator::new(&script.terms, model, Limits::default());
    let mut verdicts = Vec::new();
    for (claim, line) in script.assertions().zip(lines) {
        let value = evaluator.eval_bool(claim);
        let causes = if value == Ok(true) { Vec::new() } else { explain(&mut evaluator, claim, CAUSES) };
        verdicts.push(Verdict { line, value, causes });
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

    /// The counts with a conclusion. `given`: whether there was a model.
    fn summary(&self, given: bool) -> String {
        let Counts { holding, violated, unknown } = self;
        let verdict = match (self.exit_code(), given) {
            (SOMETHING_FALSE, true) => "this is not a model of the script",
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
    args: &Args,
    script: &Script,
    read: &ReadModel,
    verdicts: &[Verdict],
    counts: &Counts,
) -> serde_json::Value {
    let argument = |(term, value): (String, String)| json!({ "term": term, "value": value });
    let cause = |cause: &Explanation| {
        let (term, value) = (shown_term(script, cause.term), value_shown(script, cause.term, &cause.value));
        let arguments: Vec<_> = arguments(script, cause).into_iter().map(argument).collect();
        json!({ "term": term, "value": value, "arguments": arguments })
    };
    let assertion = |Verdict { line, value, causes }: &Verdict| {
        let reason = value.as_ref().err().map(ToString::to_string);
        let causes: Vec<_> = causes.iter().map(cause).collect();
        json!({ "line": line, "value": word(value), "reason": reason, "causes": causes })
    };
    let assertions: Vec<_> = verdicts.iter().map(assertion).collect();
    let misunderstood: Vec<String> = read.misunderstood.iter().map(ToString::to_string).collect();
    json!({
        "file": args.file.to_string_lossy(),
        "question": args.question,
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

/// The arguments of a sub-term with their values, without literals.
fn arguments(script: &Script, cause: &Explanation) -> Vec<(String, String)> {
    let is_literal = |term: Term| matches!(script.terms.view(term), View::Literal(_));
    // An argument that is unknown for the reason just given adds nothing.
    let is_told = |value: &Result<Value, Unknown>| value.is_err() && *value == cause.value;
    let arguments = cause.arguments.iter().filter(|(term, value)| !is_literal(*term) && !is_told(value));
    let shown = arguments.map(|(term, value)| (shown_term(script, *term), value_shown(script, *term, value)));
    let mut shown: Vec<(String, String)> = shown.filter(|(term, value)| term != value).collect();
    shown.dedup();
    shown
}

fn shown_term(script: &Script, term: Term) -> String {
    elided(&Printer::default().term(&script.terms, term), LONGEST).into_owned()
}

fn value_shown(script: &Script, term: Term, value: &Result<Value, Unknown>) -> String {
    match value {
        Ok(Value::Algebraic(number)) => number.to_string(),
        Ok(value) => match value_text(&script.terms, value, script.terms.sort(term)) {
            Some(text) => elided(&text, LONGEST).into_owned(),
            None => "a value that no term writes".to_owned(),
        },
        Err(unknown) => format!("unknown: {unknown}"),
    }
}
