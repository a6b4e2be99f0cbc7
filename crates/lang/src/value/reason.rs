//! Why a value is not known.

use crate::quote::one_line;
use std::fmt;

/// Why an evaluation gives no value. None of these says anything about the formula.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The value would be too large to compute with.
    TooLarge,
    /// The work limit was reached.
    OutOfFuel,
    /// Functions nest too deep.
    TooDeep,
    /// The result is irrational, or not specified; with the reason in a few words.
    NotComputed(&'static str),
    /// The standard leaves the value open, and the model does not fix it.
    Open,
    /// A symbol that the model gives no value.
    NoValue(String),
    /// An undeclared function.
    Opaque(String),
    /// A value whose sort is not the term's, as in a model that does not fit its script.
    IllSorted,
    /// A quantifier over a domain that is too large to try all of it.
    Quantifier,
    /// Two values that cannot be told apart or proved equal, such as functions.
    Incomparable,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::TooLarge => f.write_str("the value is too large"),
            Reason::OutOfFuel => f.write_str("the work limit was reached"),
            Reason::TooDeep => f.write_str("functions nest too deep"),
            Reason::NotComputed(why) => f.write_str(why),
            Reason::Open => f.write_str("the standard leaves the value open"),
            Reason::NoValue(name) => write!(f, "the model gives `{}` no value", one_line(name)),
            Reason::Opaque(name) => write!(f, "`{}` is not known", one_line(name)),
            Reason::IllSorted => f.write_str("a value does not have the sort of its term"),
            Reason::Quantifier => f.write_str("a quantifier over a large domain"),
            Reason::Incomparable => f.write_str("two values cannot be compared"),
        }
    }
}

impl From<super::fuel::OutOfFuel> for Reason {
    fn from(_: super::fuel::OutOfFuel) -> Reason {
        Reason::OutOfFuel
    }
}
