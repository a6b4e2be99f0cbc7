//! Answers with evidence, and what damaged proofs are worth.

mod answers;
mod lemmas;
mod limits;
mod numbers;
mod plain;
mod proofs;
mod second_checker;
mod strings;

use gainsay::refute::{Bounds, Verdict, prove};
use gainsay::script::Script;

/// What is found out about the question of a text.
pub fn verdict(text: &str) -> Verdict {
    let script = Script::parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    prove(&script.question(), Bounds::default())
}
