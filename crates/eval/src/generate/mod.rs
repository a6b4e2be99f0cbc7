//! Random values, terms and scripts, driven only by the operator table.
//!
//! One generator serves all theories: it solves the signature of each row for the argument sorts that give
//! the wanted sort (`fit.rs`), so a new row is used at once. The operators and functions it may use are a
//! [`Vocabulary`]; no operator is known by name here. Everything is a function of the random stream. Whether
//! a term is interesting is decided elsewhere.

pub mod fit;
mod literals;
mod ops_by_result;
mod scripts;
mod terms;
mod tuples;
mod values;
mod vocabulary;

pub use fit::indices_for;
pub use literals::literal;
pub use ops_by_result::OpsByResult;
pub use scripts::{ScriptConfig, script};
pub use terms::{Generator, TermConfig};
pub use values::Values;
pub use vocabulary::Vocabulary;
