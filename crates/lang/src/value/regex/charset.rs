//! Sets of characters, as sorted ranges.

use std::sync::Arc;

use crate::value::text::MAX_CHAR;

/// An immutable set of characters. Equal sets have equal ranges: sorted, not empty, and with
/// a gap between neighbours.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CharSet(Arc<[(u32, u32)]>);

impl CharSet {
    /// No character.
    pub fn none() -> CharSet {
        CharSet(Arc::default())
    }

    /// Every character.
    pub fn all() -> CharSet {
        CharSet::range(0, MAX_CHAR)
    }

    /// The characters from `low` to `high`, both included; empty when `low > high`.
    pub fn range(low: u32, high: u32) -> CharSet {
        let high = high.min(MAX_CHAR);
        if low > high { CharSet::none() } else { CharSet([(low, high)].into()) }
    }

    pub fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn contains(&self, c: u32) -> bool {
        let after = self.0.partition_point(|&(low, _)| low <= c);
        after > 0 && c <= self.0[after - 1].1
    }

    /// The characters in any of `sets`.
    pub fn union<'a>(sets: impl Iterator<Item = &'a CharSet>) -> CharSet {
        let mut ranges: Vec<(u32, u32)> = sets.flat_map(CharSet::ranges).copied().collect();
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if low <= last.1 + 1 => last.1 = last.1.max(high),
                _ => merged.push((low, high)),
            }
        }
        CharSet(merged.into())
    }

    /// The characters in both sets.
    pub fn intersection(&self, other: &CharSet) -> CharSet {
        let mut common = Vec::new();
        let (mut left, mut right) = (self.ranges(), other.ranges());
        while let ([(low_a, high_a), rest_a @ ..], [(low_b, high_b), rest_b @ ..]) = (left, right) {
            let (low, high) = (low_a.max(low_b), high_a.min(high_b));
            if low <= high {
                common.push((*low, *high));
            }
            if high_a <= high_b {
                left = rest_a;
            } else {
                right = rest_b;
            }
        }
        CharSet(common.into())
    }
}
