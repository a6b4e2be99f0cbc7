//! Candidate models from any source, which count only if the evaluator accepts them.

use gainsay_eval::eval::{Limits, Model, SortDomains, model_text, read_model_with};
use gainsay_lang::script::{ReadOptions, Script, Terms};
use gainsay_prove::evidence::witness_within;

/// A candidate model.
#[derive(Clone, Copy, Debug)]
pub struct CandidateModel<'a> {
    /// Its source, in words.
    pub by: &'a str,
    pub model: ModelSource<'a>,
}

/// The models by which a claim is examined.
#[derive(Clone, Copy, Debug)]
pub struct Candidates<'a> {
    /// The claimant's own model.
    pub own: Option<CandidateModel<'a>>,
    /// Models from all other sources.
    pub others: &'a [CandidateModel<'a>],
}

/// A model as text, or already read.
#[derive(Clone, Copy, Debug)]
pub enum ModelSource<'a> {
    Text(&'a str, ReadOptions),
    Model(&'a Model),
}

impl CandidateModel<'_> {
    /// The model, if it satisfies a script, and the script's terms with those that the model needs.
    pub(super) fn accepted(self, script: &Script) -> Option<(Terms, Model)> {
        self.accepted_as(script, |model| model)
    }

    /// Like `accepted`, but only if the model satisfies the script without interpreting partial functions
    /// such as division by zero. A solver that rewrites a formula may have chosen another interpretation.
    pub(super) fn accepted_regardless(self, script: &Script) -> Option<(Terms, Model)> {
        self.accepted_as(script, Model::without_partial)
    }

    fn accepted_as(self, script: &Script, altered: impl Fn(Model) -> Model) -> Option<(Terms, Model)> {
        let mut script = script.clone();
        let model = altered(match self.model {
            ModelSource::Text(text, reading) => read_model_with(&mut script, text, reading).ok()?.model,
            ModelSource::Model(model) => model.clone(),
        });
        let witness = witness_within(&script.question(), model, LIMITS).ok()?;
        Some((script.terms, witness.into_model()))
    }
}

/// A model with one line per symbol. Constants without a value are shown with the default that they were
/// evaluated with.
pub(super) fn lines(terms: &Terms, model: &Model) -> Vec<String> {
    let mut full = model.clone();
    for (decl, declared) in terms.decls().filter(|_| model.complete_with_defaults) {
        let is_open = declared.is_free() && declared.arg_sorts().is_some_and(|sorts| sorts.is_empty());
        if is_open && model.get(decl).is_none() {
            let value = SortDomains { terms, model }.default(declared.result_sort());
            // A value of the wrong sort is not shown.
            value.map(|value| full.set(terms, decl, value));
        }
    }
    model_text(terms, &full).lines().take(MOST_LINES).map(str::to_owned).collect()
}

const MOST_LINES: usize = 20;

pub(super) const LIMITS: Limits =
    Limits { work: 4_000_000, depth: 100_000, instances: 1 << 16, candidates: 64 };
