//! Numbers that may be a little more or less than a fraction, by multiples of something smaller than all others: so a value
//! less than 1 can be had without saying which.

use crate::value::Rational;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Delta {
    pub real: Rational,
    /// Multiples of what is infinitely small.
    pub small: Rational,
}

impl Delta {
    pub const ZERO: Delta = Delta { real: Rational::ZERO, small: Rational::ZERO };

    pub fn new(real: Rational, small: i64) -> Delta {
        Delta { real, small: Rational::from(small) }
    }

    pub fn minus(&self, other: &Delta) -> Delta {
        let small = if other.small.is_zero() { self.small.clone() } else { &self.small - &other.small };
        Delta { real: &self.real - &other.real, small }
    }

    /// Adds a multiple.
    pub fn add(&mut self, other: &Delta, factor: &Rational) {
        self.real = &self.real + &(&other.real * factor);
        if !other.small.is_zero() {
            self.small = &self.small + &(&other.small * factor);
        }
    }

    pub fn is_integer(&self) -> bool {
        self.small.is_zero() && self.real.is_integer()
    }
}
