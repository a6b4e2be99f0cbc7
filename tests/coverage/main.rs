//! Coverage from real instrumented programs: a toy of our own, built here with the machine's compiler.

#![allow(clippy::unwrap_used)] // A test fails loudly.

mod evolve;
mod hunt;
mod sources;
mod toy;
