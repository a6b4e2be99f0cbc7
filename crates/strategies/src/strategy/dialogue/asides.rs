//! What a dialogue asks about the last answer, and which models it asks for besides.

use super::Dialogue;
use crate::answer::Status;
use crate::script::{Command, Term};

/// One of so many dialogues asks about its model.
const CURIOUS: u64 = 3;
/// One of so many of these, where there may be models, asks for other models and not for values.
const INSATIABLE: u64 = 4;
/// No more models than this are blocked.
const MOST_BLOCKS: usize = 3;
/// No more values than this are asked for.
const MOST_VALUES: usize = 3;

impl Dialogue<'_> {
    /// Questions about the answer, which is likely to be this: values and the truth of names, or the assumptions that matter.
    pub(super) fn asides(&mut self, expected: Status) -> Vec<Command> {
        // Few dialogues assume anything.
        if expected == Status::Unsat {
            let is_worth_it = !self.literals.is_empty();
            return is_worth_it.then_some(Command::GetUnsatAssumptions).into_iter().collect();
        }
        if !self.rng.one_in(CURIOUS) || !self.has_models {
            return Vec::new();
        }
        if self.rng.one_in(INSATIABLE) {
            return self.blocks();
        }
        let mut asides = Vec::new();
        asides.extend(self.parts().map(Command::GetValue));
        if self.has_names {
            asides.push(Command::GetAssignment);
        }
        asides
    }

    /// Some parts of what is asserted and assumed, if there are any that have values.
    fn parts(&mut self) -> Option<Box<[Term]>> {
        let parts = [&self.junk.claims, &self.junk.values].into_iter().flatten();
        let parts: Vec<Term> = parts.chain(&self.literals).copied().collect();
        let count = 1 + self.rng.index(MOST_VALUES);
        (!parts.is_empty()).then(|| (0..count).map(|_| *self.rng.pick(&parts)).collect())
    }

    /// Models that are to be followed by others: those with the same values are excluded.
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
