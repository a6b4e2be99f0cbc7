//! What terms mean under a model: a value, or `Unknown` with a reason, never a guess.
//!
//! This is the judge of all accusations. Where the standard leaves a value open it is what the model says, and otherwise
//! an open value: equal to itself, and not known to be equal to or different from anything else.

mod apply;
mod census;
mod connectives;
mod domain;
mod exhaustive;
mod explain;
mod has_sort;
mod import;
mod machine;
mod model;
mod models;
mod print;
mod quantify;
mod scope;
mod spelling;
mod witness;

pub use domain::SortDomains;
pub use exhaustive::{Bounds, Decision, Exhausted, decide};
pub use explain::{Explanation, explain};
pub use has_sort::has_sort;
pub use machine::{Evaluator, Scratch};
pub use model::{Conflict, IllSorted, Model, PartialFunction};
pub use models::{ModelError, ReadModel, read_model, read_model_with};
pub use print::model_text;
pub use spelling::{value_term, value_text};
pub use witness::{Rejection, Witness};

use crate::script::{Term, Terms};
use crate::value::{Reason, Value};
use std::fmt;

/// How much work an evaluation may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Elementary steps of one evaluation: about one for each term, and more for large values.
    pub work: u64,
    /// Calls of functions inside each other.
    pub depth: u32,
    /// Assignments to a quantifier's variables, where all of them are tried.
    pub instances: u64,
    /// Assignments to a quantifier's variables, where only some can be tried.
    pub candidates: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { work: 20_000_000, depth: 100_000, instances: 1 << 16, candidates: 64 }
    }
}

/// Why a term has no known value, and which term it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unknown {
    /// Why it is not known.
    pub reason: Reason,
    /// The term that it is about.
    pub term: Option<Term>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reason.fmt(f)
    }
}

impl std::error::Error for Unknown {}

/// The value of a term without free variables. Use an [`Evaluator`] for many terms under one model.
pub fn eval(terms: &Terms, term: Term, model: &Model, limits: Limits) -> Result<Value, Unknown> {
    Evaluator::new(terms, model, limits).eval(term)
}
