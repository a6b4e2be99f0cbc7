//! Random numbers for differential tests, with the values where arithmetic goes wrong drawn often.

use gainsay::value::{Bits, Float, Format, Int};

/// How often to repeat a random test: less in debug builds, which are ten times as slow.
pub fn rounds(in_release: usize) -> std::ops::Range<usize> {
    0..if cfg!(debug_assertions) { in_release / 10 } else { in_release }
}

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    pub fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u64) as usize]
    }

    /// An integer of up to `bits` bits: uniform, small, near a power of two, or near the borders of `i64`.
    pub fn int(&mut self, bits: usize) -> Int {
        let near = Int::from(self.below(5) as i64 - 2);
        let magnitude = match self.below(5) {
            0 => Int::from(self.below(20)),
            1 => &Int::pow2(self.below(bits as u64 + 1) as usize) + &near,
            2 => &Int::from(self.pick(&[i64::MAX, i64::MIN, u32::MAX as i64])) + &near,
            3 => Int::from(self.next() as i64).shr(self.below(64) as usize),
            _ => {
                let length = 1 + self.below(bits as u64) as usize;
                self.uniform(length)
            }
        };
        if self.below(2) == 0 { -&magnitude } else { magnitude }
    }

    /// A number of at most `bits` bits, all equally likely.
    pub fn uniform(&mut self, bits: usize) -> Int {
        let words = (0..bits.div_ceil(64)).fold(Int::ZERO, |sum, _| &sum.shl(64) + &Int::from(self.next()));
        words.mod_pow2(bits)
    }

    /// A value of the format, special ones included.
    pub fn float(&mut self, format: Format) -> Float {
        let negative = self.below(2) == 0;
        match self.below(16) {
            0 => Float::nan(format),
            1 => Float::infinity(format, negative),
            2 => Float::zero(format, negative),
            3 => Float::largest(format, negative),
            4 => Float::smallest_normal(format, negative),
            5 => Float::smallest(format, negative),
            _ => Float::from_bits(format, &self.encoding(format)),
        }
    }

    /// Sign, exponent and fraction chosen apart: exponents at random, near one, or at either end; fractions
    /// at random, or of few ones at either end, so that ties and carries are frequent.
    pub fn encoding(&mut self, format: Format) -> Bits {
        let (eb, fraction_bits) = (format.eb(), format.sb() - 1);
        let few = Int::from(self.below(6));
        let exponent = match self.below(5) {
            0 => few,
            1 => &Int::from(-2) - &few,
            2 => self.uniform(eb as usize),
            _ => {
                &Int::pow2(eb as usize - 1)
                    + &Int::from(self.below(2 * u64::from(format.sb())) as i64 - i64::from(format.sb()))
            }
        };
        let position = self.below(u64::from(fraction_bits)) as usize;
        let fraction = match self.below(4) {
            0 => Int::from(self.below(4)).shl(position),
            1 => -&Int::from(self.below(4)).shl(position),
            2 => &Int::pow2(position) + &Int::from(self.below(3) as i64 - 1),
            _ => self.uniform(fraction_bits as usize),
        };
        let sign = Bits::from_bool(self.below(2) == 0);
        sign.concat(&Bits::from_int(eb, &exponent)).concat(&Bits::from_int(fraction_bits, &fraction))
    }
}
