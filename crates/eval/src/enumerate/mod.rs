//! Enumerates all formulas of a small language, from small to large, each with its correct answer.
//!
//! Most bugs show in small formulas, if only they are the right ones, so all of them are tried. After
//! Winterer and Su, "Validating SMT Solvers for Correctness and Performance via Grammar-Based Enumeration"
//! (2024). Unlike there, no second solver is needed: each term has a list of its values under *all*
//! assignments to the symbols. The list of an application is computed from those of its arguments, and the
//! list of a formula determines its answer.
//!
//! ```text
//! Fragment (symbols, constants, operators) --Levels--> the n-th term of a size --Tables--> its values
//! ```
//!
//! The result is a text with its correct answer. This is only a filter: before a solver is accused, the text
//! is read and decided again by other means.

mod formulas;
mod fragment;
mod languages;
mod levels;
mod swarm;
mod tables;

pub use formulas::{Formula, Formulas, Valued};
pub use fragment::{Fragment, FragmentError, Language};
pub use languages::{LANGUAGES, LanguageRow, TINY_FLOAT, language};
pub use swarm::{Swarm, fragment_of, some_operators};
