//! What is done in which unit of work: a pure function of the campaign's number and the unit's.

use super::arm::Arm;
use super::guide::Guided;
use super::permutation::permuted;
use super::units::Stop;
use crate::evidence::Test;
use crate::rng::Rng;
use crate::rules::{OwnRuleError, RuleBook};
use crate::seeds::{Library, SeedCache, Unusable};
use crate::solver::Solver;
use crate::store::{Setup, Store, StoreError};
use crate::strategy::dialogue::as_dialogue;
use crate::strategy::{Inputs, NoStrategy, Scope, Seed, Skip, Steps, Strategy, choose};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The seeds of a campaign, counted from 0.
pub trait Supply: Sync {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many seeds are known: usable with an answer or without, or not usable.
    fn known(&self) -> usize {
        self.len()
    }

    /// The seeds that are like this one, itself among them.
    fn siblings(&self, at: usize) -> Range<usize>;

    /// A seed, or why it cannot be used.
    fn get(&self, at: usize) -> Result<Arc<Seed>, Refused>;

    /// The test that a block of units begins with in place of a seed, where there is one; always the same for a block.
    fn kept(&self, _block: u64, _like: &Seed) -> Option<Arc<Seed>> {
        None
    }

    /// Finds out which tests other workers have kept.
    fn look_around(&self) {}

    /// Offers the test of a unit, which reached what none before it did.
    fn keep(&self, _unit: u64, _test: &Test) {}
}

/// A seed that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    pub origin: String,
    pub why: Unusable,
}

impl Supply for SeedCache {
    fn len(&self) -> usize {
        self.library().len()
    }

    fn known(&self) -> usize {
        SeedCache::known(self)
    }

    fn siblings(&self, at: usize) -> Range<usize> {
        self.library().siblings(at)
    }

    fn get(&self, at: usize) -> Result<Arc<Seed>, Refused> {
        SeedCache::get(self, at).map_err(|why| Refused { origin: self.library().origin(at), why })
    }
}

/// The seeds of a campaign. Solvers are asked about those of which nothing is known yet.
pub fn supply(
    setup: &Setup,
    library: Library,
    solvers: Vec<Solver>,
    store: &Store,
    stop: &Stop,
) -> Result<Box<dyn Supply>, StoreError> {
    let memory = Arc::new(store.seeds(stop.0.clone())?);
    let cache = SeedCache::new(library, solvers, setup.limits(), memory);
    Ok(match setup.guide {
        Some(_) => Box::new(Guided::new(cache, setup.seed, store.kept()?)?),
        None => Box::new(cache),
    })
}

/// A seed is used for so many units in a row, so that it is read once for all of them.
pub const BLOCK: u64 = 50;
/// All units of a turn have one arm. The turns of the first blocks are short, so that everything has its turn soon ..
const EARLY: u64 = 4;
const SHORT: u64 = 5;
/// .. and later ones so long that deciding and writing down costs next to nothing.
const LONG: u64 = 10;
/// Seeds that the main one can be combined with.
const PARTNERS: usize = 4;
/// This many of them are like the main one.
const SIBLINGS: usize = 3;
/// Another seed is taken in place of one that cannot be used, so many times.
const REPLACEMENTS: u64 = 64;
/// A strategy is asked so many times for a test ..
const TRIES: usize = 8;
/// .. and so many where tests are limited, so that many are thrown away.
const TRIES_IN_SCOPE: usize = 64;

/// All that decides the tests of a campaign.
#[derive(Clone)]
pub struct Plan {
    pub seed: u64,
    /// For how many units in a row a seed is used.
    pub block: u64,
    pub strategies: Vec<&'static dyn Strategy>,
    /// What the tests are limited to.
    pub scope: Arc<Scope>,
    /// The rules in use.
    pub book: &'static RuleBook,
}

/// Why a campaign has no plan.
#[derive(Debug, thiserror::Error)]
pub enum NoPlan {
    #[error(transparent)]
    Strategy(#[from] NoStrategy),
    #[error(transparent)]
    Rules(#[from] OwnRuleError),
}

/// Units in a row that are spent on the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    pub number: u64,
    /// Its first unit.
    pub first: u64,
}

/// The seeds of a block of units.
pub struct BlockSeeds {
    pub block: u64,
    /// `None` if no seed can be used.
    pub inputs: Option<Inputs>,
    /// The seeds that were not used.
    pub refused: Vec<Refused>,
}

/// What came of a unit.
pub struct Made {
    pub strategy: &'static str,
    pub test: Option<Test>,
    /// The tries that gave no test.
    pub skips: Vec<Skip>,
}

/// Streams of random numbers that are not those of units.
mod stream {
    pub const ORDER: u64 = 0x6f72_6465_7200_0000;
    pub const SERIES: u64 = 0x7365_7269_6573_0000;
    pub const PARTNERS: u64 = 0x7061_7274_6e65_7273;
    pub const SIZE: u64 = 0x7369_7a65_0000_0000;
}

impl Plan {
    /// The plan of a campaign: whoever begins it, continues it or makes one of its tests again comes by here.
    pub fn of(setup: &Setup) -> Result<Plan, NoPlan> {
        let width = setup.max_width.map(u64::from);
        Ok(Plan {
            seed: setup.seed,
            block: setup.block,
            strategies: choose(&setup.strategies)?,
            scope: Arc::new(Scope::new(&setup.only_logics, setup.only_status.as_deref(), width)),
            book: RuleBook::with_own(&setup.rules)?,
        })
    }

    pub fn block_of(&self, unit: u64) -> u64 {
        unit / self.block
    }

    /// The first unit after the block of this one.
    pub fn end_of_block(&self, unit: u64) -> u64 {
        (self.block_of(unit) + 1).saturating_mul(self.block)
    }

    /// The turn that a unit belongs to.
    pub fn turn_of(&self, unit: u64) -> Turn {
        let block = self.block_of(unit);
        let turns = |length: u64| self.block.div_ceil(length);
        let (length, before) = match block.checked_sub(EARLY) {
            None => (SHORT, block * turns(SHORT)),
            Some(later) => (LONG, EARLY * turns(SHORT) + later * turns(LONG)),
        };
        let at = unit % self.block / length;
        Turn { number: before + at, first: block * self.block + at * length }
    }

    /// The turn before this one in its block, if turns are long already.
    pub fn turn_before(&self, turn: Turn) -> Option<Turn> {
        let block = self.block_of(turn.first);
        let before = self.turn_of(turn.first.checked_sub(1)?);
        (block >= EARLY && self.block_of(before.first) == block).then_some(before)
    }

    /// The seeds of a block: each is the main one once before any is a second time.
    pub fn seeds_of_block(&self, block: u64, supply: &dyn Supply) -> BlockSeeds {
        let mut refused = Vec::new();
        let mut take = |at: usize| match supply.get(at) {
            Ok(seed) if self.scope.admits_seed(&seed) => Some(seed),
            Ok(seed) => {
                refused.push(Refused { origin: seed.origin.clone(), why: Unusable::OutOfScope });
                None
            }
            Err(why) => {
                refused.push(why);
                None
            }
        };
        let main = (0..REPLACEMENTS).find_map(|replacement| {
            let at = self.main(block, replacement, supply.len())?;
            take(at).map(|seed| (at, seed))
        });
        let inputs = main.map(|(at, main)| {
            let mut rng = Rng::of_unit(self.seed ^ stream::PARTNERS, block);
            let siblings = supply.siblings(at);
            let draw = |partner| {
                let among = if partner < SIBLINGS && !siblings.is_empty() {
                    siblings.clone()
                } else {
                    0..supply.len()
                };
                take(among.start + rng.index(among.len()))
            };
            let mut others: Vec<Arc<Seed>> = (0..PARTNERS).filter_map(draw).collect();
            let main = match supply.kept(block, &main) {
                Some(kept) => {
                    others.insert(0, main);
                    kept
                }
                None => main,
            };
            Inputs { scope: self.scope.clone(), book: self.book, ..Inputs::new(main, others) }
        });
        BlockSeeds { block, inputs, refused }
    }

    fn main(&self, block: u64, replacement: u64, seeds: usize) -> Option<usize> {
        let seeds = seeds as u64;
        let pass = block.checked_div(seeds)?;
        let key = Rng::of_unit(self.seed ^ stream::ORDER, pass * REPLACEMENTS + replacement).next_u64();
        Some(permuted(seeds, key, block % seeds) as usize)
    }

    /// Makes the test of a unit. A strategy that makes tests from nothing gets no seeds.
    pub fn make(&self, unit: u64, arm: Arm, seeds: Option<&BlockSeeds>) -> Made {
        let mut made = Made { strategy: arm.strategy.name(), test: None, skips: Vec::new() };
        let Some(inputs) = self.inputs(unit, arm, seeds) else { return made };
        let mut rng = Rng::of_unit(self.seed, unit);
        for _ in 0..self.tries() {
            match self.attempt(arm.strategy, &inputs, &mut rng, &mut Steps::default()) {
                Ok(test) => return Made { test: Some(test), ..made },
                Err(skip) => made.skips.push(skip),
            }
        }
        made
    }

    fn tries(&self) -> usize {
        if self.scope.is_unlimited() { TRIES } else { TRIES_IN_SCOPE }
    }

    /// Makes a test, in its final form.
    fn attempt(
        &self,
        strategy: &dyn Strategy,
        inputs: &Inputs,
        rng: &mut Rng,
        steps: &mut Steps,
    ) -> Result<Test, Skip> {
        let test = strategy.make(inputs, rng, steps)?;
        let test = as_dialogue(test, strategy.dialogue_one_in(), rng, steps);
        if self.scope.admits(&test) { Ok(test) } else { Err(Skip::OutOfScope) }
    }

    /// Makes the test of a unit again, without the steps with these numbers, if it can be made without them.
    pub fn make_without(
        &self,
        unit: u64,
        arm: Arm,
        seeds: Option<&BlockSeeds>,
        left_out: &BTreeSet<usize>,
    ) -> Option<Test> {
        let inputs = self.inputs(unit, arm, seeds)?;
        let mut rng = Rng::of_unit(self.seed, unit);
        for _ in 0..self.tries() {
            let mut again = rng.clone();
            if self.attempt(arm.strategy, &inputs, &mut rng, &mut Steps::default()).is_ok() {
                let mut steps = Steps::without(left_out.iter().copied());
                let test = arm.strategy.make(&inputs, &mut again, &mut steps).ok()?;
                return Some(as_dialogue(test, arm.strategy.dialogue_one_in(), &mut again, &mut steps));
            }
        }
        None
    }

    /// What a strategy makes its test from. `None` if it needs a seed and there is none.
    fn inputs(&self, unit: u64, arm: Arm, seeds: Option<&BlockSeeds>) -> Option<Inputs> {
        if arm.strategy.needs_seeds() {
            return seeds?.inputs.clone();
        }
        let mut rng = Rng::of_unit(self.seed ^ stream::SIZE, unit);
        let size = arm.size.map_or(Inputs::LARGE, |size| size.draw(&mut rng));
        let favoured = arm.favoured.into_iter().flatten().collect();
        let series = Rng::of_unit(self.seed ^ stream::SERIES, self.block_of(unit)).next_u64();
        let scope = self.scope.clone();
        let book = self.book;
        Some(Inputs { scope, favoured, series, book, language: arm.language, ..Inputs::of_size(size) })
    }
}
