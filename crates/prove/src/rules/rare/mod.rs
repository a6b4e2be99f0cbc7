//! Rewrite rules of other programs, as they stand in their files: cvc5's RARE, and Carcara's tables.
//!
//! ```text
//! (define-cond-rule bv-extract-whole ((x ?BitVec) (n Int)) (>= n (- (@bvsize x) 1)) (extract n 0 x) x)
//! (define-rule* bool-and-true ((xs Bool :list) (ys Bool :list)) (and xs true ys) (and xs ys))
//! (declare-rare-rule bool-not-not ((t Bool)) :args (t) :conclusion (= (not (not t)) t))
//! ```
//! A rule is tried through its instances: sorts, widths, indices and lengths of lists are chosen (`instance.rs`), the rule becomes
//! an SMT-LIB script (`notation.rs`), and values are looked for under which the conditions hold and the sides differ
//! (`trial.rs`). A choice for which a side has no sort is no instance. Only values under which our evaluator computes the sides
//! to be different make a rule wrong.

mod instance;
pub mod notation;
mod read;
mod trial;

pub use read::{RareFile, read_rare};
pub use trial::{RareTrial, rare_claims, rare_trial};

/// A rule as read from its file. Its terms are kept as text, since what they mean depends on the instance.
#[derive(Clone, Debug)]
pub struct RareRule {
    pub name: String,
    /// The file and the line, for messages.
    pub place: String,
    pub parameters: Vec<RareParameter>,
    /// Abbreviations, each over those before it.
    pub definitions: Vec<(String, String)>,
    /// The sides are equal where all of these hold.
    pub conditions: Vec<String>,
    pub left: String,
    pub right: String,
}

/// A variable of a rule.
#[derive(Clone, Debug)]
pub struct RareParameter {
    pub name: String,
    /// As written: `?` and `?BitVec` leave something open.
    pub sort: String,
    /// Whether it stands for any number of arguments.
    pub is_list: bool,
}
