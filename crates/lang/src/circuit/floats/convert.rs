//! Conversions between floats, and between floats and vectors.

use super::super::{Gates, Wire, Word, constant, extend, sign};
use super::round::Mode;
use super::{FloatWord, Number, bias, exponent_width, signed};
use crate::value::Format;

impl Gates {
    pub fn float_to_format(&mut self, mode: &[Wire], x: FloatWord<'_>, format: Format) -> Word {
        if x.format == format {
            return x.word.to_vec();
        }
        let (mode, a) = (Mode::of(self, mode), self.class(x));
        let width = exponent_width(x.format, 0).max(exponent_width(format, 0));
        let mut number = self.number(x, width);
        number.exponent = self.add(&number.exponent, &signed(width, bias(format) - bias(x.format)));
        let rounded = self.rounded(format, &mode, &number);
        self.with_specials(a.nan, a.infinite, a.zero, &rounded, format)
    }

    pub fn float_of_unsigned(&mut self, mode: &[Wire], format: Format, bits: &[Wire]) -> Word {
        self.float_of_integer(mode, format, Wire::FALSE, bits)
    }

    pub fn float_of_signed(&mut self, mode: &[Wire], format: Format, bits: &[Wire]) -> Word {
        let magnitude = self.absolute(bits);
        self.float_of_integer(mode, format, sign(bits), &magnitude)
    }

    fn float_of_integer(
        &mut self,
        mode: &[Wire],
        format: Format,
        negative: Wire,
        magnitude: &[Wire],
    ) -> Word {
        let mode = Mode::of(self, mode);
        let width = exponent_width(format, magnitude.len());
        let (significand, zeros) = self.normalised(magnitude);
        let zeros = extend(&zeros, width - zeros.len(), Wire::FALSE);
        let largest = signed(width, bias(format) + magnitude.len() as i64 - 1);
        let exponent = self.subtract(&largest, &zeros);
        let rounded = self.rounded(format, &mode, &Number { negative, exponent, significand });
        let nothing = !self.any(magnitude);
        self.with_specials(Wire::FALSE, Wire::FALSE, nothing, &rounded, format)
    }

    pub fn float_to_unsigned(&mut self, mode: &[Wire], x: FloatWord<'_>, open: &[Wire]) -> Word {
        let (value, out) = self.integer(mode, x, open.len());
        let below = self.any(&value);
        let below = self.and(below, x.negative());
        let out = self.or(out, below);
        self.word_mux(out, open, &value)
    }

    pub fn float_to_signed(&mut self, mode: &[Wire], x: FloatWord<'_>, open: &[Wire]) -> Word {
        let (value, out) = self.integer(mode, x, open.len());
        let (top, rest) = (sign(&value), self.any(&value[..value.len() - 1]));
        // Only the magnitude of the least number has the top bit set.
        let least = self.and(x.negative(), !rest);
        let beyond = self.and(top, !least);
        let out = self.or(out, beyond);
        let value = self.negated_where(x.negative(), &value);
        self.word_mux(out, open, &value)
    }

    /// The encoding of a float. For NaN it is `open`, changed where needed so that it encodes a NaN.
    pub fn float_bits(&mut self, x: FloatWord<'_>, open: &[Wire]) -> Word {
        let nan = self.class(x).nan;
        let fraction = x.format.sb() as usize - 1;
        let mut bits = open.to_vec();
        let is_infinite = !self.any(&bits[..fraction]);
        bits[fraction - 1] = self.or(bits[fraction - 1], is_infinite);
        let sign = bits.len() - 1;
        bits[fraction..sign].fill(Wire::TRUE);
        self.word_mux(nan, &bits, x.word)
    }

    /// The magnitude of a float, rounded to an integer of `width` bits; and whether there is none
    /// (NaN, infinity, too large).
    fn integer(&mut self, mode: &[Wire], x: FloatWord<'_>, width: usize) -> (Word, Wire) {
        let (mode, a) = (Mode::of(self, mode), self.class(x));
        let (exponent, significand) = self.unpacked(x);
        let sb = significand.len();
        // How many bits stand before the point.
        let long = exponent_width(x.format, width);
        let exponent = extend(&exponent, long - exponent.len(), Wire::FALSE);
        let count = self.subtract(&exponent, &signed(long, bias(x.format) - 1));
        let none = sign(&count);
        let too_many = self.at_most(&constant(long, width as u64 + 1), &count);
        let too_many = self.and(too_many, !none);
        let mut moved = [significand.clone(), constant(width, 0)].concat();
        for (stage, &bit) in count.iter().enumerate().take_while(|(stage, _)| width >> stage > 0) {
            let by = self.and(bit, !none);
            let step = (1 << stage).min(moved.len());
            moved = self.moved_up(&moved, step, by);
        }
        let half = self.and(moved[sb - 1], !none);
        let rest = [self.any(&moved[..sb - 1]), self.and(none, moved[sb - 1])];
        let rest = self.any(&rest);
        let odd = moved[sb];
        let up = mode.rounds_up(self, x.negative(), odd, half, rest);
        let (value, carry) = self.incremented(&moved[sb..], up);
        (value, self.any(&[a.nan, a.infinite, too_many, carry]))
    }
}
