//! `gainsay list ops`: the operator table.

use super::print;
use crate::rng::Rng;
use crate::strategy::{Inputs, Steps, Strategy, strategies};
use crate::theory::{Op, table};
use crate::words::{did_you_mean, joined};
use anyhow::bail;
use std::process::ExitCode;

/// Show the operator table: every theory operator that gainsay knows
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay list ops                          all operators, by theory
  gainsay list ops str.                     those whose name contains `str.`
  gainsay list ops --theory FloatingPoint   one theory; also FP, BV, Strings, LIA and the like
  gainsay list ops --json                   for scripts
  gainsay list ops --used                   in how many tests each operator occurs, by strategy")]
pub struct Args {
    /// Only operators with this in their name, or in an older one
    name: Option<String>,
    /// Only this theory, by its name or a usual abbreviation
    #[arg(long)]
    theory: Option<String>,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
    /// Count in how many tests each operator occurs, for each strategy that needs no seeds
    #[arg(long, conflicts_with = "json")]
    used: bool,
    /// How many tests each strategy makes for `--used`
    #[arg(long, default_value_t = 2000, value_name = "N", requires = "used")]
    count: u64,
}

/// Usual abbreviations of theories.
const CALLED: [(&str, &[&str]); 17] = [
    ("Bool", &["Core"]),
    ("LIA", &["Ints"]),
    ("NIA", &["Ints"]),
    ("IA", &["Ints"]),
    ("Int", &["Ints"]),
    ("LRA", &["Reals"]),
    ("NRA", &["Reals"]),
    ("RA", &["Reals"]),
    ("Real", &["Reals"]),
    ("LIRA", &["Ints", "Reals"]),
    ("BV", &["FixedSizeBitVectors"]),
    ("BitVectors", &["FixedSizeBitVectors"]),
    ("FP", &["FloatingPoint"]),
    ("Strings", &["UnicodeStrings"]),
    ("S", &["UnicodeStrings"]),
    ("Seq", &["Sequences"]),
    ("Arrays", &["ArraysEx"]),
];

/// The theories that a word stands for.
fn theories(word: &str) -> anyhow::Result<Vec<&'static str>> {
    if let Some(name) = table().theories().find(|name| name.eq_ignore_ascii_case(word)) {
        return Ok(vec![name]);
    }
    if let Some((_, names)) = CALLED.iter().find(|(called, _)| called.eq_ignore_ascii_case(word)) {
        return Ok(names.to_vec());
    }
    let called = CALLED.iter().map(|(called, _)| *called);
    let meant = did_you_mean(word, table().theories().chain(called));
    bail!("unknown theory `{word}`{meant}; there are {}", joined(table().theories()))
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let theories = args.theory.as_deref().map(theories).transpose()?;
    let wanted = |op: &&Op| {
        let mut names = std::iter::once(&op.name).chain(&op.old).chain(&op.also);
        theories.as_ref().is_none_or(|theories| theories.contains(&op.theory))
            && args.name.as_ref().is_none_or(|part| names.any(|name| name.contains(part.as_str())))
    };
    let ops: Vec<&Op> = table().ops().iter().filter(wanted).collect();
    if ops.is_empty() {
        let (name, of) = (args.name.unwrap_or_default(), args.theory.map(|theory| format!(" of {theory}")));
        bail!("no operator{} has `{name}` in its name", of.unwrap_or_default());
    }
    if args.used {
        print(&usage_table(&ops, args.count))?;
    } else if args.json {
        let rows: Vec<_> = ops.iter().map(|op| row(op)).collect();
        say!("{}", serde_json::to_string_pretty(&rows)?);
    } else {
        print(&by_theory(&ops, |op| format!("\n  {}", op.declaration)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A line for each operator, below the name of its theory.
fn by_theory(ops: &[&Op], line: impl Fn(&Op) -> String) -> String {
    let of_theory = |ops: &[&Op]| {
        let lines: String = ops.iter().map(|op| line(op)).collect();
        format!("{}{lines}\n", ops[0].theory)
    };
    ops.chunk_by(|one, other| one.theory == other.theory).map(of_theory).collect()
}

/// How many tests of each strategy use each operator.
fn usage_table(ops: &[&Op], count: u64) -> String {
    let makers = strategies().iter().copied().filter(|strategy| !strategy.needs_seeds());
    let columns: Vec<(&str, Vec<u64>)> =
        makers.map(|strategy| (strategy.name(), occurrences(strategy, count))).collect();
    let mut out = format!("{:44}", format!("tests with the operator, of {count}"));
    columns.iter().for_each(|(name, _)| out += &format!("{name:>11}"));
    let line = |op: &Op| {
        let note = if op.is_standard() { "" } else { " (extension)" };
        let name = format!("{} of {}{note}", op.name, op.signature.args.len());
        let counts = columns.iter().map(|(_, counts)| format!("{:>11}", counts[op.id.number() as usize]));
        format!("\n  {name:42}{}", counts.collect::<String>())
    };
    out + "\n" + &by_theory(ops, line)
}

/// How many of a strategy's tests use each operator, indexed by the operator's number.
fn occurrences(strategy: &dyn Strategy, count: u64) -> Vec<u64> {
    let mut counts = vec![0; table().ops().len()];
    for unit in 0..count {
        let seeds = Inputs::of_size(1 + (unit % u64::from(Inputs::LARGE)) as u32);
        let made = strategy.make(&seeds, &mut Rng::of_unit(0, unit), &mut Steps::default());
        let Ok(test) = made else { continue };
        for (op, _) in test.script().usage().operators {
            counts[op.number() as usize] += 1;
        }
    }
    counts
}

fn row(op: &Op) -> serde_json::Value {
    serde_json::json!({
        "name": op.name,
        "theory": op.theory,
        "declaration": op.declaration,
        "commutative": op.commutative,
        "dialect": op.dialect,
        "partial": op.partial,
        "standard": op.is_standard(),
        "old_names": op.old,
        "other_names": op.also,
    })
}
