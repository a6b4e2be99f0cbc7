//! Optimization: the goals of a script, the optimum that a solver claims, and whether it is one.
//!
//! A claimed optimum means two things: it is reached, and nothing is better. The first is checked by the
//! solver's model, under which the evaluator computes the objectives. The second is refuted by any better
//! model, from any source: a [`Witness`](gainsay_eval::eval::Witness) of the question whether there is a better
//! value ([`OptimumQuestions::better`]). It is proved, like unreachability, only by exhaustive search or a checked
//! refutation.

mod amount;
mod claims;
mod goals;
mod questions;
mod verdict;

pub use amount::Amount;
pub use claims::{Claim, Claims};
pub use goals::{
    Direction, Goal, Goals, Objective, PRIORITY, Priority, is_asked_by, unsaid_priority, without_goals,
};
pub use questions::OptimumQuestions;
pub use verdict::{better, examine};

use super::{Candidates, Query, Verdict};
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::{Command, Question, Script};
use std::borrow::Cow;

/// Optimization: `maximize`, `minimize`, `assert-soft`.
pub struct Optimum;

impl Query for Optimum {
    fn word(&self) -> &'static str {
        "optimum"
    }

    fn is_asked_by(&self, script: &Script) -> bool {
        is_asked_by(script)
    }

    fn without(&self, script: &Script) -> Script {
        without_goals(script)
    }

    fn commands(&self, _: &Script) -> Vec<Command> {
        vec![Command::Other("(get-objectives)".into())]
    }

    fn settings(&self, script: &Script) -> Option<Command> {
        unsaid_priority(script)
    }

    fn is_asked_with(&self, option: &str) -> bool {
        option == PRIORITY
    }

    fn claim<'a>(&self, answer: &'a Answer) -> Option<Cow<'a, str>> {
        claim(answer).map(Cow::Borrowed)
    }

    fn rebuttals(&self, question: &Question<'_>, claim: &str) -> Vec<Script> {
        better(question, claim).into_iter().collect()
    }

    fn examine(&self, question: &Question<'_>, claim: &str, by: Candidates<'_>) -> Option<Verdict> {
        examine(question, claim, by)
    }
}

/// The reply to `(get-objectives)`, if the answer has one.
pub fn claim(answer: &Answer) -> Option<&str> {
    let reply = answer.reply_to(&["get-objectives"]).filter(|reply| claims::is_reply(reply));
    reply.filter(|_| answer.outcome == Outcome::Sat)
}
