//! Guidance by coverage: tests that reach new code are kept and become seeds for all strategies.
//!
//! Which tests are kept depends on solvers, and which of them exist when a block begins depends on the clock.
//! So the kept test that a block begins with is decided once and stored before the block's first test is made:
//! a unit remains a function of the campaign's setup, its number and the stored choices, and can be made again.

use super::plan::{Refused, Supply};
use crate::seeds::Kept;
use crate::store::{KeptTable, StoreError, kept_origin};
use gainsay_lang::rng::Rng;
use gainsay_prove::evidence::Test;
use gainsay_strategies::strategy::Seed;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A supply of seeds that sometimes replaces a seed by a kept test.
pub struct Guided<S> {
    seeds: S,
    /// The campaign's random seed.
    seed: u64,
    table: KeptTable,
    state: Mutex<State>,
}

struct State {
    /// The units whose tests were kept, by logic.
    kept: BTreeMap<String, Vec<u64>>,
    /// The unit whose kept test each block begins with, where that is decided; `None`: none.
    choices: BTreeMap<u64, Option<u64>>,
}

/// One in this many blocks begins with a kept test.
const EVERY: u64 = 2;
/// The stream of random numbers for the choice.
const STREAM: u64 = 0x6b65_7074_0000_0000;

impl<S: Supply> Guided<S> {
    pub fn new(seeds: S, seed: u64, table: KeptTable) -> Result<Guided<S>, StoreError> {
        let mut kept: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for (unit, logic) in table.units()? {
            kept.entry(logic).or_default().push(unit);
        }
        let state = State { kept, choices: table.choices()? };
        Ok(Guided { seeds, seed, table, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The unit whose test a block begins with. Decided once, under a lock, and stored.
    fn choose(&self, block: u64, logic: &str) -> Option<u64> {
        let mut state = self.state();
        if let Some(choice) = state.choices.get(&block) {
            return *choice;
        }
        let candidates = state.kept.get(logic).map_or(&[][..], Vec::as_slice);
        let mut rng = Rng::of_unit(self.seed ^ STREAM, block);
        let choice = (!candidates.is_empty()).then(|| candidates[rng.index(candidates.len())]);
        // A choice that cannot be stored, for instance because the disk is full, is not used: the collector
        // will report the disk.
        let choice = self.table.choose(block, choice).ok().flatten();
        state.choices.insert(block, choice);
        choice
    }
}

impl<S: Supply> Supply for Guided<S> {
    fn len(&self) -> usize {
        self.seeds.len()
    }

    fn known(&self) -> usize {
        self.seeds.known()
    }

    fn siblings(&self, at: usize) -> Range<usize> {
        self.seeds.siblings(at)
    }

    fn get(&self, at: usize) -> Result<Arc<Seed>, Refused> {
        self.seeds.get(at)
    }

    fn kept(&self, block: u64, like: &Seed) -> Option<Arc<Seed>> {
        if block % EVERY != EVERY - 1 {
            return None;
        }
        let unit = self.choose(block, &like.logic)?;
        let kept = self.table.get(unit).ok()??;
        kept.seed().ok().map(Arc::new)
    }

    fn look_around(&self) {
        let Ok(units) = self.table.units() else { return };
        let mut kept: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for (unit, logic) in units {
            kept.entry(logic).or_default().push(unit);
        }
        self.state().kept = kept;
    }

    fn keep(&self, unit: u64, test: &Test) {
        let Some(kept) = Kept::of(kept_origin(unit), test) else { return };
        if self.table.keep(unit, &kept).is_ok() {
            let mut state = self.state();
            let units = state.kept.entry(kept.logic).or_default();
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
    }
}
