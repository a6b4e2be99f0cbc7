//! Several models of one question: `block-model` and `block-model-values`.
//!
//! A script that blocks the solver's model and asks again wants another model. Each further model must
//! satisfy the assertions like the first one, and differ from the earlier ones in what was blocked. The claim
//! that there is none is refuted by any model that differs from all of them, from any source. What is blocked
//! is known for named terms and for `:values`, which means all constants in the assertions. It is not known
//! for `:literals`, so there only the assertions are checked.

mod blocked;
mod told;
mod verdict;

use super::{Candidates, Query, Verdict};
use gainsay_lang::answer::{Answer, Aside, Outcome};
use gainsay_lang::script::{Command, Question, Script};
use std::borrow::Cow;

/// Further models: `block-model`, `block-model-values`.
pub struct Models;

impl Query for Models {
    fn word(&self) -> &'static str {
        "models"
    }

    fn is_asked_by(&self, script: &Script) -> bool {
        script.commands.iter().any(Command::is_block) && blocks(script).next().is_some()
    }

    fn without(&self, script: &Script) -> Script {
        let mut script = script.clone();
        script.commands.retain(|command| !command.is_block());
        script
    }

    /// For each blocked model: print it, block it, and ask again.
    fn commands(&self, script: &Script) -> Vec<Command> {
        let question = script.commands.iter().rfind(|command| command.is_question());
        let question = question.cloned().unwrap_or(Command::CheckSat);
        blocks(script).flat_map(|block| [Command::GetModel, block, question.clone()]).collect()
    }

    /// Some solvers need it to be asked more than once.
    fn options(&self, _: &Script) -> Vec<&'static str> {
        vec![":incremental"]
    }

    fn is_asked_flat(&self) -> bool {
        false
    }

    fn needs_echo(&self) -> bool {
        true
    }

    /// The replies from the first model on, up to the first command that failed or got no reply.
    fn claim<'a>(&self, answer: &'a Answer) -> Option<Cow<'a, str>> {
        let is_done = |aside: &&Aside| {
            aside.reply.is_some() || !aside.has_failed && aside.command.starts_with("block-")
        };
        let done = answer.asides.iter().take_while(is_done).filter_map(|aside| aside.reply.as_deref());
        let claim = done.collect::<Vec<&str>>().join("\n");
        let is_made = answer.outcome == Outcome::Sat && !claim.is_empty();
        is_made.then_some(Cow::Owned(claim))
    }

    fn rebuttals(&self, question: &Question<'_>, claim: &str) -> Vec<Script> {
        verdict::rebuttals(question, claim)
    }

    fn examine(&self, question: &Question<'_>, claim: &str, by: Candidates<'_>) -> Option<Verdict> {
        verdict::examine(question, claim, by)
    }
}

/// The block commands before or after its last question, in order.
pub fn blocks(script: &Script) -> impl Iterator<Item = Command> + use<> {
    let blocks: Vec<Command> =
        script.question().commands.iter().filter(|command| command.is_block()).cloned().collect();
    blocks.into_iter()
}
