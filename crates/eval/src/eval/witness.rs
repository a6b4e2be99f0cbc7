//! Witnesses: models that demonstrably satisfy a question.

use super::{Evaluator, Limits, Model, Unknown};
use gainsay_lang::script::{Claims, Question, Term};

/// A model under which every assertion of a question evaluates to true, or is proved to be true where a
/// quantifier ranges over more values than can be tried. Can only be made by these checks, and knows which
/// question it is for.
#[derive(Clone, Debug)]
pub struct Witness {
    model: Model,
    claims: Claims,
}

/// Why a model was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejection {
    #[error("an assertion is false")]
    False(Term),
    #[error("an assertion is not known to be true: {1}")]
    Unknown(Term, Unknown),
    /// A recursive definition is an axiom, which may have no solution.
    #[error("a recursive definition may have no solution")]
    Recursive,
    #[error("the script was not understood")]
    NotUnderstood,
}

impl Witness {
    /// Checks a model by evaluating all assertions.
    pub fn check(question: &Question<'_>, model: Model) -> Result<Witness, Rejection> {
        Witness::check_within(question, model, Limits::default())
    }

    /// Like `check`, within these limits.
    pub fn check_within(question: &Question<'_>, model: Model, limits: Limits) -> Result<Witness, Rejection> {
        accepts(question, &model, limits, &mut |_| false)
            .map(|()| Witness { model, claims: question.claims() })
    }

    /// Like `check`, except that an assertion whose value is unknown may be proved, by refuting its negation
    /// under this model.
    pub fn check_proving(
        question: &Question<'_>,
        model: Model,
        limits: Limits,
        mut proves: impl FnMut(Term) -> bool,
    ) -> Result<Witness, Rejection> {
        accepts(question, &model, limits, &mut proves).map(|()| Witness { model, claims: question.claims() })
    }

    /// Checks the same model for another question.
    pub fn of(&self, question: &Question<'_>) -> Result<Witness, Rejection> {
        accepts(question, &self.model, Limits::default(), &mut |_| false)
            .map(|()| Witness { model: self.model.clone(), claims: question.claims() })
    }

    /// Whether it is a witness of this question.
    pub fn is_for(&self, question: &Question<'_>) -> bool {
        self.claims == question.claims()
    }

    /// The model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The model, by itself.
    pub fn into_model(self) -> Model {
        self.model
    }
}

/// Evaluates all assertions under a model; those that are unknown may be proved instead.
fn accepts(
    question: &Question<'_>,
    model: &Model,
    limits: Limits,
    proves: &mut dyn FnMut(Term) -> bool,
) -> Result<(), Rejection> {
    if !question.is_understood() {
        return Err(Rejection::NotUnderstood);
    }
    if !question.terms.recursion_ends() || model.is_circular(&question.terms) {
        return Err(Rejection::Recursive);
    }
    let mut evaluator = Evaluator::new(&question.terms, model, limits);
    for assertion in question.assertions() {
        match evaluator.eval_bool(assertion) {
            Ok(true) => {}
            Ok(false) => return Err(Rejection::False(assertion)),
            Err(_) if proves(assertion) => {}
            Err(unknown) => return Err(Rejection::Unknown(assertion, unknown)),
        }
    }
    Ok(())
}
