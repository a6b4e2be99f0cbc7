//! Draws of solver options: which options a turn uses, and which draws paid off.

use gainsay_lang::rng::Rng;
use std::collections::BTreeMap;

/// A draw of solver options, as the number of a turn, perhaps with a second number for one more option.
/// Together with the campaign's random seed and the option lists of its solvers it determines the options.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct OptionDraw(u64);

/// The bits of the first number. The second is stored above them; both fit into a signed 64-bit integer of a
/// database.
const FIRST: u32 = 32;
const MOST: u64 = i32::MAX as u64;

impl OptionDraw {
    /// No drawn options: the user's alone.
    pub const NONE: OptionDraw = OptionDraw(0);

    /// The draw of a turn.
    pub fn of_turn(turn: u64) -> OptionDraw {
        OptionDraw(turn % MOST + 1)
    }

    /// This draw with one more option, drawn for a turn.
    pub fn with_another(self, turn: u64) -> OptionDraw {
        OptionDraw(self.first() | OptionDraw::of_turn(turn).0 << FIRST)
    }

    /// The number under which it is stored.
    pub fn number(self) -> u64 {
        self.0
    }

    pub fn of_number(number: u64) -> OptionDraw {
        OptionDraw(number)
    }

    pub fn is_none(self) -> bool {
        self == OptionDraw::NONE
    }

    /// The number from which the options are drawn.
    pub fn first(self) -> u64 {
        self.0 & u64::from(u32::MAX)
    }

    /// The number from which one more option is drawn, if there is one.
    pub fn another(self) -> Option<u64> {
        Some(self.0 >> FIRST).filter(|number| *number > 0)
    }
}

/// A bandit for solver options: remembers the draws that earned a reward and repeats them.
#[derive(Default)]
pub struct OptionBandit {
    records: BTreeMap<OptionDraw, Record>,
}

#[derive(Clone, Copy, Default)]
struct Record {
    units: f64,
    reward: f64,
}

/// The most draws that are remembered.
const REMEMBERED: usize = 64;

impl OptionBandit {
    /// The draw of a turn: a new one, or one that earned a reward, alone or with one more option.
    pub fn choose(&self, turn: u64, rng: &mut Rng) -> OptionDraw {
        let known: Vec<OptionDraw> = self.records.keys().copied().collect();
        if known.is_empty() || rng.coin() {
            return OptionDraw::of_turn(turn);
        }
        let (one, other) = (*rng.pick(&known), *rng.pick(&known));
        let better = if self.rate(one) >= self.rate(other) { one } else { other };
        if rng.coin() { better } else { better.with_another(turn) }
    }

    /// Records the reward of units under a draw.
    pub fn learn(&mut self, draw: OptionDraw, units: f64, reward: f64) {
        if draw.is_none() || reward <= 0.0 && !self.records.contains_key(&draw) {
            return;
        }
        let record = self.records.entry(draw).or_default();
        record.units += units;
        record.reward += reward;
        if self.records.len() > REMEMBERED {
            let worst = self
                .records
                .keys()
                .copied()
                .min_by(|one, other| self.rate(*one).total_cmp(&self.rate(*other)));
            worst.and_then(|worst| self.records.remove(&worst));
        }
    }

    /// Reward per unit.
    fn rate(&self, draw: OptionDraw) -> f64 {
        self.records.get(&draw).map_or(0.0, |record| record.reward / record.units)
    }
}
