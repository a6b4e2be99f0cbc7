//! What is done besides, within a share of the time.

use std::time::Duration;

/// Keeps count of the time that something takes which must not take more than one part in so many of all.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    one_in: u32,
    spent: Duration,
    /// What it took the last time, which is what the next time is expected to take.
    last: Duration,
}

impl Share {
    pub fn one_in(parts: u32) -> Share {
        Share { one_in: parts, spent: Duration::ZERO, last: Duration::ZERO }
    }

    /// Whether it would have no more than its share of all the time so far if it were done once more. The first time may be
    /// at once.
    pub fn is_due(&self, all: Duration) -> bool {
        self.spent + self.last <= all / self.one_in
    }

    pub fn note(&mut self, took: Duration) {
        self.spent += took;
        self.last = took;
    }
}
