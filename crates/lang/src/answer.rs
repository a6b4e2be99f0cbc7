//! What a solver did with a script, as plain data: the words in which solvers, evidence and verdicts speak to each other.

use serde::{Deserialize, Serialize};
use std::fmt;
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
    /// The replies to the commands that follow the last question, in order.
    pub asides: Vec<Aside>,
    /// Whether each of these commands was put in a run of its own, so that one reply says nothing about another.
    pub is_apart: bool,
    /// The names in the reply to `(get-unsat-core)` after the answer that counts, as printed.
    pub core: Option<Vec<String>>,
    /// Error messages after the answer that counts: they hide nothing.
    pub later_errors: Vec<String>,
    /// The message by which a solver that validates its own models rejects the model of its answer. It may be mistaken.
    pub doubt: Option<String>,
    /// What the sanitizer reports that the solver was built with. The answer may be right all the same.
    pub sanitizer: Option<Signature>,
    pub exit: Exit,
    /// The logic that it does not know, where it was asked without.
    pub without_logic: Option<String>,
    /// Whether the question, which is flat, was put in a scope.
    pub in_scope: bool,
    pub wall: Duration,
    pub cpu: Duration,
    /// Bytes.
    pub peak_memory: u64,
}

/// The reply to a command that follows the last question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Aside {
    /// The first word of the command, such as `get-value`.
    pub command: String,
    /// The one reply, as printed; an error is none.
    pub reply: Option<String>,
    /// Whether something came instead of a reply.
    pub has_failed: bool,
}

impl Aside {
    /// Nothing was replied.
    pub fn silent(command: &str) -> Aside {
        Aside { command: command.to_owned(), reply: None, has_failed: false }
    }
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
    /// It was asked with an option by which the question is another one: what it says is neither held against it nor against
    /// others; and what it says, and which option.
    NotJudged(String),
    /// It was never asked, because it would have taken the script for another one; and why.
    NotAsked(String),
}

/// The answer to a question: what a solver replies to `(check-sat)`, what a test must get, what somebody claims.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Sat,
    Unsat,
    /// Nobody knows, or nobody says.
    #[default]
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

/// What a crash is known by, without the parts that change from run to run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    pub kind: SignatureKind,
    /// Normalised: no addresses, process ids or temporary names.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SignatureKind {
    /// The program's own check failed; the text has the place.
    Assertion,
    /// A sanitizer's report; the text has what it found and the first frame in the solver.
    Sanitizer,
    /// The solver says that it is wrong without dying.
    InternalError,
    /// A signal, and the last line of output.
    Signal,
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Status {
    pub fn from_word(word: &str) -> Option<Status> {
        [Status::Sat, Status::Unsat, Status::Unknown].into_iter().find(|status| status.word() == word)
    }

    /// As `:status` has it.
    pub fn word(self) -> &'static str {
        match self {
            Status::Sat => "sat",
            Status::Unsat => "unsat",
            Status::Unknown => "unknown",
        }
    }

    pub fn is_known(self) -> bool {
        self != Status::Unknown
    }

    /// Whether one of the two must be wrong: one is sat and the other unsat.
    pub fn contradicts(self, other: Status) -> bool {
        self.is_known() && other.is_known() && self != other
    }

    /// The answer that contradicts it.
    pub fn contrary(self) -> Status {
        match self {
            Status::Sat => Status::Unsat,
            Status::Unsat => Status::Sat,
            Status::Unknown => Status::Unknown,
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
            Outcome::NotJudged(_) => "not judged",
            Outcome::NotAsked(_) => "not asked",
        }
    }

    /// What it says to the question: `Unknown` where it says neither sat nor unsat.
    pub fn status(&self) -> Status {
        match self {
            Outcome::Sat => Status::Sat,
            Outcome::Unsat => Status::Unsat,
            Outcome::Unknown(_)
            | Outcome::Timeout
            | Outcome::OutOfMemory
            | Outcome::Crash(_)
            | Outcome::Rejected(_)
            | Outcome::NotJudged(_)
            | Outcome::NotAsked(_) => Status::Unknown,
        }
    }

    /// Whether it says sat or unsat.
    pub fn is_decided(&self) -> bool {
        self.status().is_known()
    }

    /// What the solver said where it did not answer, in a line; `None` if it answered, or said nothing.
    pub fn complaint(&self) -> Option<String> {
        let text = match self {
            Outcome::Unknown(text)
            | Outcome::Rejected(text)
            | Outcome::NotJudged(text)
            | Outcome::NotAsked(text) => text,
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
    /// An answer of which nothing else is known.
    pub fn new(outcome: Outcome) -> Answer {
        Answer {
            outcome,
            questions: 1,
            statuses: Vec::new(),
            stdout: String::new(),
            stderr: String::new(),
            model: None,
            asides: Vec::new(),
            is_apart: false,
            core: None,
            later_errors: Vec::new(),
            doubt: None,
            sanitizer: None,
            exit: Exit::Alive,
            without_logic: None,
            in_scope: false,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_memory: 0,
        }
    }

    /// The answer of a solver that was not asked, and why.
    pub fn not_asked(reason: String) -> Answer {
        Answer::new(Outcome::NotAsked(reason))
    }

    /// By what a fault of the program itself is known, if it shows one: a sanitizer's report, or a crash.
    pub fn fault(&self) -> Option<&Signature> {
        match &self.outcome {
            Outcome::Crash(signature) => Some(self.sanitizer.as_ref().unwrap_or(signature)),
            _ => self.sanitizer.as_ref(),
        }
    }

    /// What is to be said about how it was asked, in a line.
    pub fn remark(&self) -> Option<String> {
        let logic = self.without_logic.as_ref()?;
        Some(format!("it does not know the logic {logic}, and was asked without one"))
    }

    /// The reply to the first command behind the question that begins with one of these words.
    pub fn reply_to(&self, commands: &[&str]) -> Option<&str> {
        let aside = self.asides.iter().find(|aside| commands.contains(&aside.command.as_str()))?;
        aside.reply.as_deref()
    }

    /// Whether it came as far as the answer that counts.
    pub fn is_complete(&self) -> bool {
        self.statuses.len() >= self.questions
    }
}
