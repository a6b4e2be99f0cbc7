//! Building and walking: what `script::{rewrite, occurrences, skeleton, cnf, import}` and the needed logic promise.

mod formulas;
mod importing;
mod logic;
mod normal_forms;
mod places;
mod substitution;
