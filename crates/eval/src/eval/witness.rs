//! Witnesses: models under which a question is seen to be satisfiable.

use super::{Evaluator, Limits, Model, Unknown};
use crate::script::{Claims, Question, Term};

/// A model under which every assertion of a question evaluates to true, or is proved to be true where it is about more values
/// than can be tried. It can only be made by evaluating and proving, and knows the question that it is for.
#[derive(Clone, Debug)]
pub struct Witness {
    model: Model,
    claims: Claims,
}

/// Why a model is no witness.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Rejection {
    #[error("an assertion is false")]
    False(Term),
    #[error("an assertion is not known to be true: {1}")]
    Unknown(Term, Unknown),
    /// A definition that calls itself is an axiom, which may have no solution at all.
    #[error("a recursive definition may have no solution")]
    Recursive,
    #[error("the script was not understood")]
    NotUnderstood,
}

impl Witness {
    /// Evaluates all assertions.
    pub fn check(question: &Question<'_>, model: Model) -> Result<Witness, Rejection> {
        Witness::check_within(question, model, Limits::default())
    }

    /// The same, with as much work as is said.
    pub fn check_within(question: &Question<'_>, model: Model, limits: Limits) -> Result<Witness, Rejection> {
        accepts(question, &model, limits, &mut |_| false)
            .map(|()| Witness { model, claims: question.claims() })
    }

    /// The same, where what the evaluator does not know of an assertion may be proved: by a refutation of its contrary under this
    /// model.
    pub fn check_proving(
        question: &Question<'_>,
        model: Model,
        limits: Limits,
        mut proves: impl FnMut(Term) -> bool,
    ) -> Result<Witness, Rejection> {
        accepts(question, &model, limits, &mut proves).map(|()| Witness { model, claims: question.claims() })
    }

    /// The same model as a witness of another question, if it is one.
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

/// Whether all assertions are true under a model, as far as they are not proved otherwise.
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
