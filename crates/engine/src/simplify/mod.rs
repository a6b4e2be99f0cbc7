//! Tests solvers' rewriters against the evaluator: a term and the result of `(simplify t)` must have the same
//! value under every assignment.
//!
//! ```text
//! Source --terms--> Rewriter --results--> compare --> Suspect --examine (fresh processes)--> Finding --> folder
//! ```
//!
//! Where the standard leaves a value open, a rewriter may choose, so only two known values that differ count.
//! Results in a solver's own syntax that are not understood are counted, and never held against it.

mod all;
mod columns;
mod compare;
mod examine;
mod examine_goal;
mod field;
mod goals;
mod hunt;
mod refusals;
mod report;
mod rewrites;
mod shrink;
mod source;
mod start;
pub mod tactics;

pub use all::AllTerms;
pub use columns::{Column, FALSE, Numbers, TRUE, UNKNOWN};
pub use compare::{Suspect, Tally};
pub use examine::Finding;
pub use field::{FIELDS, Field, FieldRow};
pub use hunt::{Config, Event, hunt};
pub use report::Folder;
pub use source::{RandomTerms, Sample, Source};
