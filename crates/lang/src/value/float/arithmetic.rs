//! Arithmetic on floats: the special values first, then the exact result of the others, rounded.
//!
//! The functions on finite values are public so that the results of machine integers can be compared with those of
//! large ones; the format must be narrow enough for the integers.

use super::Magnitude::{Finite, Infinity, NaN, Zero};
use super::dyadic::Dyadic;
use super::natural::{NARROW_PRECISION, Natural};
use super::{Float, RoundingMode};
use crate::value::Int;

/// Calls a function on naturals of the type that suits the format.
macro_rules! by_precision {
    ($format:expr, $function:ident($($argument:expr),*)) => {
        if $format.sb() <= NARROW_PRECISION {
            $function::<u128>($($argument),*)
        } else {
            $function::<Int>($($argument),*)
        }
    };
}

impl Float {
    pub fn abs(&self) -> Float {
        Float { negative: false, ..self.clone() }
    }

    /// The value with the other sign; NaN has none.
    pub fn neg(&self) -> Float {
        Float { negative: self.is_positive(), ..self.clone() }
    }

    pub fn add(&self, other: &Float, mode: RoundingMode) -> Float {
        self.require_format_of(other);
        match (&self.magnitude, &other.magnitude) {
            (NaN, _) | (_, NaN) => Float::nan(self.format),
            (Infinity, Infinity) if self.negative != other.negative => Float::nan(self.format),
            (Infinity, _) => self.clone(),
            (_, Infinity) => other.clone(),
            _ => by_precision!(self.format, add_finite(self, other, mode)),
        }
    }

    pub fn sub(&self, other: &Float, mode: RoundingMode) -> Float {
        self.add(&other.neg(), mode)
    }

    pub fn mul(&self, other: &Float, mode: RoundingMode) -> Float {
        self.require_format_of(other);
        match (&self.magnitude, &other.magnitude) {
            (NaN, _) | (_, NaN) | (Infinity, Zero) | (Zero, Infinity) => Float::nan(self.format),
            (Infinity, _) | (_, Infinity) => Float::infinity(self.format, self.negative != other.negative),
            _ => by_precision!(self.format, mul_finite(self, other, mode)),
        }
    }

    pub fn div(&self, divisor: &Float, mode: RoundingMode) -> Float {
        self.require_format_of(divisor);
        let negative = self.negative != divisor.negative;
        match (&self.magnitude, &divisor.magnitude) {
            (NaN, _) | (_, NaN) | (Infinity, Infinity) | (Zero, Zero) => Float::nan(self.format),
            (Infinity, _) | (_, Zero) => Float::infinity(self.format, negative),
            (Zero, _) | (_, Infinity) => Float::zero(self.format, negative),
            _ => by_precision!(self.format, div_finite(self, divisor, mode)),
        }
    }

    /// `self * factor + addend`, rounded once.
    pub fn fma(&self, factor: &Float, addend: &Float, mode: RoundingMode) -> Float {
        self.require_format_of(factor);
        self.require_format_of(addend);
        let finite = |float: &Float| matches!(float.magnitude, Zero | Finite { .. });
        if finite(self) && finite(factor) && finite(addend) {
            return by_precision!(self.format, fma_finite(self, factor, addend, mode));
        }
        // A finite product adds nothing to an infinite addend; rounded first, it might become infinite too.
        if finite(self) && finite(factor) { addend.clone() } else { self.mul(factor, mode).add(addend, mode) }
    }

    pub fn sqrt(&self, mode: RoundingMode) -> Float {
        match &self.magnitude {
            NaN | Zero => self.clone(),
            _ if self.negative => Float::nan(self.format),
            Infinity => self.clone(),
            Finite { .. } => by_precision!(self.format, sqrt_finite(self, mode)),
        }
    }

    /// The IEEE remainder `self - n * divisor` with the integer `n` nearest to `self / divisor`, the even one
    /// of two; always exact.
    pub fn rem(&self, divisor: &Float) -> Float {
        self.require_format_of(divisor);
        match (&self.magnitude, &divisor.magnitude) {
            (NaN | Infinity, _) | (_, NaN | Zero) => Float::nan(self.format),
            (Zero, _) | (_, Infinity) => self.clone(),
            _ => by_precision!(self.format, rem_finite(self, divisor)),
        }
    }

    /// The nearest integral value in the direction of `mode`, with the sign of this one also if it is zero.
    pub fn round_to_integral(&self, mode: RoundingMode) -> Float {
        match &self.magnitude {
            Finite { scale, .. } if *scale < 0 => by_precision!(self.format, integral_finite(self, mode)),
            _ => self.clone(),
        }
    }

    /// The exact value of a finite number.
    pub(super) fn dyadic<N: Natural>(&self) -> Dyadic<N> {
        match &self.magnitude {
            Finite { scale, significand } => Dyadic::exact(self.negative, N::from_int(significand), *scale),
            NaN | Infinity | Zero => Dyadic::exact(self.negative, N::from_int(&Int::ZERO), 0),
        }
    }
}

/// The sum of finite values.
pub fn add_finite<N: Natural>(x: &Float, y: &Float, mode: RoundingMode) -> Float {
    x.dyadic::<N>().add(&y.dyadic(), x.format.sb(), mode).round(x.format, mode)
}

/// The product of finite values.
pub fn mul_finite<N: Natural>(x: &Float, y: &Float, mode: RoundingMode) -> Float {
    x.dyadic::<N>().mul(&y.dyadic()).round(x.format, mode)
}

/// The quotient of finite values that are not zero.
pub fn div_finite<N: Natural>(x: &Float, y: &Float, mode: RoundingMode) -> Float {
    x.dyadic::<N>().div(&y.dyadic(), x.format.sb()).round(x.format, mode)
}

/// `x * y + z` of finite values, rounded once.
pub fn fma_finite<N: Natural>(x: &Float, y: &Float, z: &Float, mode: RoundingMode) -> Float {
    let product = x.dyadic::<N>().mul(&y.dyadic());
    product.add(&z.dyadic(), x.format.sb(), mode).round(x.format, mode)
}

/// The root of a positive finite value.
pub fn sqrt_finite<N: Natural>(x: &Float, mode: RoundingMode) -> Float {
    x.dyadic::<N>().sqrt(x.format.sb()).round(x.format, mode)
}

/// The integral value next to a finite one that has a fraction.
pub fn integral_finite<N: Natural>(x: &Float, mode: RoundingMode) -> Float {
    let integer = x.dyadic::<N>().rounded_at(0, mode);
    Dyadic::exact(x.negative, integer, 0).round(x.format, mode)
}

/// The IEEE remainder of finite values that are not zero.
pub fn rem_finite<N: Natural>(x: &Float, y: &Float) -> Float {
    let (dividend, divisor) = (x.dyadic::<N>(), y.dyadic::<N>());
    // Less than half the divisor: it is its own remainder, and the exponents may lie too far apart to align.
    if dividend.top() < divisor.top() - 1 {
        return x.clone();
    }
    let scale = dividend.scale.min(divisor.scale);
    let modulus = divisor.significand.shl((divisor.scale - scale) as usize);
    // Modulo twice the divisor also tells whether the quotient is odd.
    let twice = scaled_mod(&dividend.significand, (dividend.scale - scale) as u64, &modulus.shl(1));
    let odd = twice >= modulus;
    let remainder = if odd { twice.sub(&modulus) } else { twice };
    let doubled = remainder.shl(1);
    let result = if doubled > modulus || (doubled == modulus && odd) {
        Dyadic::exact(!x.negative, modulus.sub(&remainder), scale)
    } else {
        Dyadic::exact(x.negative, remainder, scale)
    };
    result.round(x.format, RoundingMode::Rne)
}

/// `value * 2^exponent` modulo `modulus`, by repeated squaring: the exponent may be as large as a format's.
fn scaled_mod<N: Natural>(value: &N, exponent: u64, modulus: &N) -> N {
    let times = |a: &N, b: &N| a.mul(b).div_rem(modulus).1;
    let reduced = |a: &N| a.div_rem(modulus).1;
    let mut result = reduced(&reduced(value).shl((exponent % 64) as usize));
    let mut power = reduced(&N::one().shl(64));
    let mut rest = exponent / 64;
    while rest != 0 {
        if rest % 2 == 1 {
            result = times(&result, &power);
        }
        power = times(&power, &power);
        rest /= 2;
    }
    result
}
