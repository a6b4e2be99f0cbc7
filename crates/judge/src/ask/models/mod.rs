//! Several models of one question: `block-model` and `block-model-values`.
//!
//! Whoever blocks the model that a solver gave, and asks again, wants another one. So each further model must satisfy what is
//! asserted, as the first one must, and differ from those before in what was blocked; and that there is none is refuted by any
//! model that differs from them all, whoever found it. What is blocked is known where terms are named, and of `:values`, which
//! stands for all constants in what is asserted; of `:literals` it is not, so that only what follows without it is judged.

mod blocked;
mod told;
mod verdict;

pub use verdict::{examine, rebuttals};

use crate::answer::{Answer, Aside, Outcome};
use crate::script::{Command, Script};

/// Without it some solvers can be asked once only.
pub const OPTION: &str = ":incremental";

/// Whether a script asks for another model than those before.
pub fn is_asked_by(script: &Script) -> bool {
    script.commands.iter().any(Command::is_block) && blocks(script).next().is_some()
}

/// What is blocked where its last question is asked, or behind that, in order.
pub fn blocks(script: &Script) -> impl Iterator<Item = Command> + use<> {
    let blocks: Vec<Command> =
        script.question().commands.iter().filter(|command| command.is_block()).cloned().collect();
    blocks.into_iter()
}

/// The script without that.
pub fn without_blocks(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| !command.is_block());
    script
}

/// For each model that is blocked: it is printed first, and another one is asked for.
pub fn commands(script: &Script) -> Vec<Command> {
    let question = script.commands.iter().rfind(|command| command.is_question());
    let question = question.cloned().unwrap_or(Command::CheckSat);
    blocks(script).flat_map(|block| [Command::GetModel, block, question.clone()]).collect()
}

/// What a solver replied from its first model on, as far as it did what it was asked.
pub fn claim(answer: &Answer) -> Option<String> {
    let is_done =
        |aside: &&Aside| aside.reply.is_some() || !aside.has_failed && aside.command.starts_with("block-");
    let done = answer.asides.iter().take_while(is_done).filter_map(|aside| aside.reply.as_deref());
    let claim = done.collect::<Vec<&str>>().join("\n");
    Some(claim).filter(|claim| answer.outcome == Outcome::Sat && !claim.is_empty())
}
