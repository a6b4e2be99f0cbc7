//! What operators do with numbers, for the encoder of questions (`refute/`), where numbers have no bits. Which operator does
//! what stands in its row.

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
