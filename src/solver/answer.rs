//! What a solver did with a script, and what that comes to.

use super::output::questions;
use super::reading::Reading;
use super::signature::Signature;
use super::{Limits, Profile};
use std::time::Duration;

/// Everything that is known about one run of a solver on one script.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub outcome: Outcome,
    /// How many questions the script asks. The answer to the last one counts.
    pub questions: usize,
    /// The answers to all of them. Kept also where the solver crashed later.
    pub statuses: Vec<Status>,
    /// Bytes that are not UTF-8 are replaced.
    pub stdout: String,
    pub stderr: String,
    /// The reply to `(get-model)` after the answer that counts, as printed.
    pub model: Option<String>,
    /// The names in the reply to `(get-unsat-core)` after the answer that counts, as printed.
    pub core: Option<Vec<String>>,
    /// Error messages after the answer that counts: they hide nothing.
    pub later_errors: Vec<String>,
    /// What the sanitizer reports that the solver was built with. The answer may be right all the same.
    pub sanitizer: Option<Signature>,
    pub exit: Exit,
    pub wall: Duration,
    pub cpu: Duration,
    /// Bytes.
    pub peak_memory: u64,
}

/// How the reason begins where a solver says neither sat, nor unsat, nor unknown.
pub const NO_ANSWER: &str = "no answer";

/// What an answer comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Sat,
    Unsat,
    /// The solver says so, or says nothing; with the reason where there is one.
    Unknown(String),
    Timeout,
    OutOfMemory,
    Crash(Signature),
    /// It did not take the whole script, so any answer is to another question.
    Rejected(String),
    /// It was never asked, because it would have taken the script for another one; and why.
    NotAsked(String),
}

/// The reply to one `(check-sat)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Sat,
    Unsat,
    Unknown,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Code(i32),
    Signal(i32),
    /// By us.
    Killed(Limit),
    /// It did not: the session goes on.
    Alive,
}

/// A limit that a solver ran into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    Wall,
    Cpu,
    Memory,
    Output,
}

impl Status {
    pub fn parse(line: &str) -> Option<Status> {
        match line {
            "sat" => Some(Status::Sat),
            "unsat" => Some(Status::Unsat),
            "unknown" => Some(Status::Unknown),
            _ => None,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Status::Sat => "sat",
            Status::Unsat => "unsat",
            Status::Unknown => "unknown",
        }
    }
}

impl Outcome {
    /// A word for tables and logs.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Sat => "sat",
            Outcome::Unsat => "unsat",
            Outcome::Unknown(_) => "unknown",
            Outcome::Timeout => "timeout",
            Outcome::OutOfMemory => "out of memory",
            Outcome::Crash(_) => "crash",
            Outcome::Rejected(_) => "rejected",
            Outcome::NotAsked(_) => "not asked",
        }
    }
}

impl Outcome {
    /// What the solver said where it did not answer, in a line; `None` if it answered, or said nothing.
    pub fn complaint(&self) -> Option<String> {
        let text = match self {
            Outcome::Unknown(text) | Outcome::Rejected(text) | Outcome::NotAsked(text) => text,
            Outcome::Crash(signature) => &signature.to_string(),
            Outcome::Sat | Outcome::Unsat | Outcome::Timeout | Outcome::OutOfMemory => return None,
        };
        let line = text.lines().map(str::trim).find(|line| !line.is_empty())?;
        // What a solver prints must not reach a terminal as it is.
        Some(line.chars().filter(|c| !c.is_control()).take(LONGEST_COMPLAINT).collect())
    }
}

/// More characters of a complaint are not shown.
const LONGEST_COMPLAINT: usize = 160;

impl Answer {
    /// The answer of a solver that was not asked, because it would have taken the script for another one.
    pub fn not_asked(reason: String) -> Answer {
        Answer {
            outcome: Outcome::NotAsked(reason),
            questions: 1,
            statuses: Vec::new(),
            stdout: String::new(),
            stderr: String::new(),
            model: None,
            core: None,
            later_errors: Vec::new(),
            sanitizer: None,
            exit: Exit::Alive,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    /// Reads what a run on a script left behind. Pure, so that stored output can be read again.
    pub fn read(stdout: &[u8], stderr: &[u8], exit: Exit, profile: &Profile, script: &str) -> Answer {
        let stdout = String::from_utf8_lossy(stdout).into_owned();
        let stderr = String::from_utf8_lossy(stderr).into_owned();
        let questions = questions(script);
        let Reading { outcome, sanitizer, statuses, model, core, later_errors } =
            Reading::of(&stdout, &stderr, exit, profile, script, questions);
        Answer {
            outcome,
            questions,
            statuses,
            model,
            core,
            later_errors,
            sanitizer,
            stdout,
            stderr,
            exit,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    /// By what a fault of the program itself is known, if it shows one: a sanitizer's report, or a crash.
    pub fn fault(&self) -> Option<&Signature> {
        match &self.outcome {
            Outcome::Crash(signature) => Some(self.sanitizer.as_ref().unwrap_or(signature)),
            _ => self.sanitizer.as_ref(),
        }
    }

    /// Whether it came as far as the answer that counts.
    pub fn is_complete(&self) -> bool {
        self.statuses.len() >= self.questions
    }

    /// Adds what was measured. A crash close to the memory limit is taken for the limit's work.
    pub fn measured(mut self, wall: Duration, cpu: Duration, peak_memory: u64, limits: &Limits) -> Answer {
        (self.wall, self.cpu, self.peak_memory) = (wall, cpu, peak_memory);
        // A limit on addresses that we were started under shows long before it is reached.
        let is_near = peak_memory > limits.memory / 10 * 8
            || super::os::own_address_limit().is_some_and(|most| peak_memory > most / 10);
        if matches!(self.outcome, Outcome::Crash(_)) && is_near {
            self.outcome = Outcome::OutOfMemory;
        }
        self
    }
}
