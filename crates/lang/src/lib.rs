//! SMT-LIB scripts as values: reading, sorts, printing; values, and the table of operators.

#![forbid(unsafe_code)]

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
