//! `Bits`, a bit-vector with every operation of the SMT-LIB theory FixedSizeBitVectors.
//!
//! Vectors of up to 64 bits are machine words. All operations are total, as the standard has them: division
//! by zero gives all ones, the remainder of it the dividend.
//!
//! # Panics
//! Operands of different widths, bits outside the vector and widths outside `1..=MAX_WIDTH` are sort errors,
//! which the sort checker refuses before anything is evaluated. A value computed from them would be a false
//! accusation, so they panic.

mod operations;

use std::cmp::Ordering;
use std::fmt;

use super::Int;

/// The widest vector; beyond it even one value is a quarter of a gigabyte.
pub const MAX_WIDTH: u32 = 1 << 31;

/// A bit-vector; cloning is cheap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    value: Repr,
}

/// The unsigned value, below `2^width`. The width decides which, so derived equality is equality of values.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    /// Of 1 to 64 bits.
    Word(u64),
    /// Of more than 64 bits.
    Wide(Int),
}

use Repr::{Wide, Word};

/// Making vectors.
impl Bits {
    /// The lowest `width` bits of `value`.
    pub fn from_u64(width: u32, value: u64) -> Bits {
        assert!((1..=MAX_WIDTH).contains(&width), "no bit-vector has width {width}");
        if width <= 64 {
            Bits { width, value: Word(value & (u64::MAX >> (64 - width))) }
        } else {
            Bits { width, value: Wide(Int::from(value)) }
        }
    }

    /// The lowest `width` bits of `value` in two's complement, which is `value` modulo `2^width`.
    pub fn from_int(width: u32, value: &Int) -> Bits {
        if width > 64 && width <= MAX_WIDTH {
            return Bits { width, value: Wide(value.mod_pow2(width as usize)) };
        }
        let word = match value.to_i64() {
            Some(small) => small as u64,
            None => value.mod_pow2(64).to_u64().expect("64 bits fit a word"),
        };
        Bits::from_u64(width, word)
    }

    /// Binary digits, as they follow `#b`.
    pub fn from_binary(digits: &str) -> Option<Bits> {
        Bits::from_digits(digits, 2, 1)
    }

    /// Hexadecimal digits, as they follow `#x`.
    pub fn from_hex(digits: &str) -> Option<Bits> {
        Bits::from_digits(digits, 16, 4)
    }

    /// A vector of width 1.
    pub fn from_bool(bit: bool) -> Bits {
        Bits::from_u64(1, bit.into())
    }

    pub fn zero(width: u32) -> Bits {
        Bits::from_u64(width, 0)
    }

    pub fn one(width: u32) -> Bits {
        Bits::from_u64(width, 1)
    }

    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    /// The least signed value: a one and zeros.
    pub fn min_signed(width: u32) -> Bits {
        Bits::max_signed(width).not()
    }

    /// The greatest signed value: a zero and ones.
    pub fn max_signed(width: u32) -> Bits {
        Bits::ones(width).lshr(&Bits::one(width))
    }

    fn from_digits(digits: &str, radix: u32, bits_per_digit: usize) -> Option<Bits> {
        let value = Int::from_radix(digits, radix)?;
        let width = u32::try_from(digits.len().checked_mul(bits_per_digit)?).ok()?;
        (width <= MAX_WIDTH).then(|| Bits::from_int(width, &value))
    }
}

/// Looking at vectors.
impl Bits {
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned value of a vector of up to 64 bits.
    pub fn to_word(&self) -> Option<u64> {
        match &self.value {
            Word(word) => Some(*word),
            Wide(_) => None,
        }
    }

    /// The unsigned value.
    pub fn to_uint(&self) -> Int {
        match &self.value {
            Word(word) => Int::from(*word),
            Wide(value) => value.clone(),
        }
    }

    /// The value in two's complement.
    pub fn to_sint(&self) -> Int {
        match &self.value {
            Word(word) => {
                let unused = 64 - self.width;
                Int::from(((word << unused) as i64) >> unused)
            }
            Wide(value) if self.msb() => value - &Int::pow2(self.width as usize),
            Wide(value) => value.clone(),
        }
    }

    /// Bit `index`, counted from the lowest; false beyond the width.
    pub fn bit(&self, index: u32) -> bool {
        match &self.value {
            Word(word) => index < 64 && word >> index & 1 == 1,
            Wide(value) => value.bit(index as usize),
        }
    }

    /// The highest bit, which is the sign in two's complement.
    pub fn msb(&self) -> bool {
        self.bit(self.width - 1)
    }

    pub fn is_zero(&self) -> bool {
        match &self.value {
            Word(word) => *word == 0,
            Wide(value) => value.is_zero(),
        }
    }

    pub fn is_ones(&self) -> bool {
        self.not().is_zero()
    }

    pub fn ult(&self, other: &Bits) -> bool {
        self.cmp_unsigned(other).is_lt()
    }

    pub fn ule(&self, other: &Bits) -> bool {
        self.cmp_unsigned(other).is_le()
    }

    pub fn slt(&self, other: &Bits) -> bool {
        self.cmp_signed(other).is_lt()
    }

    pub fn sle(&self, other: &Bits) -> bool {
        self.cmp_signed(other).is_le()
    }

    pub fn cmp_unsigned(&self, other: &Bits) -> Ordering {
        self.require_width_of(other);
        match (&self.value, &other.value) {
            (Word(a), Word(b)) => a.cmp(b),
            _ => self.to_uint().cmp(&other.to_uint()),
        }
    }

    pub fn cmp_signed(&self, other: &Bits) -> Ordering {
        self.require_width_of(other);
        self.to_sint().cmp(&other.to_sint())
    }

    /// `bvcomp`: equality as a vector of width 1.
    pub fn comp(&self, other: &Bits) -> Bits {
        self.require_width_of(other);
        Bits::from_bool(self == other)
    }

    /// `bvredor`: the disjunction of all bits.
    pub fn redor(&self) -> Bits {
        Bits::from_bool(!self.is_zero())
    }

    /// `bvredand`: the conjunction of all bits.
    pub fn redand(&self) -> Bits {
        Bits::from_bool(self.is_ones())
    }
}

/// Cutting and joining.
impl Bits {
    /// This vector above `low`.
    pub fn concat(&self, low: &Bits) -> Bits {
        // A sum beyond `u32` saturates to a width that no vector has.
        let width = self.width.saturating_add(low.width);
        match (&self.value, &low.value) {
            (Word(a), Word(b)) if width <= 64 => Bits::from_u64(width, a << low.width | b),
            _ => Bits::from_int(width, &(&self.to_uint().shl(low.width as usize) | &low.to_uint())),
        }
    }

    /// The bits from `high` down to `low`, both included.
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        assert!(low <= high && high < self.width, "cannot extract {high} to {low} of {} bits", self.width);
        let width = high - low + 1;
        match &self.value {
            Word(word) => Bits::from_u64(width, word >> low),
            Wide(value) => Bits::from_int(width, &value.shr(low as usize)),
        }
    }

    pub fn zero_extend(&self, more: u32) -> Bits {
        Bits::from_int(self.width.saturating_add(more), &self.to_uint())
    }

    pub fn sign_extend(&self, more: u32) -> Bits {
        Bits::from_int(self.width.saturating_add(more), &self.to_sint())
    }

    pub fn rotate_left(&self, count: u32) -> Bits {
        match count % self.width {
            0 => self.clone(),
            count => {
                let split = self.width - count;
                self.extract(split - 1, 0).concat(&self.extract(self.width - 1, split))
            }
        }
    }

    pub fn rotate_right(&self, count: u32) -> Bits {
        self.rotate_left(self.width - count % self.width)
    }

    /// This vector `count` times, at least once.
    pub fn repeat(&self, count: u32) -> Bits {
        assert!(count > 0, "a vector cannot be repeated zero times");
        // Doubling from the second highest bit of the count on needs logarithmically many joins.
        (0..count.ilog2()).rev().fold(self.clone(), |result, bit| {
            let doubled = result.concat(&result);
            if count >> bit & 1 == 1 { doubled.concat(self) } else { doubled }
        })
    }
}

/// How operations are lifted to both representations; results are reduced modulo `2^width`.
impl Bits {
    fn map(&self, word: impl FnOnce(u64) -> u64, wide: impl FnOnce(&Int) -> Int) -> Bits {
        match &self.value {
            Word(a) => Bits::from_u64(self.width, word(*a)),
            Wide(a) => Bits::from_int(self.width, &wide(a)),
        }
    }

    fn zip(
        &self,
        other: &Bits,
        word: impl FnOnce(u64, u64) -> u64,
        wide: impl FnOnce(&Int, &Int) -> Int,
    ) -> Bits {
        self.require_width_of(other);
        match (&self.value, &other.value) {
            (Word(a), Word(b)) => Bits::from_u64(self.width, word(*a, *b)),
            _ => Bits::from_int(self.width, &wide(&self.to_uint(), &other.to_uint())),
        }
    }

    fn require_width_of(&self, other: &Bits) {
        assert!(self.width == other.width, "operands have widths {} and {}", self.width, other.width);
    }
}

/// The SMT-LIB literal: hexadecimal if the width is a multiple of 4, otherwise binary.
impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.width as usize;
        match &self.value {
            Word(word) if width.is_multiple_of(4) => write!(f, "#x{word:0digits$x}", digits = width / 4),
            Word(word) => write!(f, "#b{word:0width$b}"),
            Wide(value) if width.is_multiple_of(4) => {
                write!(f, "#x{}", padded(format!("{value:x}"), width / 4))
            }
            Wide(value) => write!(f, "#b{}", padded(format!("{value:b}"), width)),
        }
    }
}

/// Leading zeros by hand, because a formatter's width is limited to 16 bits.
fn padded(digits: String, length: usize) -> String {
    "0".repeat(length.saturating_sub(digits.len())) + &digits
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
