//! A time budget: optional work within a share of all time.

use std::time::Duration;

/// Limits the time of optional work to one part in `one_in` of all time.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    one_in: u32,
    spent: Duration,
}

impl Share {
    pub fn one_in(parts: u32) -> Share {
        Share { one_in: parts, spent: Duration::ZERO }
    }

    /// Whether doing it once more, at this cost, stays within the budget. The first time is always allowed.
    pub fn has_room_for(&self, cost: Duration, all: Duration) -> bool {
        self.spent.is_zero() || self.spent + cost <= all / self.one_in
    }

    pub fn note(&mut self, took: Duration) {
        self.spent += took;
    }
}
