//! Which operators work on numbers, for those who have to tell them apart: the encoder of questions, where numbers have no bits.

use super::{OpId, table};
use std::sync::LazyLock;

/// An operator on integers or reals, or from or to them. By two or more arguments, except where it says otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberOperator {
    AtMost,
    Less,
    AtLeast,
    Greater,
    Plus,
    /// Of one number, its negation.
    Minus,
    Times,
    /// Of reals.
    Divide,
    /// Of integers.
    Quotient,
    Remainder,
    /// Of one number, like all that follow.
    Size,
    Divisible,
    IsInteger,
    ToReal,
    Floor,
    /// An integer as a vector.
    ToVector,
    /// A vector as an integer.
    OfUnsigned,
    OfSigned,
}

const NAMES: [(&str, NumberOperator); 18] = [
    ("<=", NumberOperator::AtMost),
    ("<", NumberOperator::Less),
    (">=", NumberOperator::AtLeast),
    (">", NumberOperator::Greater),
    ("+", NumberOperator::Plus),
    ("-", NumberOperator::Minus),
    ("*", NumberOperator::Times),
    ("/", NumberOperator::Divide),
    ("div", NumberOperator::Quotient),
    ("mod", NumberOperator::Remainder),
    ("abs", NumberOperator::Size),
    ("divisible", NumberOperator::Divisible),
    ("is_int", NumberOperator::IsInteger),
    ("to_real", NumberOperator::ToReal),
    ("to_int", NumberOperator::Floor),
    ("int_to_bv", NumberOperator::ToVector),
    ("ubv_to_int", NumberOperator::OfUnsigned),
    ("sbv_to_int", NumberOperator::OfSigned),
];

impl OpId {
    /// What it does with numbers, if that is one of these.
    pub fn on_numbers(self) -> Option<NumberOperator> {
        static OPERATORS: LazyLock<Vec<Option<NumberOperator>>> = LazyLock::new(|| {
            let named =
                |name: &str| NAMES.iter().find(|(own, _)| *own == name).map(|(_, operator)| *operator);
            table().ops().iter().map(|op| named(op.name)).collect()
        });
        OPERATORS.get(usize::from(self.0)).copied().flatten()
    }
}
