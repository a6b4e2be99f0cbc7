//! Random terms and scripts, from the operator table.
//!
//! One generator serves all theories: it asks each row of the table which arguments would give the wanted sort
//! (`fit.rs`), so a new row is used at once. What it may use is a [`Vocabulary`]; nothing here knows an operator by name.
//! All of it is a function of the random stream. Whether a term is interesting is for others to decide.

mod fit;
mod literals;
mod scripts;
mod terms;
mod vocabulary;

pub use scripts::{ScriptConfig, script};
pub use terms::{Generator, TermConfig};
pub use vocabulary::Vocabulary;
