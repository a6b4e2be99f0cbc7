//! Requests after the last answer of a dialogue: values, names, assumptions, further models.

use super::Dialogue;
use gainsay_lang::answer::Status;
use gainsay_lang::script::{Command, Term};

/// One in this many dialogues asks about its model.
const ASKS_ABOUT_MODEL_ONE_IN: u64 = 3;
/// One in this many of those blocks models, if there may be some, and does not ask for values.
const BLOCKS_MODEL_ONE_IN: u64 = 4;
/// The most models that are blocked.
const MOST_BLOCKS: usize = 3;
/// The most values that are requested.
const MOST_VALUES: usize = 3;

impl Dialogue<'_> {
    /// Requests that fit the expected answer: values and truth assignments after `sat`, the unsat assumptions
    /// after `unsat`.
    pub(super) fn asides(&mut self, expected: Status) -> Vec<Command> {
        // Few dialogues assume anything.
        if expected == Status::Unsat {
            let is_worth_it = !self.literals.is_empty();
            return is_worth_it.then_some(Command::GetUnsatAssumptions).into_iter().collect();
        }
        if !self.rng.one_in(ASKS_ABOUT_MODEL_ONE_IN) || !self.has_models {
            return Vec::new();
        }
        if self.rng.one_in(BLOCKS_MODEL_ONE_IN) {
            return self.blocks();
        }
        let mut asides = Vec::new();
        asides.extend(self.parts().map(Command::GetValue));
        if self.has_names {
            asides.push(Command::GetAssignment);
        }
        asides
    }

    /// Some subterms of the assertions, and assumed literals; `None` if there are none.
    fn parts(&mut self) -> Option<Box<[Term]>> {
        let parts = [&self.junk.claims, &self.junk.values].into_iter().flatten();
        let parts: Vec<Term> = parts.chain(&self.literals).copied().collect();
        let count = 1 + self.rng.index(MOST_VALUES);
        (!parts.is_empty()).then(|| (0..count).map(|_| *self.rng.pick(&parts)).collect())
    }

    /// Commands that exclude models with the same values, so that the next answer has another model.
    fn blocks(&mut self) -> Vec<Command> {
        let count = 1 + self.rng.index(MOST_BLOCKS);
        let block = |dialogue: &mut Self| match dialogue.rng.below(4) {
            0 => Some(Command::BlockModel(":literals".into())),
            1 => Some(Command::BlockModel(":values".into())),
            _ => dialogue.parts().map(Command::BlockModelValues),
        };
        (0..count).filter_map(|_| block(self)).collect()
    }
}
