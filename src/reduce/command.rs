//! What keeps the behaviour of any command while a script gets smaller, as users of ddSMT know it.

use super::{Candidate, Interest};
use crate::solver::{Answer, AskError, Exit, Limits, Solver};
use regex_lite::Regex;

/// What must stay the same.
#[derive(Clone, Default, Debug)]
pub struct Matching {
    /// Something in standard output.
    pub out: Option<Regex>,
    /// Something in standard error.
    pub err: Option<Regex>,
    /// The exit code; that of the first run if none is given.
    pub exit: Option<i32>,
    /// Look at the exit code only.
    pub ignore_output: bool,
}

/// Interesting is what makes a command behave as it did: the same exit code, and the same output unless it is said what to look
/// for.
pub struct CommandOutput {
    command: Solver,
    matching: Matching,
    first_run: Answer,
    limits: Limits,
    jobs: usize,
}

impl CommandOutput {
    /// Runs the command on the script to see what it does.
    pub fn new(
        command: Solver,
        script: &str,
        matching: Matching,
        limits: Limits,
        jobs: usize,
    ) -> Result<CommandOutput, AskError> {
        let first_run = command.ask_fresh(script, &limits)?;
        Ok(CommandOutput { command, matching, first_run, limits, jobs: jobs.max(1) })
    }

    /// What the command did with the script as it was.
    pub fn first_run(&self) -> &Answer {
        &self.first_run
    }

    /// Gives each run so much time.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn matches(&self, text: &str) -> bool {
        let Ok(run) = self.command.ask_fresh(text, &self.limits) else { return false };
        let exit = self.matching.exit.map_or(self.first_run.exit, Exit::Code);
        if run.exit != exit {
            return false;
        }
        match (&self.matching.out, &self.matching.err) {
            _ if self.matching.ignore_output => true,
            (None, None) => run.stdout == self.first_run.stdout && run.stderr == self.first_run.stderr,
            (out, err) => {
                out.as_ref().is_none_or(|out| out.is_match(&run.stdout))
                    && err.as_ref().is_none_or(|err| err.is_match(&run.stderr))
            }
        }
    }
}

impl Interest for CommandOutput {
    fn width(&self) -> usize {
        self.jobs
    }

    fn first(&mut self, candidates: &mut [Candidate]) -> Option<usize> {
        let this = &*self;
        if let [candidate] = candidates {
            return this.matches(&candidate.text()).then_some(0);
        }
        let matches: Vec<bool> = std::thread::scope(|scope| {
            let runs: Vec<_> = candidates
                .iter()
                .map(|candidate| scope.spawn(move || this.matches(&candidate.text())))
                .collect();
            runs.into_iter().map(|run| run.join().unwrap_or(false)).collect()
        });
        matches.into_iter().position(|matched| matched)
    }
}
