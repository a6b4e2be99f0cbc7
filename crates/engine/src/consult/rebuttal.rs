//! Refutes claims beyond satisfiability, such as an optimum, by plain questions, which every solver can answer.

use super::core::WayToAsk;
use super::{Request, testimony, unsupported};
use gainsay_guests::solver::{AskError, Solver};
use gainsay_judge::ask;
use gainsay_judge::judge::Testimony;
use gainsay_lang::answer::Outcome;
use gainsay_lang::script::Script;

/// Asks the plain questions whose models would refute the claim, until a solver gives a model, and returns all
/// answers. Without a claim nothing is asked.
pub fn ask_for_rebuttals(
    script: &Script,
    claimant: &Testimony,
    heard: &[&Solver],
    ask: WayToAsk<'_>,
) -> Result<Vec<Testimony>, AskError> {
    let mut said = Vec::new();
    for rebuttal in rebuttals(script, claimant) {
        let request = Request::new(&rebuttal, false);
        let usage = rebuttal.usage();
        for solver in heard.iter().filter(|solver| unsupported(solver, rebuttal.logic(), &usage).is_none()) {
            let answer = ask(solver, &request)?;
            let is_shown = answer.outcome == Outcome::Sat && answer.model.is_some();
            said.push(testimony(solver, answer));
            if is_shown {
                return Ok(said);
            }
        }
    }
    Ok(said)
}

fn rebuttals(script: &Script, claimant: &Testimony) -> Vec<Script> {
    let Some(kind) = ask::Kind::of(script) else { return Vec::new() };
    let question = script.question();
    kind.claim(&claimant.answer).map(|claim| kind.rebuttals(&question, &claim)).unwrap_or_default()
}
