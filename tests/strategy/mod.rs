//! The strategies: what they make is well-sorted, the same for the same stream, and accepted by real solvers.

mod checks;
mod dialogue;
mod seeds;

mod approximate;
mod mutations;
mod fusion;
mod fusion_rows;
mod logics;
mod steps;
