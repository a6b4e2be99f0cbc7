//! String operators as the encoder of questions (`refute/`) tells them apart: it knows the lengths of
//! strings, and not their characters. An operator's row names its variant; operators without one are
//! uninterpreted functions there.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StringOperator {
    Length,
    Join,
    /// The character at a position.
    Letter,
    /// The substring from a position on, of some length.
    Part,
    /// Whether the first is a prefix, or a suffix, of the second.
    IsEnd,
    /// Whether the second is a substring of the first.
    Contains,
    /// The position of the second in the first, at a given position or after it.
    Place,
    /// The first, with the third in place of the first occurrence of the second.
    Replace,
    /// A string as long as the first argument.
    SameLength,
    /// The code of a character.
    ToCode,
    FromCode,
    ToNumber,
    FromNumber,
    /// Whether a string is in a regular language.
    IsWord,
}
