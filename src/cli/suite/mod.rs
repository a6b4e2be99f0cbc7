//! `gainsay suite`: tests solvers with a collection of tests whose answers are known.

mod mark;
mod score;
mod show;

use super::check::{AskingArgs, News, Outcome, Record, Told, examine, refuse_solvers, work_through};
use super::inputs::{Inputs, complain};
use super::live::Form;
use super::{
    FAILED, NOTHING_TESTED, catalogue, choose_solvers, is_broken_pipe, print_aside, print_data, read_text,
    with_causes,
};
use crate::consult::Consultation;
use crate::script::Script;
use crate::solver::{AskError, Solver};
use crate::strategy::written::{About, Header};
use crate::words::time;
use score::Score;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// Test solvers with a suite of tests whose answers are known
///
/// The tests are those of `gainsay make`, or any scripts. A test's claim about its answer is checked: its
/// model is evaluated, and a reason for unsat is made again from the line that names it, or found by
/// exhaustive search. So no second solver is needed, and a test that somebody changed accuses nobody. If a
/// test has only a :status, a solver that contradicts it is counted as disputed. The solver's models and
/// unsat cores are checked as by `gainsay check`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay make strings --out tests && gainsay suite tests --solver z3@4.8.7
  gainsay suite tests --solver \"mine=./build/solver --smt2\" -t 15
  gainsay suite tests --solver z3 --operation str.replace,str.at --status unsat
  gainsay suite tests --solver \"z3;cvc5\" --markdown > table.md
  gainsay suite tests --solver z3 --json | jq '.failures[] | select(.mark == \"wrong\")'

Each test gets one mark from each solver: right, wrong (the opposite answer), bad model, bad core,
crash, other bug, disputed, unknown, timeout, out of memory, rejected, not asked, or no truth
(nobody knows the answer).

Exit codes: 0 no bug was found, 10 a solver has bugs (proved or derived), 11 disputed, 12 gainsay
contradicts itself (please report it), 1 a script has errors or asks nothing, 2 wrong usage, a
file that cannot be read, or a solver that cannot be run, 3 no test was left to ask, 130
interrupted. If several apply, the first of 12, 10, 11, 2, 1 is used.")]
pub struct Args {
    /// Tests (.smt2, .smt2.gz), folders with all tests below them, or patterns
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    asking: AskingArgs,
    /// Only tests of these operations, separated by commas; tests without an operation count if they use one
    /// of them
    #[arg(long, value_name = "OPERATORS", value_delimiter = ',')]
    operation: Vec<String>,
    /// Only tests of these classes, separated by commas, such as noise or constant-assignment
    #[arg(long, value_name = "CLASSES", value_delimiter = ',')]
    class: Vec<String>,
    /// Only tests with this :status
    #[arg(long, value_name = "ANSWER", value_parser = ["sat", "unsat"])]
    status: Option<String>,
    /// Print the tables as Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
    /// Print one JSON object: the numbers by operation and class, and all tests that were not right
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let inputs = Inputs::find(&args.files);
    let catalogue = catalogue(args.asking.config.clone())?;
    refuse_solvers(&inputs.missing, &catalogue)?;
    if inputs.paths.is_empty() {
        return Ok(ExitCode::from(FAILED));
    }
    let solvers = choose_solvers(&catalogue, &args.asking.solvers)?;
    let paths: Vec<PathBuf> = inputs.paths.into_iter().filter(|path| args.wants(path)).collect();
    if paths.is_empty() {
        complain("no test is left: none has this --operation, --class and --status");
        return Ok(ExitCode::from(NOTHING_TESTED));
    }
    let how = args.asking.consultation(false);
    let mut run = Run {
        args: &args,
        score: Score::new(solvers.iter().map(Solver::label).collect()),
        outcome: if inputs.missing.is_empty() { Outcome::Fine } else { Outcome::Failed },
        form: Form::new(false, "{msg}")?,
        started: Instant::now(),
        tests: paths.len(),
    };
    let look_at = |path: &Path, tell: &mut dyn FnMut(Looked)| {
        tell(Looked { path: path.to_owned(), result: look(path, &solvers, &how) });
    };
    match work_through(&paths, args.asking.jobs(), look_at, |news| run.hear(news)) {
        Ok(is_complete) => run.finish(is_complete),
        Err(error) if is_broken_pipe(&error) => Ok(ExitCode::from(run.outcome.exit_code())),
        Err(error) => {
            run.fail(&error);
            run.finish(false)
        }
    }
}

impl Args {
    /// Whether a test was chosen. One that cannot be read is: the error is reported in its turn.
    fn wants(&self, path: &Path) -> bool {
        if self.operation.is_empty() && self.class.is_empty() && self.status.is_none() {
            return true;
        }
        let Ok(text) = read_text(path) else { return true };
        let About { operation, class } = Header::read(&text).about;
        let among = |wanted: &[String], name: &str| wanted.iter().any(|other| other == name);
        if !self.class.is_empty() && !class.is_some_and(|class| among(&self.class, &class)) {
            return false;
        }
        match operation {
            _ if self.operation.is_empty() && self.status.is_none() => true,
            Some(operation) if !self.operation.is_empty() && !among(&self.operation, &operation) => false,
            operation => {
                let script = Script::read(&text);
                let is_about = self.operation.is_empty()
                    || operation.is_some()
                    || script.usage().operators.iter().any(|(id, _)| among(&self.operation, id.op().name));
                is_about && self.status.as_deref().is_none_or(|status| script.info(":status") == Some(status))
            }
        }
    }
}

/// The result for a file.
struct Looked {
    path: PathBuf,
    result: anyhow::Result<(About, Examined)>,
}

fn look(path: &Path, solvers: &[Solver], how: &Consultation) -> anyhow::Result<(About, Examined)> {
    let text = read_text(path)?;
    let mut examined = Examined::default();
    examine(path, &text, solvers, how, &mut |told| match told {
        Told::Complaint(text) => examined.complaint = text,
        Told::Record(record) => examined.records.push(*record),
        // Not reported: tests of a suite are made for solvers with their defaults.
        Told::Dropped(_) => {}
    })?;
    Ok((Header::read(&text).about, examined))
}

/// The records of a test's questions, of which there are few.
#[derive(Default)]
struct Examined {
    records: Vec<Record>,
    complaint: String,
}

/// The state of a run.
struct Run<'a> {
    args: &'a Args,
    score: Score,
    outcome: Outcome,
    form: Form,
    started: Instant,
    tests: usize,
}

impl Run<'_> {
    fn hear(&mut self, news: News<Looked>) -> anyhow::Result<()> {
        let looked = match news {
            News::Progress(done) => {
                self.show_progress(done);
                return Ok(());
            }
            News::Done(looked) => looked,
        };
        match looked.result {
            Ok((about, examined)) => self.tell(&looked.path, &about, &examined),
            // A solver that cannot be run fails for the next file as well.
            Err(error) if error.is::<AskError>() => Err(error),
            Err(error) => {
                self.fail(&error);
                Ok(())
            }
        }
    }

    fn fail(&mut self, error: &anyhow::Error) {
        self.outcome = self.outcome.max(Outcome::Failed);
        self.form.beside(|| complain(&with_causes(error)));
    }

    fn tell(&mut self, path: &Path, about: &About, examined: &Examined) -> anyhow::Result<()> {
        if !examined.complaint.is_empty() {
            self.form.beside(|| print_aside(&examined.complaint));
        }
        let file = path.display().to_string();
        if examined.records.is_empty() {
            self.outcome = self.outcome.max(Outcome::Errors);
            self.form.beside(|| complain(&format!("{file} asks nothing: it has no (check-sat)")));
            return Ok(());
        }
        let lines = self.score.add(&file, about, &examined.records);
        self.outcome = self.outcome.max(self.score.outcome);
        let is_data = self.args.json || self.args.markdown;
        self.form.beside(|| if is_data { Ok(()) } else { print_data(&lines) })
    }

    fn show_progress(&self, done: usize) {
        let Form::Live(bar) = &self.form else { return };
        let elapsed = self.started.elapsed().as_secs_f64();
        let left = match done {
            0 => String::new(),
            _ => format!(", about {} left", time(elapsed / done as f64 * (self.tests - done) as f64)),
        };
        bar.set_message(format!("{done} of {} tests, {} with bugs{left}", self.tests, self.score.bugs));
    }

    fn finish(self, is_complete: bool) -> anyhow::Result<ExitCode> {
        self.form.clear();
        let seconds = self.started.elapsed().as_secs_f64();
        let text = if self.args.json {
            self.score.as_json(seconds, is_complete) + "\n"
        } else {
            self.score.as_text(seconds, is_complete, self.args.markdown)
        };
        print_data(&text)?;
        Ok(ExitCode::from(match self.outcome {
            Outcome::Fine if !is_complete => super::check::INTERRUPTED,
            outcome => outcome.exit_code(),
        }))
    }
}
