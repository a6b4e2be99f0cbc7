//! Questions beyond satisfiability: optimization, interpolants, further models and others. For each kind:
//! which solvers can be asked, and what makes the reply wrong.
//!
//! Each kind is a [`Query`] in a folder (or a file) of its own, and a line of [`QUERIES`]. Replies are read and
//! judged by functions of data, which run no solver. Each claim gives plain questions that are satisfiable only
//! if the claim is wrong ([`Query::rebuttals`]). `consult` asks all solvers these questions, and the evaluator
//! checks every model that results. A wrong claim is a finding; everything later (confirming, reducing,
//! reporting) depends only on the row of the finding's kind.

pub mod dialogue;
mod candidate_model;
pub mod formula;
pub mod horn;
pub mod models;
pub mod optimum;
mod plain;
mod tactic;

pub use candidate_model::{CandidateModel, Candidates, ModelSource};

use crate::kinds::FindingKind;
use gainsay_lang::answer::Answer;
use gainsay_lang::script::{Command, Question, Script};
use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

/// All kinds. Where a script asks several, the first one counts.
const QUERIES: [Kind; 12] = [
    Kind(&optimum::Optimum),
    Kind(&formula::FormulaKind::Interpolant),
    Kind(&formula::FormulaKind::Partition),
    Kind(&formula::FormulaKind::Abduct),
    Kind(&formula::FormulaKind::Elimination),
    Kind(&formula::FormulaKind::Disjunct),
    Kind(&formula::FormulaKind::Simplification),
    Kind(&formula::FormulaKind::Tactic),
    Kind(&horn::Horn),
    Kind(&models::Models),
    Kind(&dialogue::Dialogue),
    Kind(&tactic::Tactic),
];

/// One of [`QUERIES`].
#[derive(Clone, Copy)]
pub struct Kind(pub &'static dyn Query);

impl Kind {
    /// The kind of question that a script asks, if it goes beyond satisfiability.
    pub fn of(script: &Script) -> Option<Kind> {
        QUERIES.into_iter().find(|kind| kind.is_asked_by(script))
    }
}

impl Deref for Kind {
    type Target = dyn Query;

    fn deref(&self) -> &(dyn Query + 'static) {
        self.0
    }
}

/// Two kinds are equal if a profile lists them by the same word.
impl PartialEq for Kind {
    fn eq(&self, other: &Kind) -> bool {
        self.word() == other.word()
    }
}

impl Eq for Kind {}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A kind of question beyond satisfiability.
pub trait Query: Sync {
    /// The name by which a solver's profile lists it.
    fn word(&self) -> &'static str;

    /// Whether a script asks this.
    fn is_asked_by(&self, script: &Script) -> bool;

    /// The plain script without it, which every solver can be asked.
    fn without(&self, script: &Script) -> Script;

    /// The commands after the check that ask for the reply.
    fn commands(&self, _: &Script) -> Vec<Command> {
        Vec::new()
    }

    /// The options that must be enabled for these commands.
    fn options(&self, _: &Script) -> Vec<&'static str> {
        Vec::new()
    }

    /// A command that makes a default explicit, so that the question does not depend on how a solver was
    /// started.
    fn settings(&self, _: &Script) -> Option<Command> {
        None
    }

    /// Whether the script is flattened to its last question, without earlier ones.
    fn is_asked_flat(&self) -> bool {
        true
    }

    /// Whether the model can be requested after the commands.
    fn allows_get_model(&self) -> bool {
        true
    }

    /// Whether replies depend on each other, so that they can only be told apart by echoed marks.
    fn needs_echo(&self) -> bool {
        false
    }

    /// Whether an option is part of the question.
    fn is_asked_with(&self, _option: &str) -> bool {
        false
    }

    /// The text of an answer that makes the claim; `None` if there is none.
    fn claim<'a>(&self, _: &'a Answer) -> Option<Cow<'a, str>> {
        None
    }

    /// Plain scripts, any model of which refutes the claim.
    fn rebuttals(&self, _: &Question<'_>, _claim: &str) -> Vec<Script> {
        Vec::new()
    }

    /// Judges a claim by all known models. `None` if nothing in the claim is understood.
    fn examine(&self, _: &Question<'_>, _claim: &str, _by: Candidates<'_>) -> Option<Verdict> {
        None
    }
}

/// The result of judging a claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is correct; says why.
    Proved(String),
    /// It is neither refuted nor proved; says why not.
    Open(String),
    /// It is proved to be wrong.
    Wrong { kind: FindingKind, why: String, details: Vec<String> },
    /// Two reasons of this program contradict each other; says how.
    Contradiction(String),
}
