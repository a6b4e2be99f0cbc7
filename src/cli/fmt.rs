//! `gainsay fmt`: scripts laid out for people.

use super::inputs::{Inputs, complain};
use super::output::write_atomically;
use super::{BAD_INPUT, FAILED, diagnostics, print, print_aside, print_data, read_source, with_causes};
use crate::script::{Command, Escapes, Names, Printer, Problem, ProblemKind, ReadOptions, Script};
use crate::sexp::{Kind, Lexer};
use anyhow::bail;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Pretty-print SMT-LIB scripts
///
/// `let` is resolved into sharing, and reintroduced where a term would be printed too often. All comments are
/// kept: a command with comments inside stays as it is written, unless names or strings are converted; then
/// its comments go above it. Unknown commands are kept as well, but a file with errors is not rewritten.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay fmt bug.smt2                      print it, indented
  gainsay fmt --compact bug.smt2            one command per line
  gainsay fmt --names standard old.smt2     str.to.int becomes str.to_int
  gainsay fmt --in-place bugs/              rewrite all scripts of a folder
  gainsay fmt --check bugs/                 name the files that would change
  gainsay fmt --diff bugs/*.smt2            show what would change
  z3-dump | gainsay fmt -                   read standard input

Exit codes: 0 fine, 1 a script has errors, or --check or --diff found a file that would change,
2 wrong usage or a file that cannot be read or written.")]
pub struct Args {
    /// Scripts (.smt2, .smt2.gz), folders with all scripts below them, or patterns; `-` is standard input
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
    /// Change nothing; name the files that would change, and exit with 1 if there are any
    #[arg(long, conflicts_with = "in_place")]
    check: bool,
    /// Change nothing; show what would change, and exit with 1 if anything would
    #[arg(long, conflicts_with_all = ["in_place", "check"])]
    diff: bool,
    /// How to spell operators that have an older name
    #[arg(long, value_enum, default_value_t = Spelling::AsWritten)]
    names: Spelling,
    /// Read string literals with the escapes used before SMT-LIB 2.6 (\x41, \n)
    #[arg(long)]
    old_strings: bool,
    /// Write string literals with the escapes used before SMT-LIB 2.6, where possible
    #[arg(long)]
    write_old_strings: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Spelling {
    /// As in the script
    AsWritten,
    /// As in the current standard
    Standard,
    /// As before SMT-LIB 2.6
    Old,
}

impl Args {
    fn printer(&self) -> Printer {
        let mut printer = Printer::default();
        printer.names = match self.names {
            Spelling::AsWritten => Names::AsWritten,
            Spelling::Standard => Names::Standard,
            Spelling::Old => Names::Old,
        };
        printer.escapes = if self.write_old_strings { Escapes::Old } else { Escapes::Unicode };
        printer.width = (!self.compact).then_some(self.width);
        printer
    }

    /// Whether names or strings are converted.
    fn converts(&self) -> bool {
        self.names != Spelling::AsWritten || self.old_strings || self.write_old_strings
    }
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let inputs = Inputs::find(&args.files);
    let mut code = if inputs.missing.is_empty() { 0 } else { FAILED };
    for path in &inputs.paths {
        match format_file(&args, path) {
            Ok(true) => {}
            Ok(false) => code = code.max(BAD_INPUT),
            Err(error) if super::is_broken_pipe(&error) => return Err(error),
            Err(error) => {
                complain(&with_causes(&error));
                code = FAILED;
            }
        }
    }
    Ok(ExitCode::from(code))
}

/// Formats a file, or checks it. Returns false if it has errors, or would change with `--check` or `--diff`.
fn format_file(args: &Args, path: &Path) -> anyhow::Result<bool> {
    let source = read_source(path)?;
    let text = &source.text;
    let in_place = args.in_place && path != Path::new("-");
    if in_place && source.is_compressed {
        bail!("{} is compressed, and is left as it is; decompress it first", path.display());
    }
    // Bytes that were replaced while reading would be lost.
    if in_place && !source.is_exact {
        bail!("{} is not UTF-8 text, and is left as it is", path.display());
    }
    let script = Script::read_with(text, ReadOptions { old_strings: args.old_strings });
    let errors: Vec<&Problem> =
        script.problems.iter().filter(|problem| problem.kind != ProblemKind::Opaque).collect();
    print_aside(&diagnostics::render_all(path, text, &errors));
    if in_place && !errors.is_empty() {
        remark!("{} has errors, and is left as it is", path.display());
        return Ok(false);
    }
    let pieces = pieces(&script, text, &mut args.printer(), args.converts());
    let result: String = pieces.iter().map(|piece| piece.new.as_str()).collect();
    if args.check || args.diff {
        if result != *text && args.diff {
            print(&differences(path, text, &pieces))?;
        } else if result != *text {
            say!("{}", path.display());
        }
        return Ok(result == *text && errors.is_empty());
    }
    if !in_place {
        print_data(&result)?;
    } else if result != *text {
        write_atomically(path, &result)?;
    }
    Ok(errors.is_empty())
}

/// A command or a comment: its range in the old text, with the white space before it, and its new text.
struct Piece {
    old: Range<usize>,
    new: String,
}

/// The script in pieces.
fn pieces(script: &Script, text: &str, printer: &mut Printer, converts: bool) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::with_capacity(script.commands.len());
    let mut lexer = Lexer::new(text);
    for command in &script.commands {
        let before = lexer.offset();
        let start = text.len() - text[before..].trim_start().len();
        let lines = text[before..start].matches('\n').count();
        // Empty lines stay, unless --compact is given.
        if lines > 1
            && printer.width.is_some()
            && let Some(last) = pieces.last_mut()
        {
            last.new.push('\n');
        }
        if let Command::Comment(comment) = command {
            // A comment behind a command is about that command, and stays on its line.
            lexer.comment();
            let new = match pieces.last_mut().filter(|_| lines == 0) {
                Some(last) => {
                    last.new.pop();
                    format!(" {comment}\n")
                }
                None => format!("{comment}\n"),
            };
            pieces.push(Piece { old: before..lexer.offset(), new });
            continue;
        }
        let first = lexer.token();
        if first.kind == Kind::Open {
            lexer.skip_to_close(1);
        }
        let written = &text[first.start..lexer.offset()];
        let comments = comments_in(written);
        let mut new = String::new();
        let is_text = matches!(command, Command::Other(_) | Command::Unread(_));
        if is_text || !comments.is_empty() && !converts {
            new.push_str(written.trim_end());
        } else {
            comments.iter().for_each(|comment| new += &format!("{comment}\n"));
            printer.write_command(&mut new, &script.terms, command);
        }
        new.push('\n');
        pieces.push(Piece { old: before..lexer.offset(), new });
    }
    pieces
}

/// The comments inside of a command.
fn comments_in(command: &str) -> Vec<&str> {
    let mut comments = Vec::new();
    let mut lexer = Lexer::new(command);
    loop {
        while let Some(comment) = lexer.comment() {
            comments.push(comment);
        }
        if lexer.token().kind == Kind::End {
            return comments;
        }
    }
}

/// The differences, in rustfmt's form.
fn differences(path: &Path, text: &str, pieces: &[Piece]) -> String {
    let mut shown = String::new();
    let (mut line, mut counted) = (1, 0);
    for Piece { old, new } in pieces {
        let old_text = text[old.clone()].trim();
        let start = old.end - text[old.clone()].trim_start().len();
        if old_text == new.trim() {
            continue;
        }
        line += text[counted..start].matches('\n').count();
        counted = start;
        shown += &format!("Diff in {}:{line}:\n", path.display());
        old_text.lines().for_each(|line| shown += &format!("-{line}\n"));
        new.trim_end().lines().for_each(|line| shown += &format!("+{line}\n"));
    }
    if shown.is_empty() {
        format!("Diff in {}: only white space between commands\n", path.display())
    } else {
        shown
    }
}
