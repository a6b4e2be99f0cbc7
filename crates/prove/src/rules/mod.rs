//! Rules as data: replacements of terms in SMT-LIB syntax, for all bit-widths, float formats and sorts at
//! once.
//!
//! ```text
//! (define-weakening lt-le ((x ?Arith) (y ?Arith)) (< x y) (<= x y))
//! (define-fusion bv-xor ((x (_ BitVec n)) (y (_ BitVec n)) (z (_ BitVec n))) (bvxor x y) :x (bvxor z y) :y (bvxor z x))
//! (define-cond-rule at-of-one ((s String)) (= (str.len s) 1) (str.at s 0) s)
//! ```
//! One engine matches and instantiates all rules, and one checker (`check.rs`) refutes wrong ones: with the
//! evaluator, over all values of small sorts and many of large ones, and with solvers. A rule that was not
//! checked counts as wrong.

pub mod attempt;
mod book;
mod check;
mod equivalence;
mod find;
mod inference;
mod own;
mod pattern;
pub mod rare;
mod read;

pub use book::{Direction, Match, RuleBook};
pub use check::{Checked, Claim, Scale, Trial, claims, trial};
pub use equivalence::{Equivalence, Patterns, equivalences, quantifiers};
pub use find::{FIELDS, Field, Finder, find_fusions, find_weakenings};
pub use inference::{Inference, built_in};
pub use own::{OwnRuleError, RuleFile};
pub use pattern::{Binding, TermPattern};
pub use read::{RuleError, read_rules, read_what_can_be_read};

use gainsay_lang::theory::signature::{Condition, Pattern};
use gainsay_lang::theory::sort::Sort;

/// A rule as read from its file.
#[derive(Clone, Debug)]
pub struct Rule {
    pub name: String,
    /// File and line, for messages.
    pub place: String,
    pub parameters: Vec<Parameter>,
    /// The sort parameters, in the order of their first use.
    pub sorts: Vec<Class>,
    /// The number of width parameters, and the conditions on them.
    pub sizes: usize,
    pub conditions: Vec<Condition>,
    pub kind: RuleKind,
}

/// A parameter of a rule.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub sort: Pattern,
}

/// The sorts that a sort parameter can stand for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Any sort: `?T`.
    Any,
    /// Int or Real: `?Arith`.
    Arith,
}

impl Class {
    pub fn has(self, sort: Sort) -> bool {
        match self {
            Class::Any => sort != Sort::REGLAN,
            Class::Arith => sort == Sort::INT || sort == Sort::REAL,
        }
    }
}

/// The statement of a rule.
#[derive(Clone, Debug)]
pub enum RuleKind {
    /// `strong` implies `weak`.
    Weakening { strong: TermPattern, weak: TermPattern },
    /// `left` equals `right` if `given` holds; always without `given`.
    Equality { given: Option<TermPattern>, left: TermPattern, right: TermPattern },
    /// The first three parameters are x, y and z; if z equals the fused term, x and y can be recovered from
    /// it. The other parameters are constants to be chosen such that the condition holds; a constant can be
    /// improved until it does.
    Fusion {
        fused: TermPattern,
        x: Box<Inversion>,
        y: Box<Inversion>,
        constants: Option<TermPattern>,
        improve: Option<(usize, TermPattern)>,
    },
}

/// The term that recovers an operand of a fused term.
#[derive(Clone, Debug)]
pub struct Inversion {
    pub term: TermPattern,
    /// The condition under which this is correct; always without it.
    pub given: Option<TermPattern>,
}

impl RuleKind {
    /// The keyword that defines it.
    pub fn word(&self) -> &'static str {
        match self {
            RuleKind::Weakening { .. } => "weakening",
            RuleKind::Equality { given: None, .. } => "rule",
            RuleKind::Equality { given: Some(_), .. } => "cond-rule",
            RuleKind::Fusion { .. } => "fusion",
        }
    }
}
