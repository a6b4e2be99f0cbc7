//! What is done besides, within a share of the time.

use std::time::Duration;

/// Keeps count of the time that something takes which must not take more than one part in so many of all.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    one_in: u32,
    spent: Duration,
}

impl Share {
    pub fn one_in(parts: u32) -> Share {
        Share { one_in: parts, spent: Duration::ZERO }
    }

    /// Whether it would have no more than its share of all the time so far if it were done once more, and took so long. The
    /// first time may be at once.
    pub fn has_room_for(&self, cost: Duration, all: Duration) -> bool {
        self.spent.is_zero() || self.spent + cost <= all / self.one_in
    }

    pub fn note(&mut self, took: Duration) {
        self.spent += took;
    }
}
