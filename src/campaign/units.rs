//! Which units are left to do.

use crate::store::Done;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// A flag that ends a campaign early: what is being asked is cut short and not counted.
#[derive(Clone, Default, Debug)]
pub struct Stop(pub Arc<AtomicBool>);

impl Stop {
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Hands out the numbers of units that are not done, in order.
pub struct Units {
    next: Mutex<u64>,
    done: Done,
    /// The first number that is not handed out.
    end: u64,
    deadline: Option<Instant>,
    stop: Stop,
    /// Set when there is no point in going on.
    closed: AtomicBool,
}

impl Units {
    pub fn new(done: Done, first: u64, end: Option<u64>, deadline: Option<Instant>, stop: Stop) -> Units {
        Units {
            next: Mutex::new(first),
            done,
            end: end.unwrap_or(u64::MAX),
            deadline,
            stop,
            closed: AtomicBool::new(false),
        }
    }

    /// Whether nothing more is to be begun.
    pub fn is_over(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late || self.stop.is_set() || self.closed.load(Ordering::Relaxed)
    }

    pub fn take(&self) -> Option<u64> {
        if self.is_over() {
            return None;
        }
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let unit = self.done.next_open(*next);
        if unit >= self.end {
            return None;
        }
        *next = unit + 1;
        Some(unit)
    }

    /// Hands out those that come next, as far as they are below the end.
    pub fn take_below(&self, end: u64) -> Vec<u64> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let mut taken = Vec::new();
        let mut unit = self.done.next_open(*next);
        while unit < end.min(self.end) {
            taken.push(unit);
            *next = unit + 1;
            unit = self.done.next_open(*next);
        }
        taken
    }

    /// Hands out no more.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }
}
