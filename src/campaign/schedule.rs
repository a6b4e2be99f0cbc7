//! Which strategy has its turn.

use crate::strategy::Strategy;

/// The strategy of a unit: all of them in turn. There must be one.
pub fn choose(unit: u64, strategies: &[&'static dyn Strategy]) -> &'static dyn Strategy {
    strategies[(unit % strategies.len() as u64) as usize]
}
