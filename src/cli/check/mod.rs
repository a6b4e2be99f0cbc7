//! `gainsay check`: a second opinion on scripts, from several solvers and our own evaluator.

mod asking;
mod crew;
mod earlier;
mod examine;
mod record;
mod show;
mod summary;
mod table;

pub use asking::AskingArgs;
pub use crew::{News, work_through};
pub use examine::{Told, examine};
pub use record::Record;
pub use summary::aligned;

use super::inputs::{Inputs, complain};
use super::live::Form;
use super::{
    BAD_INPUT, FAILED, FOUND, catalogue, choose_solvers, diagnostics, is_broken_pipe, print, print_aside,
    read_text, with_causes,
};
use crate::quote::one_line;
use crate::solver::{AskError, Catalogue, Solver, SolverSpec};
use crate::words::{counted, time};
use anyhow::bail;
use earlier::Earlier;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use summary::Summary;
use table::Table;

/// Ask several solvers, check models and cores, and say who is right
///
/// Each (check-sat) of a script is asked on its own, with the assertions in force there. gainsay evaluates
/// the models itself, and checks unsat cores by asking again. Options that a script sets are dropped, since
/// most belong to one solver. With several questions, a summary follows at the end, even after Ctrl-C; with
/// exactly two solvers, it compares the second with the first.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay check strange.smt2              the installed solvers; z3 and cvc5 if there are none
  gainsay check strange.smt2 --solver z3@4.8.10 --solver cvc5
  gainsay check benchmarks/ --solver \"z3;cvc5 --strings-exp\" -t 5 --csv answers.csv
  gainsay check benchmarks/ --solver \"z3@4.8.7;z3@5.4.0\" --only-differences
  gainsay check strange.smt2 --solver \"mine=./build/solver --smt2\"
  gainsay check benchmarks/ --json > run.jsonl
  gainsay check benchmarks/ --json --resume run.jsonl >> run.jsonl      continue after Ctrl-C

An answer is proved (by a model that gainsay evaluates, by exhaustive search, by a proof as in
`gainsay prove`, or, for a test of `gainsay make`, by making it again), agreed (by so many families
of solvers), or disputed.

Exit codes: 0 all fine, 10 a solver is wrong (proved), 11 disputed, 12 gainsay contradicts
itself (please report it), 1 a script asks nothing or has errors (something that neither gainsay
nor any of the solvers takes), 2 wrong usage, a file that cannot be read, or a solver that cannot be
run, 130 interrupted. If several apply, the first of 12, 10, 11, 2, 1 is used: a file that cannot be
read does not hide a bug.")]
pub struct Args {
    /// Scripts (.smt2, .smt2.gz), folders with all scripts below them, or patterns; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    asking: AskingArgs,
    /// Keep the options that the script sets
    #[arg(long)]
    keep_options: bool,
    /// Print only questions with findings, a wrong :status, or different answers (with two solvers, also
    /// different times)
    #[arg(long)]
    only_differences: bool,
    /// Also write a table, with one row per question and solver
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print JSON lines, one object per question; the summary goes to standard error
    #[arg(long)]
    json: bool,
    /// Skip the scripts that are in the JSON lines of an earlier run with the same solvers; the summary counts
    /// them
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
}

/// The outcome of a run, from best to worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    Fine,
    /// A script has errors, or asks nothing.
    Errors,
    /// A file or a solver cannot be used.
    Failed,
    Disputed,
    Bug,
    Alarm,
}

impl Outcome {
    pub fn exit_code(self) -> u8 {
        match self {
            Outcome::Fine => 0,
            Outcome::Errors => BAD_INPUT,
            Outcome::Failed => FAILED,
            Outcome::Bug => FOUND,
            Outcome::Disputed => 11,
            Outcome::Alarm => 12,
        }
    }
}

pub const INTERRUPTED: u8 = 130;

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let inputs = Inputs::find(&args.files);
    let catalogue = catalogue(args.asking.config.clone())?;
    refuse_solvers(&inputs.missing, &catalogue)?;
    if inputs.paths.is_empty() {
        return Ok(ExitCode::from(FAILED));
    }
    let solvers = choose_solvers(&catalogue, &args.asking.solvers)?;
    let how = args.asking.consultation(args.keep_options);
    let labels: Vec<String> = solvers.iter().map(Solver::label).collect();
    let earlier =
        args.resume.as_deref().map_or_else(|| Ok(Earlier::default()), |path| Earlier::read(path, &labels))?;
    let mut run = Run::start(&args, &inputs)?;
    let mut paths = Vec::new();
    for path in inputs.paths {
        match earlier.records_of(&path) {
            Some(records) => {
                run.summary.files += 1;
                records.iter().try_for_each(|record| run.count(record))?;
            }
            None => paths.push(path),
        }
    }
    run.begin(paths.len());
    let look_at = |path: &Path, tell: &mut dyn FnMut(Looked)| {
        let mut asks = false;
        let result = read_text(path).and_then(|text| {
            let tell = &mut |told: Told| {
                asks |= matches!(told, Told::Record(_));
                tell(Looked::Part { path: path.to_owned(), told });
            };
            Ok(examine(path, &text, &solvers, &how, tell)?)
        });
        tell(Looked::End { path: path.to_owned(), result: result.map(|()| asks) });
    };
    let worked = work_through(&paths, args.asking.jobs(), look_at, |news| run.hear(news));
    match worked {
        Ok(is_complete) => run.finish(is_complete),
        // Findings determine the exit code even if the reader of our output is gone.
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::from(run.outcome.exit_code())),
        Err(error) => {
            run.fail(&error);
            run.finish(false)
        }
    }
}

/// With `--solver a b`, b would be taken for a script: refuse with an explanation.
pub fn refuse_solvers(missing: &[PathBuf], catalogue: &Catalogue) -> anyhow::Result<()> {
    for word in missing.iter().filter_map(|path| path.to_str()) {
        let spec = word.parse::<SolverSpec>();
        if spec.is_ok_and(|spec| catalogue.profiles.get(&spec.program).is_some()) {
            bail!(
                "`{word}` is the name of a solver, but a script was expected here; \
                 to ask several solvers, repeat --solver, or put `;` between them: --solver \"z3;cvc5\""
            );
        }
    }
    Ok(())
}

/// A result of examining a file.
enum Looked {
    Part {
        path: PathBuf,
        told: Told,
    },
    /// The end of the file, and whether it has a question.
    End {
        path: PathBuf,
        result: anyhow::Result<bool>,
    },
}

/// The state of a run: summary, outcome, table and display.
struct Run<'a> {
    args: &'a Args,
    summary: Summary,
    outcome: Outcome,
    table: Option<Table>,
    form: Form,
    started: Instant,
    files: usize,
    /// Whether the user was told that options of scripts are dropped.
    told_of_options: bool,
}

impl<'a> Run<'a> {
    fn start(args: &'a Args, inputs: &Inputs) -> anyhow::Result<Run<'a>> {
        let mut summary = Summary::default();
        summary.unreadable.extend(inputs.missing.iter().map(|path| path.display().to_string()));
        Ok(Run {
            args,
            summary,
            outcome: if inputs.missing.is_empty() { Outcome::Fine } else { Outcome::Failed },
            table: args.csv.as_deref().map(Table::create).transpose()?,
            // A single script needs no display.
            form: if inputs.paths.len() < 2 { Form::Plain } else { Form::new(false, "{msg}")? },
            started: Instant::now(),
            files: 0,
            told_of_options: false,
        })
    }

    /// Sets the number of files that are left.
    fn begin(&mut self, files: usize) {
        self.files = files;
        self.started = Instant::now();
        if self.summary.files > 0 {
            remark!("{} taken from the earlier run, {files} left", counted(self.summary.files, "file"));
        }
    }

    /// Counts a question.
    fn count(&mut self, record: &Record) -> anyhow::Result<()> {
        self.summary.add(record);
        self.outcome = self.outcome.max(record.outcome());
        self.table.as_mut().map_or(Ok(()), |table| table.add(record))
    }

    fn hear(&mut self, news: News<Looked>) -> anyhow::Result<()> {
        let looked = match news {
            News::Progress(done) => {
                self.show_progress(done);
                return Ok(());
            }
            News::Done(looked) => looked,
        };
        match looked {
            Looked::Part { told: Told::Complaint(text), .. } => {
                if !text.is_empty() {
                    self.form.beside(|| print_aside(&text));
                }
            }
            Looked::Part { told: Told::Dropped(option), path } => self.tell_of_dropped(&option, &path),
            Looked::Part { told: Told::Record(record), .. } => return self.tell(&record),
            Looked::End { path, result: Ok(asks) } => self.end_file(&path, asks),
            // A solver that cannot be run fails for the next file as well.
            Looked::End { result: Err(error), .. } if error.is::<AskError>() => return Err(error),
            Looked::End { path, result: Err(error) } => {
                self.summary.unreadable.push(path.display().to_string());
                self.fail(&error);
            }
        }
        Ok(())
    }

    fn fail(&mut self, error: &anyhow::Error) {
        self.outcome = self.outcome.max(Outcome::Failed);
        self.form.beside(|| complain(&with_causes(error)));
    }

    /// Reports once that options are dropped.
    fn tell_of_dropped(&mut self, option: &str, path: &Path) {
        if std::mem::replace(&mut self.told_of_options, true) {
            return;
        }
        let (option, file) = (one_line(option), path.display().to_string());
        self.form.beside(|| {
            remark!(
                "options that scripts set are left out, such as `{option}` in {}; --keep-options keeps them",
                one_line(&file)
            );
        });
    }

    /// Reports the result of a question.
    fn tell(&mut self, record: &Record) -> anyhow::Result<()> {
        self.count(record)?;
        if self.args.only_differences && !record.differs() {
            return Ok(());
        }
        let text = if self.args.json { serde_json::to_string(record)? + "\n" } else { record.as_text() };
        self.form.print(&text)
    }

    fn end_file(&mut self, path: &Path, asks: bool) {
        self.summary.files += 1;
        if !asks {
            let file = path.display().to_string();
            self.outcome = self.outcome.max(Outcome::Errors);
            self.form.beside(|| remark!("{} asks nothing: it has no (check-sat)", one_line(&file)));
            self.summary.silent.push(file);
        }
    }

    fn show_progress(&self, done: usize) {
        let Form::Live(bar) = &self.form else { return };
        let elapsed = self.started.elapsed().as_secs_f64();
        let left = match done {
            0 => String::new(),
            _ => format!(", about {} left", time(elapsed / done as f64 * (self.files - done) as f64)),
        };
        let (wrong, disputed) = (self.summary.wrong.len(), self.summary.disputed.len());
        bar.set_message(format!("{done} of {} files, {wrong} wrong, {disputed} disputed{left}", self.files));
    }

    fn finish(self, is_complete: bool) -> anyhow::Result<ExitCode> {
        self.form.clear();
        if !self.summary.is_trivial() || !is_complete {
            let text = self.summary.as_text(self.started.elapsed().as_secs_f64(), is_complete);
            if self.args.json { print_aside(&text) } else { print(&text)? }
        }
        Ok(ExitCode::from(match self.outcome {
            Outcome::Fine if !is_complete => INTERRUPTED,
            outcome => outcome.exit_code(),
        }))
    }
}
