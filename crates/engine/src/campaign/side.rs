//! What is decided for a turn besides its arm, and learnt apart from it: what it brings depends little on the rest.

use super::bandit::{ArmKind, Bandit};
use crate::rng::Rng;

/// Some values, of which those get more turns that bring more.
pub struct Side<T> {
    values: Vec<T>,
    bandit: Bandit,
}

impl<T: Copy + PartialEq> Side<T> {
    pub fn new(values: Vec<T>) -> Side<T> {
        let bandit = Bandit::new(values.iter().map(|_| ArmKind::FromSeeds));
        Side { values, bandit }
    }

    /// The value for the next turn, if there is any.
    pub fn choose(&mut self, rng: &mut Rng) -> Option<T> {
        if self.values.is_empty() { None } else { self.values.get(self.bandit.choose(rng)).copied() }
    }

    /// Notes what units with this value have cost and brought.
    pub fn learn(&mut self, value: T, units: f64, seconds: f64, reward: f64) {
        if let Some(at) = self.values.iter().position(|known| *known == value) {
            self.bandit.learn(at, units, seconds, reward);
        }
    }
}
