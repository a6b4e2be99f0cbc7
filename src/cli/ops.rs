//! `gainsay ops`: the operator table.

use super::print;
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
  gainsay ops --json                   for scripts")]
pub struct Args {
    /// Only operators with this in their name, or in an older one
    name: Option<String>,
    /// Only this theory
    #[arg(long)]
    theory: Option<String>,
    /// One JSON array
    #[arg(long)]
    json: bool,
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

fn row(op: &Op) -> serde_json::Value {
    serde_json::json!({
        "name": op.name,
        "theory": op.theory,
        "declaration": op.declaration,
        "commutative": op.commutative,
        "dialect": op.dialect,
        "partial": op.partial,
        "old_names": op.old,
        "other_names": op.also,
    })
}
