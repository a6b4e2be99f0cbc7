//! Seeds: where they come from, and how it becomes known which answer each must get.
//!
//! A [`Library`] is an index of seeds that reads nothing before it is asked. [`Library::load`] reads one as a [`Draft`],
//! `prepare` finds evidence for its answer, and a [`SeedCache`] keeps what is prepared for many workers. What was found out
//! is a [`SeedRecord`]: a text that outlives the program, from which [`restore`] makes the very same seed.

mod kept;
mod library;
mod cache;
mod prepare;
mod record;
mod shipped;

pub use cache::{Counts, InMemory, Memory, SeedCache};
pub use kept::Kept;
pub use library::{Library, SeedsError};
pub use prepare::{investigate, prepare};
pub use record::{SeedRecord, SeedStatus, restore};
pub use shipped::{LOGICS, Shipped, shipped};

use crate::answer::Status;
use crate::script::Script;

/// A seed as it was read: what it asks is known, the answer is not.
#[derive(Clone, Debug)]
pub struct Draft {
    pub origin: String,
    /// One question: declarations, definitions and assertions.
    pub script: Script,
    pub claim: Claim,
    /// A number that changes with the text and the claim.
    pub digest: u64,
    /// What is known already, where the seed came with it.
    pub known: Option<SeedRecord>,
}

/// The answer that somebody says a seed gets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    pub answer: Status,
    /// Who says so, in words.
    pub by: &'static str,
}

impl Claim {
    pub const NONE: Claim = Claim { answer: Status::Unknown, by: "nobody" };
}

/// The word for seeds that cannot be read.
pub const NOT_UNDERSTOOD: &str = "not understood";

/// Why a seed cannot be used. This is counted, and no error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unusable {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("it is larger than {limit} bytes")]
    TooLarge { limit: usize },
    #[error("it is not understood: {0}")]
    NotUnderstood(String),
    #[error("it uses what no theory that we know has: {0}")]
    Opaque(String),
    /// A test keeps nothing but hard assertions, and what is left of such a seed would be another one.
    #[error("it has `{0}`, a command of optimisation, which no test could keep")]
    Optimises(String),
    #[error("it defines a recursive function")]
    Recursive,
    #[error("it has no (check-sat)")]
    NoQuestion,
    #[error("it asserts nothing")]
    NoAssertion,
    /// Everybody solves it while reading.
    #[error("it is about no symbol")]
    Trivial,
    #[error("its logic is {0}")]
    OtherLogic(String),
    #[error("it is outside --logic, --status or --max-width")]
    OutOfScope,
    /// What it is claimed to be is refuted: the label is wrong, or we are.
    #[error("{0}")]
    Mislabelled(String),
    /// What would be made from it would be as hard, and one answer would cost as much as a thousand others.
    #[error("{0}")]
    TooHard(String),
    #[error("what was known about it does not hold any more")]
    Outdated,
    #[error("no solver could be asked: {0}")]
    Unasked(String),
    /// The file is there, and may be read another time: no files or no memory are left, the disk fails.
    #[error("it cannot be read now: {0}")]
    Failed(String),
}

impl Unusable {
    /// Whether the machine is at fault and not the seed: whoever goes on without it makes other tests than anywhere else.
    pub fn is_passing(&self) -> bool {
        matches!(self, Unusable::Unasked(_) | Unusable::Failed(_))
    }

    /// The reason without details, to count by.
    pub fn reason(&self) -> &'static str {
        match self {
            Unusable::Unreadable(_) => "cannot be read",
            Unusable::TooLarge { .. } => "too large",
            Unusable::NotUnderstood(_) => NOT_UNDERSTOOD,
            Unusable::Opaque(_) => "unknown operators",
            Unusable::Optimises(_) => "assert-soft, minimize or maximize",
            Unusable::Recursive => "recursive definitions",
            Unusable::NoQuestion => "no (check-sat)",
            Unusable::NoAssertion => "no assertion",
            Unusable::Trivial => "about no symbol",
            Unusable::OtherLogic(_) => "another logic",
            Unusable::OutOfScope => "outside --logic, --status or --max-width",
            Unusable::Mislabelled(_) => "mislabelled",
            Unusable::TooHard(_) => "too hard",
            Unusable::Outdated => "outdated record",
            Unusable::Unasked(_) => "no solver could be asked",
            Unusable::Failed(_) => "cannot be read now",
        }
    }
}
