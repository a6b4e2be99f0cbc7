//! What is to be slow: a solver, or several at once.

use super::measure::{Ending, Runner, Timed};
use crate::solver::{AskError, Solver};

/// The solvers that are to be slow at the same time. Together they take as long as the fastest of them.
pub struct Target {
    first: Runner,
    others: Vec<Runner>,
}

impl Target {
    pub fn new(first: Runner, others: Vec<Runner>) -> Target {
        Target { first, others }
    }

    /// The name under which a setup, tables and reports have them.
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

    /// Asks each in a process of its own, with so many seconds of CPU time.
    pub fn ask(&self, text: &str, seconds: f64) -> Result<Timed, AskError> {
        self.ask_by(&self.first, text, seconds)
    }

    /// The same, where the first one is run another way, so that it tells what it does.
    pub fn ask_through(&self, first: &Solver, text: &str, seconds: f64) -> Result<Timed, AskError> {
        self.ask_by(&self.first.through(first), text, seconds)
    }

    fn ask_by(&self, first: &Runner, text: &str, seconds: f64) -> Result<Timed, AskError> {
        let mut fastest = first.ask(text, seconds)?;
        for other in &self.others {
            // Who does not take a script is not slow; and who is slower than the fastest need not end.
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
