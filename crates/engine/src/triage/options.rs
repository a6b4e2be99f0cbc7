//! Options that correct a wrong answer: a hint at the part of the solver that is to blame.

use super::Confirmed;
use crate::consult::{Consultation, consult, model_reading};
use gainsay_guests::solver::{AskError, Solver};
use gainsay_judge::judge::{Basis, ModelVerdict, examine_model, judge};
use gainsay_lang::answer::Outcome;

/// Those of the profile's sets of options with which the solver is right, each made as small as possible.
pub fn mending_options(confirmed: &Confirmed) -> Result<Vec<Vec<String>>, AskError> {
    let mut found: Vec<Vec<String>> = Vec::new();
    for options in &confirmed.solver.profile.mending {
        if is_right_with(confirmed, options)? {
            found.push(fewest(confirmed, options.clone())?);
        }
    }
    found.sort_by_key(Vec::len);
    found.dedup();
    Ok(found)
}

/// Removes options that are not needed.
fn fewest(confirmed: &Confirmed, mut options: Vec<String>) -> Result<Vec<String>, AskError> {
    let mut at = 0;
    while options.len() > 1 && at < options.len() {
        let mut fewer = options.clone();
        fewer.remove(at);
        if is_right_with(confirmed, &fewer)? {
            options = fewer;
        } else {
            at += 1;
        }
    }
    Ok(options)
}

fn is_right_with(confirmed: &Confirmed, options: &[String]) -> Result<bool, AskError> {
    let solver = confirmed.solver.with_options(options);
    let answer = solver.ask_fresh(&confirmed.text, confirmed.limits())?;
    let has_good_model = || {
        let model = answer.model.as_deref().unwrap_or_default();
        examine_model(&confirmed.test.question(), model, model_reading(&solver)) == ModelVerdict::Valid
    };
    Ok(match confirmed.finding.kind.row().rests_on {
        Basis::Satisfiable => answer.outcome == Outcome::Sat,
        Basis::Unsatisfiable => answer.outcome == Outcome::Unsat,
        Basis::Model => answer.outcome == Outcome::Sat && has_good_model(),
        Basis::Reply => has_right_reply(confirmed, &solver)?,
        Basis::Fault => matches!(answer.outcome, Outcome::Sat | Outcome::Unsat) && answer.fault().is_none(),
        Basis::Core | Basis::OwnAnswers | Basis::History => false,
        Basis::ContraryAnswer | Basis::CoreSize | Basis::Comparison => false,
    })
}

/// Whether it replies to the script's request, and nothing refutes the reply.
fn has_right_reply(confirmed: &Confirmed, solver: &Solver) -> Result<bool, AskError> {
    let how =
        Consultation { limits: *confirmed.limits(), cores: false, other_seed: None, keep_options: true };
    let testimonies = consult(confirmed.test.script(), std::slice::from_ref(solver), &how)?;
    let verdict = judge(&confirmed.test, &testimonies);
    Ok(verdict.findings.is_empty() && verdict.claims.iter().all(Option::is_some))
}
