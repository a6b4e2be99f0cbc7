//! Rationals extended by an infinitesimal: `real + small * δ`. A strict bound `< 1` becomes `<= 1 - δ`, so
//! that only non-strict bounds remain.

use gainsay_lang::value::Rational;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Delta {
    pub real: Rational,
    /// The coefficient of δ.
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

    /// Adds a multiple of another value.
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
