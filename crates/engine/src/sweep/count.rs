//! What came of formulas, counted.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::AddAssign;

/// What a solver did with a formula.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// `sat`, and its model was seen to satisfy the formula.
    SatWithModel,
    /// `sat` as it must be, but nothing is known about its model.
    Sat,
    /// `unsat`, as it must be.
    Unsat,
    /// `unsat`, and nothing speaks for it or against it.
    UnsatUnchecked,
    /// `sat`, and nothing speaks for it or against it.
    SatUnchecked,
    Unknown,
    Timeout,
    /// It does not take the formula.
    Rejected,
    /// It was not asked, because others like it took too long.
    LeftOut,
    /// It seems to be wrong: see the bugs.
    Suspicious,
}

impl Outcome {
    /// How it is called in a table.
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

/// How often each came.
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

    /// How many formulas got no answer.
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
