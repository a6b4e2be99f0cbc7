//! The coverage of one run.

use serde::{Deserialize, Serialize};

/// The number of executions of each place (edge or line) that was reached, in ascending order of the places.
#[derive(Clone, PartialEq, Eq, Default, Serialize, Deserialize, Debug)]
pub struct Trace {
    counts: Vec<(u32, u32)>,
    /// Places that differ only in this many low bits are in one file.
    file_bits: u32,
    /// The branches taken, in ascending order; only with line counts.
    #[serde(skip)]
    branches: Vec<u32>,
}

/// A bit that is set in the numbers of branches when they are combined with lines.
pub const BRANCH: u32 = 1 << 31;

impl Trace {
    /// A trace of places and their counts, in ascending order of the places.
    pub fn new(counts: Vec<(u32, u32)>, file_bits: u32) -> Trace {
        debug_assert!(counts.is_sorted_by(|a, b| a.0 < b.0));
        debug_assert!(counts.iter().all(|(_, count)| *count > 0));
        Trace { counts, file_bits, branches: Vec::new() }
    }

    /// The same run with the branches that it took, in ascending order.
    pub(super) fn with_branches(self, branches: Vec<u32>) -> Trace {
        debug_assert!(branches.is_sorted_by(|a, b| a < b));
        Trace { branches, ..self }
    }

    /// Everything that was reached, as places: branches come last, with [`BRANCH`] set in their numbers.
    pub fn all(&self) -> Trace {
        let mut counts = self.counts.clone();
        counts.extend(self.branches.iter().map(|branch| (branch | BRANCH, 1)));
        Trace::new(counts, self.file_bits)
    }

    /// The number of low bits of a place that do not identify its file.
    pub(super) fn file_bits(&self) -> u32 {
        self.file_bits
    }

    /// How many places were reached.
    pub fn places(&self) -> usize {
        self.counts.len()
    }

    /// Each place that was reached, with its count.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.counts.iter().copied()
    }

    /// The file that a place is in.
    pub fn file(&self, place: u32) -> u32 {
        place.checked_shr(self.file_bits).unwrap_or(0)
    }

    /// The reached places in pages of `size` possible places: the number of each page, and its counts.
    pub(super) fn pages(&self, size: u32) -> impl Iterator<Item = (u32, &[(u32, u32)])> {
        let pieces = self.counts.chunk_by(move |a, b| a.0 / size == b.0 / size);
        pieces.map(move |piece| (piece[0].0 / size, piece))
    }

    /// The similarity of two runs, from 0 to 1: twice the common executions divided by all executions (paper 004,
    /// Eq. 3, with executions of places for lines of a log).
    pub fn similarity(&self, other: &Trace) -> f64 {
        let total = |trace: &Trace| trace.counts.iter().map(|(_, count)| u64::from(*count)).sum::<u64>();
        let all = total(self) + total(other);
        if all == 0 { 1.0 } else { 2.0 * self.common(other) as f64 / all as f64 }
    }

    /// The number of executions that both have in common.
    fn common(&self, other: &Trace) -> u64 {
        let (mut a, mut b) = (self.counts.as_slice(), other.counts.as_slice());
        let mut common = 0;
        while let ([(place_a, count_a), ..], [(place_b, count_b), ..]) = (a, b) {
            if place_a == place_b {
                common += u64::from(*count_a.min(count_b));
            }
            // Branch-free, since this is done for every pair of a population.
            a = &a[usize::from(place_a <= place_b)..];
            b = &b[usize::from(place_b <= place_a)..];
        }
        common
    }
}
