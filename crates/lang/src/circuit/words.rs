//! Arithmetic on words of wires, the least significant bit first. Words of one operation have the same width, which
//! is not 0, unless noted otherwise.

use super::{Gates, Wire, Word};

/// A number as a word; bits beyond the number are 0.
pub fn constant(width: usize, number: u64) -> Word {
    (0..width).map(|at| Wire::constant(at < 64 && number >> at & 1 == 1)).collect()
}

/// The most significant bit.
pub fn sign(word: &[Wire]) -> Wire {
    word.last().copied().unwrap_or(Wire::FALSE)
}

impl Gates {
    fn bitwise(&mut self, a: &[Wire], b: &[Wire], gate: fn(&mut Gates, Wire, Wire) -> Wire) -> Word {
        a.iter().zip(b).map(|(&a, &b)| gate(self, a, b)).collect()
    }

    pub fn word_not(&self, a: &[Wire]) -> Word {
        a.iter().map(|&wire| !wire).collect()
    }

    pub fn word_and(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.bitwise(a, b, Gates::and)
    }

    pub fn word_or(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.bitwise(a, b, Gates::or)
    }

    pub fn word_xor(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.bitwise(a, b, Gates::xor)
    }

    pub fn word_mux(&mut self, condition: Wire, then: &[Wire], otherwise: &[Wire]) -> Word {
        then.iter().zip(otherwise).map(|(&then, &otherwise)| self.mux(condition, then, otherwise)).collect()
    }

    pub fn equal(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let same: Word = a.iter().zip(b).map(|(&a, &b)| !self.xor(a, b)).collect();
        self.all(&same)
    }

    /// The sum of two words and a carry, and the carry out of it.
    pub(super) fn sum(&mut self, a: &[Wire], b: &[Wire], mut carry: Wire) -> (Word, Wire) {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            sum.push(self.parity([a, b, carry]));
            carry = self.majority([a, b, carry]);
        }
        (sum, carry)
    }

    pub fn add(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.sum(a, b, Wire::FALSE).0
    }

    pub fn subtract(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let b = self.word_not(b);
        self.sum(a, &b, Wire::TRUE).0
    }

    pub fn negate(&mut self, a: &[Wire]) -> Word {
        self.subtract(&constant(a.len(), 0), a)
    }

    pub fn multiply(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        // One row is added for each bit of the first word, so constants save most there. The order is canonical, so
        // that equal products share their gates.
        let constants = |word: &[Wire]| word.iter().filter(|wire| wire.known().is_some()).count();
        let (a, b) = if (constants(a), a) < (constants(b), b) { (b, a) } else { (a, b) };
        let mut product = constant(a.len(), 0);
        for (at, &bit) in a.iter().enumerate().filter(|(_, bit)| **bit != Wire::FALSE) {
            let row: Word = b[..b.len() - at].iter().map(|&other| self.and(bit, other)).collect();
            let sum = self.add(&product[at..], &row);
            product[at..].copy_from_slice(&sum);
        }
        product
    }

    /// Quotient and remainder of unsigned numbers, by long division; division by zero gives
    /// all ones and the dividend.
    pub fn divide(&mut self, a: &[Wire], b: &[Wire]) -> (Word, Word) {
        let divisor = self.word_not(&[b, &[Wire::FALSE]].concat());
        let mut quotient = constant(a.len(), 0);
        let mut rest = constant(a.len(), 0);
        for at in (0..a.len()).rev() {
            let shifted = [&a[at..=at], &rest].concat();
            let (difference, fits) = self.sum(&shifted, &divisor, Wire::TRUE);
            quotient[at] = fits;
            rest = self.word_mux(fits, &difference[..a.len()], &shifted[..a.len()]);
        }
        (quotient, rest)
    }

    pub(super) fn absolute(&mut self, a: &[Wire]) -> Word {
        self.negated_where(sign(a), a)
    }

    pub(super) fn negated_where(&mut self, condition: Wire, a: &[Wire]) -> Word {
        let negated = self.negate(a);
        self.word_mux(condition, &negated, a)
    }

    pub fn signed_quotient(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let (absolute_a, absolute_b) = (self.absolute(a), self.absolute(b));
        let (quotient, _) = self.divide(&absolute_a, &absolute_b);
        let differ = self.xor(sign(a), sign(b));
        self.negated_where(differ, &quotient)
    }

    /// The remainder with the sign of the dividend.
    pub fn signed_remainder(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let (absolute_a, absolute_b) = (self.absolute(a), self.absolute(b));
        let (_, rest) = self.divide(&absolute_a, &absolute_b);
        self.negated_where(sign(a), &rest)
    }

    /// The remainder with the sign of the divisor.
    pub fn signed_modulus(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let rest = self.signed_remainder(a, b);
        let corrected = self.add(&rest, b);
        let is_some = self.any(&rest);
        let differ = self.xor(sign(a), sign(b));
        let correct = self.and(is_some, differ);
        self.word_mux(correct, &corrected, &rest)
    }

    pub fn less(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        a.iter().zip(b).fold(Wire::FALSE, |less, (&a, &b)| self.majority([!a, b, less]))
    }

    pub fn at_most(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        !self.less(b, a)
    }

    pub fn signed_less(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let shift = |word: &[Wire]| {
            let mut shifted = word.to_vec();
            shifted.iter_mut().last().into_iter().for_each(|sign| *sign = !*sign);
            shifted
        };
        self.less(&shift(a), &shift(b))
    }

    pub fn signed_at_most(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        !self.signed_less(b, a)
    }

    /// Shifts right, filling up with a wire.
    pub fn shift_right(&mut self, a: &[Wire], amount: &[Wire], fill: Wire) -> Word {
        let width = a.len();
        let mut shifted = a.to_vec();
        let mut beyond = Word::new();
        for (stage, &bit) in amount.iter().enumerate() {
            match 1usize.checked_shl(stage as u32).filter(|&step| step < width) {
                Some(step) => {
                    let moved = |at: usize| shifted.get(at + step).copied().unwrap_or(fill);
                    let moved: Word = (0..width).map(moved).collect();
                    shifted = self.word_mux(bit, &moved, &shifted);
                }
                None => beyond.push(bit),
            }
        }
        let beyond = self.any(&beyond);
        self.word_mux(beyond, &vec![fill; width], &shifted)
    }

    pub fn shift_left(&mut self, a: &[Wire], amount: &[Wire]) -> Word {
        let mut reversed: Word = a.iter().rev().copied().collect();
        reversed = self.shift_right(&reversed, amount, Wire::FALSE);
        reversed.reverse();
        reversed
    }

    /// Rotates left, by the amount modulo the width.
    pub fn rotate_left(&mut self, a: &[Wire], amount: &[Wire]) -> Word {
        let width = a.len();
        let (_, rest) = self.divide(amount, &constant(width, width as u64));
        let amount = if width.is_power_of_two() { amount } else { &rest };
        let mut rotated = a.to_vec();
        for (stage, &bit) in amount.iter().enumerate().take_while(|(stage, _)| width >> stage > 0) {
            let turned = rotate(&rotated, (1 << stage) % width);
            rotated = self.word_mux(bit, &turned, &rotated);
        }
        rotated
    }

    /// Whether a signed sum or difference overflows: the operands have the same sign, and the result has the other
    /// one. `added_sign` is the sign of the second operand of a sum, or its negation for a difference.
    pub fn overflows(&mut self, a: &[Wire], added_sign: Wire, result: &[Wire]) -> Wire {
        let same = !self.xor(sign(a), added_sign);
        let changed = self.xor(sign(a), sign(result));
        self.and(same, changed)
    }

    pub fn add_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        self.sum(a, b, Wire::FALSE).1
    }

    pub fn signed_add_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let sum = self.add(a, b);
        self.overflows(a, sign(b), &sum)
    }

    pub fn signed_subtract_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let difference = self.subtract(a, b);
        self.overflows(a, !sign(b), &difference)
    }

    pub fn multiply_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let zeros = constant(a.len(), 0);
        let product = self.multiply(&[a, &zeros].concat(), &[b, &zeros].concat());
        self.any(&product[a.len()..])
    }

    pub fn signed_multiply_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let width = a.len();
        let product = self.multiply(&extend(a, width, sign(a)), &extend(b, width, sign(b)));
        let (all, none) = (self.all(&product[width - 1..]), self.any(&product[width - 1..]));
        self.and(!all, none)
    }

    /// Whether it is the least signed number.
    pub fn is_least(&mut self, a: &[Wire]) -> Wire {
        let mut ones = self.word_not(a);
        ones.iter_mut().last().into_iter().for_each(|sign| *sign = !*sign);
        self.all(&ones)
    }

    /// Only the least number divided by -1 overflows.
    pub fn signed_divide_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let (least, minus_one) = (self.is_least(a), self.all(b));
        self.and(least, minus_one)
    }

    pub fn signs_differ(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        self.xor(sign(a), sign(b))
    }
}

/// A word with `more` wires added at its most significant end.
pub fn extend(a: &[Wire], more: usize, fill: Wire) -> Word {
    [a, &vec![fill; more]].concat()
}

/// A word rotated left.
pub fn rotate(a: &[Wire], count: usize) -> Word {
    let mut rotated = a.to_vec();
    rotated.rotate_right(count % a.len().max(1));
    rotated
}
