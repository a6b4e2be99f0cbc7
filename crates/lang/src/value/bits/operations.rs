//! Bitwise, shifting and arithmetic operations on vectors of one width, and when they overflow.

use super::{Bits, Repr::Wide, Repr::Word};
use crate::value::Int;

/// Bitwise operations and shifts.
impl Bits {
    pub fn not(&self) -> Bits {
        self.map(|a| !a, |a| !a)
    }

    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b, |a, b| a & b)
    }

    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b, |a, b| a | b)
    }

    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    pub fn nand(&self, other: &Bits) -> Bits {
        self.and(other).not()
    }

    pub fn nor(&self, other: &Bits) -> Bits {
        self.or(other).not()
    }

    pub fn xnor(&self, other: &Bits) -> Bits {
        self.xor(other).not()
    }

    pub fn shl(&self, amount: &Bits) -> Bits {
        match self.shift_by(amount) {
            None => Bits::zero(self.width),
            // Dropping the bits that leave the vector first keeps the shifted value within the width.
            Some(n) => self.map(|a| a << n, |a| a.mod_pow2((self.width - n) as usize).shl(n as usize)),
        }
    }

    pub fn lshr(&self, amount: &Bits) -> Bits {
        match self.shift_by(amount) {
            None => Bits::zero(self.width),
            Some(n) => self.map(|a| a >> n, |a| a.shr(n as usize)),
        }
    }

    pub fn ashr(&self, amount: &Bits) -> Bits {
        if self.msb() { self.not().lshr(amount).not() } else { self.lshr(amount) }
    }

    /// The amount to shift by, if any bit of this vector survives it.
    fn shift_by(&self, amount: &Bits) -> Option<u32> {
        self.require_width_of(amount);
        let amount = match &amount.value {
            Word(word) => u32::try_from(*word).ok()?,
            Wide(value) => u32::try_from(value.to_u64()?).ok()?,
        };
        (amount < self.width).then_some(amount)
    }
}

/// Arithmetic.
impl Bits {
    pub fn neg(&self) -> Bits {
        self.map(u64::wrapping_neg, |a| -a)
    }

    pub fn add(&self, other: &Bits) -> Bits {
        self.zip(other, u64::wrapping_add, |a, b| a + b)
    }

    pub fn sub(&self, other: &Bits) -> Bits {
        self.zip(other, u64::wrapping_sub, |a, b| a - b)
    }

    pub fn mul(&self, other: &Bits) -> Bits {
        self.zip(other, u64::wrapping_mul, |a, b| a * b)
    }

    /// Unsigned division; all ones for a zero divisor.
    pub fn udiv(&self, divisor: &Bits) -> Bits {
        let all_ones = Int::from(-1);
        self.zip(
            divisor,
            |a, b| a.checked_div(b).unwrap_or(u64::MAX),
            |a, b| a.div_euclid(b).unwrap_or(all_ones),
        )
    }

    /// Unsigned remainder; the dividend for a zero divisor.
    pub fn urem(&self, divisor: &Bits) -> Bits {
        self.zip(
            divisor,
            |a, b| a.checked_rem(b).unwrap_or(a),
            |a, b| a.mod_euclid(b).unwrap_or_else(|| a.clone()),
        )
    }

    /// Signed division, rounded towards zero.
    pub fn sdiv(&self, divisor: &Bits) -> Bits {
        let quotient = self.abs().udiv(&divisor.abs());
        quotient.neg_if(self.msb() != divisor.msb())
    }

    /// The remainder of [`Bits::sdiv`]; its sign is that of the dividend.
    pub fn srem(&self, divisor: &Bits) -> Bits {
        self.abs().urem(&divisor.abs()).neg_if(self.msb())
    }

    /// The remainder of signed division rounded towards minus infinity; its sign is that of the divisor.
    pub fn smod(&self, divisor: &Bits) -> Bits {
        let remainder = self.srem(divisor);
        if remainder.is_zero() || remainder.msb() == divisor.msb() {
            remainder
        } else {
            remainder.add(divisor)
        }
    }

    /// The absolute value; that of the least signed value is itself.
    fn abs(&self) -> Bits {
        self.clone().neg_if(self.msb())
    }

    fn neg_if(self, condition: bool) -> Bits {
        if condition { self.neg() } else { self }
    }
}

/// Overflow: whether the exact result lies outside the range of the width.
impl Bits {
    /// Only negating the least value overflows.
    pub fn nego(&self) -> bool {
        *self == Bits::min_signed(self.width)
    }

    pub fn uaddo(&self, other: &Bits) -> bool {
        self.require_width_of(other);
        (&self.to_uint() + &other.to_uint()).bits_len() > self.width as usize
    }

    pub fn usubo(&self, other: &Bits) -> bool {
        self.ult(other)
    }

    pub fn umulo(&self, other: &Bits) -> bool {
        self.require_width_of(other);
        (&self.to_uint() * &other.to_uint()).bits_len() > self.width as usize
    }

    pub fn saddo(&self, other: &Bits) -> bool {
        self.signed_overflows(other, |a, b| a + b)
    }

    pub fn ssubo(&self, other: &Bits) -> bool {
        self.signed_overflows(other, |a, b| a - b)
    }

    pub fn smulo(&self, other: &Bits) -> bool {
        self.signed_overflows(other, |a, b| a * b)
    }

    /// Only the least value divided by -1 overflows.
    pub fn sdivo(&self, divisor: &Bits) -> bool {
        self.require_width_of(divisor);
        self.nego() && divisor.is_ones()
    }

    fn signed_overflows(&self, other: &Bits, exact: impl FnOnce(&Int, &Int) -> Int) -> bool {
        self.require_width_of(other);
        let result = exact(&self.to_sint(), &other.to_sint());
        // `-2^n` needs one bit less than `2^n`, as its complement `2^n - 1` shows.
        let magnitude = if result.is_negative() { !&result } else { result };
        magnitude.bits_len() >= self.width as usize
    }
}
