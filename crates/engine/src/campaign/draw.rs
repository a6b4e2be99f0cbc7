//! Which options solvers are asked under in a turn, by number, and which were worth it.

use crate::rng::Rng;
use std::collections::BTreeMap;

/// Options by the number of the turn that they are drawn for; perhaps with one more, which is drawn for another turn. With the
/// campaign's random seed and the lists of its solvers, it says which options these are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Draw(u64);

/// The bits in which the first number stands; the other one stands above them, so that both fit into a database's integer.
const FIRST: u32 = 32;
const MOST: u64 = i32::MAX as u64;

impl Draw {
    /// The options that the user gave.
    pub const NONE: Draw = Draw(0);

    /// What is drawn for a turn.
    pub fn of_turn(turn: u64) -> Draw {
        Draw(turn % MOST + 1)
    }

    /// These options, and one more, which is drawn for a turn.
    pub fn with_another(self, turn: u64) -> Draw {
        Draw(self.first() | Draw::of_turn(turn).0 << FIRST)
    }

    /// As it is written down.
    pub fn number(self) -> u64 {
        self.0
    }

    pub fn of_number(number: u64) -> Draw {
        Draw(number)
    }

    pub fn is_none(self) -> bool {
        self == Draw::NONE
    }

    /// The number from which the options are drawn, ..
    pub fn first(self) -> u64 {
        self.0 & u64::from(u32::MAX)
    }

    /// .. and the one from which another is drawn, if there is one.
    pub fn another(self) -> Option<u64> {
        Some(self.0 >> FIRST).filter(|number| *number > 0)
    }
}

/// The draws that brought something, which are worth another turn.
#[derive(Default)]
pub struct Worth {
    records: BTreeMap<Draw, Record>,
}

#[derive(Clone, Copy, Default)]
struct Record {
    units: f64,
    reward: f64,
}

/// No more are remembered than these.
const REMEMBERED: usize = 64;

impl Worth {
    /// The options of a turn: new ones, or some that brought something, alone or with another.
    pub fn choose(&self, turn: u64, rng: &mut Rng) -> Draw {
        let known: Vec<Draw> = self.records.keys().copied().collect();
        if known.is_empty() || rng.coin() {
            return Draw::of_turn(turn);
        }
        let (one, other) = (*rng.pick(&known), *rng.pick(&known));
        let better = if self.rate(one) >= self.rate(other) { one } else { other };
        if rng.coin() { better } else { better.with_another(turn) }
    }

    /// Notes what units under these options have brought.
    pub fn learn(&mut self, draw: Draw, units: f64, reward: f64) {
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

    /// What a unit brings.
    fn rate(&self, draw: Draw) -> f64 {
        self.records.get(&draw).map_or(0.0, |record| record.reward / record.units)
    }
}
