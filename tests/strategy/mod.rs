//! The strategies: what they make is well-sorted, the same for the same stream, and accepted by real solvers.

pub mod approximate;
mod checks;
mod dialogue;
mod functions;
mod fusion;
mod fusion_rows;
mod logics;
mod makers;
mod mutations;
pub mod seeds;
mod steps;
mod strings;
mod written;
