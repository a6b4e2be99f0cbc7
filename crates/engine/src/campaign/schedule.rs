//! The schedule: which arm each turn of units gets.
//!
//! With `equal`, the arm is a function of the turn's number. With `learn`, arms that find more get more turns,
//! which depends on solvers and the clock. So the arm of a turn is decided once, under a lock, and stored with
//! the first of its units that is done: a unit remains a function of the campaign's setup, its number and the
//! stored row of its turn.

use super::arm::Arm;
use super::bandit::{ArmKind, Bandit};
use super::draw::{OptionBandit, OptionDraw};
use super::independent::IndependentBandit;
use super::plan::{Plan, Turn};
use crate::store::{Setup, Store, StoreError, TurnRow, TurnTable};
use gainsay_eval::enumerate::language as language_of;
use gainsay_lang::rng::Rng;
use gainsay_lang::theory::table;
use gainsay_strategies::strategy::Size;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The setting for a schedule that learns. The other one is `equal`.
pub const LEARN: &str = "learn";
pub const EQUAL: &str = "equal";

/// Decides the arms of turns.
pub struct Schedule {
    plan: Plan,
    learning: Option<Learning>,
}

struct Learning {
    arms: Vec<Arm>,
    table: TurnTable,
    state: Mutex<State>,
}

struct State {
    bandit: Bandit,
    /// Rewards of drawn solver options; `None` if options are not varied.
    options: Option<OptionBandit>,
    /// A second bandit, for the language of tiny tests.
    languages: IndependentBandit<&'static str>,
    /// The recent turns by their first unit: the number of the arm in the bandit, and the arm with its drawn
    /// parts.
    turns: BTreeMap<u64, (usize, Arm)>,
    /// Operators that occurred in earlier bugs, or changed recently: some turns favour them.
    suspicious: Vec<&'static str>,
}

/// How many turns are kept in memory: more than can be in progress. Older ones are in the database.
const REMEMBERED: usize = 1 << 16;
/// A resumed campaign learns from this many of the last turns. Older ones are nearly forgotten anyway.
const LEARNT_FROM: u64 = 1 << 12;
/// One in this many turns of generated tests favours suspicious operators.
const FAVOUR_ONE_IN: u64 = 3;
/// In one of this many turns solvers get drawn options instead of the user's alone.
const OPTIONS_ONE_IN: u64 = 10;
/// Streams of random numbers: for the arm, and for its options and language.
const STREAM: u64 = 0x7475_726e_7300_0000;
const SIDE_STREAM: u64 = 0x6f70_7469_6f6e_7300;

impl Schedule {
    /// The schedule of a campaign, with what the store says it has learned.
    pub fn of(setup: &Setup, plan: &Plan, store: &Store) -> Result<Schedule, StoreError> {
        let learning = match setup.schedule.as_str() {
            EQUAL => None,
            _ => Some(Learning::new(plan, store.turns()?)?),
        };
        Ok(Schedule { plan: plan.clone(), learning })
    }

    /// Adds operators to those that some turns favour, if the schedule learns. Names that are no operators are
    /// ignored.
    pub fn favour<'a>(&self, names: impl IntoIterator<Item = &'a str>) {
        let Some(learning) = &self.learning else { return };
        let mut state = learning.state();
        for name in names {
            if let Some(name) = operator_of(name)
                && !state.suspicious.contains(&name)
            {
                state.suspicious.push(name);
            }
        }
    }

    /// Lets some turns use options drawn from the solvers' lists, if the schedule learns.
    pub fn enable_options(&self) -> Result<(), StoreError> {
        let Some(learning) = &self.learning else { return Ok(()) };
        let mut options = OptionBandit::default();
        for TurnRow { options: number, reward, .. } in learning.table.last(LEARNT_FROM)? {
            options.learn(OptionDraw::of_number(number), UNITS_OF_A_TURN, reward);
        }
        learning.state().options = Some(options);
        Ok(())
    }

    /// Lets tiny tests be made in these languages, if the schedule learns.
    pub fn use_languages(&self, names: Vec<&'static str>) -> Result<(), StoreError> {
        let Some(learning) = &self.learning else { return Ok(()) };
        let mut languages = IndependentBandit::new(names);
        for TurnRow { language, cost, reward, .. } in learning.table.last(LEARNT_FROM)? {
            if let Some(row) = language.as_deref().and_then(language_of) {
                let seconds = Duration::from_nanos(cost).as_secs_f64();
                languages.learn(row.name, UNITS_OF_A_TURN, seconds, reward);
            }
        }
        learning.state().languages = languages;
        Ok(())
    }

    /// A schedule with equal turns for all arms, whatever they find.
    pub fn equal(plan: &Plan) -> Schedule {
        Schedule { plan: plan.clone(), learning: None }
    }

    /// The arm of a unit. If its turn has none yet, it is decided now.
    pub fn arm(&self, unit: u64) -> Arm {
        let turn = self.plan.turn_of(unit);
        let learnt = self.learning.as_ref().map(|learning| learning.arm(turn, &self.plan));
        learnt.unwrap_or_else(|| self.in_turn(turn))
    }

    /// One past the last unit of a run: from this unit on, tiny tests with the same options and language, which
    /// are asked about at once.
    pub fn end_of_run(&self, unit: u64) -> u64 {
        let first = self.arm(unit);
        let is_like_it = |unit: &u64| {
            let arm = self.arm(*unit);
            arm.size == Some(Size::Tiny) && (arm.options, arm.language) == (first.options, first.language)
        };
        let end = self.plan.end_of_block(unit);
        unit + (unit..end).take_while(is_like_it).count().max(1) as u64
    }

    /// The arm of a unit that was done: as stored, else as in a schedule with equal turns.
    pub fn written(&self, unit: u64) -> Arm {
        let turn = self.plan.turn_of(unit);
        let written = self.learning.as_ref().and_then(|learning| learning.written(turn));
        written.map_or_else(|| self.in_turn(turn), |(_, arm)| arm)
    }

    /// The arm of a turn with equal turns: strategies alternate, and those that generate tests go through their
    /// sizes.
    fn in_turn(&self, turn: Turn) -> Arm {
        let strategies = &self.plan.strategies;
        let count = strategies.len() as u64;
        Arm::in_round(strategies[(turn.number % count) as usize], turn.number / count)
    }

    /// Learns the cost and reward of a unit. Returns the row to be stored with the unit.
    pub fn learn(&self, unit: u64, cost: Duration, reward: f64) -> Option<TurnRow> {
        let turn = self.plan.turn_of(unit);
        let mut state = self.learning.as_ref()?.state();
        let (at, arm) = *state.turns.get(&turn.first)?;
        state.bandit.learn(at, 1.0, cost.as_secs_f64(), reward);
        if let Some(options) = &mut state.options {
            options.learn(arm.options, 1.0, reward);
        }
        if let Some(language) = arm.language {
            state.languages.learn(language, 1.0, cost.as_secs_f64(), reward);
        }
        Some(TurnRow { cost: cost.as_nanos() as u64, reward, ..row(turn, arm) })
    }

    /// The row of the turn of a unit that is not done yet.
    pub fn turn_row(&self, unit: u64) -> Option<TurnRow> {
        let turn = self.plan.turn_of(unit);
        let (_, arm) = *self.learning.as_ref()?.state().turns.get(&turn.first)?;
        Some(TurnRow { cost: 0, reward: 0.0, ..row(turn, arm) })
    }

    /// Learns from the turns of other workers.
    pub fn hear(&self, turns: &[TurnRow]) {
        let Some(learning) = &self.learning else { return };
        let mut state = learning.state();
        for TurnRow { strategy, size, options, language, cost, reward, .. } in turns {
            let seconds = Duration::from_nanos(*cost).as_secs_f64();
            if let Some(at) = find(&learning.arms, strategy, size.as_deref()) {
                state.bandit.learn(at, UNITS_OF_A_TURN, seconds, *reward);
            }
            if let Some(worth) = &mut state.options {
                worth.learn(OptionDraw::of_number(*options), UNITS_OF_A_TURN, *reward);
            }
            if let Some(known) = language.as_deref().and_then(language_of) {
                state.languages.learn(known.name, UNITS_OF_A_TURN, seconds, *reward);
            }
        }
    }
}

/// Roughly how many units a stored turn had.
const UNITS_OF_A_TURN: f64 = 10.0;

impl Learning {
    fn new(plan: &Plan, table: TurnTable) -> Result<Learning, StoreError> {
        let arms = Arm::all(&plan.strategies);
        let kind = |arm: &Arm| match arm.size {
            None => ArmKind::FromSeeds,
            Some(Size::Tiny) => ArmKind::Tiny,
            Some(Size::Small) => ArmKind::Small,
            Some(Size::Medium | Size::Large) => ArmKind::Larger,
        };
        let mut bandit = Bandit::new(arms.iter().map(kind));
        for TurnRow { strategy, size, cost, reward, .. } in table.last(LEARNT_FROM)? {
            if let Some(arm) = find(&arms, &strategy, size.as_deref()) {
                bandit.learn(arm, UNITS_OF_A_TURN, Duration::from_nanos(cost).as_secs_f64(), reward);
            }
        }
        let languages = IndependentBandit::new(Vec::new());
        let state =
            State { bandit, options: None, languages, turns: BTreeMap::new(), suspicious: Vec::new() };
        Ok(Learning { arms, table, state: Mutex::new(state) })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The arm of a turn: as remembered, as stored, or chosen now.
    fn arm(&self, turn: Turn, plan: &Plan) -> Arm {
        let mut state = self.state();
        if let Some((_, arm)) = state.turns.get(&turn.first) {
            return *arm;
        }
        let decided = self.written(turn).or_else(|| self.going_on(turn, plan, &state));
        let (at, arm) = decided.unwrap_or_else(|| {
            let mut rng = Rng::of_unit(plan.seed ^ STREAM, turn.number);
            let at = state.bandit.choose(&mut rng);
            let arm = favouring(self.arms[at], &state.suspicious, &mut rng);
            (at, state.beside(arm, turn.number, &mut Rng::of_unit(plan.seed ^ SIDE_STREAM, turn.number)))
        });
        state.turns.insert(turn.first, (at, arm));
        if state.turns.len() > REMEMBERED {
            state.turns.pop_first();
        }
        arm
    }

    /// A turn of tiny tests goes on to the end of its block: its tests share a language, and a change of
    /// language takes a solver longer than several tests.
    fn going_on(&self, turn: Turn, plan: &Plan, state: &State) -> Option<(usize, Arm)> {
        let before = plan.turn_before(turn)?;
        let (at, arm) = *state.turns.get(&before.first)?;
        (arm.size == Some(Size::Tiny)).then_some((at, arm))
    }

    fn written(&self, turn: Turn) -> Option<(usize, Arm)> {
        let TurnRow { strategy, size, operators, options, language, .. } =
            self.table.get(turn.first).ok()??;
        let at = find(&self.arms, &strategy, size.as_deref())?;
        let language = language.as_deref().and_then(language_of).map(|row| row.name);
        let mut arm = Arm { options: OptionDraw::of_number(options), language, ..self.arms[at] };
        for (place, name) in arm.favoured.iter_mut().zip(operators.split(' ')) {
            *place = operator_of(name);
        }
        Some((at, arm))
    }
}

impl State {
    /// The arm with the independent choices: in some turns drawn options, and for tiny tests a language.
    fn beside(&mut self, arm: Arm, turn: u64, rng: &mut Rng) -> Arm {
        let is_due = rng.one_in(OPTIONS_ONE_IN);
        let options = self.options.as_ref().filter(|_| is_due).map(|worth| worth.choose(turn, rng));
        let language = if arm.size == Some(Size::Tiny) { self.languages.choose(rng) } else { None };
        Arm { options: options.unwrap_or_default(), language, ..arm }
    }
}

/// The arm, in some turns with favoured operators.
fn favouring(mut arm: Arm, suspicious: &[&'static str], rng: &mut Rng) -> Arm {
    if arm.size.is_some() && !suspicious.is_empty() && rng.one_in(FAVOUR_ONE_IN) {
        arm.favoured = std::array::from_fn(|_| Some(*rng.pick(suspicious)));
    }
    arm
}

fn row(turn: Turn, arm: Arm) -> TurnRow {
    TurnRow {
        first: turn.first,
        strategy: arm.strategy.name().to_owned(),
        size: arm.size.map(|size| size.word().to_owned()),
        operators: arm.favoured.into_iter().flatten().collect::<Vec<_>>().join(" "),
        options: arm.options.number(),
        language: arm.language.map(str::to_owned),
        cost: 0,
        reward: 0.0,
    }
}

/// The operator of a name.
fn operator_of(name: &str) -> Option<&'static str> {
    table().meanings(name).first().map(|id| id.op().name)
}

fn find(arms: &[Arm], strategy: &str, size: Option<&str>) -> Option<usize> {
    arms.iter().position(|arm| arm.strategy.name() == strategy && arm.size.map(Size::word) == size)
}
