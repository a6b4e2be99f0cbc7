//! The plan: which seeds and which test belong to which unit. A pure function of the campaign's random seed and
//! the unit's number.

use super::arm::Arm;
use super::guide::Guided;
use super::permutation::permuted;
use super::units::Stop;
use crate::seeds::{Library, SeedCache, Unusable};
use crate::store::{Setup, Store, StoreError};
use gainsay_guests::solver::Solver;
use gainsay_lang::rng::Rng;
use gainsay_prove::evidence::Test;
use gainsay_prove::rules::{OwnRuleError, RuleBook};
use gainsay_strategies::strategy::dialogue::as_dialogue;
use gainsay_strategies::strategy::{Inputs, NoStrategy, Scope, Seed, Skip, Steps, Strategy, choose};
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

/// The seeds of a campaign, counted from 0.
pub trait Supply: Sync {
    fn len(&self) -> usize;

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of seeds whose status has been settled: usable (with or without an answer) or not usable.
    fn known(&self) -> usize {
        self.len()
    }

    /// The seeds of the same kind as this one, itself among them.
    fn siblings(&self, at: usize) -> Range<usize>;

    /// A seed, or why it cannot be used.
    fn get(&self, at: usize) -> Result<Arc<Seed>, Refused>;

    /// The kept test that a block of units begins with in place of its seed, if there is one; always the same
    /// for a block.
    fn kept(&self, _block: u64, _like: &Seed) -> Option<Arc<Seed>> {
        None
    }

    /// Reloads which tests other workers have kept.
    fn look_around(&self) {}

    /// Offers the test of a unit as a future seed because it reached new code.
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

/// The seeds of a campaign. Solvers are asked about those whose status is unknown.
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

/// Units in a block: they share a seed, so that it is read only once.
pub const BLOCK: u64 = 50;
/// The number of blocks with short turns. All units of a turn have one arm; short turns at first let every arm
/// have a turn soon.
const EARLY: u64 = 4;
/// Units in a turn of the early blocks.
const SHORT: u64 = 5;
/// Units in a turn of later blocks: long enough that choosing and storing an arm costs next to nothing.
const LONG: u64 = 10;
/// The number of seeds that the main seed can be combined with.
const PARTNERS: usize = 4;
/// This many of the partners are siblings of the main seed.
const SIBLINGS: usize = 3;
/// How many other seeds are tried in place of one that cannot be used.
const REPLACEMENTS: u64 = 64;
/// How often a strategy is asked for a test in one unit.
const TRIES: usize = 8;
/// As `TRIES`, if the campaign is limited to some logics, statuses or widths, so that many tests are rejected.
const TRIES_IN_SCOPE: usize = 64;

/// Everything that determines the tests of a campaign.
#[derive(Clone)]
pub struct Plan {
    pub seed: u64,
    /// Units in a block.
    pub block: u64,
    pub strategies: Vec<&'static dyn Strategy>,
    /// The logics, statuses and widths that tests are limited to.
    pub scope: Arc<Scope>,
    /// The rules in use.
    pub book: &'static RuleBook,
}

/// Why a campaign's plan cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum NoPlan {
    #[error(transparent)]
    Strategy(#[from] NoStrategy),
    #[error(transparent)]
    Rules(#[from] OwnRuleError),
}

/// Consecutive units of a block with the same arm.
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

/// The result of making the test of a unit.
pub struct Made {
    pub strategy: &'static str,
    pub test: Option<Test>,
    /// The attempts that gave no test.
    pub skips: Vec<Skip>,
}

/// Streams of random numbers beside those of units.
mod stream {
    pub const ORDER: u64 = 0x6f72_6465_7200_0000;
    pub const SERIES: u64 = 0x7365_7269_6573_0000;
    pub const PARTNERS: u64 = 0x7061_7274_6e65_7273;
    pub const SIZE: u64 = 0x7369_7a65_0000_0000;
}

impl Plan {
    /// The plan of a campaign. Beginning, resuming and replaying all use this function, so they agree.
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

    /// The turn before this one in its block; `None` in the early blocks with short turns.
    pub fn turn_before(&self, turn: Turn) -> Option<Turn> {
        let block = self.block_of(turn.first);
        let before = self.turn_of(turn.first.checked_sub(1)?);
        (block >= EARLY && self.block_of(before.first) == block).then_some(before)
    }

    /// The seeds of a block. Every seed is the main seed once before any is a second time.
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

    /// Makes the test of a unit. A strategy that generates tests from scratch gets no seeds.
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

    /// One attempt at a test, made into a dialogue if the strategy's odds say so; rejected if it is out of
    /// scope.
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

    /// Makes the test of a unit again without the steps with these numbers; `None` if that is impossible.
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

    /// The inputs of a strategy; `None` if it needs a seed and there is none.
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
