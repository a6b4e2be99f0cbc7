//! A cache of prepared seeds for many workers: each is prepared once, and the least recently used make room (LRU).

use super::{Library, SeedRecord, Unusable, investigate, restore};
use gainsay_guests::solver::{Limits, Solver};
use gainsay_lang::answer::Status;
use gainsay_lang::hash::HashMap;
use gainsay_strategies::strategy::Seed;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// A store of what is known about seeds, beyond the run of a program.
pub trait Memory: Send + Sync {
    fn recall(&self, origin: &str, digest: u64) -> Option<SeedRecord>;
    /// Stores a record; returns the one that is stored now, which may be an earlier one by another worker.
    fn remember(&self, record: SeedRecord) -> SeedRecord;
}

/// A memory that is lost when the program ends.
#[derive(Default, Debug)]
pub struct InMemory(Mutex<BTreeMap<(String, u64), SeedRecord>>);

impl Memory for InMemory {
    fn recall(&self, origin: &str, digest: u64) -> Option<SeedRecord> {
        locked(&self.0).get(&(origin.to_owned(), digest)).cloned()
    }

    fn remember(&self, record: SeedRecord) -> SeedRecord {
        locked(&self.0).insert((record.origin.clone(), record.digest), record.clone());
        record
    }
}

/// How many seeds have which status, each counted once.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Counts {
    pub sat: usize,
    pub unsat: usize,
    /// Usable seeds whose answer is not known, by the reason.
    pub unknown: BTreeMap<String, usize>,
    /// By the reason.
    pub unusable: BTreeMap<&'static str, usize>,
}

/// A seed that is prepared, or is being prepared by one worker while others wait.
type Slot = Arc<OnceLock<Result<Arc<Seed>, Unusable>>>;

/// An LRU cache of prepared seeds over a library.
pub struct SeedCache {
    library: Library,
    solvers: Vec<Solver>,
    limits: Limits,
    memory: Arc<dyn Memory>,
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// With the time of last use: a counter that only grows.
    slots: HashMap<usize, (Slot, u64)>,
    time: u64,
    counts: Counts,
    counted: Vec<bool>,
    /// How many of `counted` are true.
    known: usize,
}

/// The most prepared seeds that are kept by default.
const MOST: usize = 512;

impl SeedCache {
    pub fn new(library: Library, solvers: Vec<Solver>, limits: Limits, memory: Arc<dyn Memory>) -> SeedCache {
        let state = State { counted: vec![false; library.len()], ..State::default() };
        SeedCache { library, solvers, limits, memory, most: MOST, state: Mutex::new(state) }
    }

    /// Keeps at most this many prepared seeds, and at least one.
    pub fn keeping(mut self, most: usize) -> SeedCache {
        self.most = most.max(1);
        self
    }

    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The statuses found so far.
    pub fn counts(&self) -> Counts {
        locked(&self.state).counts.clone()
    }

    /// How many seeds have a known status.
    pub fn known(&self) -> usize {
        locked(&self.state).known
    }

    /// How many seeds are in memory.
    pub fn kept(&self) -> usize {
        locked(&self.state).slots.len()
    }

    /// The prepared seed with this number. If another worker is preparing it, waits for that.
    pub fn get(&self, number: usize) -> Result<Arc<Seed>, Unusable> {
        let slot = locked(&self.state).slot(number, self.most);
        slot.get_or_init(|| {
            let made = self.make(number);
            locked(&self.state).count(number, &made);
            made.map(|(seed, _)| Arc::new(seed))
        })
        .clone()
    }

    /// Makes a seed from its stored record, or investigates it; and the reason for its answer.
    fn make(&self, number: usize) -> Result<(Seed, String), Unusable> {
        let draft = self.library.load(number)?;
        if draft.known.is_none()
            && let Some(record) = self.memory.recall(&draft.origin, draft.digest)
        {
            match restore(&draft, &record) {
                // Our evaluator has changed since the record was made.
                Err(Unusable::Outdated) => {}
                seed => return Ok((seed?, record.why)),
            }
        }
        let record = investigate(&draft, &self.solvers, &self.limits)
            .map_err(|error| Unusable::Unasked(error.to_string()))?;
        let record = if draft.known.is_none() { self.memory.remember(record) } else { record };
        Ok((restore(&draft, &record)?, record.why))
    }
}

impl State {
    /// The slot of a seed, which becomes the most recently used one. The least recently used ones are dropped.
    fn slot(&mut self, number: usize, most: usize) -> Slot {
        self.time += 1;
        let time = self.time;
        if let Some((slot, used)) = self.slots.get_mut(&number) {
            *used = time;
            return slot.clone();
        }
        while self.slots.len() >= most {
            // Seeds that are being prepared stay, or they would be prepared twice.
            let done = self.slots.iter().filter(|(_, (slot, _))| slot.get().is_some());
            let Some(oldest) = done.min_by_key(|(_, (_, used))| *used).map(|(&number, _)| number) else {
                break;
            };
            self.slots.remove(&oldest);
        }
        let slot = Slot::default();
        self.slots.insert(number, (slot.clone(), time));
        slot
    }

    fn count(&mut self, number: usize, made: &Result<(Seed, String), Unusable>) {
        if std::mem::replace(&mut self.counted[number], true) {
            return;
        }
        self.known += 1;
        let counts = &mut self.counts;
        match made {
            Ok((seed, why)) => match seed.evidence.answer() {
                Status::Sat => counts.sat += 1,
                Status::Unsat => counts.unsat += 1,
                Status::Unknown => *counts.unknown.entry(why.clone()).or_default() += 1,
            },
            Err(unusable) => *counts.unusable.entry(unusable.reason()).or_default() += 1,
        }
    }
}

/// The guarded value, even if a thread panicked while holding the lock: it is never left half-changed.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
