//! Building and walking: what `script::{rewrite, occurrences, skeleton, cnf, import}` and the needed logic promise.

#![allow(clippy::unwrap_used)]

mod formulas;
mod importing;
mod logic;
mod normal_forms;
mod places;
mod substitution;
