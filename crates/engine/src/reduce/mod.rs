//! Makes a script small while it stays interesting: a typed, hierarchical delta debugger on the shared terms.
//!
//! A [`Pass`] proposes edits to the best candidate so far, those that remove most first. The result of an edit is
//! only tried if it is smaller, reads back as it was printed, and was not tried before; it is only taken if the
//! caller's predicate still finds it interesting. [`Accusation`] preserves a verdict, [`CommandOutput`] the
//! behaviour of a command.

mod candidate;
mod command;
mod engine;
mod measure;
pub mod passes;
mod finding;

pub use candidate::Candidate;
pub use command::{CommandOutput, Matching, patience};
pub use engine::reduce;
pub use finding::{Accusation, FindingCheck, reduce_finding};
pub use measure::Size;
pub use passes::{PASSES, Pass, Stage};

/// Decides which candidates are interesting.
pub trait Predicate {
    /// How many candidates can be checked at once.
    fn width(&self) -> usize {
        1
    }

    /// The index of the first interesting candidate, in order. May give that candidate another model.
    fn first_interesting(&mut self, candidates: &mut [Candidate]) -> Option<usize>;
}

impl<F: FnMut(&Candidate) -> bool> Predicate for F {
    fn first_interesting(&mut self, candidates: &mut [Candidate]) -> Option<usize> {
        candidates.iter().position(self)
    }
}

/// The limits of a reduction, and a callback for its progress.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// How many candidates may be tried.
    pub tries: usize,
    /// Called before each try: whether to stop with the best so far.
    pub stop: &'a dyn Fn() -> bool,
    /// Called after every try.
    pub progress: &'a dyn Fn(&Progress<'_>),
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget { tries: usize::MAX, stop: &|| false, progress: &|_| {} }
    }
}

/// The progress of a reduction.
pub struct Progress<'a> {
    /// The best so far.
    pub best: &'a Candidate,
    /// The size of the best in bytes, printed with one command a line.
    pub bytes: usize,
    /// How many candidates were tried.
    pub tried: usize,
    /// How many of them were taken.
    pub accepted: usize,
    /// Whether this try gave a new best.
    pub improved: bool,
    /// The pass that made the candidate.
    pub pass: &'static str,
}

/// The result of a reduction.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smallest script that was found.
    pub best: Candidate,
    /// How many candidates were tried.
    pub tried: usize,
    /// How many of them were taken.
    pub accepted: usize,
    /// Whether no pass can make it smaller; otherwise the budget was used up.
    pub finished: bool,
}

/// Why a script cannot be reduced.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotReducible {
    #[error("the script is not interesting as it is")]
    NotInteresting,
    #[error("even an empty script is interesting: whatever is looked for has nothing to do with the script")]
    EmptyIsInteresting,
    #[error("{0}")]
    CannotAsk(String),
}
