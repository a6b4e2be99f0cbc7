//! A second definition of the operators on bit-vectors, for certificates that can be read: it folds nothing, and
//! shares nothing with `words.rs`.
//!
//! There are three gates: a conjunction of two, an exclusive disjunction, and a choice. A constant is an input like
//! any other, and a gate is made as often as it is asked for. Operators are textbook circuits: ripple-carry addition,
//! multiplication by adding shifted rows, long division, shifts by powers of two. Signed operators follow the
//! standard's definition by cases, and overflow is detected by computing with more bits.
//!
//! Words have the least significant bit first. Those of one operation have the same width.

use super::{Gates, Inputs, Wire, Word};

/// The plain circuit of an operator, for as many arguments as its row declares.
pub type PlainCircuit = fn(&mut Plain, Inputs<'_>) -> Word;

/// Builds gates without folding.
#[derive(Debug)]
pub struct Plain {
    gates: Gates,
}

impl Plain {
    /// Gates with about `most_clauses` clauses at most.
    pub fn new(most_clauses: usize) -> Plain {
        Plain { gates: Gates::unfolded(most_clauses) }
    }

    /// The gates that collect the clauses, which do not fold either; for operators without a plain circuit.
    pub fn gates(&mut self) -> &mut Gates {
        &mut self.gates
    }

    pub fn into_gates(self) -> Gates {
        self.gates
    }

    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        self.gate(|gates, output| {
            gates.require(&[!output, a]);
            gates.require(&[!output, b]);
            gates.require(&[output, !a, !b]);
        })
    }

    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        self.gate(|gates, output| {
            gates.require(&[!output, a, b]);
            gates.require(&[!output, !a, !b]);
            gates.require(&[output, !a, b]);
            gates.require(&[output, a, !b]);
        })
    }

    /// One of two wires, the first if the condition holds.
    pub fn choice(&mut self, condition: Wire, then: Wire, otherwise: Wire) -> Wire {
        self.gate(|gates, output| {
            gates.require(&[!condition, !then, output]);
            gates.require(&[!condition, then, !output]);
            gates.require(&[condition, !otherwise, output]);
            gates.require(&[condition, otherwise, !output]);
        })
    }

    fn gate(&mut self, define: impl FnOnce(&mut Gates, Wire)) -> Wire {
        if self.gates.is_full() {
            return Wire::FALSE;
        }
        let output = self.gates.fresh();
        define(&mut self.gates, output);
        output
    }

    pub fn all(&mut self, wires: &[Wire]) -> Wire {
        wires.iter().fold(Wire::TRUE, |so_far, &wire| self.and(so_far, wire))
    }

    pub fn any(&mut self, wires: &[Wire]) -> Wire {
        wires.iter().fold(Wire::FALSE, |so_far, &wire| self.or(so_far, wire))
    }

    fn bitwise(&mut self, a: &[Wire], b: &[Wire], gate: fn(&mut Plain, Wire, Wire) -> Wire) -> Word {
        a.iter().zip(b).map(|(&a, &b)| gate(self, a, b)).collect()
    }

    pub fn word_and(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.bitwise(a, b, Plain::and)
    }

    pub fn word_or(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.bitwise(a, b, Plain::or)
    }

    pub fn word_xor(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.bitwise(a, b, Plain::xor)
    }

    pub fn word_choice(&mut self, condition: Wire, then: &[Wire], otherwise: &[Wire]) -> Word {
        then.iter()
            .zip(otherwise)
            .map(|(&then, &otherwise)| self.choice(condition, then, otherwise))
            .collect()
    }

    pub fn equal(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let differences = self.word_xor(a, b);
        !self.any(&differences)
    }

    /// The sum of two words and a carry, and the carry out of it.
    fn sum(&mut self, a: &[Wire], b: &[Wire], mut carry: Wire) -> (Word, Wire) {
        let mut sum = Word::with_capacity(a.len());
        for (&a, &b) in a.iter().zip(b) {
            let differ = self.xor(a, b);
            sum.push(self.xor(differ, carry));
            carry = self.choice(differ, carry, a);
        }
        (sum, carry)
    }

    pub fn add(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.sum(a, b, Wire::FALSE).0
    }

    pub fn subtract(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        self.sum(a, &inverted(b), Wire::TRUE).0
    }

    pub fn negate(&mut self, a: &[Wire]) -> Word {
        self.sum(&inverted(a), &zeros(a.len()), Wire::TRUE).0
    }

    pub fn multiply(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let width = a.len();
        let mut product = zeros(width);
        for (at, &bit) in b.iter().enumerate() {
            let shifted = [&zeros(at), &a[..width - at]].concat();
            let row: Word = shifted.iter().map(|&other| self.and(bit, other)).collect();
            product = self.add(&product, &row);
        }
        product
    }

    /// Quotient and remainder of unsigned numbers; division by zero gives all ones and the dividend.
    pub fn divide(&mut self, a: &[Wire], b: &[Wire]) -> (Word, Word) {
        let width = a.len();
        let divisor = longer(b, 1, Wire::FALSE);
        let (mut quotient, mut rest) = (zeros(width), zeros(width));
        for at in (0..width).rev() {
            let next = [&[a[at]], &rest[..]].concat();
            quotient[at] = !self.less(&next, &divisor);
            let reduced = self.subtract(&next, &divisor);
            rest = self.word_choice(quotient[at], &reduced, &next);
            rest.truncate(width);
        }
        (quotient, rest)
    }

    fn absolute(&mut self, a: &[Wire]) -> Word {
        let negated = self.negate(a);
        self.word_choice(top(a), &negated, a)
    }

    pub fn signed_quotient(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let (dividend, divisor) = (self.absolute(a), self.absolute(b));
        let quotient = self.divide(&dividend, &divisor).0;
        let (negated, differ) = (self.negate(&quotient), self.xor(top(a), top(b)));
        self.word_choice(differ, &negated, &quotient)
    }

    /// The remainder with the sign of the dividend.
    pub fn signed_remainder(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let (dividend, divisor) = (self.absolute(a), self.absolute(b));
        let rest = self.divide(&dividend, &divisor).1;
        let negated = self.negate(&rest);
        self.word_choice(top(a), &negated, &rest)
    }

    /// The remainder with the sign of the divisor: the standard's five cases.
    pub fn signed_modulus(&mut self, a: &[Wire], b: &[Wire]) -> Word {
        let (dividend, divisor) = (self.absolute(a), self.absolute(b));
        let rest = self.divide(&dividend, &divisor).1;
        let negated = self.negate(&rest);
        let (from_divisor, beyond_divisor) = (self.add(&negated, b), self.add(&rest, b));
        let if_negative = self.word_choice(top(b), &negated, &from_divisor);
        let if_positive = self.word_choice(top(b), &beyond_divisor, &rest);
        let otherwise = self.word_choice(top(a), &if_negative, &if_positive);
        let some = self.any(&rest);
        self.word_choice(some, &otherwise, &rest)
    }

    pub fn less(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        a.iter().zip(b).fold(Wire::FALSE, |less, (&a, &b)| {
            let differ = self.xor(a, b);
            self.choice(differ, b, less)
        })
    }

    pub fn signed_less(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let (less, differ) = (self.less(a, b), self.xor(top(a), top(b)));
        self.choice(differ, top(a), less)
    }

    /// A shift by stages: each moves the word by a power of two, if that bit of the amount is set.
    fn by_stages(&mut self, a: &[Wire], amount: &[Wire], moved: impl Fn(&[Wire], usize) -> Word) -> Word {
        let (mut word, mut step) = (a.to_vec(), 1usize);
        for &bit in amount {
            let next = moved(&word, step);
            word = self.word_choice(bit, &next, &word);
            step = step.saturating_mul(2);
        }
        word
    }

    pub fn shift_left(&mut self, a: &[Wire], amount: &[Wire]) -> Word {
        self.by_stages(a, amount, |word, step| {
            let step = step.min(word.len());
            [&zeros(step), &word[..word.len() - step]].concat()
        })
    }

    /// Shifts right, filling up with a wire.
    pub fn shift_right(&mut self, a: &[Wire], amount: &[Wire], fill: Wire) -> Word {
        self.by_stages(a, amount, |word, step| {
            let step = step.min(word.len());
            longer(&word[step..], step, fill)
        })
    }

    /// Rotates left, by the amount modulo the width.
    pub fn rotate_left(&mut self, a: &[Wire], amount: &[Wire]) -> Word {
        self.rotated(a, amount, |turn, width| width - turn)
    }

    pub fn rotate_right(&mut self, a: &[Wire], amount: &[Wire]) -> Word {
        self.rotated(a, amount, |turn, _| turn)
    }

    /// A rotation by stages; `first` gives the place of the bit that becomes the least significant one.
    fn rotated(&mut self, a: &[Wire], amount: &[Wire], first: fn(usize, usize) -> usize) -> Word {
        let (mut word, width) = (a.to_vec(), a.len());
        let mut turn = 1 % width;
        for &bit in amount {
            let (low, high) = word.split_at(first(turn, width));
            let next = [high, low].concat();
            word = self.word_choice(bit, &next, &word);
            turn = 2 * turn % width;
        }
        word
    }

    /// Whether the sum of unsigned numbers needs one more bit.
    pub fn add_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let sum = self.add(&longer(a, 1, Wire::FALSE), &longer(b, 1, Wire::FALSE));
        top(&sum)
    }

    pub fn signed_add_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let sum = self.add(&longer(a, 1, top(a)), &longer(b, 1, top(b)));
        self.is_longer(&sum, a.len())
    }

    pub fn signed_subtract_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let difference = self.subtract(&longer(a, 1, top(a)), &longer(b, 1, top(b)));
        self.is_longer(&difference, a.len())
    }

    pub fn multiply_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let width = a.len();
        let product = self.multiply(&longer(a, width, Wire::FALSE), &longer(b, width, Wire::FALSE));
        self.any(&product[width..])
    }

    pub fn signed_multiply_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let width = a.len();
        let product = self.multiply(&longer(a, width, top(a)), &longer(b, width, top(b)));
        self.is_longer(&product, width)
    }

    /// Whether a signed number does not fit into `width` bits: a higher bit differs from the sign there.
    fn is_longer(&mut self, a: &[Wire], width: usize) -> Wire {
        let differences: Word = a[width..].iter().map(|&bit| self.xor(bit, a[width - 1])).collect();
        self.any(&differences)
    }

    /// Whether it is the least signed number.
    pub fn is_least(&mut self, a: &[Wire]) -> Wire {
        let rest = self.any(&a[..a.len() - 1]);
        self.and(top(a), !rest)
    }

    /// Only the least number divided by -1 overflows.
    pub fn signed_divide_overflows(&mut self, a: &[Wire], b: &[Wire]) -> Wire {
        let (least, minus_one) = (self.is_least(a), self.all(b));
        self.and(least, minus_one)
    }
}

fn zeros(width: usize) -> Word {
    vec![Wire::FALSE; width]
}

fn inverted(word: &[Wire]) -> Word {
    word.iter().map(|&wire| !wire).collect()
}

/// The most significant bit; every word has one.
fn top(word: &[Wire]) -> Wire {
    word[word.len() - 1]
}

/// A word with `more` wires added at its most significant end.
fn longer(word: &[Wire], more: usize, fill: Wire) -> Word {
    [word, &vec![fill; more]].concat()
}
