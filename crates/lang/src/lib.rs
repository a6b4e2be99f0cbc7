//! SMT-LIB scripts as values: reading, sorts, printing; values, and the table of operators.
//!
//! [`Script::read`] reads any text, [`Script::parse`] is the strict way in, and a [`Printer`] prints it. The modules are in
//! the order of their dependence; what is not named here may change at any time.

#![forbid(unsafe_code)]

pub use script::{Printer, Problem, ProblemKind, Question, Script, Term, Terms};
pub use value::Value;

pub mod words;
pub mod quote;
pub mod hash;
pub mod rng;
pub mod sexp;
pub mod symbols;
pub mod value;
pub mod circuit;
pub mod theory;
pub mod script;
pub mod answer;
