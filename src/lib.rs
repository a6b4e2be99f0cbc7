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
//! - **Reducing.** [`reduce()`] makes a script small while a condition holds.
//!
//! `examples/check_model.rs` and `examples/reduce.rs` are short programs that do so.

#![forbid(unsafe_code)]

pub use gainsay_engine::reduce::{Budget, Candidate, NotReducible, Predicate, Progress, Reduced, reduce};
pub use gainsay_eval::eval::{
    Bounds, Decision, Evaluator, Exhausted, Explanation, IllSorted, Limits, Model, ModelError, ReadModel,
    Rejection, Unknown, Witness, decide, eval, explain, model_text, read_model, value_text,
};
pub use gainsay_lang::script::{Printer, Problem, ProblemKind, Question, Script, Term};
pub use gainsay_lang::value::Value;
pub use gainsay_prove::evidence;

/// The release and a digest of the sources: two builds with the same value make the same tests.
#[doc(hidden)]
pub const BUILD: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("GAINSAY_SOURCES"));

// The modules of the program: public for its own binary, tests and tools, and subject to change at any time. They are
// listed in the order of their dependence: each uses only those above it (`tests/tidy.rs` checks this).
#[doc(hidden)]
pub use gainsay_books::{docket, page};
#[doc(hidden)]
pub use gainsay_engine::{
    campaign, consult, evolve, files, merge, reduce, report, seeds, simplify, store, sweep, threads, triage,
};
#[doc(hidden)]
pub use gainsay_eval::{enumerate, eval, generate};
#[doc(hidden)]
pub use gainsay_guests::{coverage, solver};
#[doc(hidden)]
pub use gainsay_judge::{ask, judge};
#[doc(hidden)]
pub use gainsay_lang::{answer, circuit, hash, quote, rng, script, sexp, symbols, theory, value, words};
#[doc(hidden)]
pub use gainsay_prove::{horn, proofs, refute, rules};
#[doc(hidden)]
pub use gainsay_strategies::strategy;

#[doc(hidden)]
pub mod cluster;
#[doc(hidden)]
pub mod cli;
