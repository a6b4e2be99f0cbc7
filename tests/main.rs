//! All tests, in one program: it is compiled and linked once, the library is not compiled a second time for tests of its own,
//! and the tests share the cores from the first to the last.

#![allow(clippy::unwrap_used)] // A test fails loudly.

mod ask;
mod campaign;
mod circuit;
mod cli;
mod cluster;
mod consult;
mod coverage;
mod docket;
mod docs;
mod enumerate;
mod eval;
mod evidence;
mod evolve;
mod faults;
mod files;
mod fuzz;
mod generate;
mod judge;
mod merge;
mod page;
mod planted;
mod proofs;
mod quote;
mod reduce;
mod refute;
mod report;
mod rng;
mod rules;
mod script;
mod security;
mod seeds;
mod simplify;
mod sexp;
mod solver;
mod store;
mod strategy;
mod support;
mod sweep;
mod symbols;
mod theory;
mod tidy;
mod triage;
mod value;
mod words;
