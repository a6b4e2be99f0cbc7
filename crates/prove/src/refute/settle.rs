//! Decides simple questions with little work, without asking a solver.

use super::{Effort, Verdict, prove};
use gainsay_eval::eval::{Bounds, Decision, Model, decide};
use gainsay_lang::script::Script;

/// The answer to a simple question.
pub enum Settled {
    Sat(Model),
    /// Unsatisfiable, with the reason.
    Unsat(String),
    Unknown,
}

/// Exhaustive search on small domains, then a refutation by bit-blasting and arithmetic.
pub fn settle(script: &Script) -> Settled {
    settle_within(script, TRIED, 2_000_000)
}

/// Like `settle`, with smaller limits, for one step of many.
pub fn settle_briefly(script: &Script) -> Settled {
    settle_within(script, TRIED_BRIEFLY, 30_000)
}

fn settle_within(script: &Script, tried: Bounds, work: u64) -> Settled {
    let question = script.question();
    match decide(&question, tried) {
        Decision::Sat { witness, .. } => return Settled::Sat(witness.into_model()),
        Decision::Unsat(exhausted) => return Settled::Unsat(exhausted.to_string()),
        Decision::TooLarge | Decision::Unknown(_) => {}
    }
    let effort = Effort { work, stop: &|| false };
    match prove(&question, super::Bounds { clauses: 50_000, effort }) {
        Verdict::Sat(witness) => Settled::Sat(witness.into_model()),
        Verdict::Unsat(certificate) => Settled::Unsat(certificate.refuted.to_string()),
        Verdict::Undecided(_) | Verdict::Alarm(_) => Settled::Unknown,
    }
}

/// Small limits: there are many claims, and one that stays open does no harm.
const TRIED: Bounds = Bounds {
    assignments: 1 << 16,
    instances: 1 << 16,
    domain: 1 << 12,
    universe: 2,
    work: 100_000,
    steps: 1 << 24,
};

const TRIED_BRIEFLY: Bounds =
    Bounds { assignments: 1 << 8, instances: 1 << 8, domain: 1 << 8, work: 10_000, steps: 1 << 16, ..TRIED };
