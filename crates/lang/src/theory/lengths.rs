//! What operators do with the lengths of strings, for the encoder of questions (`refute/`), where strings have no letters. Which
//! operator does what stands in its row; of the others no more is known than that they are functions.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StringOperator {
    Length,
    Join,
    /// The letter at a place.
    Letter,
    /// What begins at a place, with a length.
    Part,
    /// Whether the first is part of the second: at its beginning, or at its end.
    IsEnd,
    /// Whether the second is part of the first.
    Contains,
    /// Where the second is in the first, at a place or behind it.
    Place,
    /// The first, with a third string for the second where that is first.
    Replace,
    /// As long as its argument.
    SameLength,
    /// The number of a letter.
    ToCode,
    FromCode,
    ToNumber,
    FromNumber,
    /// Whether the first is a word of a language.
    IsWord,
}
