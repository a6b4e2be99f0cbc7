//! The exhaustive decider: against brute force with the evaluator, against real solvers, and case by case.

mod random;

mod brute_force;
mod cases;
mod operators;
mod solvers;

use gainsay::eval::{Bounds, Decision, decide};
use gainsay::script::Script;

/// What the decider says about a script, in a word.
pub fn verdict(script: &Script) -> &'static str {
    match decide(&script.question(), Bounds::default()) {
        Decision::Sat { .. } => "sat",
        Decision::Unsat(_) => "unsat",
        Decision::TooLarge => "too large",
        Decision::Unknown(_) => "unknown",
    }
}
