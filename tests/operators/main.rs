//! Every row of the operator table, compared with real solvers.

#![allow(clippy::unwrap_used)] // A test fails loudly.

mod applications;
mod check;
mod floats;
mod nested;
mod open;
mod rows;
