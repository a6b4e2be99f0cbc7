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

pub use verdict::{examine, rebuttals};

use gainsay_lang::answer::{Answer, Aside, Outcome};
use gainsay_lang::script::{Command, Script};

/// The option that some solvers need to be asked more than once.
pub const OPTION: &str = ":incremental";

/// Whether a script asks for further models.
pub fn is_asked_by(script: &Script) -> bool {
    script.commands.iter().any(Command::is_block) && blocks(script).next().is_some()
}

/// The block commands before or after its last question, in order.
pub fn blocks(script: &Script) -> impl Iterator<Item = Command> + use<> {
    let blocks: Vec<Command> =
        script.question().commands.iter().filter(|command| command.is_block()).cloned().collect();
    blocks.into_iter()
}

/// The script without these commands.
pub fn without_blocks(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| !command.is_block());
    script
}

/// The commands for each blocked model: print it, block it, and ask again.
pub fn commands(script: &Script) -> Vec<Command> {
    let question = script.commands.iter().rfind(|command| command.is_question());
    let question = question.cloned().unwrap_or(Command::CheckSat);
    blocks(script).flat_map(|block| [Command::GetModel, block, question.clone()]).collect()
}

/// The replies from the first model on, up to the first command that failed or got no reply.
pub fn claim(answer: &Answer) -> Option<String> {
    let is_done =
        |aside: &&Aside| aside.reply.is_some() || !aside.has_failed && aside.command.starts_with("block-");
    let done = answer.asides.iter().take_while(is_done).filter_map(|aside| aside.reply.as_deref());
    let claim = done.collect::<Vec<&str>>().join("\n");
    Some(claim).filter(|claim| answer.outcome == Outcome::Sat && !claim.is_empty())
}
