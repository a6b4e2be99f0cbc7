//! Hunts for wrong answers of SMT solvers: campaigns, confirmation, reduction, records.

#![forbid(unsafe_code)]

pub mod files;
pub mod threads;
pub mod consult;
pub mod seeds;
pub mod reduce;
pub mod triage;
pub mod store;
pub mod report;
pub mod merge;
pub mod campaign;
pub mod evolve;
pub mod sweep;
pub mod simplify;
