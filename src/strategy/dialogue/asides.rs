//! What a dialogue asks about the last answer.

use super::Dialogue;
use crate::answer::Status;
use crate::script::{Command, Term};

/// One of so many dialogues asks about its model.
const CURIOUS: u64 = 3;
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
        let mut asides = Vec::new();
        let parts = [&self.junk.claims, &self.junk.values].into_iter().flatten();
        let parts: Vec<Term> = parts.chain(&self.literals).copied().collect();
        if !parts.is_empty() {
            let count = 1 + self.rng.index(MOST_VALUES);
            let terms: Vec<Term> = (0..count).map(|_| *self.rng.pick(&parts)).collect();
            asides.push(Command::GetValue(terms.into()));
        }
        if self.has_names {
            asides.push(Command::GetAssignment);
        }
        asides
    }
}
