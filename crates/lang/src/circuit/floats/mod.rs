//! Floats of any format as words in the interchange encoding: from the least significant bit, fraction, exponent and
//! sign. NaN has one pattern only, that of `Float::to_bits`: every circuit relies on it and gives no other.
//!
//! Arithmetic is done on unpacked numbers ([`Number`]): sign, exponent, significand. A significand that is too long
//! is cut, and its last bit becomes a sticky bit. One function rounds (`round.rs`), as in the evaluator.

mod arithmetic;
mod convert;
mod integral;
mod round;

use super::{Gates, Wire, Word, constant, extend};
use crate::value::Format;

/// A float with its format.
#[derive(Clone, Copy, Debug)]
pub struct FloatWord<'a> {
    pub format: Format,
    pub word: &'a [Wire],
}

/// An unpacked finite number: `significand * 2^(exponent - bias)`, with the point behind the most significant bit of
/// the significand, which is 1. The exponent is signed. For zero, only the sign is meaningful.
#[derive(Clone, Debug)]
struct Number {
    negative: Wire,
    exponent: Word,
    significand: Word,
}

/// The sign of a float, and which special value it is.
#[derive(Clone, Copy, Debug)]
struct Class {
    negative: Wire,
    nan: Wire,
    infinite: Wire,
    zero: Wire,
}

/// A width of exponents that does not overflow in sums of a few exponents and widths.
fn exponent_width(format: Format, width: usize) -> usize {
    let bits = (width.max(format.sb() as usize) + 2).next_power_of_two().trailing_zeros() as usize;
    (format.eb() as usize).max(bits) + 3
}

fn bias(format: Format) -> i64 {
    (1 << (format.eb() - 1)) - 1
}

/// A constant word in two's complement.
fn signed(width: usize, number: i64) -> Word {
    (0..width).map(|at| Wire::constant(number >> at.min(63) & 1 == 1)).collect()
}

/// The magnitude of infinity: all bits but the sign.
fn infinity(format: Format) -> Word {
    [vec![Wire::FALSE; format.sb() as usize - 1], vec![Wire::TRUE; format.eb() as usize]].concat()
}

/// The magnitude of the largest finite number.
fn largest(format: Format) -> Word {
    let mut magnitude = vec![Wire::TRUE; format.width() as usize - 1];
    magnitude[format.sb() as usize - 1] = Wire::FALSE;
    magnitude
}

/// The one pattern of NaN.
fn not_a_number(format: Format) -> Word {
    let mut word = infinity(format);
    word[format.sb() as usize - 2] = Wire::TRUE;
    word.push(Wire::FALSE);
    word
}

/// The positive or negative infinity of a format.
pub fn float_infinity(format: Format, negative: bool) -> Word {
    [infinity(format), vec![Wire::constant(negative)]].concat()
}

pub fn float_zero(format: Format, negative: bool) -> Word {
    [constant(format.width() as usize - 1, 0), vec![Wire::constant(negative)]].concat()
}

pub fn float_nan(format: Format) -> Word {
    not_a_number(format)
}

impl<'a> FloatWord<'a> {
    fn fraction(self) -> &'a [Wire] {
        &self.word[..self.format.sb() as usize - 1]
    }

    fn exponent(self) -> &'a [Wire] {
        &self.word[self.format.sb() as usize - 1..self.format.width() as usize - 1]
    }

    fn magnitude(self) -> &'a [Wire] {
        &self.word[..self.format.width() as usize - 1]
    }

    fn negative(self) -> Wire {
        self.word[self.format.width() as usize - 1]
    }
}

impl Gates {
    /// Any bits as a float: every encoding of NaN becomes the one pattern.
    pub fn float_of_bits(&mut self, format: Format, bits: &[Wire]) -> Word {
        let float = FloatWord { format, word: bits };
        let (ones, some) = (self.all(float.exponent()), self.any(float.fraction()));
        let nan = self.and(ones, some);
        self.word_mux(nan, &not_a_number(format), bits)
    }

    /// Requires, if a condition holds, that a word is a float: no other pattern of NaN than the one.
    pub fn require_float(&mut self, condition: Wire, format: Format, word: &[Wire]) {
        let float = FloatWord { format, word };
        let ones = self.all(float.exponent());
        let (quiet, rest) =
            float.fraction().split_last().map_or((Wire::FALSE, &[][..]), |(&top, rest)| (top, rest));
        for &bit in rest {
            self.require(&[!condition, !ones, !bit]);
        }
        self.require(&[!condition, !ones, !quiet, !float.negative()]);
    }

    fn class(&mut self, x: FloatWord<'_>) -> Class {
        let ones = self.all(x.exponent());
        let quiet = x.fraction()[x.fraction().len() - 1];
        let (nan, infinite) = (self.and(ones, quiet), self.and(ones, !quiet));
        Class { negative: x.negative(), nan, infinite, zero: !self.any(x.magnitude()) }
    }

    pub fn float_is_nan(&mut self, x: FloatWord<'_>) -> Wire {
        self.class(x).nan
    }

    pub fn float_is_infinite(&mut self, x: FloatWord<'_>) -> Wire {
        self.class(x).infinite
    }

    pub fn float_is_zero(&mut self, x: FloatWord<'_>) -> Wire {
        self.class(x).zero
    }

    pub fn float_is_normal(&mut self, x: FloatWord<'_>) -> Wire {
        let (ones, some) = (self.all(x.exponent()), self.any(x.exponent()));
        self.and(!ones, some)
    }

    pub fn float_is_subnormal(&mut self, x: FloatWord<'_>) -> Wire {
        let (exponent, fraction) = (self.any(x.exponent()), self.any(x.fraction()));
        self.and(!exponent, fraction)
    }

    pub fn float_is_negative(&mut self, x: FloatWord<'_>) -> Wire {
        x.negative()
    }

    pub fn float_is_positive(&mut self, x: FloatWord<'_>) -> Wire {
        let nan = self.class(x).nan;
        self.and(!nan, !x.negative())
    }

    pub fn float_absolute(&mut self, x: FloatWord<'_>) -> Word {
        [x.magnitude(), &[Wire::FALSE]].concat()
    }

    pub fn float_negate(&mut self, x: FloatWord<'_>) -> Word {
        let positive = self.float_is_positive(x);
        [x.magnitude(), &[positive]].concat()
    }

    /// `fp.eq`: zeros are equal whatever their signs.
    pub fn float_equal(&mut self, x: FloatWord<'_>, y: FloatWord<'_>) -> Wire {
        let (a, b) = (self.class(x), self.class(y));
        let (same, zeros) = (self.equal(x.word, y.word), self.and(a.zero, b.zero));
        let equal = self.or(same, zeros);
        self.and(equal, !a.nan)
    }

    pub fn float_less(&mut self, x: FloatWord<'_>, y: FloatWord<'_>) -> Wire {
        let (a, b) = (self.class(x), self.class(y));
        let less = self.less(x.magnitude(), y.magnitude());
        let same = self.equal(x.magnitude(), y.magnitude());
        let greater = self.all(&[!less, !same]);
        // A negative number is less than a positive one, except that zeros are equal.
        let if_negative = self.or(!b.negative, greater);
        let if_positive = self.and(!b.negative, less);
        let less = self.mux(a.negative, if_negative, if_positive);
        let zeros = self.and(a.zero, b.zero);
        self.all(&[!a.nan, !b.nan, !zeros, less])
    }

    pub fn float_at_most(&mut self, x: FloatWord<'_>, y: FloatWord<'_>) -> Wire {
        let (less, equal) = (self.float_less(x, y), self.float_equal(x, y));
        self.or(less, equal)
    }

    /// The lesser of two. For zeros with different signs it is either; the sign of `open` chooses.
    pub fn float_least(&mut self, x: FloatWord<'_>, y: FloatWord<'_>, open: &[Wire]) -> Word {
        let less = self.float_less(x, y);
        self.chosen(less, x, y, open)
    }

    pub fn float_greatest(&mut self, x: FloatWord<'_>, y: FloatWord<'_>, open: &[Wire]) -> Word {
        let greater = self.float_less(y, x);
        self.chosen(greater, x, y, open)
    }

    fn chosen(&mut self, first: Wire, x: FloatWord<'_>, y: FloatWord<'_>, open: &[Wire]) -> Word {
        let (a, b) = (self.class(x), self.class(y));
        let first = self.or(first, b.nan);
        let mut chosen = self.word_mux(first, x.word, y.word);
        let (zeros, differ) = (self.and(a.zero, b.zero), self.xor(a.negative, b.negative));
        let either = self.and(zeros, differ);
        if let (Some(sign), Some(&open)) = (chosen.last_mut(), open.last()) {
            *sign = self.mux(either, open, *sign);
        }
        chosen
    }

    /// The biased exponent, which is 1 for subnormal numbers too, and the significand with its hidden bit.
    fn unpacked(&mut self, x: FloatWord<'_>) -> (Word, Word) {
        let normal = self.any(x.exponent());
        let significand = [x.fraction(), &[normal]].concat();
        let mut exponent = x.exponent().to_vec();
        exponent[0] = self.or(exponent[0], !normal);
        (exponent, significand)
    }

    /// A finite float unpacked, with an exponent of `width` bits.
    fn number(&mut self, x: FloatWord<'_>, width: usize) -> Number {
        let (exponent, significand) = self.unpacked(x);
        let exponent = extend(&exponent, width - exponent.len(), Wire::FALSE);
        let (significand, zeros) = self.normalised(&significand);
        let zeros = extend(&zeros, width - zeros.len(), Wire::FALSE);
        let exponent = self.subtract(&exponent, &zeros);
        Number { negative: x.negative(), exponent, significand }
    }

    /// A word shifted until its most significant bit is 1, and by how much. For zero, the distance is all ones.
    fn normalised(&mut self, word: &[Wire]) -> (Word, Word) {
        let mut shifted = word.to_vec();
        let stages = (usize::BITS - (word.len() - 1).leading_zeros()) as usize;
        let mut count = vec![Wire::FALSE; stages];
        for stage in (0..stages).rev() {
            let step = 1 << stage;
            let empty = !self.any(&shifted[shifted.len() - step..]);
            count[stage] = empty;
            shifted = self.moved_up(&shifted, step, empty);
        }
        (shifted, count)
    }

    /// A word shifted left by `step` places, if a condition holds.
    fn moved_up(&mut self, word: &[Wire], step: usize, condition: Wire) -> Word {
        let moved = [&vec![Wire::FALSE; step], &word[..word.len() - step]].concat();
        self.word_mux(condition, &moved, word)
    }

    /// The `width` most significant bits of a word, the last one as a sticky bit. A shorter
    /// word gets zeros at its end.
    fn cut(&mut self, word: &[Wire], width: usize) -> Word {
        if word.len() <= width {
            return [vec![Wire::FALSE; width - word.len()], word.to_vec()].concat();
        }
        let lost = word.len() - width;
        let mut kept = word[lost..].to_vec();
        kept[0] = self.any(&word[..=lost]);
        kept
    }

    /// A word shifted right, the last bit as a sticky bit.
    fn moved_down(&mut self, word: &[Wire], amount: &[Wire]) -> Word {
        let width = word.len();
        let mut moved = word.to_vec();
        let mut beyond = Word::new();
        for (stage, &bit) in amount.iter().enumerate() {
            match 1usize.checked_shl(stage as u32).filter(|&step| step < width) {
                Some(step) => {
                    let lost = self.any(&moved[..=step]);
                    let mut down = [&moved[step..], &vec![Wire::FALSE; step]].concat();
                    down[0] = lost;
                    moved = self.word_mux(bit, &down, &moved);
                }
                None => beyond.push(bit),
            }
        }
        let beyond = self.any(&beyond);
        let mut lost = vec![Wire::FALSE; width];
        lost[0] = self.any(&moved);
        self.word_mux(beyond, &lost, &moved)
    }

    /// The result of an operation: the first of NaN, infinity and zero whose condition
    /// holds, else the rounded number.
    fn with_specials(
        &mut self,
        nan: Wire,
        infinite: Wire,
        zero: Wire,
        rounded: &[Wire],
        format: Format,
    ) -> Word {
        let (magnitude, negative) = rounded.split_at(rounded.len() - 1);
        let magnitude = self.word_mux(infinite, &infinity(format), magnitude);
        let is_zero = self.and(zero, !infinite);
        let magnitude = self.word_mux(is_zero, &constant(magnitude.len(), 0), &magnitude);
        self.word_mux(nan, &not_a_number(format), &[&magnitude, negative].concat())
    }
}
