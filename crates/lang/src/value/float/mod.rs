//! `Float`, an IEEE 754 value of any binary format, with every operation of the SMT-LIB theory FloatingPoint.
//!
//! A result is first computed exactly, or with more bits than rounding can see, and then rounded by one
//! function. All NaNs are one value, as in the standard.
//!
//! # Panics
//! Operands of different formats are sort errors, which the sort checker refuses before anything is
//! evaluated. A value computed from them would be a false accusation, so they panic.

pub mod arithmetic;
mod convert;
mod dyadic;
mod format;
pub mod natural;

use std::cmp::Ordering;
use std::fmt;

use crate::value::{Bits, Int};
pub use format::{Format, RoundingMode};

/// A floating-point value. `==` is SMT-LIB's `=`: NaN equals itself, and zeros of different signs differ. For
/// `fp.eq` see [`Float::fp_eq`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Float {
    format: Format,
    /// Always false for NaN.
    negative: bool,
    magnitude: Magnitude,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Magnitude {
    NaN,
    Infinity,
    Zero,
    /// `significand * 2^scale`. A normal significand has exactly `sb` bits; a subnormal one has fewer, and
    /// the least scale of the format. So equal values have equal parts, and greater values greater ones,
    /// scale first.
    Finite {
        scale: i64,
        significand: Int,
    },
}

use Magnitude::{Finite, Infinity, NaN, Zero};

/// Making values.
impl Float {
    pub fn nan(format: Format) -> Float {
        Float { format, negative: false, magnitude: NaN }
    }

    pub fn infinity(format: Format, negative: bool) -> Float {
        Float { format, negative, magnitude: Infinity }
    }

    pub fn zero(format: Format, negative: bool) -> Float {
        Float { format, negative, magnitude: Zero }
    }

    /// The finite value of greatest magnitude.
    pub fn largest(format: Format, negative: bool) -> Float {
        let significand = &Int::pow2(format.sb() as usize) - &Int::ONE;
        Float { format, negative, magnitude: Finite { scale: format.max_scale(), significand } }
    }

    /// The normal value of least magnitude.
    pub fn smallest_normal(format: Format, negative: bool) -> Float {
        let significand = Int::pow2(format.fraction_bits() as usize);
        Float { format, negative, magnitude: Finite { scale: format.min_scale(), significand } }
    }

    /// The subnormal value of least magnitude.
    pub fn smallest(format: Format, negative: bool) -> Float {
        Float { format, negative, magnitude: Finite { scale: format.min_scale(), significand: Int::ONE } }
    }

    /// Every value of the format once: NaN, then the others from zero to infinity with both signs. Meant for
    /// tiny formats: there are about `2^width`.
    pub fn all(format: Format) -> impl Iterator<Item = Float> {
        let infinity = Float::infinity(format, false).packed_magnitude();
        let packed = std::iter::successors(Some(Int::ZERO), |packed| Some(packed + &Int::ONE));
        let signed = packed
            .take_while(move |packed| *packed <= infinity)
            .flat_map(move |packed| [false, true].map(|sign| Float::from_packed(format, sign, &packed)));
        std::iter::once(Float::nan(format)).chain(signed)
    }

    /// The IEEE interchange encoding: sign, exponent, fraction.
    pub fn from_bits(format: Format, bits: &Bits) -> Float {
        let width = format.width();
        assert!(bits.width() == width, "a packed float of {} bits in a format of {width}", bits.width());
        Float::from_packed(format, bits.msb(), &bits.extract(width - 2, 0).to_uint())
    }

    /// The three fields of SMT-LIB's `(fp sign exponent fraction)`, whose widths give the format; `None` if
    /// they give none.
    pub fn from_fields(sign: &Bits, exponent: &Bits, fraction: &Bits) -> Option<Float> {
        let format = Format::new(exponent.width(), fraction.width().checked_add(1)?)?;
        let packed = exponent.concat(fraction).to_uint();
        (sign.width() == 1).then(|| Float::from_packed(format, sign.msb(), &packed))
    }

    /// From the encoding without the sign bit.
    fn from_packed(format: Format, negative: bool, packed: &Int) -> Float {
        let fraction_bits = format.fraction_bits() as usize;
        let fraction = packed.mod_pow2(fraction_bits);
        let exponent = packed.shr(fraction_bits).to_i64().expect("an exponent has at most 60 bits");
        let scale = format.min_scale() + (exponent - 1).max(0);
        let magnitude = match (exponent, fraction.is_zero()) {
            (0, true) => Zero,
            (0, false) => Finite { scale, significand: fraction },
            _ if scale <= format.max_scale() => {
                Finite { scale, significand: &fraction + &Int::pow2(fraction_bits) }
            }
            (_, true) => Infinity,
            (_, false) => return Float::nan(format),
        };
        Float { format, negative, magnitude }
    }
}

/// Looking at values.
impl Float {
    pub fn format(&self) -> Format {
        self.format
    }

    /// The IEEE interchange encoding. The standard leaves that of NaN open; this gives the quiet one with a
    /// positive sign and no payload.
    pub fn to_bits(&self) -> Bits {
        let sign = Bits::from_bool(self.negative);
        sign.concat(&Bits::from_int(self.format.width() - 1, &self.packed_magnitude()))
    }

    /// The encoding without the sign bit.
    fn packed_magnitude(&self) -> Int {
        let (eb, fraction_bits) = (self.format.eb() as usize, self.format.fraction_bits() as usize);
        match &self.magnitude {
            Zero => Int::ZERO,
            // The highest bit of a normal significand lies above the fraction and adds 1 to the exponent.
            Finite { scale, significand } => {
                &Int::from(scale - self.format.min_scale()).shl(fraction_bits) + significand
            }
            Infinity => (&Int::pow2(eb) - &Int::ONE).shl(fraction_bits),
            NaN => (&Int::pow2(eb + 1) - &Int::ONE).shl(fraction_bits - 1),
        }
    }

    pub fn is_nan(&self) -> bool {
        self.magnitude == NaN
    }

    pub fn is_infinite(&self) -> bool {
        self.magnitude == Infinity
    }

    pub fn is_zero(&self) -> bool {
        self.magnitude == Zero
    }

    pub fn is_normal(&self) -> bool {
        let precision = self.format.sb() as usize;
        matches!(&self.magnitude, Finite { significand, .. } if significand.bits_len() == precision)
    }

    pub fn is_subnormal(&self) -> bool {
        matches!(self.magnitude, Finite { .. }) && !self.is_normal()
    }

    /// Whether the sign is negative, also that of zero; NaN has no sign.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether the sign is positive, also that of zero; NaN has no sign.
    pub fn is_positive(&self) -> bool {
        !self.negative && !self.is_nan()
    }
}

/// Comparing values. All of these are false if either is NaN.
impl Float {
    /// `fp.eq`: zeros are equal whatever their signs.
    pub fn fp_eq(&self, other: &Float) -> bool {
        self.order(other).is_some_and(Ordering::is_eq)
    }

    pub fn lt(&self, other: &Float) -> bool {
        self.order(other).is_some_and(Ordering::is_lt)
    }

    pub fn leq(&self, other: &Float) -> bool {
        self.order(other).is_some_and(Ordering::is_le)
    }

    pub fn gt(&self, other: &Float) -> bool {
        self.order(other).is_some_and(Ordering::is_gt)
    }

    pub fn geq(&self, other: &Float) -> bool {
        self.order(other).is_some_and(Ordering::is_ge)
    }

    /// How the two compare as numbers; `None` if either is NaN.
    pub fn order(&self, other: &Float) -> Option<Ordering> {
        self.require_format_of(other);
        let by_sign = other.negative.cmp(&self.negative);
        match (&self.magnitude, &other.magnitude) {
            (NaN, _) | (_, NaN) => None,
            (Zero, Zero) => Some(Ordering::Equal),
            _ if by_sign.is_ne() => Some(by_sign),
            _ if self.negative => Some(other.cmp_magnitude(self)),
            _ => Some(self.cmp_magnitude(other)),
        }
    }

    /// The lesser of two; NaN only if both are. `None` for zeros of different signs, where the standard
    /// allows either.
    pub fn min(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Less)
    }

    /// The greater of two; NaN only if both are. `None` for zeros of different signs, where the standard
    /// allows either.
    pub fn max(&self, other: &Float) -> Option<Float> {
        self.choose(other, Ordering::Greater)
    }

    fn choose(&self, other: &Float, wanted: Ordering) -> Option<Float> {
        match self.order(other) {
            None if self.is_nan() => Some(other.clone()),
            None => Some(self.clone()),
            Some(Ordering::Equal) => (self == other).then(|| self.clone()),
            Some(order) if order == wanted => Some(self.clone()),
            Some(_) => Some(other.clone()),
        }
    }

    /// Neither is NaN, and not both are zero.
    fn cmp_magnitude(&self, other: &Float) -> Ordering {
        match (&self.magnitude, &other.magnitude) {
            (Finite { scale: a, significand: m }, Finite { scale: b, significand: n }) => (a, m).cmp(&(b, n)),
            (Infinity, Infinity) => Ordering::Equal,
            (Infinity, _) | (_, Zero) => Ordering::Greater,
            _ => Ordering::Less,
        }
    }

    fn require_format_of(&self, other: &Float) {
        assert!(
            self.format == other.format,
            "operands have formats {:?} and {:?}",
            self.format,
            other.format
        );
    }
}

/// The SMT-LIB literal.
impl fmt::Display for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (eb, sb, sign) = (self.format.eb(), self.format.sb(), if self.negative { '-' } else { '+' });
        match self.magnitude {
            NaN => write!(f, "(_ NaN {eb} {sb})"),
            Infinity => write!(f, "(_ {sign}oo {eb} {sb})"),
            Zero => write!(f, "(_ {sign}zero {eb} {sb})"),
            Finite { .. } => {
                let bits = self.to_bits();
                let exponent = bits.extract(eb + sb - 2, sb - 1);
                write!(f, "(fp #b{} {exponent} {})", self.negative as u8, bits.extract(sb - 2, 0))
            }
        }
    }
}

impl fmt::Debug for Float {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
