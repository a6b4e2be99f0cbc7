//! Witnesses: models under which a script is seen to be satisfiable.

use super::{Evaluator, Limits, Model, Unknown};
use crate::script::{Command, DeclKind, Script, Term};

/// A model under which every assertion of a script evaluates to true. It can only be made by evaluating.
#[derive(Clone, Debug)]
pub struct Witness {
    model: Model,
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
    /// Evaluates all assertions and assumptions. Since all of them are true at once, so are those that are in force at
    /// any `check-sat`.
    pub fn check(script: &Script, model: Model) -> Result<Witness, Rejection> {
        Witness::check_within(script, model, Limits::default())
    }

    /// The same, with as much work as is said.
    pub fn check_within(script: &Script, model: Model, limits: Limits) -> Result<Witness, Rejection> {
        accepts(script, &model, limits).map(|()| Witness { model })
    }

    /// The same model as a witness of another script, if it is one.
    pub fn of(&self, script: &Script) -> Result<Witness, Rejection> {
        accepts(script, &self.model, Limits::default()).map(|()| self.clone())
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

/// Whether all assertions and assumptions are true under a model.
fn accepts(script: &Script, model: &Model, limits: Limits) -> Result<(), Rejection> {
    if !script.is_understood() {
        return Err(Rejection::NotUnderstood);
    }
    let recursive = |kind: &DeclKind| matches!(kind, DeclKind::Defined { recursive: true, .. });
    if script.terms.decls().any(|(_, decl)| recursive(&decl.kind)) {
        return Err(Rejection::Recursive);
    }
    if model.is_circular(&script.terms) {
        return Err(Rejection::Recursive);
    }
    let mut evaluator = Evaluator::new(&script.terms, model, limits);
    for command in &script.commands {
        let claims: &[Term] = match command {
            Command::Assert(term) => std::slice::from_ref(term),
            Command::CheckSatAssuming(terms) => terms,
            _ => continue,
        };
        for &claim in claims {
            match evaluator.eval_bool(claim) {
                Ok(true) => {}
                Ok(false) => return Err(Rejection::False(claim)),
                Err(unknown) => return Err(Rejection::Unknown(claim, unknown)),
            }
        }
    }
    Ok(())
}
