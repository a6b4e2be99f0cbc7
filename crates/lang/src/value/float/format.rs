//! Floating-point formats and rounding modes.

use std::fmt;

use crate::value::bits::MAX_WIDTH;

/// The format of sort `(_ FloatingPoint eb sb)`: `eb` bits of exponent, `sb` bits of significand, of which
/// the highest is not stored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Format {
    eb: u32,
    sb: u32,
}

impl Format {
    pub const FLOAT16: Format = Format { eb: 5, sb: 11 };
    pub const FLOAT32: Format = Format { eb: 8, sb: 24 };
    pub const FLOAT64: Format = Format { eb: 11, sb: 53 };
    pub const FLOAT128: Format = Format { eb: 15, sb: 113 };

    /// With more bits the sums of exponents would not fit an `i64`.
    pub const MAX_EXPONENT_BITS: u32 = 60;

    /// `None` where the standard has no such format, or it is too large for us: `eb` must be in
    /// `2..=MAX_EXPONENT_BITS`, `sb` at least 2, and their sum the width of a bit-vector.
    pub fn new(eb: u32, sb: u32) -> Option<Format> {
        let valid = (2..=Format::MAX_EXPONENT_BITS).contains(&eb) && (2..=MAX_WIDTH - eb).contains(&sb);
        valid.then_some(Format { eb, sb })
    }

    pub fn eb(self) -> u32 {
        self.eb
    }

    pub fn sb(self) -> u32 {
        self.sb
    }

    /// The width of a packed value.
    pub fn width(self) -> u32 {
        self.eb + self.sb
    }

    /// The exponent of the lowest significand bit of the largest values.
    pub(super) fn max_scale(self) -> i64 {
        self.max_exponent() - self.fraction_bits()
    }

    /// The exponent of the lowest significand bit of the smallest values: that of all subnormal ones.
    pub(super) fn min_scale(self) -> i64 {
        1 - self.max_exponent() - self.fraction_bits()
    }

    /// The number of stored significand bits.
    pub(super) fn fraction_bits(self) -> i64 {
        i64::from(self.sb) - 1
    }

    fn max_exponent(self) -> i64 {
        (1 << (self.eb - 1)) - 1
    }
}

/// Named as in the standard.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundingMode {
    /// To the nearest, ties to the one with an even significand.
    Rne,
    /// To the nearest, ties away from zero.
    Rna,
    /// Towards plus infinity.
    Rtp,
    /// Towards minus infinity.
    Rtn,
    /// Towards zero.
    Rtz,
}

use RoundingMode::{Rna, Rne, Rtn, Rtp, Rtz};

impl RoundingMode {
    pub const ALL: [RoundingMode; 5] = [Rne, Rna, Rtp, Rtn, Rtz];

    /// Whether a magnitude cut off after an `odd` or even digit is rounded up, where `half` says whether the
    /// part cut off is at least half a unit, and `rest` whether there is anything besides that half.
    pub(super) fn rounds_up(self, negative: bool, odd: bool, half: bool, rest: bool) -> bool {
        match self {
            Rne => half && (rest || odd),
            Rna => half,
            Rtp => !negative && (half || rest),
            Rtn => negative && (half || rest),
            Rtz => false,
        }
    }

    /// Whether a magnitude beyond the largest finite one becomes infinite rather than the largest.
    pub(super) fn overflows_to_infinity(self, negative: bool) -> bool {
        match self {
            Rne | Rna => true,
            Rtp => !negative,
            Rtn => negative,
            Rtz => false,
        }
    }
}

impl fmt::Display for RoundingMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Rne => "RNE",
            Rna => "RNA",
            Rtp => "RTP",
            Rtn => "RTN",
            Rtz => "RTZ",
        })
    }
}
