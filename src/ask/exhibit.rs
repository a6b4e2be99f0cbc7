//! Models that somebody has, and that count only if our evaluator accepts them.

use crate::eval::{Limits, Model, SortDomains, model_text, read_model_with};
use crate::evidence::witness_within;
use crate::script::{ReadOptions, Script, Terms};

/// A model that somebody has.
#[derive(Clone, Copy, Debug)]
pub struct Exhibit<'a> {
    /// Whose it is, in words.
    pub by: &'a str,
    pub model: Shown<'a>,
}

/// A model as a text, or as what it says.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'a> {
    Text(&'a str, ReadOptions),
    Model(&'a Model),
}

impl Exhibit<'_> {
    /// The model, if it satisfies a plain question, and the terms with those that it needs.
    pub(super) fn accepted(self, script: &Script) -> Option<(Terms, Model)> {
        self.accepted_as(script, |model| model)
    }

    /// The model, if it satisfies a plain question whatever values the standard leaves open, such as a division by zero:
    /// whoever rewrites a formula may have chosen others than the model.
    pub(super) fn accepted_regardless(self, script: &Script) -> Option<(Terms, Model)> {
        self.accepted_as(script, Model::without_partial)
    }

    fn accepted_as(self, script: &Script, altered: impl Fn(Model) -> Model) -> Option<(Terms, Model)> {
        let mut script = script.clone();
        let model = altered(match self.model {
            Shown::Text(text, reading) => read_model_with(&mut script, text, reading).ok()?.model,
            Shown::Model(model) => model.clone(),
        });
        let witness = witness_within(&script.question(), model, LIMITS).ok()?;
        Some((script.terms, witness.into_model()))
    }
}

/// A model, a line for each symbol; constants whose value is any are given the one that they were evaluated with.
pub(super) fn lines(terms: &Terms, model: &Model) -> Vec<String> {
    let mut full = model.clone();
    for (decl, declared) in terms.decls().filter(|_| model.complete_with_defaults) {
        let is_open = declared.is_free() && declared.arg_sorts().is_some_and(|sorts| sorts.is_empty());
        if is_open && model.get(decl).is_none() {
            let value = SortDomains { terms, model }.default(declared.result_sort());
            // What does not fit its sort is not shown.
            value.map(|value| full.set(terms, decl, value));
        }
    }
    model_text(terms, &full).lines().take(MOST_LINES).map(str::to_owned).collect()
}

const MOST_LINES: usize = 20;

pub(super) const LIMITS: Limits =
    Limits { work: 4_000_000, depth: 100_000, instances: 1 << 16, candidates: 64 };
