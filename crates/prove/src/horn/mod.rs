//! Constrained Horn clauses: find interpretations of predicates such that every clause is true for all values
//! of its variables.
//!
//! One kind of question serves all purposes: which values violate a clause under an interpretation
//! ([`Clauses::rebuttal`])? It has no predicates and no quantifiers. If no clause can be violated, the
//! interpretation is a model ([`witness`]). If one can, and the evaluator confirms it, the interpretation is
//! wrong ([`Clauses::is_violated`]). And with the facts derived so far as the interpretation, a violation
//! gives the next derived fact; this ends with a contradiction, or with an interpretation that satisfies all
//! clauses ([`search`]).

mod clauses;
mod derive;

pub use clauses::{Clauses, Rebuttal};
pub use derive::{Found, search};

use crate::refute::settle::{Settled, settle};
use gainsay_eval::eval::{Limits, Model, Rejection, Witness};
use gainsay_lang::script::{Question, Script};

/// The logic that such scripts set.
pub const LOGIC: &str = "HORN";

/// Whether a script sets this logic.
pub fn is_asked_by(script: &Script) -> bool {
    script.logic() == Some(LOGIC)
}

/// Checks that a model is a witness of a question: by evaluation, and by proof for Horn clauses over infinite
/// domains.
pub fn witness(question: &Question<'_>, model: Model) -> Result<Witness, Rejection> {
    witness_within(question, model, Limits::default())
}

/// Like `witness`, within these limits.
pub fn witness_within(question: &Question<'_>, model: Model, limits: Limits) -> Result<Witness, Rejection> {
    let Some(clauses) = is_asked_by(question).then(|| Clauses::of(question)).flatten() else {
        return Witness::check_within(question, model, limits);
    };
    let interpretation = model.clone();
    let limits = Limits { instances: limits.instances.min(MOST_TRIED), ..limits };
    Witness::check_proving(question, model, limits, |assertion| {
        let at = clauses.iter().position(|clause| clause.assertion == assertion);
        let rebuttal = at.and_then(|at| clauses.rebuttal(at, &interpretation));
        rebuttal.is_some_and(|rebuttal| matches!(settle(&rebuttal.script), Settled::Unsat(_)))
    })
}

/// Horn clauses with more instances than this are proved rather than tried.
const MOST_TRIED: u64 = 1 << 10;
