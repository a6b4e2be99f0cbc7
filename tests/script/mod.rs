//! Scripts as values: building and walking terms, the needed logic and the questions; and what is printed is read back as the same.

mod cnf;
mod formulas;
mod import;
mod logic;
mod occurrences;
mod questions;
mod read_terms;
mod rewrite;
pub mod roundtrip;
