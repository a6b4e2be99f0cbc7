//! Counts of outcomes.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// The outcome of a formula for a solver.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// `sat`, and the model was checked.
    SatWithModel,
    /// `sat`, which is right, but the model was not checked.
    Sat,
    /// `unsat`, which is right.
    Unsat,
    /// `unsat`, and the right answer is not known.
    UnsatUnchecked,
    /// `sat`, and neither the right answer nor the model's value is known.
    SatUnchecked,
    Unknown,
    Timeout,
    /// It rejected the formula.
    Rejected,
    /// It was not asked, because similar formulas took too long.
    LeftOut,
    /// It seems to be wrong; confirmed bugs are listed separately.
    Suspicious,
}

impl Outcome {
    /// Its name in tables.
    pub fn word(self) -> &'static str {
        match self {
            Outcome::SatWithModel => "sat, model checked",
            Outcome::Sat => "sat",
            Outcome::Unsat => "unsat",
            Outcome::UnsatUnchecked => "unsat, unchecked",
            Outcome::SatUnchecked => "sat, unchecked",
            Outcome::Unknown => "unknown",
            Outcome::Timeout => "timeout",
            Outcome::Rejected => "rejected",
            Outcome::LeftOut => "not asked",
            Outcome::Suspicious => "suspicious",
        }
    }
}

/// The number of formulas with each outcome.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Count(pub BTreeMap<Outcome, u64>);

impl Count {
    pub fn add(&mut self, outcome: Outcome) {
        *self.0.entry(outcome).or_default() += 1;
    }

    pub fn get(&self, outcome: Outcome) -> u64 {
        self.0.get(&outcome).copied().unwrap_or(0)
    }

    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The number of formulas without an answer.
    pub fn unanswered(&self) -> u64 {
        let without = [Outcome::Unknown, Outcome::Timeout, Outcome::Rejected, Outcome::LeftOut];
        without.into_iter().map(|outcome| self.get(outcome)).sum()
    }
}

impl AddAssign<&Count> for Count {
    fn add_assign(&mut self, other: &Count) {
        for (&outcome, count) in &other.0 {
            *self.0.entry(outcome).or_default() += count;
        }
    }
}
