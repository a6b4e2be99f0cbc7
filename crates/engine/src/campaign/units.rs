//! Which units are left to do.

use crate::store::{Done, Leases, StoreError, Taken};
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

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
    source: Mutex<Source>,
    /// The first number that is not handed out.
    end: Option<u64>,
    deadline: Option<Instant>,
    stop: Stop,
    /// Set when there is no point in going on.
    closed: AtomicBool,
    /// Set while there is nothing to do until somebody has finished something.
    waits: AtomicBool,
    /// Why there are no more, if something is wrong.
    failure: Mutex<Option<StoreError>>,
}

/// Where units come from.
enum Source {
    /// All that are not done.
    Own { next: u64, done: Done },
    /// Blocks that this worker has of a shared campaign.
    Leased { waiting: VecDeque<u64>, leases: Arc<Leases>, blocks: u64, since: Instant },
}

/// At most so many blocks are taken at once ..
const MOST_BLOCKS: u64 = 16;
/// .. and more than the last time if those lasted for less than this.
const WORTH_ASKING: Duration = Duration::from_secs(4);
/// How long to wait where others have all that is left.
const PAUSE: Duration = Duration::from_millis(200);

impl Units {
    pub fn new(done: Done, first: u64, end: Option<u64>, deadline: Option<Instant>, stop: Stop) -> Units {
        Units::of(Source::Own { next: first, done }, end, deadline, stop)
    }

    /// The units of a shared campaign, for so many workers at a time.
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

    /// Whether nothing more is to be begun.
    pub fn is_over(&self) -> bool {
        let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        late || self.stop.is_set() || self.closed.load(Ordering::Relaxed)
    }

    /// The next one. Waits where others have what is left: they may not finish it.
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

    /// Hands out those that come next, as far as they are in a range.
    pub fn take_within(&self, range: Range<u64>) -> Vec<u64> {
        let mut source = self.source();
        let end = self.end.map_or(range.end, |last| last.min(range.end));
        std::iter::from_fn(|| source.next(range.start..end)).collect()
    }

    /// Hands out no more.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    /// Whether there is nothing to do until somebody has finished something, which may be what was done here.
    pub fn is_waiting(&self) -> bool {
        self.waits.load(Ordering::Relaxed)
    }

    /// What was wrong, if something was.
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

    /// Gets more, where there may be more.
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
