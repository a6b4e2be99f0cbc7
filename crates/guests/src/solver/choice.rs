//! A choice between the two forms of a question in a session, learned for each kind of question from the costs.

use gainsay_lang::hash::HashMap;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The two ways to put a question to a live process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The whole script, and `(reset)`.
    Plain,
    Scope,
}

/// The observed costs by the kind of question.
#[derive(Debug, Default)]
pub struct Choice {
    kinds: HashMap<String, Costs>,
}

#[derive(Debug, Default)]
struct Costs {
    asked: usize,
    plain: Mean,
    scope: Mean,
    /// A question of this kind was rejected in a scope but not in the plain form.
    without_scopes: bool,
}

/// A moving average of the square roots of costs. The root damps differences between single questions, but keeps a
/// form expensive in which some questions take very long. Recent costs count more, because tests change.
#[derive(Debug, Default)]
struct Mean {
    count: usize,
    root: f64,
}

impl Costs {
    /// Whether one form costs so much more than the other that no further trials are needed.
    fn is_clear(&self) -> bool {
        let (low, high) = (self.plain.root.min(self.scope.root), self.plain.root.max(self.scope.root));
        self.plain.count >= FEW_TRIALS && self.scope.count >= FEW_TRIALS && high > low * 2.0
    }

    fn scope_every(&self) -> usize {
        if self.is_clear() { SCOPE_EVERY } else { SCOPE_EVERY_IF_CLOSE }
    }

    fn plain_every(&self) -> usize {
        let ratio = (self.plain.root / self.scope.root.max(f64::MIN_POSITIVE)).powi(2);
        ((7.0 * ratio) as usize).clamp(*PLAIN_EVERY.start(), *PLAIN_EVERY.end())
    }
}

impl Mean {
    fn add(&mut self, cost: Duration) {
        const LASTING: usize = 32;
        // A single very slow question says more about itself than about its form.
        const LARGEST_STEP: f64 = 3.0;
        let root = cost.as_secs_f64().sqrt();
        let root = if self.count < FEW_TRIALS { root } else { root.min(LARGEST_STEP * self.root) };
        self.count += 1;
        self.root += (root - self.root) / self.count.min(LASTING) as f64;
    }
}

/// How many questions are asked in each form before one form is chosen.
const TRIALS: usize = 6;
/// As few are enough if one form costs four times as much as the other.
const FEW_TRIALS: usize = 2;
/// If scopes are cheaper, one in this many questions is still asked in the plain form, since solvers use other
/// code there: one in 8, or fewer if these took more than an eighth of the time.
const PLAIN_EVERY: RangeInclusive<usize> = 8..=64;
/// If the plain form is cheaper, one in this many questions is asked in a scope. If the two are close, more are,
/// since a few slow questions may have decided between them.
const SCOPE_EVERY: usize = 32;
const SCOPE_EVERY_IF_CLOSE: usize = 16;

impl Choice {
    /// The form for the next question of this kind.
    pub fn next(&mut self, kind: &str) -> Way {
        let costs = self.of(kind);
        costs.asked += 1;
        if costs.without_scopes {
            return Way::Plain;
        }
        let in_turn = if costs.asked.is_multiple_of(2) { Way::Plain } else { Way::Scope };
        if costs.asked <= 2 * TRIALS && !costs.is_clear() || costs.plain.count == 0 || costs.scope.count == 0
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

    /// Records the cost of a question of this kind.
    pub fn note(&mut self, kind: &str, way: Way, cost: Duration) {
        let costs = self.of(kind);
        match way {
            Way::Plain => costs.plain.add(cost),
            Way::Scope => costs.scope.add(cost),
        }
    }

    /// Records that a question of this kind was given up after this time. An answer would have cost more.
    pub fn note_lost(&mut self, kind: &str, way: Way, after: Duration) {
        const MORE: u32 = 4;
        self.note(kind, way, after * MORE);
    }

    /// Asks no more questions of this kind in scopes.
    pub fn forbid_scopes(&mut self, kind: &str) {
        self.of(kind).without_scopes = true;
    }

    fn of(&mut self, kind: &str) -> &mut Costs {
        self.kinds.entry_ref(kind).or_default()
    }
}
