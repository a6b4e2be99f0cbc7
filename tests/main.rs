//! All tests that need more than one module, in one program: it is compiled and linked once, and its tests share the cores
//! from the first to the last.

#![allow(clippy::unwrap_used)] // A test fails loudly.

mod bugs;
mod campaign;
mod check;
mod cli;
mod coverage;
mod docs;
mod eval;
mod evolve;
mod exhaustive;
mod judge;
mod makers;
mod makers_strings;
mod models;
mod operators;
mod planted;
mod reduce;
mod rewrite;
mod roundtrip;
mod rules;
mod seeds;
mod solver;
mod strategy;
mod support;
mod text;
mod tidy;
mod value;
