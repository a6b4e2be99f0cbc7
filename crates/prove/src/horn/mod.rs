//! Horn clauses: predicates are to be interpreted such that every clause holds, for all values of its variables.
//!
//! One question serves for everything: which values violate a clause under an interpretation ([`Clauses::rebuttal`])? It is
//! plain, without predicates and quantifiers. Where it has no answer for any clause, the interpretation satisfies the
//! clauses ([`witness`]). Where it has one, that is a violation, if our evaluator says so too ([`Clauses::is_violated`]). And
//! with the facts that are derived so far as the interpretation, a violation is the next step of a derivation, which ends
//! with a clause that derives a contradiction, or with an interpretation that satisfies all of them ([`search`]).

mod clauses;
mod derive;

pub use clauses::{Clauses, Rebuttal};
pub use derive::{Found, search};

use crate::eval::{Limits, Model, Rejection, Witness};
use crate::refute::settle::{Settled, settle};
use crate::script::{Question, Script};

/// The logic of scripts that ask this.
pub const LOGIC: &str = "HORN";

/// Whether a script consists of Horn clauses, by its own words.
pub fn is_asked_by(script: &Script) -> bool {
    script.logic() == Some(LOGIC)
}

/// A model as a witness of a question: by evaluating; and of Horn clauses, which are about all numbers, by proving them.
pub fn witness(question: &Question<'_>, model: Model) -> Result<Witness, Rejection> {
    witness_within(question, model, Limits::default())
}

/// The same, with as much work to evaluate as is said.
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

/// A clause about more values than this is proved, and not tried.
const MOST_TRIED: u64 = 1 << 10;
