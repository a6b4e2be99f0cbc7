//! Whether something is better than what a solver calls the best: a plain question, which everybody can be asked.

use super::core::WayToAsk;
use super::{Request, testimony, unsupported};
use crate::answer::Outcome;
use crate::ask::optimum::{Claims, Goals, Rivals};
use crate::judge::Testimony;
use crate::script::Script;
use crate::solver::{AskError, Solver};

/// What solvers say to the question whether there is something better than what one of them claims, until one shows it. Nobody
/// is asked where nothing is claimed.
pub fn ask_for_better(
    script: &Script,
    claimant: &Testimony,
    heard: &[&Solver],
    ask: WayToAsk<'_>,
) -> Result<Vec<Testimony>, AskError> {
    let mut said = Vec::new();
    let Some(better) = better_than(script, claimant) else { return Ok(said) };
    let request = Request::new(&better, false);
    let usage = better.usage();
    for solver in heard.iter().filter(|solver| unsupported(solver, better.logic(), &usage).is_none()) {
        let answer = ask(solver, &request)?;
        let is_shown = answer.outcome == Outcome::Sat && answer.model.is_some();
        said.push(testimony(solver, answer));
        if is_shown {
            break;
        }
    }
    Ok(said)
}

/// The question whether something is better than what is claimed.
fn better_than(script: &Script, claimant: &Testimony) -> Option<Script> {
    let reply = claimant.answer.objectives.as_ref().filter(|_| claimant.answer.outcome == Outcome::Sat)?;
    let question = script.question();
    let goals = Goals::of(&question).filter(|_| question.is_understood())?;
    Rivals::new(&question, &goals)?.better(&Claims::read(reply, &goals)?)
}
