//! Sums, products, quotients, roots and remainders: computed exactly, or with a sticky bit for what is
//! cut off, and then rounded.

use super::super::{Gates, Wire, Word, extend};
use super::round::{Fitted, Mode};
use super::{FloatWord, Number, bias, exponent_width, signed};

/// The widest exponent, in bits, for which there is a circuit of `fp.rem`: its size grows with `2^eb`.
const LONGEST_REMAINDER: u32 = 13;

/// The operands of a commutative operator in a fixed order, so that both orders share their gates.
fn ordered<'a>(x: FloatWord<'a>, y: FloatWord<'a>) -> (FloatWord<'a>, FloatWord<'a>) {
    if y.word < x.word { (y, x) } else { (x, y) }
}

impl Gates {
    pub fn float_add(&mut self, mode: &[Wire], x: FloatWord<'_>, y: FloatWord<'_>) -> Word {
        let (x, y) = ordered(x, y);
        let (format, mode) = (x.format, Mode::of(self, mode));
        let (a, b) = (self.class(x), self.class(y));
        let swap = self.less(x.magnitude(), y.magnitude());
        let large = self.word_mux(swap, y.word, x.word);
        let small = self.word_mux(swap, x.word, y.word);
        let (large, small) = (FloatWord { format, word: &large }, FloatWord { format, word: &small });
        let subtracts = self.xor(a.negative, b.negative);
        let (exponent, large_significand) = self.unpacked(large);
        let (small_exponent, small_significand) = self.unpacked(small);
        // Three more bits: one that a cancellation may use up, the guard bit and the sticky bit.
        let zeros = [Wire::FALSE; 3];
        let distance = self.subtract(&exponent, &small_exponent);
        let small_significand = self.moved_down(&[&zeros, &small_significand[..]].concat(), &distance);
        let sum =
            self.sum_of_magnitudes(&[&zeros, &large_significand[..]].concat(), &small_significand, subtracts);
        let nothing = !self.any(&sum);
        let (significand, exponent) = self.normalised_within(&sum, &exponent);
        let negative = self.sign_of_sum(&mode, large.negative(), subtracts, nothing);
        let significand = self.cut(&significand, format.sb() as usize + 2);
        let overflow = self.all(&exponent[1..]);
        let rounded = self.packed(format, &mode, &Fitted { negative, exponent, overflow, significand });
        let (infinite, opposite) =
            (self.or(a.infinite, b.infinite), self.all(&[a.infinite, b.infinite, subtracts]));
        let nan = self.any(&[a.nan, b.nan, opposite]);
        self.with_specials(nan, infinite, nothing, &rounded, format)
    }

    /// The sum or difference of two magnitudes, one bit longer than these. The first must not be less.
    fn sum_of_magnitudes(&mut self, large: &[Wire], small: &[Wire], subtracts: Wire) -> Word {
        let small: Word = small.iter().map(|&bit| self.xor(bit, subtracts)).collect();
        let (mut sum, carry) = self.sum(large, &small, subtracts);
        sum.push(self.and(carry, !subtracts));
        sum
    }

    /// The sign of a sum. The rounding mode decides it if numbers of different signs cancel out.
    fn sign_of_sum(&mut self, mode: &Mode, negative: Wire, subtracts: Wire, nothing: Wire) -> Wire {
        let cancelled = self.and(nothing, subtracts);
        let downwards = mode.is_downwards(self);
        self.mux(cancelled, downwards, negative)
    }

    /// A word shifted until its most significant bit is 1, but by no more than a limit; and the rest of the limit.
    fn normalised_within(&mut self, word: &[Wire], limit: &[Wire]) -> (Word, Word) {
        let (mut shifted, mut left) = (word.to_vec(), limit.to_vec());
        let stages = (usize::BITS - (word.len() - 1).leading_zeros()) as usize;
        for stage in (0..stages.min(limit.len())).rev() {
            let step = 1 << stage;
            let (some, allowed) = (self.any(&shifted[shifted.len() - step..]), self.any(&left[stage..]));
            let shift = self.and(!some, allowed);
            shifted = self.moved_up(&shifted, step, shift);
            // Adding all ones subtracts one, if it is shifted.
            let (less, _) = self.sum(&left[stage..], &vec![shift; left.len() - stage], Wire::FALSE);
            left[stage..].copy_from_slice(&less);
        }
        (shifted, left)
    }

    pub fn float_subtract(&mut self, mode: &[Wire], x: FloatWord<'_>, y: FloatWord<'_>) -> Word {
        let negated = self.float_negate(y);
        self.float_add(mode, x, FloatWord { word: &negated, ..y })
    }

    /// The exact product of two numbers.
    fn product(&mut self, x: &Number, y: &Number, bias: i64) -> Number {
        let sb = x.significand.len();
        let significand =
            self.multiply(&extend(&x.significand, sb, Wire::FALSE), &extend(&y.significand, sb, Wire::FALSE));
        let first = significand[2 * sb - 1];
        let (sum, _) = self.sum(&x.exponent, &y.exponent, first);
        Number {
            negative: self.xor(x.negative, y.negative),
            exponent: self.subtract(&sum, &signed(sum.len(), bias)),
            significand: self.moved_up(&significand, 1, !first),
        }
    }

    pub fn float_multiply(&mut self, mode: &[Wire], x: FloatWord<'_>, y: FloatWord<'_>) -> Word {
        let (x, y) = ordered(x, y);
        let (format, mode) = (x.format, Mode::of(self, mode));
        let (a, b) = (self.class(x), self.class(y));
        let width = exponent_width(format, 0);
        let (first, second) = (self.number(x, width), self.number(y, width));
        let product = self.product(&first, &second, bias(format));
        let rounded = self.rounded(format, &mode, &product);
        let (infinite, zero) = (self.or(a.infinite, b.infinite), self.or(a.zero, b.zero));
        let neither = self.and(infinite, zero);
        let nan = self.any(&[a.nan, b.nan, neither]);
        self.with_specials(nan, infinite, zero, &rounded, format)
    }

    pub fn float_divide(&mut self, mode: &[Wire], x: FloatWord<'_>, y: FloatWord<'_>) -> Word {
        let (format, mode) = (x.format, Mode::of(self, mode));
        let (a, b) = (self.class(x), self.class(y));
        let width = exponent_width(format, 0);
        let (dividend, divisor) = (self.number(x, width), self.number(y, width));
        let significand = self.quotient(&dividend.significand, &divisor.significand);
        let first = significand[significand.len() - 1];
        // The quotient of numbers from 1 to 2 is more than a half.
        let exponent = self.subtract(&dividend.exponent, &divisor.exponent);
        let (exponent, _) = self.sum(&exponent, &signed(width, bias(format) - 1), first);
        let negative = self.xor(a.negative, b.negative);
        let significand = self.moved_up(&significand, 1, !first);
        let rounded = self.rounded(format, &mode, &Number { negative, exponent, significand });
        let (infinite, zero) = (self.or(a.infinite, b.zero), self.or(a.zero, b.infinite));
        let neither = self.and(infinite, zero);
        let nan = self.any(&[a.nan, b.nan, neither]);
        self.with_specials(nan, infinite, zero, &rounded, format)
    }

    /// The quotient of words whose most significant bit is 1: one bit before the point, `a.len() + 1` bits
    /// behind it, and a sticky bit.
    fn quotient(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let mut rest = extend(a, 1, Wire::FALSE);
        let divisor = self.word_not(&extend(b, 1, Wire::FALSE));
        let mut digits = Word::new();
        for _ in 0..a.len() + 2 {
            let (difference, fits) = self.sum(&rest, &divisor, Wire::TRUE);
            let left = self.word_mux(fits, &difference, &rest);
            digits.push(fits);
            rest = [&[Wire::FALSE], &left[..a.len()]].concat();
        }
        digits.push(self.any(&rest));
        digits.reverse();
        digits
    }

    pub fn float_fma(&mut self, mode: &[Wire], x: FloatWord<'_>, y: FloatWord<'_>, z: FloatWord<'_>) -> Word {
        let (format, mode) = (x.format, Mode::of(self, mode));
        let (a, b, c) = (self.class(x), self.class(y), self.class(z));
        let sb = format.sb() as usize;
        let width = exponent_width(format, 2 * sb) + 1;
        let (first, second) = (self.number(x, width), self.number(y, width));
        let product = self.product(&first, &second, bias(format));
        let mut addend = self.number(z, width);
        addend.significand = self.cut(&addend.significand, 2 * sb);
        let subtracts = self.xor(product.negative, addend.negative);
        let less = self.signed_less(
            &[&product.significand[..], &product.exponent].concat(),
            &[&addend.significand[..], &addend.exponent].concat(),
        );
        let swap = self.and(less, !c.zero);
        let (sum, nothing) = self.sum_of_numbers(&mode, &product, &addend, swap, subtracts);
        let rounded = self.rounded(format, &mode, &sum);
        let no_product = self.or(a.zero, b.zero);
        let alone = self.and(no_product, !c.zero);
        let infinite_product = self.or(a.infinite, b.infinite);
        let infinite = self.or(infinite_product, c.infinite);
        let mut result = self.word_mux(alone, z.word, &rounded);
        let sign = self.mux(infinite_product, product.negative, c.negative);
        let sign = self.mux(infinite, sign, result[result.len() - 1]);
        result.iter_mut().last().into_iter().for_each(|last| *last = sign);
        let neither = self.and(infinite_product, no_product);
        let opposite = self.all(&[infinite_product, c.infinite, subtracts]);
        let nan = self.any(&[a.nan, b.nan, c.nan, neither, opposite]);
        let nothing = self.and(nothing, !alone);
        self.with_specials(nan, infinite, nothing, &result, format)
    }

    /// The sum of two numbers, and whether it is zero. `swap` says that the second one is larger.
    fn sum_of_numbers(
        &mut self,
        mode: &Mode,
        x: &Number,
        y: &Number,
        swap: Wire,
        subtracts: Wire,
    ) -> (Number, Wire) {
        let large = self.word_mux(swap, &y.significand, &x.significand);
        let small = self.word_mux(swap, &x.significand, &y.significand);
        let exponent = self.word_mux(swap, &y.exponent, &x.exponent);
        let lesser = self.word_mux(swap, &x.exponent, &y.exponent);
        let negative = self.mux(swap, y.negative, x.negative);
        let distance = self.subtract(&exponent, &lesser);
        let zeros = [Wire::FALSE; 2];
        let small = self.moved_down(&[&zeros, &small[..]].concat(), &distance);
        let sum = self.sum_of_magnitudes(&[&zeros, &large[..]].concat(), &small, subtracts);
        let nothing = !self.any(&sum);
        let (significand, moved) = self.normalised(&sum);
        let moved = extend(&moved, exponent.len() - moved.len(), Wire::FALSE);
        let exponent = self.incremented(&exponent, Wire::TRUE).0;
        let exponent = self.subtract(&exponent, &moved);
        let negative = self.sign_of_sum(mode, negative, subtracts, nothing);
        (Number { negative, exponent, significand }, nothing)
    }

    pub fn float_root(&mut self, mode: &[Wire], x: FloatWord<'_>) -> Word {
        let (format, mode) = (x.format, Mode::of(self, mode));
        let a = self.class(x);
        let width = exponent_width(format, 0);
        let number = self.number(x, width);
        // The exponent of the root is half, so an odd one lends a bit to the significand.
        let exponent = self.subtract(&number.exponent, &signed(width, bias(format)));
        let odd = exponent[0];
        let half = [&exponent[1..], &exponent[width - 1..]].concat();
        let exponent = self.add(&half, &signed(width, bias(format)));
        let radicand = extend(&number.significand, 1, Wire::FALSE);
        let radicand = self.moved_up(&radicand, 1, odd);
        let significand = self.root(&radicand);
        let rounded = self.rounded(format, &mode, &Number { negative: a.negative, exponent, significand });
        let negative = self.and(a.negative, !a.zero);
        let nan = self.or(a.nan, negative);
        self.with_specials(nan, a.infinite, a.zero, &rounded, format)
    }

    /// The square root of a number from 1 to 4, digit by digit: one bit before the point, `radicand.len() - 1` bits
    /// behind it, and a sticky bit. The radicand has two bits before the point.
    fn root(&mut self, radicand: &[Wire]) -> Word {
        let digit = |at: usize| radicand.len().checked_sub(at + 1).map_or(Wire::FALSE, |at| radicand[at]);
        let (mut rest, mut root) = (Word::new(), Word::new());
        for at in 0..radicand.len() {
            let next = [&[digit(2 * at + 1), digit(2 * at)], &rest[..]].concat();
            let next = extend(&next, (at + 3).saturating_sub(next.len()), Wire::FALSE);
            let trial = [&[Wire::TRUE, Wire::FALSE], &root[..], &[Wire::FALSE]].concat();
            let trial = self.word_not(&trial);
            let (difference, fits) = self.sum(&next, &trial, Wire::TRUE);
            // The rest is at most twice the root.
            rest = self.word_mux(fits, &difference, &next)[..at + 2].to_vec();
            root.insert(0, fits);
        }
        let left = self.any(&rest);
        [vec![left], root].concat()
    }

    /// The IEEE remainder, by long division of twice the dividend: as many steps as the exponents lie apart.
    pub fn float_remainder(&mut self, x: FloatWord<'_>, y: FloatWord<'_>) -> Word {
        let format = x.format;
        if format.eb() > LONGEST_REMAINDER {
            self.give_up();
            return x.word.to_vec();
        }
        let (a, b) = (self.class(x), self.class(y));
        let width = exponent_width(format, 0);
        let (dividend, divisor) = (self.number(x, width), self.number(y, width));
        let distance = self.subtract(&dividend.exponent, &divisor.exponent);
        let distance = self.incremented(&distance, Wire::TRUE).0;
        let near = !distance[width - 1];
        let steps = (1 << format.eb()) + format.sb() as usize;
        let (rest, half, odd) =
            self.long_division(&dividend.significand, &divisor.significand, &distance, steps);
        let some = self.any(&rest);
        let beyond = self.or(some, odd);
        let up = self.and(half, beyond);
        // The magnitude is the distance up to the next multiple, or half of the divisor, or the rest of the division.
        let to_next = self.subtract(&divisor.significand, &rest);
        let down = self.word_mux(half, &divisor.significand, &rest);
        let magnitude = self.word_mux(up, &to_next, &down);
        let nothing = !self.any(&magnitude);
        let (significand, moved) = self.normalised(&magnitude);
        let moved = extend(&moved, width - moved.len(), Wire::FALSE);
        let exponent = self.subtract(&divisor.exponent, &signed(width, 1));
        let exponent = self.subtract(&exponent, &moved);
        let negative = self.xor(a.negative, up);
        // The result is exact, so any mode will do.
        let mode = Mode::of(self, &[Wire::FALSE; 3]);
        let rounded = self.rounded(format, &mode, &Number { negative, exponent, significand });
        let itself = self.any(&[!near, a.zero, b.infinite]);
        let nothing = self.and(nothing, !itself);
        let result = self.word_mux(itself, x.word, &rounded);
        let nan = self.any(&[a.nan, b.nan, a.infinite, b.zero]);
        self.with_specials(nan, Wire::FALSE, nothing, &result, format)
    }

    /// The remainder of `a * 2^distance` by `b`, and the last two bits of the quotient, the last one first. The most
    /// significant bit of both words is 1. The distance is at most `steps`; if it is negative,
    /// the result is meaningless.
    fn long_division(
        &mut self,
        a: &[Wire],
        b: &[Wire],
        distance: &[Wire],
        steps: usize,
    ) -> (Word, Wire, Wire) {
        let dividend = extend(a, 1, Wire::FALSE);
        let divisor = self.word_not(&extend(b, 1, Wire::FALSE));
        let (mut rest, mut begun) = (a.to_vec(), Wire::FALSE);
        let (mut last, mut before_last) = (Wire::FALSE, Wire::FALSE);
        for step in (0..=steps).rev() {
            if self.is_full() {
                break;
            }
            before_last = self.and(begun, last);
            let next = [&[Wire::FALSE], &rest[..]].concat();
            let next = self.word_mux(begun, &next, &dividend);
            let (difference, fits) = self.sum(&next, &divisor, Wire::TRUE);
            rest = self.word_mux(fits, &difference, &next)[..a.len()].to_vec();
            last = fits;
            begun = match step {
                0 => Wire::TRUE,
                _ => {
                    let reached = self.at_most(&signed(distance.len(), step as i64), distance);
                    self.and(reached, !distance[distance.len() - 1])
                }
            };
        }
        (rest, last, before_last)
    }
}
