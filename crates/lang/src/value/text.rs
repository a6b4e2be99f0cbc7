//! String values and the operators of the SMT-LIB theory `UnicodeStrings`.
//!
//! A string is a sequence of code points from 0 to 0x2FFFF. It is no Unicode text in the sense of Rust: surrogates
//! are ordinary characters, and there is nothing above 0x2FFFF. Literals are read and written in `literal`; operators
//! that take a regular expression are in [`regex`](super::regex).
//!
//! Integers: see [`slices`] for how positions are clamped. Where the standard answers -1,
//! these functions answer `None`.

use std::fmt;
use std::sync::Arc;

use super::slices;

/// The largest character.
pub const MAX_CHAR: u32 = 0x2_FFFF;

/// An immutable string. Its order is that of `str.<`: lexicographic by code point.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Text(Arc<[u32]>);

impl Text {
    /// The string of these code points, or `None` when one of them is above [`MAX_CHAR`].
    #[must_use]
    pub fn new(code_points: &[u32]) -> Option<Text> {
        code_points.iter().all(|&c| c <= MAX_CHAR).then(|| Text(code_points.into()))
    }

    /// The string of these characters as they are, without reading escapes.
    #[must_use]
    pub fn from_chars(characters: &str) -> Option<Text> {
        Text::new(&characters.chars().map(u32::from).collect::<Vec<_>>())
    }

    /// The empty string.
    #[must_use]
    pub fn empty() -> Text {
        Text(Arc::default())
    }

    /// The code points, each at most [`MAX_CHAR`].
    #[must_use]
    pub fn code_points(&self) -> &[u32] {
        &self.0
    }

    /// `str.len`
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether this is the empty string.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The only character of a string of length 1.
    #[must_use]
    pub fn single_char(&self) -> Option<u32> {
        match *self.0 {
            [c] => Some(c),
            _ => None,
        }
    }

    /// `str.++`; `None` when the result is too long to compute with.
    #[must_use]
    pub fn concat(parts: &[&Text]) -> Option<Text> {
        let parts: Vec<&[u32]> = parts.iter().map(|part| part.code_points()).collect();
        slices::concat(&parts).map(Text::wrap)
    }

    /// `str.at`
    #[must_use]
    pub fn at(&self, position: i64) -> Text {
        Text(slices::at(&self.0, position).into())
    }

    /// `str.substr`
    #[must_use]
    pub fn substr(&self, start: i64, length: i64) -> Text {
        Text(slices::extract(&self.0, start, length).into())
    }

    /// `str.prefixof`, with the prefix as the receiver.
    #[must_use]
    pub fn is_prefix_of(&self, whole: &Text) -> bool {
        whole.0.starts_with(&self.0)
    }

    /// `str.suffixof`, with the suffix as the receiver.
    #[must_use]
    pub fn is_suffix_of(&self, whole: &Text) -> bool {
        whole.0.ends_with(&self.0)
    }

    /// `str.contains`
    #[must_use]
    pub fn contains(&self, needle: &Text) -> bool {
        slices::contains(&self.0, &needle.0)
    }

    /// `str.indexof`
    #[must_use]
    pub fn index_of(&self, needle: &Text, start: i64) -> Option<usize> {
        slices::index_of(&self.0, &needle.0, start)
    }

    /// Z3's `str.last_indexof`
    #[must_use]
    pub fn last_index_of(&self, needle: &Text) -> Option<usize> {
        slices::last_index_of(&self.0, &needle.0)
    }

    /// `str.replace`; `None` when the result is too long to compute with.
    #[must_use]
    pub fn replace(&self, old: &Text, new: &Text) -> Option<Text> {
        slices::replace(&self.0, &old.0, &new.0).map(Text::wrap)
    }

    /// `str.replace_all`; `None` when the result is too long to compute with.
    #[must_use]
    pub fn replace_all(&self, old: &Text, new: &Text) -> Option<Text> {
        slices::replace_all(&self.0, &old.0, &new.0).map(Text::wrap)
    }

    /// cvc5's `str.update`
    #[must_use]
    pub fn update(&self, position: i64, new: &Text) -> Text {
        Text::wrap(slices::update(&self.0, position, &new.0))
    }

    /// cvc5's `str.rev`
    #[must_use]
    pub fn reverse(&self) -> Text {
        Text(self.0.iter().rev().copied().collect())
    }

    /// cvc5's `str.to_lower`, which changes ASCII letters only.
    #[must_use]
    pub fn to_lower(&self) -> Text {
        Text(self.0.iter().map(|&c| if is_between(c, 'A', 'Z') { c + 32 } else { c }).collect())
    }

    /// cvc5's `str.to_upper`, which changes ASCII letters only.
    #[must_use]
    pub fn to_upper(&self) -> Text {
        Text(self.0.iter().map(|&c| if is_between(c, 'a', 'z') { c - 32 } else { c }).collect())
    }

    /// `str.is_digit`: a single character from `0` to `9`.
    #[must_use]
    pub fn is_digit(&self) -> bool {
        self.single_char().is_some_and(|c| is_between(c, '0', '9'))
    }

    /// `str.to_code`
    #[must_use]
    pub fn to_code(&self) -> Option<u32> {
        self.single_char()
    }

    /// `str.from_code`: empty when `code` is no character.
    #[must_use]
    pub fn from_code(code: i64) -> Text {
        u32::try_from(code).ok().and_then(|code| Text::new(&[code])).unwrap_or_else(Text::empty)
    }

    /// `str.to_int`, as the decimal digits of the number without superfluous zeros; `None` (that is -1) unless the
    /// string consists of at least one digit and nothing else.
    #[must_use]
    pub fn to_int_digits(&self) -> Option<String> {
        let digits = self.0.iter().map(|&c| char::from_u32(c).filter(char::is_ascii_digit));
        let digits: String = digits.collect::<Option<_>>()?;
        (!digits.is_empty()).then(|| without_leading_zeros(&digits).to_owned())
    }

    /// `str.from_int`, from the decimal digits of the number, after a `-` when it is negative. A negative number
    /// gives the empty string, and so does anything that is no number.
    #[must_use]
    pub fn from_int_digits(decimal: &str) -> Text {
        if decimal.is_empty() || !decimal.bytes().all(|byte| byte.is_ascii_digit()) {
            return Text::empty();
        }
        Text(without_leading_zeros(decimal).bytes().map(u32::from).collect())
    }

    /// A string of code points that are known to be characters.
    pub(super) fn wrap(code_points: Vec<u32>) -> Text {
        debug_assert!(code_points.iter().all(|&c| c <= MAX_CHAR));
        Text(code_points.into())
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.to_literal())
    }
}

fn is_between(c: u32, low: char, high: char) -> bool {
    (u32::from(low)..=u32::from(high)).contains(&c)
}

fn without_leading_zeros(digits: &str) -> &str {
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() { "0" } else { significant }
}
