//! What we can say ourselves about a plain question.

use crate::eval::{Bounds, Decision, Model, decide};
use crate::refute::{self, Effort, prove};
use crate::script::Script;

/// What is known of a plain question, by ourselves.
pub(super) enum Settled {
    Sat(Model),
    /// Why.
    Unsat(String),
    Unknown,
}

/// Tries everything where that is little, and proves where bits and numbers are all that matters.
pub(super) fn settle(script: &Script) -> Settled {
    let question = script.question();
    match decide(&question, TRIED) {
        Decision::Sat { witness, .. } => return Settled::Sat(witness.into_model()),
        Decision::Unsat(exhausted) => return Settled::Unsat(exhausted.to_string()),
        Decision::TooLarge | Decision::Unknown(_) => {}
    }
    let effort = Effort { work: 2_000_000, stop: &|| false };
    match prove(&question, refute::Bounds { clauses: 50_000, effort }) {
        refute::Verdict::Sat(witness) => Settled::Sat(witness.into_model()),
        refute::Verdict::Unsat(certificate) => Settled::Unsat(certificate.refuted.to_string()),
        refute::Verdict::Undecided(_) | refute::Verdict::Alarm(_) => Settled::Unknown,
    }
}

/// There are many claims, and not to know is no harm.
const TRIED: Bounds = Bounds {
    assignments: 1 << 16,
    instances: 1 << 16,
    domain: 1 << 12,
    universe: 2,
    work: 100_000,
    steps: 1 << 24,
};
