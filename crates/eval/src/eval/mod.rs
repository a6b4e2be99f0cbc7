//! The evaluator: the value of a term under a model, or `Unknown` with a reason, never a guess.
//!
//! All accusations rest on this evaluator. Where the standard leaves a value open, the model may define it;
//! otherwise it is an open value, which is equal to itself and not known to be equal to or different from
//! anything else.

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

use gainsay_lang::script::{Term, Terms};
use gainsay_lang::value::{Reason, Value};
use std::fmt;

/// Limits of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Elementary steps of one evaluation: about one per term, and more for large values.
    pub work: u64,
    /// Nested function calls.
    pub depth: u32,
    /// Assignments to a quantifier's variables if its domains are tried in full.
    pub instances: u64,
    /// Assignments to a quantifier's variables if only some values can be tried.
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
