//! Judges the models of solvers, by the evaluator.

use super::Testimony;
use crate::ask::Kind;
use crate::ask::horn::Horn;
use gainsay_eval::eval::{Evaluator, Limits, Rejection, Witness, explain, read_model_with};
use gainsay_lang::script::{Question, ReadOptions, Terms};
use gainsay_prove::evidence::{witness, witness_within};

/// The verdict about a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelVerdict {
    /// Every assertion is true: the script is satisfiable.
    Valid,
    /// An assertion is false. Lists the smallest false sub-terms with the values that make them false.
    Invalid(Vec<String>),
    /// Not known; says why.
    Unknown(String),
}

/// Evaluates a question under the text of a model.
pub fn examine_model(question: &Question<'_>, model: &str, reading: ReadOptions) -> ModelVerdict {
    let mut script = question.clone().into_script();
    let read = match read_model_with(&mut script, model, reading) {
        Ok(read) => read,
        Err(error) => return ModelVerdict::Unknown(format!("the model is not understood: {error}")),
    };
    match witness_within(&script.question(), read.model.clone(), LIMITS) {
        Ok(_) => ModelVerdict::Valid,
        // That is what its reply is judged by, clause by clause.
        Err(Rejection::False(_)) if Kind::of(question) == Some(Kind(&Horn)) => {
            ModelVerdict::Unknown("it violates a clause".to_owned())
        }
        Err(Rejection::False(term)) => {
            let mut evaluator = Evaluator::new(&script.terms, &read.model, LIMITS);
            let parts = explain(&mut evaluator, term, MOST_PARTS);
            let lines = parts.iter().map(|part| part.to_text(&script.terms)).collect();
            ModelVerdict::Invalid(lines)
        }
        Err(rejection) => ModelVerdict::Unknown(rejection.to_string()),
    }
}

/// The first valid model of a solver as a witness, and the question's terms with those that it needs.
pub fn witness_among(
    question: &Question<'_>,
    testimonies: &[Testimony],
    models: &[Option<ModelVerdict>],
) -> Option<(Terms, Witness)> {
    let at = models.iter().position(|model| *model == Some(ModelVerdict::Valid))?;
    let Testimony { answer, model_reading, .. } = &testimonies[at];
    let mut script = question.clone().into_script();
    let read = read_model_with(&mut script, answer.model.as_ref()?, *model_reading).ok()?;
    let witness = witness(&script.question(), read.model).ok()?;
    Some((script.terms, witness))
}

/// Limits of about a second: there are many models, and an unknown verdict does no harm.
const LIMITS: Limits = Limits { work: 4_000_000, depth: 100_000, instances: 1 << 16, candidates: 64 };

/// Limit on the sub-terms in an explanation.
const MOST_PARTS: usize = 5;
