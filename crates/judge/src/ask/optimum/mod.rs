//! Optimization: the goals of a script, the optimum that a solver claims, and whether it is one.
//!
//! A claimed optimum means two things: it is reached, and nothing is better. The first is checked by the
//! solver's model, under which the evaluator computes the objectives. The second is refuted by any better
//! model, from any source: a [`Witness`](gainsay_eval::eval::Witness) of the question whether there is a better
//! value ([`Rivals::better`]). It is proved, like unreachability, only by exhaustive search or a checked
//! refutation.

mod amount;
mod claims;
mod goals;
mod rivals;
mod verdict;

pub use amount::Amount;
pub use claims::{Claim, Claims};
pub use goals::{
    Direction, Goal, Goals, PRIORITY, Priority, Wish, is_asked_by, unsaid_priority, without_goals,
};
pub use rivals::Rivals;
pub use verdict::{better, examine};

use gainsay_lang::answer::{Answer, Outcome};

/// The reply to `(get-objectives)`, if the answer has one.
pub fn claim(answer: &Answer) -> Option<&str> {
    let reply = answer.reply_to(&["get-objectives"]).filter(|reply| claims::is_reply(reply));
    reply.filter(|_| answer.outcome == Outcome::Sat)
}
