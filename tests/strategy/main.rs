//! The strategies: what they make is well-sorted, the same for the same stream, and accepted by real solvers.

#![allow(clippy::unwrap_used)] // A test fails loudly.

#[path = "../support/mod.rs"]
mod support;

mod checks;
mod dialogue;
mod seeds;

mod approximate;
mod mutations;
mod fusion;
mod fusion_rows;
