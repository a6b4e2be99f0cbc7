//! Building and walking: what `script::{rewrite, occurrences, skeleton, cnf, import}`, the needed logic and the questions promise.

mod formulas;
mod importing;
mod logic;
mod normal_forms;
mod places;
mod questions;
mod substitution;
