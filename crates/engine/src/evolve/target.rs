//! The target: the solver that is to be slow, or several at once.

use super::measure::{Ending, Runner, Timed};
use gainsay_guests::solver::{AskError, Solver};

/// Solvers that are to be slow at the same time. The target's time is that of the fastest of them.
pub struct Target {
    first: Runner,
    others: Vec<Runner>,
}

impl Target {
    pub fn new(first: Runner, others: Vec<Runner>) -> Target {
        Target { first, others }
    }

    /// The name of the target in setups, tables and reports.
    pub fn label_of<'a>(solvers: impl IntoIterator<Item = &'a Solver>) -> String {
        let labels: Vec<String> = solvers.into_iter().map(Solver::label).collect();
        if labels.len() > 1 { format!("each of {}", labels.join(" and ")) } else { labels.concat() }
    }

    pub fn label(&self) -> String {
        Target::label_of(self.runners().map(|runner| &runner.solver))
    }

    pub fn runners(&self) -> impl Iterator<Item = &Runner> {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Asks each of them in a new process, with this many seconds of CPU time.
    pub fn ask(&self, text: &str, seconds: f64) -> Result<Timed, AskError> {
        self.ask_by(&self.first, text, seconds)
    }

    /// As `ask`, with another command for the first one, so that it reports coverage.
    pub fn ask_through(&self, first: &Solver, text: &str, seconds: f64) -> Result<Timed, AskError> {
        self.ask_by(&self.first.through(first), text, seconds)
    }

    fn ask_by(&self, first: &Runner, text: &str, seconds: f64) -> Result<Timed, AskError> {
        let mut fastest = first.ask(text, seconds)?;
        for other in &self.others {
            // A solver that rejects the script is not slow. The others get no more time than the fastest so far
            // took.
            if fastest.ending == Ending::Refused {
                break;
            }
            let timed = other.ask(text, fastest.seconds)?;
            if timed.ending != Ending::NotDone {
                fastest = timed;
            }
        }
        Ok(fastest)
    }
}
