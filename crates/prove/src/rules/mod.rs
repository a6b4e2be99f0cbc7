//! Rules as data: what may be put for what, in SMT-LIB syntax, for every bit-width, float format and sort at once.
//!
//! ```text
//! (define-weakening lt-le ((x ?Arith) (y ?Arith)) (< x y) (<= x y))
//! (define-fusion bv-xor ((x (_ BitVec n)) (y (_ BitVec n)) (z (_ BitVec n))) (bvxor x y) :x (bvxor z y) :y (bvxor z x))
//! (define-cond-rule at-of-one ((s String)) (= (str.len s) 1) (str.at s 0) s)
//! ```
//! One engine matches and instantiates all of them, and one checker (`check.rs`) refutes those that are wrong: with our
//! evaluator, over all values of small sorts and many of large ones, and with solvers. A rule that was not checked
//! counts as wrong.

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

use crate::theory::signature::{Condition, Pattern};
use crate::theory::sort::Sort;

/// A rule as read from its file.
#[derive(Clone, Debug)]
pub struct Rule {
    pub name: String,
    /// The file and the line, for messages.
    pub place: String,
    pub parameters: Vec<Parameter>,
    /// The sort parameters, in the order of their first use.
    pub sorts: Vec<Class>,
    /// How many widths it is about, and which of them are possible.
    pub sizes: usize,
    pub conditions: Vec<Condition>,
    pub kind: RuleKind,
}

/// A variable of a rule.
#[derive(Clone, Debug)]
pub struct Parameter {
    pub name: String,
    pub sort: Pattern,
}

/// What a sort parameter may stand for.
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

/// What a rule says.
#[derive(Clone, Debug)]
pub enum RuleKind {
    /// The first implies the second.
    Weakening { strong: TermPattern, weak: TermPattern },
    /// The two are equal where the condition holds, everywhere if there is none.
    Equality { given: Option<TermPattern>, left: TermPattern, right: TermPattern },
    /// The first three parameters are x, y and z; where z is the fused term, x and y can be recovered from it. The other
    /// parameters are constants to choose, for which the condition must hold; a constant can be improved until it does.
    Fusion {
        fused: TermPattern,
        x: Box<Inversion>,
        y: Box<Inversion>,
        constants: Option<TermPattern>,
        improve: Option<(usize, TermPattern)>,
    },
}

/// How an operand of a fused term is recovered.
#[derive(Clone, Debug)]
pub struct Inversion {
    pub term: TermPattern,
    /// Where this is right; everywhere if there is none.
    pub given: Option<TermPattern>,
}

impl RuleKind {
    /// The word that defines it.
    pub fn word(&self) -> &'static str {
        match self {
            RuleKind::Weakening { .. } => "weakening",
            RuleKind::Equality { given: None, .. } => "rule",
            RuleKind::Equality { given: Some(_), .. } => "cond-rule",
            RuleKind::Fusion { .. } => "fusion",
        }
    }
}
