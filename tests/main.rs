//! All tests, in one program: it is compiled and linked once, the library is not compiled a second time for tests of its own,
//! and the tests share the cores from the first to the last.

#![allow(clippy::unwrap_used)] // A test fails loudly.

mod attack;
mod bugs;
mod campaign;
mod check;
mod cli;
mod consult;
mod coverage;
mod docs;
mod eval;
mod evolve;
mod exhaustive;
mod files;
mod generate;
mod judge;
mod makers;
mod makers_strings;
mod models;
mod operators;
mod planted;
mod quote;
mod reduce;
mod report;
mod rewrite;
mod rng;
mod roundtrip;
mod rules;
mod schema;
mod seeds;
mod sexp;
mod solver;
mod store;
mod strategy;
mod support;
mod symbols;
mod text;
mod tidy;
mod triage;
mod value;
mod words;
