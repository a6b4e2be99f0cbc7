//! gainsay finds wrong answers in SMT solvers, and proves that they are wrong.
//!
//! The modules stand in the order of their dependence: each uses only those above it (`tests/tidy.rs` sees to it).

pub mod words;
pub mod quote;
pub mod files;
pub mod rng;
pub mod sexp;
pub mod symbols;
pub mod value;
pub mod theory;
pub mod script;
pub mod eval;
pub mod generate;
pub mod answer;
pub mod rules;
pub mod evidence;
pub mod strategy;
pub mod judge;
pub mod solver;
pub mod coverage;
pub mod consult;
pub mod seeds;
pub mod reduce;
pub mod triage;
pub mod store;
pub mod report;
pub mod campaign;
pub mod evolve;
pub mod cli;
