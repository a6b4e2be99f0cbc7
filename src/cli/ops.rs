//! `gainsay ops`: the operator table.

use super::print;
use crate::rng::Rng;
use crate::strategy::{Ingredients, Steps, Strategy, strategies};
use crate::theory::{Op, table};
use std::fmt::Write;
use std::process::ExitCode;

/// Show the operator table: every theory operator that gainsay knows
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay ops                          all operators, by theory
  gainsay ops str.                     those whose name contains `str.`
  gainsay ops --theory FloatingPoint   one theory
  gainsay ops --json                   for scripts
  gainsay ops --used                   in how many tests each operator occurs, by strategy")]
pub struct Args {
    /// Only operators with this in their name, or in an older one
    name: Option<String>,
    /// Only this theory
    #[arg(long)]
    theory: Option<String>,
    /// One JSON array
    #[arg(long)]
    json: bool,
    /// Count in how many tests each operator occurs, for each strategy that needs no seeds
    #[arg(long, conflicts_with = "json")]
    used: bool,
    /// How many tests each strategy makes for `--used`
    #[arg(long, default_value_t = 2000, value_name = "N", requires = "used")]
    count: u64,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let wanted = |op: &&Op| {
        let mut names = std::iter::once(&op.name).chain(&op.old).chain(&op.also);
        args.theory.as_ref().is_none_or(|theory| theory.eq_ignore_ascii_case(op.theory))
            && args.name.as_ref().is_none_or(|part| names.any(|name| name.contains(part.as_str())))
    };
    let ops: Vec<&Op> = table().ops().iter().filter(wanted).collect();
    if ops.is_empty() {
        let theories = table().theories().collect::<Vec<_>>().join(", ");
        anyhow::bail!("no operator fits; the theories are {theories}");
    }
    if args.used {
        print(&usage_table(&ops, args.count))?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.json {
        let rows: Vec<_> = ops.iter().map(|op| row(op)).collect();
        print(&format!("{}\n", serde_json::to_string_pretty(&rows)?))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = String::new();
    let mut theory = "";
    for op in ops {
        if theory != op.theory {
            theory = op.theory;
            writeln!(out, "{theory}")?;
        }
        writeln!(out, "  {}", op.declaration)?;
    }
    print(&out)?;
    Ok(ExitCode::SUCCESS)
}

/// In how many tests of each strategy each operator occurs.
fn usage_table(ops: &[&Op], count: u64) -> String {
    let makers = strategies().iter().copied().filter(|strategy| !strategy.needs_seeds());
    let columns: Vec<(&str, Vec<u64>)> =
        makers.map(|strategy| (strategy.name(), occurrences(strategy, count))).collect();
    let mut out = format!("{:44}", format!("tests with the operator, of {count}"));
    columns.iter().for_each(|(name, _)| out += &format!("{name:>11}"));
    let mut theory = "";
    for op in ops {
        if theory != op.theory {
            theory = op.theory;
            out += &format!("\n{theory}");
        }
        let note = if op.is_standard() { "" } else { " (extension)" };
        let arguments = op.signature.args.len();
        out += &format!("\n  {:42}", format!("{} of {arguments}{note}", op.name));
        columns.iter().for_each(|(_, counts)| out += &format!("{:>11}", counts[op.id.number() as usize]));
    }
    out + "\n"
}

/// How many of the tests use each operator, by the operators' numbers.
fn occurrences(strategy: &dyn Strategy, count: u64) -> Vec<u64> {
    let mut counts = vec![0; table().ops().len()];
    for unit in 0..count {
        let seeds = Ingredients::of_size(1 + (unit % u64::from(Ingredients::LARGE)) as u32);
        let made = strategy.make(&seeds, &mut Rng::of_unit(0, unit), &mut Steps::default());
        let Ok(test) = made else { continue };
        for (op, _) in test.script.usage().operators {
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
