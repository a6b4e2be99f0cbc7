//! Arms: what a turn of units can be spent on.

use super::draw::OptionDraw;
use gainsay_strategies::strategy::{Size, Strategy};
use std::fmt;

/// A strategy, and for one that generates tests from scratch, what they are like.
#[derive(Clone, Copy)]
pub struct Arm {
    pub strategy: &'static dyn Strategy,
    /// `None` for a strategy that makes tests from seeds.
    pub size: Option<Size>,
    /// Operators that its tests use more often than others.
    pub favoured: [Option<&'static str>; FAVOURED],
    /// The options that solvers get.
    pub options: OptionDraw,
    /// The name of the language of tiny tests; `None`: any.
    pub language: Option<&'static str>,
}

/// How many operators are favoured at once.
pub const FAVOURED: usize = 2;

impl Arm {
    pub fn new(strategy: &'static dyn Strategy, size: Option<Size>) -> Arm {
        Arm { strategy, size, favoured: [None; FAVOURED], options: OptionDraw::NONE, language: None }
    }

    /// All arms of these strategies, the smallest sizes first.
    pub fn all(strategies: &[&'static dyn Strategy]) -> Vec<Arm> {
        let most = strategies.iter().map(|strategy| strategy.sizes().len()).max().unwrap_or(0).max(1);
        let round = |at: usize| strategies.iter().filter_map(move |&strategy| Arm::at(strategy, at));
        (0..most).flat_map(round).collect()
    }

    /// The arm for the strategy's size with this number.
    fn at(strategy: &'static dyn Strategy, at: usize) -> Option<Arm> {
        match strategy.sizes() {
            [] => (at == 0).then(|| Arm::new(strategy, None)),
            sizes => sizes.get(at).map(|&size| Arm::new(strategy, Some(size))),
        }
    }

    /// The arm of a strategy in its round with this number, if it goes through its sizes in turn.
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
