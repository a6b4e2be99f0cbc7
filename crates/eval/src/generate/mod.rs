//! Random values, terms and scripts, from the operator table and from nothing else.
//!
//! One generator serves all theories: it asks each row of the table which arguments would give the wanted sort
//! (`fit.rs`), so a new row is used at once. What it may use is a [`Vocabulary`]; nothing here knows an operator by name.
//! All of it is a function of the random stream. Whether a term is interesting is for others to decide.

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
