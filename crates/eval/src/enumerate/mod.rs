//! All formulas of a small language, from small to large, each with its truth.
//!
//! Most bugs show in small formulas, if only they are the right ones: so all of them are tried. After Winterer and Su,
//! "Validating SMT Solvers for Correctness and Performance via Grammar-Based Enumeration" (2024). Beyond it, no second
//! solver is needed: the values of a term under *all* assignments of its symbols are a list, the list of an application
//! follows from those of its arguments, and the list of a formula tells its truth.
//!
//! ```text
//! Fragment (symbols, constants, operators) --Levels--> the n-th term of a size --Tables--> its values
//! ```
//!
//! What comes out is a text and what its answer must be. It is a filter: who seems to be wrong about it is
//! accused only after the text was read and decided again by other means.

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
