//! Proves what the answer to an SMT-LIB script must be: models that are evaluated, refutations that are checked.
//!
//! [`Evidence::by_proving`] decides a question by itself; a [`Test`] is a question with evidence for its answer.

#![forbid(unsafe_code)]

pub use evidence::{Evidence, NoProof, Search, Test};

pub mod refute;
pub mod rules;
pub mod proofs;
pub mod horn;
pub mod evidence;
