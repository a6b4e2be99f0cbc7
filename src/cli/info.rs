//! `gainsay info`: what scripts use, and their errors.

use super::inputs::{Inputs, complain};
use super::{BAD_INPUT, FAILED, diagnostics, print, read_text, with_causes};
use crate::quote::one_line;
use crate::script::{Command, Problem, ProblemKind, Script};
use crate::words::counted;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Say what scripts use: logic, theories, operators, counts, errors
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay info bug.smt2              logic, theories, operators, errors
  gainsay info --json benchmarks/    JSON lines, one object per file

Exit codes: 0 fine, 1 a script has errors, 2 wrong usage or a file that cannot be read.")]
pub struct Args {
    /// Scripts (.smt2, .smt2.gz), folders with all scripts below them, or patterns; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON lines, one object per file
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let inputs = Inputs::find(&args.files);
    let mut code = if inputs.missing.is_empty() { 0 } else { FAILED };
    for path in &inputs.paths {
        let text = match read_text(path) {
            Ok(text) => text,
            Err(error) => {
                complain(&with_causes(&error));
                code = FAILED;
                continue;
            }
        };
        let script = Script::read(&text);
        if script.problems.iter().any(|problem| problem.kind != ProblemKind::Opaque) {
            code = code.max(BAD_INPUT);
        }
        match args.json {
            true => say!("{}", as_json(path, &text, &script)),
            false => print(&as_text(path, &text, &script))?,
        }
    }
    Ok(ExitCode::from(code))
}

fn as_text(path: &Path, text: &str, script: &Script) -> String {
    let usage = script.usage();
    let needed = usage.logic();
    let logic = match script.logic() {
        Some(set) if set == needed => set.to_owned(),
        Some(set) => format!("{set} (uses {needed})"),
        None => format!("none (uses {needed})"),
    };
    let mut out = format!("{}\n  logic       {logic}\n", one_line(&path.display().to_string()));
    if let Some(status) = script.info(STATUS) {
        out += &format!("  status      {status}\n");
    }
    let counts = Counts::of(script);
    out += &format!(
        "  size        {}, {}, {}, {} declared, {}, {}\n",
        counted(text.len(), "byte"),
        counted(counts.commands, "command"),
        counted(usage.assertions, "assertion"),
        counted(counts.declared, "symbol"),
        counted(usage.terms, "term"),
        counted(usage.quantifiers, "quantifier")
    );
    let list = |pairs: Vec<(&str, usize)>| {
        let pairs: Vec<String> = pairs.iter().map(|(name, count)| format!("{name} {count}")).collect();
        if pairs.is_empty() { "none".to_owned() } else { pairs.join(", ") }
    };
    let operators = usage.operators.iter().map(|(op, count)| (op.op().name, *count)).collect();
    let problems: Vec<&Problem> = script.problems.iter().collect();
    out += &format!("  theories    {}\n  operators   {}\n", list(usage.theories), list(operators));
    out + &diagnostics::render_all(path, text, &problems)
}

const STATUS: &str = ":status";

struct Counts {
    commands: usize,
    declared: usize,
    checks: usize,
}

impl Counts {
    fn of(script: &Script) -> Counts {
        let count =
            |wanted: fn(&Command) -> bool| script.commands.iter().filter(|command| wanted(command)).count();
        Counts {
            commands: count(|command| !matches!(command, Command::Comment(_))),
            declared: count(|command| matches!(command, Command::Declare { .. })),
            checks: count(Command::is_question),
        }
    }
}

fn as_json(path: &Path, text: &str, script: &Script) -> Value {
    let usage = script.usage();
    let counts = Counts::of(script);
    let problem = |problem: &Problem| {
        let (line, column) = problem.line_and_column(text);
        let kind = match problem.kind {
            ProblemKind::Syntax => "syntax",
            ProblemKind::Sort => "sort",
            ProblemKind::Opaque => "opaque",
        };
        json!({ "kind": kind, "line": line, "column": column, "message": problem.message })
    };
    let problems: Vec<Value> = script.problems.iter().map(problem).collect();
    let operators: Map<String, Value> =
        usage.operators.iter().map(|(op, count)| (op.op().name.to_owned(), (*count).into())).collect();
    let theories: Vec<&str> = usage.theories.iter().map(|theory| theory.0).collect();
    json!({
        "file": path.to_string_lossy(),
        "logic": script.logic(),
        "needed_logic": usage.logic(),
        "status": script.info(STATUS),
        "bytes": text.len(),
        "commands": counts.commands,
        "assertions": usage.assertions,
        "checks": counts.checks,
        "declared": counts.declared,
        "terms": usage.terms,
        "quantifiers": usage.quantifiers,
        "theories": theories,
        "operators": operators,
        "sorted": script.is_fully_sorted(),
        "problems": problems,
    })
}
