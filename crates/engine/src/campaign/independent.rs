//! A second bandit, for a choice whose reward is assumed to be independent of the arm.

use super::bandit::{ArmKind, Bandit};
use gainsay_lang::rng::Rng;

/// A bandit over some values.
pub struct IndependentBandit<T> {
    values: Vec<T>,
    bandit: Bandit,
}

impl<T: Copy + PartialEq> IndependentBandit<T> {
    pub fn new(values: Vec<T>) -> IndependentBandit<T> {
        let bandit = Bandit::new(values.iter().map(|_| ArmKind::FromSeeds));
        IndependentBandit { values, bandit }
    }

    /// The value for the next turn; `None` if there are no values.
    pub fn choose(&mut self, rng: &mut Rng) -> Option<T> {
        if self.values.is_empty() { None } else { self.values.get(self.bandit.choose(rng)).copied() }
    }

    /// Records the cost and reward of units with this value.
    pub fn learn(&mut self, value: T, units: f64, seconds: f64, reward: f64) {
        if let Some(at) = self.values.iter().position(|known| *known == value) {
            self.bandit.learn(at, units, seconds, reward);
        }
    }
}
