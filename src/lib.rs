//! gainsay finds wrong answers in SMT solvers, and proves that they are wrong. Most people want the program; as a
//! library it reads scripts, evaluates terms, checks models, decides small questions and reduces scripts.
//!
//! - **Reading.** [`Script::read`] reads any text; what it cannot make sense of is kept, with a [`Problem`].
//!   [`Script::parse`] is the strict way in. A [`Printer`] prints it.
//! - **Evaluating.** [`read_model`] reads what a solver prints for `(get-model)`, in any solver's form. An
//!   [`Evaluator`] evaluates terms under a [`Model`]: to a [`Value`], or to [`Unknown`] with a reason, never to a
//!   guess. [`explain`] shows why a term has its value.
//! - **Checking a model.** A [`Witness`] can only be made by evaluating every assertion to true.
//! - **Deciding.** [`decide`] searches finite domains exhaustively, to check the answers of
//!   solvers about small scripts.
//! - **Reducing.** [`reduce`] makes a script small while a condition holds.
//!
//! `examples/check_model.rs` and `examples/reduce.rs` are short programs that do so.

pub use eval::{
    Bounds, Decision, Evaluator, Exhausted, Explanation, IllSorted, Limits, Model, ModelError, ReadModel,
    Rejection, Unknown, Witness, decide, eval, explain, model_text, read_model, value_text,
};
pub use reduce::{Budget, Candidate, NotReducible, Predicate, Progress, Reduced, reduce};
pub use script::{Printer, Problem, ProblemKind, Question, Script, Term};
pub use value::Value;

/// The release and a digest of the sources: two builds with the same value make the same tests.
#[doc(hidden)]
pub const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("GAINSAY_SOURCES"));

// The modules of the program: public for its own binary, tests and tools, and subject to change at any time. They are
// listed in the order of their dependence: each uses only those above it (`tests/tidy.rs` checks this).
#[doc(hidden)]
pub mod words;
#[doc(hidden)]
pub mod quote;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod hash;
#[doc(hidden)]
pub mod threads;
#[doc(hidden)]
pub mod rng;
#[doc(hidden)]
pub mod sexp;
#[doc(hidden)]
pub mod symbols;
#[doc(hidden)]
pub mod value;
#[doc(hidden)]
pub mod circuit;
#[doc(hidden)]
pub mod theory;
#[doc(hidden)]
pub mod script;
#[doc(hidden)]
pub mod eval;
#[doc(hidden)]
pub mod refute;
#[doc(hidden)]
pub mod generate;
#[doc(hidden)]
pub mod answer;
#[doc(hidden)]
pub mod enumerate;
#[doc(hidden)]
pub mod rules;
#[doc(hidden)]
pub mod proofs;
#[doc(hidden)]
pub mod horn;
pub mod evidence;
#[doc(hidden)]
pub mod ask;
#[doc(hidden)]
pub mod strategy;
#[doc(hidden)]
pub mod judge;
#[doc(hidden)]
pub mod solver;
#[doc(hidden)]
pub mod coverage;
#[doc(hidden)]
pub mod consult;
#[doc(hidden)]
pub mod seeds;
#[doc(hidden)]
pub mod reduce;
#[doc(hidden)]
pub mod triage;
#[doc(hidden)]
pub mod store;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod merge;
#[doc(hidden)]
pub mod campaign;
#[doc(hidden)]
pub mod cluster;
#[doc(hidden)]
pub mod evolve;
#[doc(hidden)]
pub mod sweep;
#[doc(hidden)]
pub mod simplify;
#[doc(hidden)]
pub mod docket;
#[doc(hidden)]
pub mod page;
#[doc(hidden)]
pub mod cli;
