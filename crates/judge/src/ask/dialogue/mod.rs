//! Commands about the answer: the values of terms, the truth of named formulas, the assumptions that
//! contradict the assertions.
//!
//! The values that a solver prints belong to one model, which it is asked for as well: the evaluator computes
//! the terms under it. Assumptions that a solver calls contradictory are refuted by any model of them and the
//! assertions, from any source.

mod assumptions;
mod replies;
mod values;

pub use replies::Reply;

use super::{Candidates, Query, Verdict};
use gainsay_lang::answer::{Answer, Aside};
use gainsay_lang::script::{Command, Question, Script};
use std::borrow::Cow;

/// Commands about the answer: `get-value`, `get-assignment`, `get-unsat-assumptions`.
pub struct Dialogue;

impl Query for Dialogue {
    fn word(&self) -> &'static str {
        "dialogue"
    }

    fn is_asked_by(&self, script: &Script) -> bool {
        asides(script).next().is_some()
    }

    fn without(&self, script: &Script) -> Script {
        let mut script = script.clone();
        script.commands.retain(|command| !is_judged(command));
        script
    }

    fn commands(&self, script: &Script) -> Vec<Command> {
        asides(script).cloned().collect()
    }

    fn options(&self, script: &Script) -> Vec<&'static str> {
        asides(script).filter_map(option).collect()
    }

    fn is_asked_flat(&self) -> bool {
        false
    }

    fn claim<'a>(&self, answer: &'a Answer) -> Option<Cow<'a, str>> {
        claim(answer).map(Cow::Owned)
    }

    /// Scripts without such commands, any model of which refutes the claim.
    fn rebuttals(&self, question: &Question<'_>, claim: &str) -> Vec<Script> {
        let replies = Reply::read_all(question, claim).unwrap_or_default();
        replies
            .iter()
            .filter_map(|reply| assumptions::part(question, reply))
            .map(Question::into_script)
            .collect()
    }

    fn examine(&self, question: &Question<'_>, claim: &str, by: Candidates<'_>) -> Option<Verdict> {
        examine(question, claim, by)
    }
}

/// Such commands after the last question, of a kind that can be judged, in order.
fn asides(script: &Script) -> impl Iterator<Item = &Command> {
    script.asides().iter().filter(|command| is_judged(command))
}

fn is_judged(command: &Command) -> bool {
    match command {
        Command::GetValue(terms) => !terms.is_empty(),
        command => matches!(command, Command::GetAssignment | Command::GetUnsatAssumptions),
    }
}

/// The option that a solver may need to reply to a command.
fn option(command: &Command) -> Option<&'static str> {
    match command {
        Command::GetAssignment => Some(":produce-assignments"),
        Command::GetUnsatAssumptions => Some(":produce-unsat-assumptions"),
        _ => None,
    }
}

/// The replies to these commands, one per line, with a placeholder for each missing one. `None` if there is
/// no reply.
fn claim(answer: &Answer) -> Option<String> {
    const NONE: &str = "(error \"no reply\")";
    let asked = |aside: &&Aside| COMMANDS.contains(&aside.command.as_str());
    let asides: Vec<&Aside> = answer.asides.iter().filter(asked).collect();
    let is_replied = answer.outcome.is_decided() && asides.iter().any(|aside| aside.reply.is_some());
    let replies = asides.iter().map(|aside| aside.reply.as_deref().unwrap_or(NONE));
    is_replied.then(|| replies.collect::<Vec<&str>>().join("\n"))
}

/// The names of these commands.
const COMMANDS: [&str; 3] = ["get-value", "get-assignment", "get-unsat-assumptions"];

/// Judges the replies. `None` if nothing in them is understood.
fn examine(question: &Question<'_>, claim: &str, by: Candidates<'_>) -> Option<Verdict> {
    let Candidates { own, others } = by;
    let replies = Reply::read_all(question, claim).filter(|_| question.is_understood())?;
    let of_values = own.and_then(|own| values::examine(question, &replies, own));
    // A solver that gave a model did not answer unsat, so a reply about assumptions is ignored.
    let about_assumptions = replies.iter().filter(|_| own.is_none());
    let of_assumptions = about_assumptions.filter_map(|reply| assumptions::examine(question, reply, others));
    let mut verdicts: Vec<Verdict> = of_values.into_iter().chain(of_assumptions).collect();
    verdicts.sort_by_key(|verdict| match verdict {
        Verdict::Contradiction(_) => 0,
        Verdict::Wrong { .. } => 1,
        Verdict::Open(_) => 2,
        Verdict::Proved(_) => 3,
    });
    verdicts.into_iter().next()
}
