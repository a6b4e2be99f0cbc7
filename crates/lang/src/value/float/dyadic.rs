//! Exact results before rounding, and the one function that rounds.

use super::natural::Natural;
use super::{Float, Format, Magnitude, RoundingMode};

/// A number `significand * 2^scale`, or one that is `inexact`: a little greater in magnitude, by less than
/// `2^scale`. An inexact number must have at least 2 bits more than it is rounded to; then nothing that
/// rounding looks at is lost.
#[derive(Clone)]
pub(super) struct Dyadic<N> {
    pub negative: bool,
    pub significand: N,
    pub scale: i64,
    pub inexact: bool,
}

impl<N: Natural> Dyadic<N> {
    pub fn exact(negative: bool, significand: N, scale: i64) -> Dyadic<N> {
        Dyadic { negative, significand, scale, inexact: false }
    }

    /// The float that this number is rounded to.
    pub fn round(&self, format: Format, mode: RoundingMode) -> Float {
        if self.significand.is_zero() {
            return Float::zero(format, self.negative);
        }
        let precision = i64::from(format.sb());
        let mut scale = (self.top() - precision).max(format.min_scale());
        let mut significand = self.rounded_at(scale, mode);
        if significand.bits_len() as i64 > precision {
            // Rounding up carried into a new bit, so all others are zero.
            significand = significand.shr(1);
            scale += 1;
        }
        if significand.is_zero() {
            return Float::zero(format, self.negative);
        }
        if scale > format.max_scale() {
            return if mode.overflows_to_infinity(self.negative) {
                Float::infinity(format, self.negative)
            } else {
                Float::largest(format, self.negative)
            };
        }
        let magnitude = Magnitude::Finite { scale, significand: significand.into_int() };
        Float { format, negative: self.negative, magnitude }
    }

    /// The magnitude in units of `2^scale`, rounded to a whole number of them.
    pub fn rounded_at(&self, scale: i64, mode: RoundingMode) -> N {
        let dropped = scale - self.scale;
        if dropped <= 0 {
            debug_assert!(!self.inexact, "an inexact number has bits to drop");
            return self.significand.shl(-dropped as usize);
        }
        // Once all bits lie below the half, it makes no difference how far below.
        let dropped = (dropped as usize).min(self.significand.bits_len() + 1);
        let kept = self.significand.shr(dropped);
        let half = self.significand.bit(dropped - 1);
        let rest = self.inexact || self.significand.any_below(dropped - 1);
        if mode.rounds_up(self.negative, kept.bit(0), half, rest) { kept.add(&N::one()) } else { kept }
    }

    pub fn mul(&self, other: &Dyadic<N>) -> Dyadic<N> {
        let significand = self.significand.mul(&other.significand);
        Dyadic::exact(self.negative != other.negative, significand, self.scale + other.scale)
    }

    /// The quotient of numbers that are not zero, with at least `precision + 2` bits.
    pub fn div(&self, divisor: &Dyadic<N>, precision: u32) -> Dyadic<N> {
        let wanted = precision as usize + 2 + divisor.significand.bits_len();
        let shift = wanted.saturating_sub(self.significand.bits_len());
        let (quotient, remainder) = self.significand.shl(shift).div_rem(&divisor.significand);
        Dyadic {
            negative: self.negative != divisor.negative,
            significand: quotient,
            scale: self.scale - divisor.scale - shift as i64,
            inexact: !remainder.is_zero(),
        }
    }

    /// The square root of a positive number, with at least `precision + 2` bits.
    pub fn sqrt(&self, precision: u32) -> Dyadic<N> {
        let wanted = 2 * (precision as usize + 2);
        let mut shift = wanted.saturating_sub(self.significand.bits_len());
        if (self.scale - shift as i64) % 2 != 0 {
            shift += 1;
        }
        let (root, remainder) = self.significand.shl(shift).sqrt_rem();
        let scale = (self.scale - shift as i64) / 2;
        Dyadic { negative: false, significand: root, scale, inexact: !remainder.is_zero() }
    }

    /// The sum of exact numbers of at most `2 * precision` bits, ready to be rounded to `precision`.
    pub fn add(&self, other: &Dyadic<N>, precision: u32, mode: RoundingMode) -> Dyadic<N> {
        if self.significand.is_zero() != other.significand.is_zero() {
            return if self.significand.is_zero() { other.clone() } else { self.clone() };
        }
        let zero_is_negative =
            if self.negative == other.negative { self.negative } else { mode == RoundingMode::Rtn };
        if self.significand.is_zero() {
            return Dyadic::exact(zero_is_negative, self.significand.clone(), 0);
        }
        // Exponents can lie so far apart that the exact sum would not fit into memory. Only `window` bits
        // from the top are kept. This cuts an operand only if it ends below the window; being no longer than
        // `2 * precision`, it then is less than a 16th of the other, so that no more than 2 bits can cancel.
        let window = 2 * i64::from(precision) + 4;
        let floor = self.scale.min(other.scale).max(self.top().max(other.top()) - window);
        let (a, b) = (self.cut_at(floor), other.cut_at(floor));
        let (large, small) = if a.significand >= b.significand { (a, b) } else { (b, a) };
        let negative = large.negative;
        let inexact = small.inexact;
        if self.negative == other.negative {
            let significand = large.significand.add(&small.significand);
            return Dyadic { negative, significand, scale: floor, inexact };
        }
        // What was cut off makes the difference less than the next whole unit.
        let mut significand = large.significand.sub(&small.significand);
        if inexact {
            significand = significand.sub(&N::one());
        }
        let negative = if significand.is_zero() { zero_is_negative } else { negative };
        Dyadic { negative, significand, scale: floor, inexact }
    }

    /// The exponent just above the highest bit.
    pub fn top(&self) -> i64 {
        self.scale + self.significand.bits_len() as i64
    }

    /// This exact number in units of `2^floor`, without what lies below.
    fn cut_at(&self, floor: i64) -> Dyadic<N> {
        let dropped = floor - self.scale;
        if dropped <= 0 {
            let significand = self.significand.shl(-dropped as usize);
            return Dyadic::exact(self.negative, significand, floor);
        }
        let dropped = dropped as usize;
        Dyadic {
            negative: self.negative,
            significand: self.significand.shr(dropped),
            scale: floor,
            inexact: self.significand.any_below(dropped),
        }
    }
}
