//! Which form of a question costs least: learned for each kind from what the questions have cost.

use crate::hash::HashMap;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The two ways to put a question to a live process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The whole script, and `(reset)`.
    Plain,
    Scope,
}

/// What is known about the cost of questions, by their kind.
#[derive(Debug, Default)]
pub struct Choice {
    kinds: HashMap<String, Costs>,
}

#[derive(Debug, Default)]
struct Costs {
    asked: usize,
    plain: Mean,
    scope: Mean,
    /// Something was refused in a scope that is not refused without one.
    without_scopes: bool,
}

/// The square root of costs, on average: what a question costs by itself differs by more than what its form costs, but a form
/// in which some take very long is dear. New ones count more, because tests change.
#[derive(Debug, Default)]
struct Mean {
    count: usize,
    root: f64,
}

impl Costs {
    /// Whether one form is so much dearer than the other that there is no need for more trials.
    fn is_plain_to_see(&self) -> bool {
        let (low, high) = (self.plain.root.min(self.scope.root), self.plain.root.max(self.scope.root));
        self.plain.count >= FEW_TRIALS && self.scope.count >= FEW_TRIALS && high > low * 2.0
    }

    fn scope_every(&self) -> usize {
        if self.is_plain_to_see() { SCOPE_EVERY } else { SCOPE_EVERY_IF_CLOSE }
    }

    fn plain_every(&self) -> usize {
        let ratio = (self.plain.root / self.scope.root.max(f64::MIN_POSITIVE)).powi(2);
        ((7.0 * ratio) as usize).clamp(*PLAIN_EVERY.start(), *PLAIN_EVERY.end())
    }
}

impl Mean {
    fn add(&mut self, cost: Duration) {
        const LASTING: usize = 32;
        // One very slow question says more about itself than about its form.
        const LARGEST_STEP: f64 = 3.0;
        let root = cost.as_secs_f64().sqrt();
        let root = if self.count < FEW_TRIALS { root } else { root.min(LARGEST_STEP * self.root) };
        self.count += 1;
        self.root += (root - self.root) / self.count.min(LASTING) as f64;
    }
}

/// So many questions are asked in each form before one is chosen.
const TRIALS: usize = 6;
/// So few are enough where one form costs four times as much as the other.
const FEW_TRIALS: usize = 2;
/// One question in so many is always asked in the plain form, because what a solver does without scopes is other code: one in
/// eight, or fewer where they would take more than an eighth of the time.
const PLAIN_EVERY: RangeInclusive<usize> = 8..=64;
/// One in so many is asked in a scope where the plain form is cheaper; or in so few, where the two are close, as a slow
/// question or two among those in scopes may have decided it.
const SCOPE_EVERY: usize = 32;
const SCOPE_EVERY_IF_CLOSE: usize = 16;

impl Choice {
    /// How the next question of this kind is to be asked.
    pub fn next(&mut self, kind: &str) -> Way {
        let costs = self.of(kind);
        costs.asked += 1;
        if costs.without_scopes {
            return Way::Plain;
        }
        let in_turn = if costs.asked.is_multiple_of(2) { Way::Plain } else { Way::Scope };
        if costs.asked <= 2 * TRIALS && !costs.is_plain_to_see()
            || costs.plain.count == 0
            || costs.scope.count == 0
        {
            return in_turn;
        }
        match costs.scope.root < costs.plain.root {
            true if costs.asked.is_multiple_of(costs.plain_every()) => Way::Plain,
            true => Way::Scope,
            false if costs.asked.is_multiple_of(costs.scope_every()) => Way::Scope,
            false => Way::Plain,
        }
    }

    /// Notes what a question of this kind has cost.
    pub fn note(&mut self, kind: &str, way: Way, cost: Duration) {
        let costs = self.of(kind);
        match way {
            Way::Plain => costs.plain.add(cost),
            Way::Scope => costs.scope.add(cost),
        }
    }

    /// Notes that a question of this kind was given up after so long. An answer would have cost more.
    pub fn note_lost(&mut self, kind: &str, way: Way, after: Duration) {
        const MORE: u32 = 4;
        self.note(kind, way, after * MORE);
    }

    /// Notes that questions of this kind must not be asked in scopes.
    pub fn forbid_scopes(&mut self, kind: &str) {
        self.of(kind).without_scopes = true;
    }

    fn of(&mut self, kind: &str) -> &mut Costs {
        self.kinds.entry_ref(kind).or_default()
    }
}
