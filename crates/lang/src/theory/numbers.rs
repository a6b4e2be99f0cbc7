//! Operators on numbers as the encoder of questions (`refute/`) tells them apart, which does not bit-blast integers
//! and reals. An operator's row names its variant.

/// An operator on integers or reals, or from or to them. It takes two or more arguments unless noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumberOperator {
    AtMost,
    Less,
    AtLeast,
    Greater,
    Plus,
    /// The difference; for one argument, the negation.
    Minus,
    Times,
    /// Of reals.
    Divide,
    /// Of integers.
    Quotient,
    Remainder,
    /// The absolute value. This and all that follow take one argument.
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
