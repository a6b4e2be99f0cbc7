//! A predicate that preserves the behaviour of any command while a script is reduced, as in ddSMT.

use super::{Candidate, Predicate};
use crate::threads::in_parallel;
use gainsay_guests::solver::{AskError, Limits, Solver};
use gainsay_lang::answer::{Answer, Exit};
use regex_lite::Regex;
use std::time::Duration;

/// The behaviour to preserve.
#[derive(Clone, Default, Debug)]
pub struct Matching {
    /// A pattern that standard output must match.
    pub out: Option<Regex>,
    /// A pattern that standard error must match.
    pub err: Option<Regex>,
    /// The required exit code; by default that of the first run.
    pub exit: Option<i32>,
    /// Whether to compare the exit code only.
    pub ignore_output: bool,
}

/// A script is interesting if the command behaves as at first: with the same exit code, and with the same output
/// or output that matches the patterns.
pub struct CommandOutput {
    command: Solver,
    matching: Matching,
    first_script: String,
    first_run: Answer,
    limits: Limits,
    is_hasty: bool,
    jobs: usize,
}

/// The time limit of a run if the last interesting one took `last`.
pub fn patience(last: Duration) -> Duration {
    2 * last + Duration::from_millis(750)
}

impl CommandOutput {
    /// Runs the command on the script to record its behaviour.
    pub fn new(
        command: Solver,
        script: &str,
        matching: Matching,
        limits: Limits,
        jobs: usize,
    ) -> Result<CommandOutput, AskError> {
        let first_run = command.run_on(script, &limits)?;
        let (first_script, jobs) = (script.to_owned(), jobs.max(1));
        Ok(CommandOutput { command, matching, first_script, first_run, limits, is_hasty: false, jobs })
    }

    /// The preserved behaviour, in words.
    pub fn preserved(&self) -> String {
        let command = self.command.argv.join(" ");
        let mut words = match self.matching.exit.map_or(self.first_run.exit, Exit::Code) {
            Exit::Code(code) => format!("exit code {code} of `{command}`"),
            Exit::Signal(signal) => format!("death of `{command}` by signal {signal}"),
            Exit::Killed(_) => format!("that `{command}` runs into its limits"),
            Exit::Alive => format!("that `{command}` goes on"),
        };
        let Matching { out, err, ignore_output, .. } = &self.matching;
        match (out, err) {
            _ if *ignore_output => {}
            (None, None) => words += ", and its output",
            _ => {
                for (pattern, place) in [(out, "stdout"), (err, "stderr")] {
                    if let Some(pattern) = pattern {
                        words += &format!(", and \"{pattern}\" on {place}");
                    }
                }
            }
        }
        words
    }

    /// Limits each run to little more time than the last interesting one took: runs that take much longer are
    /// seldom interesting.
    pub fn with_short_runs(mut self) -> CommandOutput {
        self.is_hasty = true;
        self.hurry(self.first_run.wall);
        self
    }

    fn hurry(&mut self, last: Duration) {
        if self.is_hasty {
            self.limits.wall = patience(last);
        }
    }

    /// The command's time for a text, if the text is interesting.
    fn time_of(&self, text: &str) -> Option<Duration> {
        if text == self.first_script {
            return self.matches(&self.first_run).then_some(self.first_run.wall);
        }
        let run = self.command.run_on(text, &self.limits).ok()?;
        self.matches(&run).then_some(run.wall)
    }

    fn matches(&self, run: &Answer) -> bool {
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

impl Predicate for CommandOutput {
    fn width(&self) -> usize {
        self.jobs
    }

    fn first_interesting(&mut self, candidates: &mut [Candidate]) -> Option<usize> {
        let this = &*self;
        let times: Vec<Option<Duration>> = match candidates {
            [candidate] => vec![this.time_of(&candidate.text())],
            _ => in_parallel(candidates.iter(), |candidate| this.time_of(&candidate.text())),
        };
        let first = times.iter().position(Option::is_some)?;
        times[first].into_iter().for_each(|time| self.hurry(time));
        Some(first)
    }
}
