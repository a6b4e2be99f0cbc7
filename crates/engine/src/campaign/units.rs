//! Hands out the units that are left to do.

use crate::store::{Done, Leases, StoreError, Taken};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A flag that ends a campaign early: questions in progress are interrupted, and their units do not count.
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

/// Hands out the numbers of units that are not done, in order; shared by all workers of a process.
pub struct Units {
    source: Mutex<Source>,
    /// One past the last unit, if there is an end.
    end: Option<u64>,
    deadline: Option<Instant>,
    stop: Stop,
    /// Set when going on would be pointless.
    closed: AtomicBool,
    /// Set while all units that are left belong to others.
    waits: AtomicBool,
    /// The error that ended the supply of units.
    failure: Mutex<Option<StoreError>>,
}

/// Where units come from.
enum Source {
    /// All units that are not done, in a campaign of this process alone.
    Own { next: u64, done: Done },
    /// Units of blocks that this process has leased, in a shared campaign.
    Leased { waiting: VecDeque<u64>, leases: Arc<Leases>, blocks: u64, since: Instant },
}

/// The most blocks that are leased at once.
const MOST_BLOCKS: u64 = 16;
/// If the last blocks lasted for less than this, twice as many are leased.
const WORTH_ASKING: Duration = Duration::from_secs(4);
/// The pause before asking again while others have all blocks that are left.
const PAUSE: Duration = Duration::from_millis(200);

impl Units {
    pub fn new(done: Done, first: u64, end: Option<u64>, deadline: Option<Instant>, stop: Stop) -> Units {
        Units::of(Source::Own { next: first, done }, end, deadline, stop)
    }

    /// The units of a shared campaign, for a process with this many workers.
    pub fn shared(
        leases: Arc<Leases>,
        jobs: usize,
        end: Option<u64>,
        deadline: Option<Instant>,
        stop: Stop,
    ) -> Units {
        let (waiting, blocks, since) = (VecDeque::new(), (jobs as u64).div_ceil(2), Instant::now());
        Units::of(Source::Leased { waiting, leases, blocks, since }, end, deadline, stop)
    }

    fn of(source: Source, end: Option<u64>, deadline: Option<Instant>, stop: Stop) -> Units {
        let (closed, waits, failure) = Default::default();
        Units { source: Mutex::new(source), end, deadline, stop, closed, waits, failure }
    }

    /// Whether no further unit may begin.
    pub fn is_over(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late || self.stop.is_set() || self.closed.load(Ordering::Relaxed)
    }

    /// The next unit. Waits while others have all that is left, since they may not finish it.
    pub fn take(&self) -> Option<u64> {
        while !self.is_over() {
            let mut source = self.source();
            if let Some(unit) = source.next(0..self.end.unwrap_or(u64::MAX)) {
                return Some(unit);
            }
            let taken = source.refill(self.end);
            self.waits.store(matches!(taken, Ok(Taken::Busy)), Ordering::Relaxed);
            match taken {
                Ok(Taken::Units(_)) => {}
                Ok(Taken::Over) => return None,
                Ok(Taken::Busy) => {
                    drop(source);
                    sleep(PAUSE);
                }
                Err(error) => {
                    *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    self.close();
                }
            }
        }
        None
    }

    /// The next units, as long as they are in a range.
    pub fn take_within(&self, range: Range<u64>) -> Vec<u64> {
        let mut source = self.source();
        let end = self.end.map_or(range.end, |last| last.min(range.end));
        std::iter::from_fn(|| source.next(range.start..end)).collect()
    }

    /// Ends the supply.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Whether all units that are left belong to others. Results of this process that wait to be written may be
    /// among them.
    pub fn is_waiting(&self) -> bool {
        self.waits.load(Ordering::Relaxed)
    }

    /// Takes the error that ended the supply, if one did.
    pub fn failure(&self) -> Option<StoreError> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn source(&self) -> MutexGuard<'_, Source> {
        self.source.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Source {
    /// The next unit that is at hand, if it is in a range.
    fn next(&mut self, range: Range<u64>) -> Option<u64> {
        match self {
            Source::Own { next, done } => {
                let unit = Some(done.next_open(*next)).filter(|unit| range.contains(unit))?;
                *next = unit + 1;
                Some(unit)
            }
            Source::Leased { waiting, .. } => {
                waiting.front().filter(|unit| range.contains(unit))?;
                waiting.pop_front()
            }
        }
    }

    /// Leases more blocks, in a shared campaign.
    fn refill(&mut self, end: Option<u64>) -> Result<Taken, StoreError> {
        let Source::Leased { waiting, leases, blocks, since } = self else { return Ok(Taken::Over) };
        if since.elapsed() < WORTH_ASKING {
            *blocks = (*blocks * 2).min(MOST_BLOCKS);
        }
        *since = Instant::now();
        let taken = leases.take(*blocks, end)?;
        if let Taken::Units(units) = &taken {
            waiting.extend(units);
        }
        Ok(taken)
    }
}
