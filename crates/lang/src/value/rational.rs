//! `Rational`, an exact fraction: the values of sort `Real` that scripts can write.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use super::Int;
use super::int::gcd_u64;

/// A fraction in lowest terms with a positive denominator, so that derived equality is equality of values.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational {
    numerator: Int,
    denominator: Int,
}

impl Rational {
    pub const ZERO: Rational = Rational { numerator: Int::ZERO, denominator: Int::ONE };
    pub const ONE: Rational = Rational { numerator: Int::ONE, denominator: Int::ONE };

    /// `numerator / denominator`; `None` for a zero denominator.
    pub fn new(numerator: Int, denominator: Int) -> Option<Rational> {
        if denominator.is_zero() {
            return None;
        }
        if let (Some(n), Some(d)) = (numerator.to_i64(), denominator.to_i64()) {
            return Some(Rational::reduced_i128(n.into(), d.into()));
        }
        Some(Rational::reduced(numerator, denominator))
    }

    /// `significand * 2^exponent`; the caller bounds the exponent.
    pub fn dyadic(significand: &Int, exponent: i64) -> Rational {
        let shift = exponent.unsigned_abs() as usize;
        match significand.trailing_zeros() {
            None => Rational::ZERO,
            Some(_) if exponent >= 0 => Rational::from(significand.shl(shift)),
            // Only twos can cancel, so there is no need to look for a greatest common divisor.
            Some(twos) => {
                let cancelled = twos.min(shift);
                Rational { numerator: significand.shr(cancelled), denominator: Int::pow2(shift - cancelled) }
            }
        }
    }

    /// Reads decimal digits with an optional fraction and minus sign: `12`, `-12.50`.
    pub fn parse_decimal(text: &str) -> Option<Rational> {
        if let Some(magnitude) = text.strip_prefix('-') {
            return Rational::parse_unsigned_decimal(magnitude).map(|value| -&value);
        }
        Rational::parse_unsigned_decimal(text)
    }

    pub fn numerator(&self) -> &Int {
        &self.numerator
    }

    /// Always positive.
    pub fn denominator(&self) -> &Int {
        &self.denominator
    }

    /// How this number compares with zero.
    pub fn sign(&self) -> Ordering {
        self.numerator.sign()
    }

    pub fn is_zero(&self) -> bool {
        self.numerator.is_zero()
    }

    pub fn is_negative(&self) -> bool {
        self.numerator.is_negative()
    }

    /// Its length in machine words, at least one.
    pub fn words(&self) -> usize {
        1 + (self.numerator.bits_len() + self.denominator.bits_len()) / 64
    }

    pub fn is_integer(&self) -> bool {
        self.denominator == Int::ONE
    }

    pub fn abs(&self) -> Rational {
        Rational { numerator: self.numerator.abs(), denominator: self.denominator.clone() }
    }

    /// The quotient; `None` for a zero divisor.
    pub fn div(&self, divisor: &Rational) -> Option<Rational> {
        if divisor.is_zero() {
            return None;
        }
        if let (Some((a, b)), Some((c, d))) = (self.small(), divisor.small()) {
            return Some(Rational::reduced_i128(a * d, b * c));
        }
        let numerator = &self.numerator * &divisor.denominator;
        Some(Rational::reduced(numerator, &self.denominator * &divisor.numerator))
    }

    /// The greatest integer that is not greater.
    pub fn floor(&self) -> Int {
        // Euclidean division by a positive number rounds down.
        self.numerator.div_euclid(&self.denominator).expect("a denominator is positive")
    }

    /// The least integer that is not less.
    pub fn ceil(&self) -> Int {
        -&(-self).floor()
    }

    /// Numerator and denominator if both are machine integers: sums of products of these fit an `i128`.
    fn small(&self) -> Option<(i128, i128)> {
        Some((self.numerator.to_i64()?.into(), self.denominator.to_i64()?.into()))
    }

    fn parse_unsigned_decimal(text: &str) -> Option<Rational> {
        let Some((whole, fraction)) = text.split_once('.') else {
            return Int::from_radix(text, 10).map(Rational::from);
        };
        if whole.is_empty() || fraction.is_empty() {
            return None;
        }
        let digits = Int::from_radix(&[whole, fraction].concat(), 10)?;
        Some(Rational::decimal(digits, u32::try_from(fraction.len()).ok()?))
    }

    /// `digits / 10^places`. Only twos and fives can cancel, and these are found faster than
    /// a greatest common divisor.
    fn decimal(digits: Int, places: u32) -> Rational {
        let Some(twos) = digits.trailing_zeros() else { return Rational::ZERO };
        let twos = twos.min(places as usize);
        let five = Int::from(5);
        let (rest, all_fives) = digits.shr(twos).without_factor(&five);
        let fives = all_fives.min(places);
        Rational {
            numerator: &rest * &five.pow(all_fives - fives),
            denominator: five.pow(places - fives).shl(places as usize - twos),
        }
    }

    /// The digits of the finite decimal expansion of the magnitude, and how many of them stand behind the point, if
    /// there is such an expansion.
    pub fn decimal_digits(&self) -> Option<(String, usize)> {
        let five = Int::from(5);
        let twos = self.denominator.trailing_zeros()?;
        let (rest, fives) = self.denominator.shr(twos).without_factor(&five);
        if rest != Int::ONE {
            return None;
        }
        let places = twos.max(fives as usize);
        let missing_fives = five.pow(u32::try_from(places).ok()? - fives);
        let digits = (&self.numerator.abs() * &missing_fives).shl(places - twos).to_string();
        // There is a digit before the point.
        let zeros = (places + 1).saturating_sub(digits.len());
        Some(("0".repeat(zeros) + &digits, places))
    }

    /// Lowest terms of a fraction whose denominator is not zero and whose parts are not `i128::MIN`.
    fn reduced_i128(numerator: i128, denominator: i128) -> Rational {
        let divisor = gcd_u128(numerator.unsigned_abs(), denominator.unsigned_abs()) as i128;
        // Dividing 128-bit numbers is slow, and most fractions of small numbers are in lowest terms already.
        let (numerator, denominator) = match divisor * denominator.signum() {
            1 => (numerator, denominator),
            divisor => (numerator / divisor, denominator / divisor),
        };
        Rational { numerator: Int::from(numerator), denominator: Int::from(denominator) }
    }

    /// Lowest terms of a fraction whose denominator is not zero.
    fn reduced(numerator: Int, denominator: Int) -> Rational {
        let mut divisor = numerator.gcd(&denominator);
        if denominator.is_negative() {
            divisor = -&divisor;
        }
        let exact = |part: Int| part.div_euclid(&divisor).expect("a common divisor is not zero");
        Rational { numerator: exact(numerator), denominator: exact(denominator) }
    }
}

impl Add for &Rational {
    type Output = Rational;
    fn add(self, other: &Rational) -> Rational {
        if let (Some((a, b)), Some((c, d))) = (self.small(), other.small()) {
            return Rational::reduced_i128(a * d + c * b, b * d);
        }
        let numerator = &(&self.numerator * &other.denominator) + &(&other.numerator * &self.denominator);
        Rational::reduced(numerator, &self.denominator * &other.denominator)
    }
}

impl Sub for &Rational {
    type Output = Rational;
    fn sub(self, other: &Rational) -> Rational {
        self + &-other
    }
}

impl Mul for &Rational {
    type Output = Rational;
    fn mul(self, other: &Rational) -> Rational {
        if let (Some((a, b)), Some((c, d))) = (self.small(), other.small()) {
            return Rational::reduced_i128(a * c, b * d);
        }
        Rational::reduced(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        match (self.small(), other.small()) {
            (Some((a, b)), Some((c, d))) => (a * d).cmp(&(c * b)),
            _ => (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator)),
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Int> for Rational {
    fn from(value: Int) -> Rational {
        Rational { numerator: value, denominator: Int::ONE }
    }
}

impl From<i64> for Rational {
    fn from(value: i64) -> Rational {
        Rational::from(Int::from(value))
    }
}

/// `n` for an integer, otherwise `n/d`.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.numerator)?;
        if self.is_integer() { Ok(()) } else { write!(f, "/{}", self.denominator) }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Euclid's algorithm, which leaves 128 bits as soon as both numbers fit a machine word.
fn gcd_u128(mut a: u128, mut b: u128) -> u128 {
    loop {
        if let (Ok(a), Ok(b)) = (u64::try_from(a), u64::try_from(b)) {
            return gcd_u64(a, b).into();
        }
        if b == 0 {
            return a;
        }
        (a, b) = (b, a % b);
    }
}
