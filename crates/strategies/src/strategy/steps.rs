//! The steps by which a test is made.

use crate::evidence::Step;
use crate::rules::Inference;
use std::collections::BTreeSet;

/// Notes the steps of a test, and says which are to be left out when a test is made again without them.
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

    /// Announces a step; it is to be done if this says so. The random choices that follow must be the same whether the step is done or left out.
    pub fn take(&mut self, rule: impl Into<String>, at: impl Into<String>) -> bool {
        let number = self.drawn;
        self.drawn += 1;
        if self.left_out.contains(&number) {
            return false;
        }
        self.taken.push(Step { rule: rule.into(), at: at.into() });
        true
    }

    /// Announces a step by which the answer follows, as [`Steps::take`] does.
    pub fn infer(&mut self, by: &Inference, at: impl Into<String>) -> bool {
        let is_taken = self.take(by.name(), at);
        if is_taken && self.inferences.last() != Some(by) {
            self.inferences.push(by.clone());
        }
        is_taken
    }

    /// The inferences of the steps that were taken, once where a step was taken several times in a row.
    pub fn inferences(&self) -> &[Inference] {
        &self.inferences
    }

    /// Announces a step that builds on one that is left out, and so is left out too.
    pub fn pass(&mut self) {
        self.drawn += 1;
    }

    /// How many were announced.
    pub fn drawn(&self) -> usize {
        self.drawn
    }

    pub fn taken(&self) -> &[Step] {
        &self.taken
    }
}
