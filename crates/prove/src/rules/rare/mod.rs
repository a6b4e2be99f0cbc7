//! Rewrite rules in the file formats of other programs: cvc5's RARE, and Carcara's tables.
//!
//! ```text
//! (define-cond-rule bv-extract-whole ((x ?BitVec) (n Int)) (>= n (- (@bvsize x) 1)) (extract n 0 x) x)
//! (define-rule* bool-and-true ((xs Bool :list) (ys Bool :list)) (and xs true ys) (and xs ys))
//! (declare-rare-rule bool-not-not ((t Bool)) :args (t) :conclusion (= (not (not t)) t))
//! ```
//! A rule is tried through its instances: sorts, widths, indices and list lengths are chosen (`instance.rs`),
//! the rule is translated to an SMT-LIB script (`notation.rs`), and counterexamples are searched for, where
//! the conditions are true and the sides differ (`trial.rs`). A choice under which a side is ill-sorted is no
//! instance. A rule is called wrong only for values under which the evaluator computes different sides.

mod instance;
pub mod notation;
mod read;
mod trial;

pub use read::{RareFile, read_rare};
pub use trial::{RareTrial, rare_claims, rare_trial};

/// A rule as read from its file. Its terms stay text, since their meaning depends on the instance.
#[derive(Clone, Debug)]
pub struct RareRule {
    pub name: String,
    /// File and line, for messages.
    pub place: String,
    pub parameters: Vec<RareParameter>,
    /// Abbreviations; each may use earlier ones.
    pub definitions: Vec<(String, String)>,
    /// The sides are equal if all these conditions hold.
    pub conditions: Vec<String>,
    pub left: String,
    pub right: String,
}

/// A parameter of a rule.
#[derive(Clone, Debug)]
pub struct RareParameter {
    pub name: String,
    /// As written; `?` and `?BitVec` leave a choice open.
    pub sort: String,
    /// Whether it stands for any number of arguments.
    pub is_list: bool,
}
