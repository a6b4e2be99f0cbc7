//! What a turn of units is spent on.

use super::draw::Draw;
use crate::strategy::{Size, Strategy};
use std::fmt;

/// A strategy, and what its tests are like where it makes them from nothing.
#[derive(Clone, Copy)]
pub struct Arm {
    pub strategy: &'static dyn Strategy,
    /// Of no concern to a strategy that makes tests from seeds.
    pub size: Option<Size>,
    /// The names of operators that its tests have more often than others.
    pub favoured: [Option<&'static str>; FAVOURED],
    /// The options under which solvers are asked.
    pub options: Draw,
    /// The language of tiny tests, by its name; any without it.
    pub language: Option<&'static str>,
}

/// So many operators are favoured at once.
pub const FAVOURED: usize = 2;

impl Arm {
    pub fn new(strategy: &'static dyn Strategy, size: Option<Size>) -> Arm {
        Arm { strategy, size, favoured: [None; FAVOURED], options: Draw::NONE, language: None }
    }

    /// All that strategies can be spent on, their smallest tests first.
    pub fn all(strategies: &[&'static dyn Strategy]) -> Vec<Arm> {
        let most = strategies.iter().map(|strategy| strategy.sizes().len()).max().unwrap_or(0).max(1);
        let round = |at: usize| strategies.iter().filter_map(move |&strategy| Arm::at(strategy, at));
        (0..most).flat_map(round).collect()
    }

    /// The arm of a strategy's size with this number.
    fn at(strategy: &'static dyn Strategy, at: usize) -> Option<Arm> {
        match strategy.sizes() {
            [] => (at == 0).then(|| Arm::new(strategy, None)),
            sizes => sizes.get(at).map(|&size| Arm::new(strategy, Some(size))),
        }
    }

    /// What a strategy is spent on in its round with this number, if it goes through all of its sizes.
    pub fn in_round(strategy: &'static dyn Strategy, round: u64) -> Arm {
        let sizes = strategy.sizes();
        let size = (!sizes.is_empty()).then(|| sizes[(round % sizes.len() as u64) as usize]);
        Arm::new(strategy, size)
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.size {
            Some(size) => write!(f, "{} {}", size.word(), self.strategy.name()),
            None => f.write_str(self.strategy.name()),
        }
    }
}
