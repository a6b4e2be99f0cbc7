//! Conversions between floats and everything else.

use super::Magnitude::{Finite, Infinity, NaN, Zero};
use super::dyadic::Dyadic;
use super::natural::NARROW_PRECISION;
use super::{Float, Format, RoundingMode};
use crate::value::{Bits, Int, Rational};

/// The longest number that [`Float::to_rational`] writes out.
const MAX_RATIONAL_BITS: u64 = 1 << 20;

/// From other values.
impl Float {
    /// The value in another format.
    pub fn to_format(&self, format: Format, mode: RoundingMode) -> Float {
        match &self.magnitude {
            Finite { .. } if self.format.sb().max(format.sb()) <= NARROW_PRECISION => {
                self.dyadic::<u128>().round(format, mode)
            }
            Finite { .. } => self.dyadic::<Int>().round(format, mode),
            NaN | Infinity | Zero => Float { format, ..self.clone() },
        }
    }

    pub fn from_int(format: Format, mode: RoundingMode, value: &Int) -> Float {
        if format.sb() <= NARROW_PRECISION
            && let Some(magnitude) = value.abs().to_u128()
        {
            return Dyadic::exact(value.is_negative(), magnitude, 0).round(format, mode);
        }
        Dyadic::exact(value.is_negative(), value.abs(), 0).round(format, mode)
    }

    pub fn from_unsigned(format: Format, mode: RoundingMode, value: &Bits) -> Float {
        Float::from_int(format, mode, &value.to_uint())
    }

    pub fn from_signed(format: Format, mode: RoundingMode, value: &Bits) -> Float {
        Float::from_int(format, mode, &value.to_sint())
    }

    pub fn from_rational(format: Format, mode: RoundingMode, value: &Rational) -> Float {
        if value.is_integer() {
            return Float::from_int(format, mode, value.numerator());
        }
        let numerator = Dyadic::exact(value.is_negative(), value.numerator().abs(), 0);
        let denominator = Dyadic::exact(false, value.denominator().clone(), 0);
        numerator.div(&denominator, format.sb()).round(format, mode)
    }
}

/// To other values.
impl Float {
    /// The exact value. `None` for NaN and infinities, where the standard leaves the result open, and for
    /// numbers that would take more than a million bits to write.
    pub fn to_rational(&self) -> Option<Rational> {
        match &self.magnitude {
            NaN | Infinity => None,
            Zero => Some(Rational::ZERO),
            Finite { scale, .. } if scale.unsigned_abs() > MAX_RATIONAL_BITS => None,
            Finite { scale, significand } if self.negative => Some(Rational::dyadic(&-significand, *scale)),
            Finite { scale, significand } => Some(Rational::dyadic(significand, *scale)),
        }
    }

    /// The unsigned vector of the nearest integer. `None` for NaN, infinities, and integers out of range,
    /// where the standard leaves the result open.
    pub fn to_unsigned(&self, width: u32, mode: RoundingMode) -> Option<Bits> {
        let integer = self.to_int(width, mode)?;
        let bits = Bits::from_int(width, &integer);
        (bits.to_uint() == integer).then_some(bits)
    }

    /// The signed vector of the nearest integer. `None` for NaN, infinities, and integers out of range, where
    /// the standard leaves the result open.
    pub fn to_signed(&self, width: u32, mode: RoundingMode) -> Option<Bits> {
        let integer = self.to_int(width, mode)?;
        let bits = Bits::from_int(width, &integer);
        (bits.to_sint() == integer).then_some(bits)
    }

    /// The nearest integer, unless it certainly has more than `max_bits` bits.
    fn to_int(&self, max_bits: u32, mode: RoundingMode) -> Option<Int> {
        match &self.magnitude {
            NaN | Infinity => None,
            Zero => Some(Int::ZERO),
            Finite { scale, .. } if *scale > i64::from(max_bits) => None,
            Finite { .. } => {
                let magnitude = self.dyadic::<Int>().rounded_at(0, mode);
                Some(if self.negative { -&magnitude } else { magnitude })
            }
        }
    }
}
