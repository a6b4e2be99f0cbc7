//! A set of numbers as ranges, for sets that are nearly one range.

use std::collections::BTreeMap;

/// The units of work that are done, as ranges that neither touch nor overlap.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Done(BTreeMap<u64, u64>);

impl Done {
    /// The ranges, each from its first number to its last.
    pub fn ranges(&self) -> impl Iterator<Item = (u64, u64)> {
        self.0.iter().map(|(&first, &last)| (first, last))
    }

    pub fn count(&self) -> u64 {
        self.ranges().map(|(first, last)| last - first + 1).sum()
    }

    /// The part of the set between two numbers (inclusive), as ranges.
    pub fn within(&self, from: u64, to: u64) -> impl Iterator<Item = (u64, u64)> {
        let before = self.0.range(..from).next_back();
        let ranges = before.into_iter().chain(self.0.range(from..=to));
        ranges
            .map(move |(&first, &last)| (first.max(from), last.min(to)))
            .filter(|(first, last)| first <= last)
    }

    pub fn contains(&self, number: u64) -> bool {
        self.end_of_range_at(number).is_some()
    }

    /// The first number from this one on that is not in the set.
    pub fn next_open(&self, from: u64) -> u64 {
        self.end_of_range_at(from).map_or(from, |last| last + 1)
    }

    fn end_of_range_at(&self, number: u64) -> Option<u64> {
        let (_, &last) = self.0.range(..=number).next_back()?;
        (last >= number).then_some(last)
    }

    pub fn insert(&mut self, number: u64) {
        self.insert_range(number, number);
    }

    pub fn insert_range(&mut self, mut first: u64, mut last: u64) {
        if let Some((&start, &end)) = self.0.range(..=first).next_back()
            && end.saturating_add(1) >= first
        {
            first = start;
            last = last.max(end);
        }
        while let Some((&start, &end)) = self.0.range(first..=last.saturating_add(1)).next_back() {
            self.0.remove(&start);
            last = last.max(end);
        }
        self.0.insert(first, last);
    }
}
