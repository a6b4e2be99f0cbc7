//! Says whether the answers of SMT solvers are wrong.

#![forbid(unsafe_code)]

pub mod kinds;
pub mod ask;
pub mod judge;
