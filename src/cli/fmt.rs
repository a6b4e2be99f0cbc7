//! `gainsay fmt`: a script laid out for people.

use super::{BAD_INPUT, diagnostics, print_aside, print_data, read_text};
use crate::script::{Escapes, Names, Printer, Problem, ProblemKind, ReadOptions, Script};
use anyhow::{Context, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pretty-print SMT-LIB scripts
///
/// `let` is resolved into sharing, and comes back where a term would be printed too often. Comments between commands and
/// commands that are not understood are kept.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay fmt bug.smt2                      show it, indented
  gainsay fmt --compact bug.smt2            one command a line
  gainsay fmt --names standard old.smt2     str.to.int becomes str.to_int
  gainsay fmt --in-place bugs/*.smt2        rewrite the files
  z3-dump | gainsay fmt -                   read standard input")]
pub struct Args {
    /// Scripts; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Put each command on one line
    #[arg(long)]
    compact: bool,
    /// Break lines longer than this
    #[arg(long, default_value_t = 100, value_name = "COLUMNS", conflicts_with = "compact")]
    width: usize,
    /// Write the result back to each file
    #[arg(short, long)]
    in_place: bool,
    /// How operators are spelt that have an older name
    #[arg(long, value_enum, default_value_t = Spelling::AsWritten)]
    names: Spelling,
    /// Read string literals with the escapes of before SMT-LIB 2.6 (\x41, \n)
    #[arg(long)]
    old_strings: bool,
    /// Write string literals with the escapes of before SMT-LIB 2.6, where they can be
    #[arg(long)]
    write_old_strings: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Spelling {
    /// As in the script
    AsWritten,
    /// As in the current standard
    Standard,
    /// As before SMT-LIB 2.6
    Old,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let mut printer = Printer::default();
    printer.names = match args.names {
        Spelling::AsWritten => Names::AsWritten,
        Spelling::Standard => Names::Standard,
        Spelling::Old => Names::Old,
    };
    printer.escapes = if args.write_old_strings { Escapes::Old } else { Escapes::Unicode };
    printer.width = (!args.compact).then_some(args.width);
    let mut fine = true;
    for path in &args.files {
        let text = read_text(path)?;
        let in_place = args.in_place && path != Path::new("-");
        // Bytes that were replaced when it was read would be lost.
        if in_place && std::fs::read(path).is_ok_and(|bytes| String::from_utf8(bytes).is_err()) {
            bail!("{} is no UTF-8 text, and is left as it is", path.display());
        }
        let script = Script::read_with(&text, ReadOptions { old_strings: args.old_strings });
        let errors: Vec<&Problem> =
            script.problems.iter().filter(|problem| problem.kind != ProblemKind::Opaque).collect();
        fine &= errors.is_empty();
        print_aside(&diagnostics::render_all(path, &text, &errors));
        let result = printer.script(&script);
        if in_place {
            replace_file(path, &result).with_context(|| format!("cannot write {}", path.display()))?;
        } else {
            print_data(&result)?;
        }
    }
    Ok(ExitCode::from(if fine { 0 } else { BAD_INPUT }))
}

/// Writes beside the file and renames, so that a full disk or a kill leaves the old text.
fn replace_file(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = path.with_file_name(name);
    let write = || {
        let mut file = std::fs::File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        file.set_permissions(std::fs::metadata(path)?.permissions())?;
        file.sync_all()?;
        std::fs::rename(&temporary, path)
    };
    write().inspect_err(|_| {
        let _ = std::fs::remove_file(&temporary);
    })
}
