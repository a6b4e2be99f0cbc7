//! Asks several solvers the same question, and asks further questions about their answers.
//!
//! The question of a script is its last one. It is asked with everything before it, as in the script; cores are
//! asked about in flat scripts.

mod core;
mod language;
mod rebuttal;
mod request;

pub use language::{lacks_operator, unsupported, would_misread};
pub use rebuttal::ask_for_rebuttals;
pub use request::{
    Request, ask_text, asking_for_its_model, can_be_asked, dropped_options, pin_models_off, unpin_models_off,
};

use gainsay_guests::solver::{AskError, Limits, Solver, without_logic};
use gainsay_judge::judge::Testimony;
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::{ReadOptions, Script};

/// What to ask in addition to the answer.
#[derive(Clone, Copy, Debug)]
pub struct Consultation {
    pub limits: Limits,
    /// Whether to request unsat cores, and to ask about each core alone.
    pub cores: bool,
    /// Ask a second time with this random seed.
    pub other_seed: Option<u32>,
    /// Whether to keep the options that the script sets, and to request models and cores accordingly. Otherwise
    /// options are left out: most belong to one solver.
    pub keep_options: bool,
}

/// Asks all solvers about a script, each in fresh processes.
pub fn consult(script: &Script, solvers: &[Solver], how: &Consultation) -> Result<Vec<Testimony>, AskError> {
    let request = Request::new(script, how.keep_options);
    let mut testimonies = Vec::new();
    for solver in solvers {
        let asked = request.ask(solver, &how.limits)?;
        let mut testimony = testimony(solver, asked.answer);
        testimony.text = asked.text;
        if let Some(seed) = how.other_seed {
            let asked = request.ask(&solver.with_seed(seed), &how.limits)?;
            testimony.other_seed = Some((seed, asked.answer));
        }
        if how.cores && testimony.answer.outcome == Outcome::Unsat {
            testimony.core = request.core(&testimony.answer, solver, solvers, &how.limits)?;
            if let Some(core) = testimony.core.as_mut().filter(|core| !core.promised_minimal) {
                let ask = &mut |solver: &Solver, request: &Request<'_>| {
                    Ok(request.ask(solver, &how.limits)?.answer)
                };
                core.not_needed = request.named().not_needed(&core.names, solver, ask)?;
            }
        }
        testimonies.push(testimony);
    }
    for at in 0..testimonies.len() {
        let others = solvers.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
        let heard: Vec<&Solver> = std::iter::once(&solvers[at]).chain(others).collect();
        let ask = &mut |solver: &Solver, request: &Request<'_>| Ok(request.ask(solver, &how.limits)?.answer);
        testimonies[at].rebuttals = ask_for_rebuttals(script, &testimonies[at], &heard, ask)?;
    }
    Ok(testimonies)
}

/// A question as sent to one solver, and its answer.
#[derive(Clone, Debug)]
pub struct Asked {
    pub text: String,
    pub answer: Answer,
}

/// Asks one solver for an unsat core of a script's question, as [`consult`] does.
pub fn ask_for_core(script: &Script, solver: &Solver, limits: &Limits) -> Result<Asked, AskError> {
    let request = Request::new(script, true);
    if request.cores { request.ask(solver, limits) } else { request.named().ask(solver, limits) }
}

/// Asks all solvers a text that we do not understand; it is sent unchanged.
pub fn consult_text(text: &str, solvers: &[Solver], limits: &Limits) -> Result<Vec<Testimony>, AskError> {
    let ask = |solver: &Solver| {
        let mut testimony = testimony(solver, ask_text(solver, &mut solver.clone(), text, limits)?);
        testimony.text = match &testimony.answer.without_logic {
            Some(_) => without_logic(text),
            None => text.to_owned(),
        };
        Ok(testimony)
    };
    solvers.iter().map(ask).collect()
}

/// A solver's answer, with the way to read its model.
pub fn testimony(solver: &Solver, answer: Answer) -> Testimony {
    let mut testimony = Testimony::new(solver.label(), answer);
    solver.family().clone_into(&mut testimony.family);
    testimony.model_reading = model_reading(solver);
    testimony
}

/// How to read the models of a solver: old releases write strings with escapes of their own.
pub fn model_reading(solver: &Solver) -> ReadOptions {
    ReadOptions { old_strings: solver.writes_old_strings() }
}
