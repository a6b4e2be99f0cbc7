//! Makes a script small while it stays interesting: a typed, hierarchical delta debugger on the shared terms.
//!
//! A [`Pass`] proposes edits to the best candidate so far, those that cut most first. Whatever an edit does, its result is
//! tried only if it is smaller, reads back as what was printed, and was not tried before; and it is taken only if the
//! caller still finds it interesting. What that means is the caller's business: [`Accusation`] keeps a verdict,
//! [`CommandOutput`] what a command does.

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

/// Tells which candidates are interesting.
pub trait Predicate {
    /// How many candidates it likes to be asked about at once.
    fn width(&self) -> usize {
        1
    }

    /// The first of the candidates, in order, that is interesting. It may give that one another model.
    fn first_interesting(&mut self, candidates: &mut [Candidate]) -> Option<usize>;
}

impl<F: FnMut(&Candidate) -> bool> Predicate for F {
    fn first_interesting(&mut self, candidates: &mut [Candidate]) -> Option<usize> {
        candidates.iter().position(self)
    }
}

/// How long to go on, and whom to tell about progress.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// How many candidates may be tried.
    pub tries: usize,
    /// Asked before each try: whether to stop with the best so far.
    pub stop: &'a dyn Fn() -> bool,
    /// Told after every try.
    pub progress: &'a dyn Fn(&Progress<'_>),
}

impl Default for Budget<'_> {
    fn default() -> Self {
        Budget { tries: usize::MAX, stop: &|| false, progress: &|_| {} }
    }
}

/// How far a reduction has come.
pub struct Progress<'a> {
    /// The best so far.
    pub best: &'a Candidate,
    /// Bytes of the best so far, printed on as few lines as there are commands.
    pub bytes: usize,
    /// How many candidates were tried.
    pub tried: usize,
    /// How many of them were taken.
    pub accepted: usize,
    /// Whether the best is new.
    pub improved: bool,
    /// What made the candidate.
    pub pass: &'static str,
}

/// What a reduction came to.
#[derive(Clone, Debug)]
pub struct Reduced {
    /// The smallest script that was found.
    pub best: Candidate,
    /// How many candidates were tried.
    pub tried: usize,
    /// How many of them were taken.
    pub accepted: usize,
    /// Whether nothing that the passes know makes it smaller; otherwise the budget was used up.
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
