//! What a solver did with a script, as plain data, for the code that runs solvers, checks
//! evidence and gives verdicts.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The result of one run of a solver on one script.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub outcome: Outcome,
    /// How many questions the script asks. The answer to the last one counts.
    pub questions: usize,
    /// The answers to the questions, in order; also those that came before a crash.
    pub statuses: Vec<Status>,
    /// Bytes that are not UTF-8 are replaced.
    pub stdout: String,
    pub stderr: String,
    /// The reply to `(get-model)` after the answer that counts, as printed.
    pub model: Option<String>,
    /// The replies to the commands that follow the last question, in order.
    pub asides: Vec<Aside>,
    /// Whether each of these commands had a run of its own: then the replies may be about different models.
    pub is_apart: bool,
    /// The names in the reply to `(get-unsat-core)` after the answer that counts, as printed.
    pub core: Option<Vec<String>>,
    /// Error messages after the answer that counts. They do not affect it.
    pub later_errors: Vec<String>,
    /// The message by which a solver that validates its own models rejects the model of its
    /// answer. It may be mistaken.
    pub doubt: Option<String>,
    /// The report of the sanitizer that the solver was built with. The answer may be right all the same.
    pub sanitizer: Option<Signature>,
    pub exit: Exit,
    /// The script's logic, if the solver does not know it and was therefore asked without one.
    pub without_logic: Option<String>,
    /// Whether a script without scopes was asked between `(push 1)` and `(pop 1)`.
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
    /// The reply, as printed; an error message is none.
    pub reply: Option<String>,
    /// Whether the solver printed something that cannot be the reply, such as an error message.
    pub has_failed: bool,
}

impl Aside {
    /// A command to which the solver printed nothing.
    pub fn silent(command: &str) -> Aside {
        Aside { command: command.to_owned(), reply: None, has_failed: false }
    }
}

/// How the reason of [`Outcome::Unknown`] begins if the solver said neither sat, nor unsat, nor unknown.
pub const NO_ANSWER: &str = "no answer";

/// The outcome of a run, by which it is judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Sat,
    Unsat,
    /// The solver says unknown, or nothing; with the reason if there is one.
    Unknown(String),
    Timeout,
    OutOfMemory,
    Crash(Signature),
    /// The solver did not accept the whole script, so any answer is to another question.
    Rejected(String),
    /// An option of the solver changes the question, so its answer is compared with no other; with the answer and the
    /// option.
    NotJudged(String),
    /// The solver was not asked, because it would understand the script differently; with the reason.
    NotAsked(String),
}

/// The answer to a question: a solver's reply to `(check-sat)`, the expected answer of a test, or a claim.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Sat,
    Unsat,
    /// Not known, or not stated.
    #[default]
    Unknown,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    Code(i32),
    Signal(i32),
    /// gainsay killed the solver at this limit.
    Killed(Limit),
    /// The solver still runs: the session goes on.
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

/// What identifies a crash, without the parts that change from run to run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signature {
    pub kind: SignatureKind,
    /// Normalised: no addresses, process ids or temporary names.
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SignatureKind {
    /// A failed assertion of the solver; the text has its place in the source.
    Assertion,
    /// A sanitizer's report; the text has the kind of error and the first stack frame in the solver.
    Sanitizer,
    /// The solver reports an internal error without crashing.
    InternalError,
    /// A signal; the text has its name and the last line of output.
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

    /// The word as in `(set-info :status ..)`.
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

    /// Whether one is sat and the other unsat, so that one of them is wrong.
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

    /// The answer to the question: `Unknown` unless it is sat or unsat.
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

    /// What the solver said instead of an answer, in a line; `None` if it answered, or said nothing.
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
        // Control characters must not reach a terminal.
        Some(line.chars().filter(|c| !c.is_control()).take(LONGEST_COMPLAINT).collect())
    }
}

/// How many characters of a complaint are shown at most.
const LONGEST_COMPLAINT: usize = 160;

impl Answer {
    /// An answer with this outcome and nothing else.
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

    /// The signature of the solver's own fault, if there is one: a sanitizer's report, else a crash.
    pub fn fault(&self) -> Option<&Signature> {
        match &self.outcome {
            Outcome::Crash(signature) => Some(self.sanitizer.as_ref().unwrap_or(signature)),
            _ => self.sanitizer.as_ref(),
        }
    }

    /// A line about how the solver was asked, if that was unusual.
    pub fn remark(&self) -> Option<String> {
        let logic = self.without_logic.as_ref()?;
        Some(format!("it does not know the logic {logic}, and was asked without one"))
    }

    /// The reply to the first command after the last question that is one of these.
    pub fn reply_to(&self, commands: &[&str]) -> Option<&str> {
        let aside = self.asides.iter().find(|aside| commands.contains(&aside.command.as_str()))?;
        aside.reply.as_deref()
    }

    /// Whether all questions were answered, so that there is the answer that counts.
    pub fn is_complete(&self) -> bool {
        self.statuses.len() >= self.questions
    }
}
