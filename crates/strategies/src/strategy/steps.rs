//! The steps by which a test is made.

use gainsay_prove::evidence::Step;
use gainsay_prove::rules::Inference;
use std::collections::BTreeSet;

/// Records the steps of a test. When a test is made again without some of them, tells the strategy which to leave
/// out.
#[derive(Clone, Default, Debug)]
pub struct Steps {
    taken: Vec<Step>,
    inferences: Vec<Inference>,
    drawn: usize,
    left_out: BTreeSet<usize>,
}

impl Steps {
    /// Leaves out the steps with these numbers, counted from 0 in the order in which they are drawn.
    pub fn without(left_out: impl IntoIterator<Item = usize>) -> Steps {
        Steps { left_out: left_out.into_iter().collect(), ..Steps::default() }
    }

    /// Announces a step; the strategy must do it if this returns true. The random choices that follow must be the
    /// same in both cases.
    pub fn take(&mut self, rule: impl Into<String>, at: impl Into<String>) -> bool {
        let number = self.drawn;
        self.drawn += 1;
        if self.left_out.contains(&number) {
            return false;
        }
        self.taken.push(Step { rule: rule.into(), at: at.into() });
        true
    }

    /// Announces a step that is an inference, as [`Steps::take`] does.
    pub fn infer(&mut self, by: &Inference, at: impl Into<String>) -> bool {
        let is_taken = self.take(by.name(), at);
        if is_taken && self.inferences.last() != Some(by) {
            self.inferences.push(by.clone());
        }
        is_taken
    }

    /// The inferences of the steps taken, with consecutive repetitions merged.
    pub fn inferences(&self) -> &[Inference] {
        &self.inferences
    }

    /// Announces a step that builds on one that was left out, so it is left out too.
    pub fn pass(&mut self) {
        self.drawn += 1;
    }

    /// How many steps were announced.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    pub fn taken(&self) -> &[Step] {
        &self.taken
    }
}
