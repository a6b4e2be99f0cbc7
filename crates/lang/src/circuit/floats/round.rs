//! Rounding: the one place where a number becomes a float.

use super::super::{Gates, Wire, Word, extend};
use super::{Number, infinity, largest, signed};
use crate::value::Format;

/// A rounding mode's word is its number in `RoundingMode::ALL`: RNE, RNA, RTP, RTN, RTZ.
pub(super) struct Mode {
    nearest: Wire,
    /// Towards an infinity.
    directed: Wire,
    /// The last bit: RNA among the modes to the nearest, RTN among the directed ones.
    second: Wire,
}

impl Mode {
    pub fn of(gates: &mut Gates, word: &[Wire]) -> Mode {
        Mode { nearest: gates.and(!word[2], !word[1]), directed: word[1], second: word[0] }
    }

    /// Whether the mode rounds every number of this sign away from zero.
    fn outwards(&self, gates: &mut Gates, negative: Wire) -> Wire {
        let other = gates.xor(self.second, negative);
        gates.and(self.directed, !other)
    }

    /// `RoundingMode::rounds_up`.
    pub fn rounds_up(&self, gates: &mut Gates, negative: Wire, odd: Wire, half: Wire, rest: Wire) -> Wire {
        let beyond = gates.any(&[rest, odd, self.second]);
        let nearest = gates.all(&[self.nearest, half, beyond]);
        let (outwards, some) = (self.outwards(gates, negative), gates.or(half, rest));
        let directed = gates.and(outwards, some);
        gates.or(nearest, directed)
    }

    /// `RoundingMode::overflows_to_infinity`.
    fn overflows_to_infinity(&self, gates: &mut Gates, negative: Wire) -> Wire {
        let outwards = self.outwards(gates, negative);
        gates.or(self.nearest, outwards)
    }

    /// Whether the mode is RTN, in which numbers that cancel out give a negative zero.
    pub fn is_downwards(&self, gates: &mut Gates) -> Wire {
        gates.and(self.directed, self.second)
    }
}

/// A number that fits a format, apart from rounding: the significand has a guard bit and a sticky bit more than the
/// format. The exponent is the format's less 1; it is 0 if the most significant bit of the significand is 0.
pub(super) struct Fitted {
    pub negative: Wire,
    pub exponent: Word,
    /// Whether the exponent is too large for the format.
    pub overflow: Wire,
    pub significand: Word,
}

impl Gates {
    /// The float that a number is rounded to. The result for zero is meaningless.
    pub(super) fn rounded(&mut self, format: Format, mode: &Mode, number: &Number) -> Word {
        let fitted = self.fitted(format, number);
        self.packed(format, mode, &fitted)
    }

    fn fitted(&mut self, format: Format, number: &Number) -> Fitted {
        let width = number.exponent.len();
        let eb = format.eb() as usize;
        let exponent = self.subtract(&number.exponent, &signed(width, 1));
        let below = exponent[width - 1];
        let significand = self.cut(&number.significand, format.sb() as usize + 2);
        let shift = self.negate(&exponent);
        let shift: Word = shift.iter().map(|&bit| self.and(below, bit)).collect();
        let significand = self.moved_down(&significand, &shift);
        let beyond = self.at_most(&signed(width, (1 << eb) - 2), &exponent);
        Fitted {
            negative: number.negative,
            overflow: self.and(!below, beyond),
            exponent: exponent[..eb].iter().map(|&bit| self.and(!below, bit)).collect(),
            significand,
        }
    }

    pub(super) fn packed(&mut self, format: Format, mode: &Mode, fitted: &Fitted) -> Word {
        let (negative, significand) = (fitted.negative, &fitted.significand);
        let up = mode.rounds_up(self, negative, significand[2], significand[1], significand[0]);
        // The hidden bit adds 1 to the exponent, and so does a carry.
        let (fraction, first) = significand[2..].split_at(format.sb() as usize - 1);
        let (fraction, carry) = self.incremented(fraction, up);
        let first = extend(first, fitted.exponent.len() - 1, Wire::FALSE);
        let (exponent, _) = self.sum(&fitted.exponent, &first, carry);
        let to_infinity = mode.overflows_to_infinity(self, negative);
        let limit = self.word_mux(to_infinity, &infinity(format), &largest(format));
        let magnitude = self.word_mux(fitted.overflow, &limit, &[fraction, exponent].concat());
        [magnitude, vec![negative]].concat()
    }

    /// The sum of a word and a bit, and the carry.
    pub(super) fn incremented(&mut self, word: &[Wire], carry: Wire) -> (Word, Wire) {
        self.sum(word, &vec![Wire::FALSE; word.len()], carry)
    }
}
