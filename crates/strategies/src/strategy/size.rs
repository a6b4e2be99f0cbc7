//! The sizes of tests that are made from nothing.

use super::Inputs;
use gainsay_lang::rng::Rng;
use std::ops::RangeInclusive;

/// A class of sizes. Most bugs show in small tests, and small ones are quick; some need large ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Size {
    /// So few operators that thousands of tests a second can be asked. Only strategies that make nothing else have
    /// this size.
    Tiny,
    Small,
    Medium,
    Large,
}

impl Size {
    /// The sizes of a strategy that makes tests of any size.
    pub const USUAL: [Size; 3] = [Size::Small, Size::Medium, Size::Large];

    pub fn word(self) -> &'static str {
        match self {
            Size::Tiny => "tiny",
            Size::Small => "small",
            Size::Medium => "medium",
            Size::Large => "large",
        }
    }

    fn range(self) -> RangeInclusive<u32> {
        match self {
            Size::Tiny => 1..=1,
            Size::Small => 1..=3,
            Size::Medium => 4..=9,
            Size::Large => 10..=Inputs::LARGE,
        }
    }

    /// A random size of the class.
    pub fn draw(self, rng: &mut Rng) -> u32 {
        let (low, high) = (*self.range().start(), *self.range().end());
        rng.between(u64::from(low), u64::from(high)) as u32
    }
}
