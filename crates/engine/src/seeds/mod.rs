//! Seeds: their sources, and how the right answer of each is determined.
//!
//! A [`Library`] is an index of seeds that reads nothing until needed. [`Library::load`] reads one as a [`Draft`],
//! `prepare` finds evidence for its answer, and a [`SeedCache`] keeps prepared seeds for many workers. The result
//! is a [`SeedRecord`]: a text that outlives the program, from which [`restore`] makes exactly the same seed.

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

use gainsay_lang::answer::Status;
use gainsay_lang::script::Script;

/// A seed that was read but whose answer is not determined yet.
#[derive(Clone, Debug)]
pub struct Draft {
    pub origin: String,
    /// One question: declarations, definitions and assertions.
    pub script: Script,
    pub claim: Claim,
    /// A digest of the text and the claim.
    pub digest: u64,
    /// The record that comes with the seed, if there is one.
    pub known: Option<SeedRecord>,
}

/// The claimed answer of a seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    pub answer: Status,
    /// The source of the claim, in words.
    pub by: &'static str,
}

impl Claim {
    pub const NONE: Claim = Claim { answer: Status::Unknown, by: "nobody" };
}

/// The reason for seeds that cannot be understood.
pub const NOT_UNDERSTOOD: &str = "not understood";

/// Why a seed cannot be used. Such reasons are counted; they are not errors.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unusable {
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("it is larger than {limit} bytes")]
    TooLarge { limit: usize },
    #[error("it is not understood: {0}")]
    NotUnderstood(String),
    #[error("it uses something that is in no known theory: {0}")]
    Opaque(String),
    /// Tests keep hard assertions only, so without its goals the seed would be a different one.
    #[error("it has `{0}`, an optimization command, which tests would not keep")]
    Optimises(String),
    #[error("it defines a recursive function")]
    Recursive,
    #[error("it has no (check-sat)")]
    NoQuestion,
    #[error("it asserts nothing")]
    NoAssertion,
    /// Every solver decides it while reading.
    #[error("it contains no symbols")]
    Trivial,
    #[error("its logic is {0}")]
    OtherLogic(String),
    #[error("it is outside --logic, --status or --max-width")]
    OutOfScope,
    /// The claimed answer is refuted: the label is wrong, or our evaluator is.
    #[error("{0}")]
    Mislabelled(String),
    /// Tests made from it would be as hard, and one answer would cost as much as a thousand others.
    #[error("{0}")]
    TooHard(String),
    #[error("what was known about it does not hold any more")]
    Outdated,
    #[error("no solver could be asked: {0}")]
    Unasked(String),
    /// The file exists and may be readable at another time: no file handles or memory are left, or the disk fails.
    #[error("it cannot be read now: {0}")]
    Failed(String),
}

impl Unusable {
    /// Whether the machine is at fault and not the seed. Continuing without the seed would give other tests than
    /// on another machine.
    pub fn is_passing(&self) -> bool {
        matches!(self, Unusable::Unasked(_) | Unusable::Failed(_))
    }

    /// The reason without details, as a key for counting.
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
            Unusable::Trivial => "no symbols",
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
