//! The best value: what a script wants to be best, what a solver says that the best is, and whether it is.
//!
//! A solver that claims an optimum claims two things: that it is reached, and that nothing is better. The first is seen by its
//! model, under which our evaluator computes what is to be best. The second is refuted by any model that is better, whoever
//! found it: a [`Witness`](crate::eval::Witness) of the plain question whether there is a better one ([`Rivals::better`]).
//! That nothing is better, or nothing as good, counts only if everything was tried, or if there is a checked refutation.

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

use crate::answer::{Answer, Outcome};

/// The reply to `(get-objectives)`, if the answer has one.
pub fn claim(answer: &Answer) -> Option<&str> {
    let reply = answer.reply_to(&["get-objectives"]).filter(|reply| claims::is_reply(reply));
    reply.filter(|_| answer.outcome == Outcome::Sat)
}
