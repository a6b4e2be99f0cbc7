//! What a script asks about the answer that it got: the values of terms, the truth of named formulas, the assumptions that
//! contradict what is asserted.
//!
//! A solver that is asked for values speaks about one model, which it is asked for as well: our evaluator computes under it
//! what each term is. Assumptions that are said to be enough for a contradiction are refuted by any model of them and the
//! assertions, whoever found it.

mod assumptions;
mod replies;
mod values;

pub use replies::Reply;

use super::{Exhibit, Verdict};
use crate::answer::{Answer, Aside};
use crate::script::{Command, Question, Script};

/// Whether a script asks something about the answer to its last question that can be judged.
pub fn is_asked_by(script: &Script) -> bool {
    asides(script).next().is_some()
}

/// What it asks, as far as that can be judged, in order.
pub fn asides(script: &Script) -> impl Iterator<Item = &Command> {
    script.asides().iter().filter(|command| is_judged(command))
}

fn is_judged(command: &Command) -> bool {
    match command {
        Command::GetValue(terms) => !terms.is_empty(),
        command => matches!(command, Command::GetAssignment | Command::GetUnsatAssumptions),
    }
}

/// The script without that.
pub fn without_asides(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| !is_judged(command));
    script
}

/// The option without which a solver need not reply.
pub fn option(command: &Command) -> Option<&'static str> {
    match command {
        Command::GetAssignment => Some(":produce-assignments"),
        Command::GetUnsatAssumptions => Some(":produce-unsat-assumptions"),
        _ => None,
    }
}

/// What a solver replied to these commands, one after the other, where it replied to any.
pub fn claim(answer: &Answer) -> Option<String> {
    const NONE: &str = "(error \"no reply\")";
    let asked = |aside: &&Aside| COMMANDS.contains(&aside.command.as_str());
    let asides: Vec<&Aside> = answer.asides.iter().filter(asked).collect();
    let is_replied = answer.outcome.is_decided() && asides.iter().any(|aside| aside.reply.is_some());
    let replies = asides.iter().map(|aside| aside.reply.as_deref().unwrap_or(NONE));
    is_replied.then(|| replies.collect::<Vec<&str>>().join("\n"))
}

/// How the commands begin.
const COMMANDS: [&str; 3] = ["get-value", "get-assignment", "get-unsat-assumptions"];

/// Plain questions, a model of any of which refutes what is claimed.
pub fn rebuttals(question: &Question<'_>, claim: &str) -> Vec<Script> {
    let replies = Reply::read_all(question, claim).unwrap_or_default();
    replies.iter().filter_map(|reply| assumptions::part(question, reply)).map(Question::into_script).collect()
}

/// Judges what was replied. `None` if there is nothing in it that is understood.
pub fn examine(
    question: &Question<'_>,
    claim: &str,
    own: Option<Exhibit<'_>>,
    others: &[Exhibit<'_>],
) -> Option<Verdict> {
    let replies = Reply::read_all(question, claim).filter(|_| question.is_understood())?;
    let of_values = own.and_then(|own| values::examine(question, &replies, own));
    // Whoever has a model calls no assumptions contradictory, whatever it replies.
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
