//! The natural numbers that significands are computed in.
//!
//! Float algorithms are written once, over this trait: with machine integers for formats as narrow as a
//! double, with [`Int`] for all others.

use crate::value::Int;

/// The most significand bits for which `u128` holds every intermediate result. The largest are those of
/// square roots, of twice the precision and 6 bits.
pub(super) const NARROW_PRECISION: u32 = 60;

/// A natural number of some size.
pub trait Natural: Clone + Ord {
    fn from_int(value: &Int) -> Self;
    fn into_int(self) -> Int;
    fn one() -> Self;
    fn is_zero(&self) -> bool;
    /// The number of bits up to the highest one; 0 for zero.
    fn bits_len(&self) -> usize;
    fn bit(&self, n: usize) -> bool;
    /// Whether any of the lowest `n` bits is one.
    fn any_below(&self, n: usize) -> bool;
    /// The caller ensures that the result has at most 128 bits in the narrow case, also for sums and products.
    fn shl(&self, n: usize) -> Self;
    fn shr(&self, n: usize) -> Self;
    fn add(&self, other: &Self) -> Self;
    /// `other` is not greater.
    fn sub(&self, other: &Self) -> Self;
    fn mul(&self, other: &Self) -> Self;
    /// The divisor is not zero.
    fn div_rem(&self, divisor: &Self) -> (Self, Self);
    fn sqrt_rem(&self) -> (Self, Self);
}

impl Natural for u128 {
    fn from_int(value: &Int) -> u128 {
        value.to_u128().expect("a narrow significand fits")
    }

    fn into_int(self) -> Int {
        Int::from(self)
    }

    fn one() -> u128 {
        1
    }

    fn is_zero(&self) -> bool {
        *self == 0
    }

    fn bits_len(&self) -> usize {
        (u128::BITS - self.leading_zeros()) as usize
    }

    fn bit(&self, n: usize) -> bool {
        Natural::shr(self, n) & 1 == 1
    }

    fn any_below(&self, n: usize) -> bool {
        (self.trailing_zeros() as usize) < n.min(128)
    }

    fn shl(&self, n: usize) -> u128 {
        debug_assert!(n + self.bits_len() <= 128);
        self << n
    }

    fn shr(&self, n: usize) -> u128 {
        if n < 128 { self >> n } else { 0 }
    }

    fn add(&self, other: &u128) -> u128 {
        self + other
    }

    fn sub(&self, other: &u128) -> u128 {
        self - other
    }

    fn mul(&self, other: &u128) -> u128 {
        self * other
    }

    fn div_rem(&self, divisor: &u128) -> (u128, u128) {
        (self / divisor, self % divisor)
    }

    fn sqrt_rem(&self) -> (u128, u128) {
        let root = self.isqrt();
        (root, self - root * root)
    }
}

impl Natural for Int {
    fn from_int(value: &Int) -> Int {
        value.clone()
    }

    fn into_int(self) -> Int {
        self
    }

    fn one() -> Int {
        Int::ONE
    }

    fn is_zero(&self) -> bool {
        self.is_zero()
    }

    fn bits_len(&self) -> usize {
        self.bits_len()
    }

    fn bit(&self, n: usize) -> bool {
        self.bit(n)
    }

    fn any_below(&self, n: usize) -> bool {
        self.trailing_zeros().is_some_and(|zeros| zeros < n)
    }

    fn shl(&self, n: usize) -> Int {
        self.shl(n)
    }

    fn shr(&self, n: usize) -> Int {
        self.shr(n)
    }

    fn add(&self, other: &Int) -> Int {
        self + other
    }

    fn sub(&self, other: &Int) -> Int {
        self - other
    }

    fn mul(&self, other: &Int) -> Int {
        self * other
    }

    fn div_rem(&self, divisor: &Int) -> (Int, Int) {
        self.div_rem_euclid(divisor).expect("the divisor is not zero")
    }

    fn sqrt_rem(&self) -> (Int, Int) {
        self.sqrt_rem().expect("a natural number has a root")
    }
}
