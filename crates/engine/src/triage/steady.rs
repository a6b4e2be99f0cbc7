//! Whether a solver gives the same answer each time. One that says sat in one run and unsat in the next has a bug
//! of its own kind, and nothing else that it says is worth a report.

use super::Confirmed;
use gainsay_guests::solver::{AskError, Limits, Solver};
use gainsay_judge::judge::Finding;
use gainsay_lang::answer::{Answer, Outcome, Status};
use gainsay_prove::evidence::{Evidence, Test};

/// How many times an accused is asked again before it is accused of anything else.
pub const USUAL_REPEATS: usize = 8;
/// How many times, if it was seen to change its answers: such a solver hardly ever gives the same answer so many
/// times in a row.
pub const MANY_REPEATS: usize = 20;

/// A contrary answer to the same text, by one of `repeats` fresh processes.
pub fn contrary_answer(
    solver: &Solver,
    text: &str,
    said: &Outcome,
    limits: &Limits,
    repeats: usize,
) -> Result<Option<Answer>, AskError> {
    let contrary = match said {
        Outcome::Sat => Outcome::Unsat,
        Outcome::Unsat => Outcome::Sat,
        _ => return Ok(None),
    };
    for _ in 0..repeats {
        let answer = solver.ask_fresh(text, limits)?;
        if answer.outcome == contrary {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

/// The finding that a solver gave contrary answers to the same text.
pub fn unsteady(solver: &Solver, test: &Test, text: String, contrary: Answer, limits: &Limits) -> Confirmed {
    Confirmed {
        finding: Finding::unsteady(solver.label()),
        test: Test::new(test.script().clone(), Evidence::None, test.lineage().clone()),
        solver: solver.clone(),
        before: Vec::new(),
        text,
        answer: contrary,
        other_seed: None,
        others: Vec::new(),
        truth: Status::Unknown,
        expected: Status::Unknown,
        limits: *limits,
    }
}
