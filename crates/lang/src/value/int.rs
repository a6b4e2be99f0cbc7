//! `Int`, an integer of any size.
//!
//! Nearly all integers in SMT scripts are small, so a value that fits an `i64` is stored inline and computed
//! on directly; only what overflows becomes a shared big number. This is the only file that knows the
//! big-number library.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, BitAnd, BitOr, BitXor, Mul, Neg, Not, Sub};
use std::sync::Arc;

use dashu_int::ops::{BitTest, DivRemEuclid, Gcd, SquareRootRem, UnsignedAbs};
use dashu_int::{IBig, Sign, UBig};

/// An integer of any size; cloning is cheap.
///
/// Operations whose result can be far larger than their operands ([`Int::pow`], [`Int::shl`], [`Int::pow2`])
/// leave it to the caller to bound that size, see [`Int::bits_len`].
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int(Repr);

/// Canonical, so that derived equality is equality of values: `Big` never holds what fits an `i64`.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small(i64),
    Big(Arc<IBig>),
}

use Repr::{Big, Small};

impl Int {
    pub const ZERO: Int = Int(Small(0));
    pub const ONE: Int = Int(Small(1));

    /// Reads an optional minus sign and decimal digits: the inverse of `Display`.
    pub fn parse(text: &str) -> Option<Int> {
        match text.strip_prefix('-') {
            Some(digits) => Int::from_radix(digits, 10).map(|magnitude| -&magnitude),
            None => Int::from_radix(text, 10),
        }
    }

    /// Reads digits without a sign, in base 2, 10 or 16; `None` for any other text or base.
    pub fn from_radix(digits: &str, radix: u32) -> Option<Int> {
        // The library would also take signs and underscores.
        let well_formed =
            matches!(radix, 2 | 10 | 16) && !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
        if !well_formed {
            return None;
        }
        match i64::from_str_radix(digits, radix) {
            Ok(small) => Some(Int(Small(small))),
            Err(_) => UBig::from_str_radix(digits, radix).ok().map(Int::canonical),
        }
    }

    /// 2 to the power `n`.
    pub fn pow2(n: usize) -> Int {
        Int::ONE.shl(n)
    }

    /// This number to the power `exponent`; `0` to the power `0` is `1`.
    pub fn pow(&self, exponent: u32) -> Int {
        match &self.0 {
            Small(value) => match value.checked_pow(exponent) {
                Some(power) => Int(Small(power)),
                None => Int::canonical(IBig::from(*value).pow(exponent as usize)),
            },
            Big(value) => Int::canonical(value.pow(exponent as usize)),
        }
    }

    pub fn abs(&self) -> Int {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// How this number compares with zero.
    pub fn sign(&self) -> Ordering {
        match &self.0 {
            Small(value) => value.cmp(&0),
            Big(value) if value.sign() == Sign::Negative => Ordering::Less,
            Big(_) => Ordering::Greater,
        }
    }

    pub fn is_zero(&self) -> bool {
        self.0 == Small(0)
    }

    pub fn is_negative(&self) -> bool {
        self.sign() == Ordering::Less
    }

    /// SMT-LIB `div`: the quotient that leaves a remainder in `0..|divisor|`. `None` for a zero divisor.
    pub fn div_euclid(&self, divisor: &Int) -> Option<Int> {
        self.div_rem_euclid(divisor).map(|(quotient, _)| quotient)
    }

    /// SMT-LIB `mod`: the remainder in `0..|divisor|`. `None` for a zero divisor.
    pub fn mod_euclid(&self, divisor: &Int) -> Option<Int> {
        self.div_rem_euclid(divisor).map(|(_, remainder)| remainder)
    }

    /// Both results of Euclidean division at the price of one.
    pub fn div_rem_euclid(&self, divisor: &Int) -> Option<(Int, Int)> {
        if divisor.is_zero() {
            return None;
        }
        if let (Small(a), Small(b)) = (&self.0, &divisor.0) {
            // Overflows only for `i64::MIN / -1`, which the general case handles.
            if let (Some(quotient), Some(remainder)) = (a.checked_div_euclid(*b), a.checked_rem_euclid(*b)) {
                return Some((Int(Small(quotient)), Int(Small(remainder))));
            }
        }
        let (quotient, remainder) = self.big().as_ref().div_rem_euclid(divisor.big().as_ref());
        Some((Int::canonical(quotient), Int::canonical(remainder)))
    }

    /// The remainder in `0..2^n`: the lowest `n` bits in two's complement.
    pub fn mod_pow2(&self, n: usize) -> Int {
        match &self.0 {
            Small(value) if n < 63 => return Int(Small(value & ((1 << n) - 1))),
            _ if !self.is_negative() && self.bits_len() <= n => return self.clone(),
            _ => {}
        }
        let mut magnitude = self.big().as_ref().unsigned_abs();
        magnitude.clear_high_bits(n);
        let low = Int::canonical(magnitude);
        if self.is_negative() && !low.is_zero() { &Int::pow2(n) - &low } else { low }
    }

    /// The greatest common divisor, never negative; `gcd(0, 0)` is `0`.
    pub fn gcd(&self, other: &Int) -> Int {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => Int::from(gcd_u64(a.unsigned_abs(), b.unsigned_abs())),
            _ if self.is_zero() => other.abs(),
            _ if other.is_zero() => self.abs(),
            _ => Int::canonical(self.big().as_ref().gcd(other.big().as_ref())),
        }
    }

    /// This number times `2^n`.
    pub fn shl(&self, n: usize) -> Int {
        match &self.0 {
            Small(0) => Int::ZERO,
            Small(value) => match (n < 63).then(|| value.checked_mul(1 << n)).flatten() {
                Some(shifted) => Int(Small(shifted)),
                None => Int::canonical(IBig::from(*value) << n),
            },
            Big(value) => Int::canonical(value.as_ref() << n),
        }
    }

    /// This number divided by `2^n`, rounded towards minus infinity.
    pub fn shr(&self, n: usize) -> Int {
        match &self.0 {
            Small(value) => Int(Small(value >> n.min(63))),
            Big(value) => Int::canonical(value.as_ref() >> n),
        }
    }

    /// The number of bits of the magnitude; 0 for zero.
    pub fn bits_len(&self) -> usize {
        match &self.0 {
            Small(value) => (64 - value.unsigned_abs().leading_zeros()) as usize,
            Big(value) => value.bit_len(),
        }
    }

    /// Bit `n` of the number in two's complement.
    pub fn bit(&self, n: usize) -> bool {
        match &self.0 {
            Small(value) => value >> n.min(63) & 1 == 1,
            Big(value) => value.bit(n),
        }
    }

    /// The number of zero bits below the lowest one bit; `None` for zero.
    pub fn trailing_zeros(&self) -> Option<usize> {
        match &self.0 {
            Small(0) => None,
            Small(value) => Some(value.trailing_zeros() as usize),
            Big(value) => value.trailing_zeros(),
        }
    }

    /// What is left when a factor above 1 is divided out, and how often it divides this number; zero is left as it
    /// is. By repeated squaring of the factor, so that only logarithmically many divisions are needed.
    pub fn without_factor(&self, factor: &Int) -> (Int, u32) {
        let (mut rest, mut count) = (self.clone(), 0);
        if self.is_zero() || *factor <= Int::ONE {
            return (rest, count);
        }
        let mut powers = vec![factor.clone()];
        let mut divide = |power: &Int, times: u32| match rest.div_rem_euclid(power) {
            Some((quotient, remainder)) if remainder.is_zero() => {
                (rest, count) = (quotient, count + times);
                true
            }
            _ => false,
        };
        while let Some(last) = powers.last()
            && divide(last, 1 << (powers.len() - 1))
        {
            powers.push(last * last);
        }
        while let Some(power) = powers.pop() {
            divide(&power, 1 << powers.len());
        }
        (rest, count)
    }

    /// Whether this is 1, 2, 4, 8, ...
    pub fn is_power_of_two(&self) -> bool {
        !self.is_negative() && self.trailing_zeros().is_some_and(|zeros| zeros + 1 == self.bits_len())
    }

    /// The greatest `root` with `root * root <= self`, and what remains; `None` for a negative number.
    pub fn sqrt_rem(&self) -> Option<(Int, Int)> {
        if self.is_negative() {
            return None;
        }
        match &self.0 {
            Small(value) => {
                let root = value.isqrt();
                Some((Int(Small(root)), Int(Small(value - root * root))))
            }
            Big(value) => {
                let (root, remainder) = value.as_ref().unsigned_abs().sqrt_rem();
                Some((Int::canonical(root), Int::canonical(remainder)))
            }
        }
    }

    pub fn to_i64(&self) -> Option<i64> {
        match &self.0 {
            Small(value) => Some(*value),
            Big(_) => None,
        }
    }

    pub fn to_u64(&self) -> Option<u64> {
        match &self.0 {
            Small(value) => u64::try_from(*value).ok(),
            Big(value) => u64::try_from(value.as_ref()).ok(),
        }
    }

    pub fn to_usize(&self) -> Option<usize> {
        self.to_u64().and_then(|value| usize::try_from(value).ok())
    }

    pub fn to_u128(&self) -> Option<u128> {
        match &self.0 {
            Small(value) => u128::try_from(*value).ok(),
            Big(value) => u128::try_from(value.as_ref()).ok(),
        }
    }

    fn canonical(value: impl Into<IBig>) -> Int {
        let value = value.into();
        match i64::try_from(&value) {
            Ok(small) => Int(Small(small)),
            Err(_) => Int(Big(Arc::new(value))),
        }
    }

    /// The value as the library's type; free of charge, since the library also stores small values inline.
    fn big(&self) -> Cow<'_, IBig> {
        match &self.0 {
            Small(value) => Cow::Owned(IBig::from(*value)),
            Big(value) => Cow::Borrowed(value),
        }
    }
}

/// Binary operators: checked on small values, in big numbers where that overflows.
macro_rules! operators {
    ($($trait:ident $method:ident $small:ident $symbol:tt)*) => {$(
        impl $trait for &Int {
            type Output = Int;
            #[inline]
            fn $method(self, other: &Int) -> Int {
                if let (Small(a), Small(b)) = (&self.0, &other.0)
                    && let Some(small) = a.$small(*b)
                {
                    return Int(Small(small));
                }
                Int::canonical(self.big().as_ref() $symbol other.big().as_ref())
            }
        }
    )*};
}

operators! {
    Add add checked_add +
    Sub sub checked_sub -
    Mul mul checked_mul *
}

/// Bitwise operators on two's complement, where a negative number has infinitely many leading ones.
macro_rules! bitwise_operators {
    ($($trait:ident $method:ident $symbol:tt)*) => {$(
        impl $trait for &Int {
            type Output = Int;
            fn $method(self, other: &Int) -> Int {
                match (&self.0, &other.0) {
                    (Small(a), Small(b)) => Int(Small(a $symbol b)),
                    _ => Int::canonical(self.big().as_ref() $symbol other.big().as_ref()),
                }
            }
        }
    )*};
}

bitwise_operators! {
    BitAnd bitand &
    BitOr bitor |
    BitXor bitxor ^
}

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        &Int::ZERO - self
    }
}

impl Not for &Int {
    type Output = Int;
    fn not(self) -> Int {
        &Int(Small(-1)) - self
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (&self.0, &other.0) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            // A big number lies beyond every small one, on the side of its sign.
            (Small(_), Big(_)) => other.sign().reverse(),
            (Big(_), Small(_)) => self.sign(),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

macro_rules! from_narrow {
    ($($type:ty)*) => {$(
        impl From<$type> for Int {
            fn from(value: $type) -> Int {
                Int(Small(value.into()))
            }
        }
    )*};
}

macro_rules! from_wide {
    ($($type:ty)*) => {$(
        impl From<$type> for Int {
            fn from(value: $type) -> Int {
                match i64::try_from(value) {
                    Ok(small) => Int(Small(small)),
                    Err(_) => Int(Big(Arc::new(IBig::from(value)))),
                }
            }
        }
    )*};
}

from_narrow! { i32 u32 i64 }
from_wide! { u64 usize i128 u128 }

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Small(value) => fmt::Display::fmt(value, f),
            Big(value) => fmt::Display::fmt(value, f),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::LowerHex for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::LowerHex::fmt(self.big().as_ref(), f)
    }
}

impl fmt::Binary for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Binary::fmt(self.big().as_ref(), f)
    }
}

/// The greatest common divisor of machine words by halving and subtracting, which needs no division.
pub(super) fn gcd_u64(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shared_twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b != 0 {
        b >>= b.trailing_zeros();
        (a, b) = (a.min(b), a.abs_diff(b));
    }
    a << shared_twos
}
