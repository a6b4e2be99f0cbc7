//! What a solver did with a script, and what that comes to.

use super::output::{self, Reply, replies};
use super::signature::{Signature, SignatureKind};
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
            exit: Exit::Alive,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    /// Reads what a run on a script with so many questions left behind. Pure, so that stored output can be read again.
    pub fn read(stdout: &[u8], stderr: &[u8], exit: Exit, profile: &Profile, questions: usize) -> Answer {
        let stdout = String::from_utf8_lossy(stdout).into_owned();
        let stderr = String::from_utf8_lossy(stderr).into_owned();
        let story = Story::read(&stdout, questions);
        let outcome = story.outcome(&stdout, &stderr, exit, profile);
        let Story { statuses, model, core, later_errors, .. } = story;
        Answer {
            outcome,
            questions,
            statuses,
            model,
            core,
            later_errors,
            stdout,
            stderr,
            exit,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    /// Whether it came as far as the answer that counts.
    pub fn is_complete(&self) -> bool {
        self.statuses.len() >= self.questions
    }

    /// Adds what was measured. A crash close to the memory limit is taken for the limit's work.
    pub fn measured(mut self, wall: Duration, cpu: Duration, peak_memory: u64, limits: &Limits) -> Answer {
        (self.wall, self.cpu, self.peak_memory) = (wall, cpu, peak_memory);
        if matches!(self.outcome, Outcome::Crash(_)) && peak_memory > limits.memory / 10 * 8 {
            self.outcome = Outcome::OutOfMemory;
        }
        self
    }
}

/// What standard output tells, read from top to bottom.
#[derive(Debug, Default)]
struct Story {
    questions: usize,
    statuses: Vec<Status>,
    early_errors: Vec<String>,
    later_errors: Vec<String>,
    reason: String,
    model: Option<String>,
    core: Option<Vec<String>>,
}

impl Story {
    fn read(stdout: &str, questions: usize) -> Story {
        let mut story = Story { questions, ..Story::default() };
        for reply in replies(stdout) {
            match reply {
                Reply::Line(line) | Reply::List(line) if line.starts_with("(error") => story.add_error(line),
                Reply::Line(line) => story.add_line(line),
                Reply::List(list) => story.add_list(list),
            }
        }
        story
    }

    /// Some say in the same line why they do not know.
    fn add_line(&mut self, line: &str) {
        let (word, reason) = line.split_once(" (").unwrap_or((line, ""));
        match Status::parse(word) {
            Some(Status::Unknown) => {
                self.statuses.push(Status::Unknown);
                self.reason = reason.trim_end_matches(')').to_owned();
            }
            _ => self.statuses.extend(Status::parse(line)),
        }
    }

    fn add_error(&mut self, error: &str) {
        let message = error.trim_start_matches("(error").trim_end_matches(')').trim().trim_matches('"');
        let is_early = self.statuses.len() < self.questions;
        let errors = if is_early { &mut self.early_errors } else { &mut self.later_errors };
        errors.push(message.split_whitespace().collect::<Vec<_>>().join(" "));
    }

    /// Replies are known by their form, because a script's commands and a solver's replies need not match one
    /// to one.
    fn add_list(&mut self, list: &str) {
        let elements = output::elements(list);
        if elements.first() == Some(&":reason-unknown") {
            self.reason = elements[1..].join(" ").trim_matches('"').to_owned();
            return;
        }
        match self.answer() {
            Some(Status::Sat | Status::Unknown) if self.model.is_none() && is_model(&elements) => {
                self.model = Some(list.to_owned());
            }
            // The last one, since a model may have been asked for before.
            Some(Status::Unsat) if is_core(&elements) => {
                self.core = Some(elements.iter().map(|&name| name.to_owned()).collect());
            }
            _ => {}
        }
    }

    /// The answer that counts. Where there are fewer or more than questions, nobody can tell which one belongs to which.
    fn answer(&self) -> Option<Status> {
        self.statuses.last().copied().filter(|_| self.statuses.len() == self.questions)
    }

    fn outcome(&self, stdout: &str, stderr: &str, exit: Exit, profile: &Profile) -> Outcome {
        let run = Run { stdout, stderr, exit, profile };
        let ran_out = || {
            if run.says(&profile.patterns.timeout) || run.exits_with(&profile.exit_codes.timeout) {
                Some(Outcome::Timeout)
            } else if run.says(&profile.patterns.out_of_memory)
                || run.exits_with(&profile.exit_codes.out_of_memory)
            {
                Some(Outcome::OutOfMemory)
            } else {
                None
            }
        };
        // Running out, and saying so by aborting, is no crash.
        let ran_out = if self.statuses.len() < self.questions { ran_out() } else { None };
        ran_out
            .or_else(|| run.crash().map(Outcome::Crash))
            .or_else(|| self.early_errors.first().cloned().map(Outcome::Rejected))
            .or_else(|| run.line_with(&profile.patterns.unsupported).map(Outcome::Rejected))
            .or_else(|| self.answered())
            .unwrap_or_else(|| run.without_answer())
    }

    fn answered(&self) -> Option<Outcome> {
        Some(match self.answer() {
            Some(Status::Sat) => Outcome::Sat,
            Some(Status::Unsat) => Outcome::Unsat,
            Some(Status::Unknown) => Outcome::Unknown(self.reason.clone()),
            None if self.statuses.len() > self.questions => {
                Outcome::Unknown("more answers than questions".to_owned())
            }
            None => return None,
        })
    }
}

fn is_model(elements: &[&str]) -> bool {
    let first = elements.first().copied().unwrap_or("(define-fun");
    first == "model"
        || ["define-", "declare-", "forall"].iter().any(|word| output::head(first).starts_with(word))
}

fn is_core(elements: &[&str]) -> bool {
    elements.iter().all(|element| !element.starts_with(['(', '"', ':']))
}

/// The facts of a run that are not in the replies.
struct Run<'a> {
    stdout: &'a str,
    stderr: &'a str,
    exit: Exit,
    profile: &'a Profile,
}

impl Run<'_> {
    fn says(&self, patterns: &[String]) -> bool {
        patterns.iter().any(|pattern| self.stdout.contains(pattern) || self.stderr.contains(pattern))
    }

    fn line_with(&self, patterns: &[String]) -> Option<String> {
        let mut lines = self.stderr.lines().chain(self.stdout.lines());
        lines.find(|line| patterns.iter().any(|pattern| line.contains(pattern))).map(str::to_owned)
    }

    fn exits_with(&self, codes: &[i32]) -> bool {
        matches!(self.exit, Exit::Code(code) if codes.contains(&code))
    }

    fn crash(&self) -> Option<Signature> {
        let patterns = &self.profile.patterns;
        let message = |kind, patterns: &[String]| {
            [self.stderr, self.stdout].iter().find_map(|text| Signature::of_message(kind, text, patterns))
        };
        // Some give up on what they do not know by aborting.
        if self.exit == Exit::Signal(libc::SIGABRT) && self.says(&patterns.rejected) {
            return None;
        }
        Signature::of_sanitizer(self.stderr)
            .or_else(|| message(SignatureKind::Assertion, &patterns.crash))
            .or_else(|| message(SignatureKind::InternalError, &patterns.internal_error))
            .or_else(|| self.death())
    }

    /// A death that is a crash by itself.
    fn death(&self) -> Option<Signature> {
        let death = match self.exit {
            Exit::Signal(signal) => crash_signal(signal)?.to_owned(),
            Exit::Code(code) if self.profile.exit_codes.crash.contains(&code) => format!("exit code {code}"),
            // A shell that started the solver reports its signal so.
            Exit::Code(code) if code > 128 => crash_signal(code - 128)?.to_owned(),
            _ => return None,
        };
        Some(Signature::of_death(&death, self.last_line()))
    }

    fn without_answer(&self) -> Outcome {
        match self.exit {
            Exit::Killed(Limit::Wall | Limit::Cpu) => Outcome::Timeout,
            Exit::Killed(Limit::Output) => Outcome::Unknown("printed more than the output limit".to_owned()),
            // Nobody else kills without a word but the kernel, for memory.
            Exit::Signal(libc::SIGKILL) => Outcome::OutOfMemory,
            _ if self.says(&self.profile.patterns.rejected) => Outcome::Rejected(self.last_line().to_owned()),
            Exit::Code(code) if code != 0 && !self.last_line().is_empty() => {
                Outcome::Rejected(self.last_line().to_owned())
            }
            Exit::Code(code) if code != 0 => Outcome::Unknown(format!("{NO_ANSWER}, exit code {code}")),
            Exit::Signal(signal) => Outcome::Unknown(format!("{NO_ANSWER}, killed by signal {signal}")),
            _ => Outcome::Unknown(NO_ANSWER.to_owned()),
        }
    }

    fn last_line(&self) -> &str {
        [self.stderr, self.stdout]
            .iter()
            .find_map(|text| text.lines().rev().map(str::trim).find(|line| !line.is_empty()))
            .unwrap_or("")
    }
}

/// Signals that a program gets for a mistake of its own.
fn crash_signal(signal: i32) -> Option<&'static str> {
    Some(match signal {
        libc::SIGSEGV => "SIGSEGV",
        libc::SIGABRT => "SIGABRT",
        libc::SIGBUS => "SIGBUS",
        libc::SIGFPE => "SIGFPE",
        libc::SIGILL => "SIGILL",
        libc::SIGTRAP => "SIGTRAP",
        libc::SIGSYS => "SIGSYS",
        _ => return None,
    })
}
