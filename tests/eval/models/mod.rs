//! Models of all solvers: their forms as texts, and those that real solvers print.

mod cores;
mod forms;
mod real;

use gainsay::eval::{Evaluator, Limits, ReadModel, read_model};
use gainsay::script::Script;

/// The script's assertions under a model: `t` for true, `f` for false, `?` for unknown.
fn verdict(script: &str, model: &str) -> String {
    let mut script = Script::parse(script).unwrap_or_else(|problem| panic!("{problem}: {script}"));
    match read_model(&mut script, model) {
        Ok(read) => verdict_of(&script, &read),
        Err(error) => error.to_string(),
    }
}

fn verdict_of(script: &Script, read: &ReadModel) -> String {
    let mut evaluator = Evaluator::new(&script.terms, &read.model, Limits::default());
    let question = script.first_question().unwrap_or_else(|| script.question());
    let letters = question.assertions().map(|claim| match evaluator.eval_bool(claim) {
        Ok(true) => 't',
        Ok(false) => 'f',
        Err(_) => '?',
    });
    letters.collect()
}

/// What was not understood in a model of a script.
fn misunderstood(script: &str, model: &str) -> Vec<String> {
    let mut script = Script::parse(script).unwrap();
    let read = read_model(&mut script, model).unwrap();
    read.misunderstood.iter().map(ToString::to_string).collect()
}
