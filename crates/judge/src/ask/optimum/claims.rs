//! What a solver says that the best is: its reply to `(get-objectives)`.

use super::{Amount, Goals, Priority, Wish};
use crate::sexp::Tape;

/// What a solver says about all goals, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claims(Vec<Claim>);

/// What it says about one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// This is the best.
    Best(Amount),
    /// The best is somewhere: nothing is claimed.
    Open,
}

impl Claims {
    /// Reads a reply. `None` if it cannot be told what is said about which goal: old releases leave goals out.
    pub fn read(reply: &str, goals: &Goals) -> Option<Claims> {
        let tape = Tape::parse(reply).ok()?;
        let mut rows = tape.root(reply).children();
        rows.next().filter(|first| first.is_symbol(HEAD))?;
        let mut claims = Vec::new();
        for row in rows {
            // A name stands in front, without bars and perhaps empty, so that it may be of any number of words.
            let value = row.children().last()?;
            let is_open = value.children().next().is_some_and(|first| first.is_symbol("interval"));
            let claim = if is_open { Claim::Open } else { Claim::Best(Amount::read(value)?) };
            claims.push((row.text(), claim));
        }
        let is_about = |((row, _), goal): (&(&str, Claim), &super::Goal)| match &goal.wish {
            Wish::Soft { id, .. } => row.contains(id.as_str()),
            Wish::Term(_) => true,
        };
        let fits = claims.len() == goals.goals.len() && claims.iter().zip(&goals.goals).all(is_about);
        let mut claims: Vec<Claim> = claims.into_iter().map(|(_, claim)| claim).collect();
        // What comes after a goal that is open is said about whatever was chosen for that.
        if goals.priority == Priority::Lexicographic {
            let first = claims.iter().position(|claim| claim.exact().is_none());
            claims
                .iter_mut()
                .skip(first.map_or(usize::MAX, |at| at + 1))
                .for_each(|claim| *claim = Claim::Open);
        }
        fits.then_some(Claims(claims))
    }

    pub fn each(&self) -> &[Claim] {
        &self.0
    }

    /// The amounts, if all are claimed and all are numbers.
    pub fn all_exact(&self) -> Option<Vec<&Amount>> {
        self.0.iter().map(Claim::exact).collect()
    }
}

impl Claim {
    pub fn amount(&self) -> Option<&Amount> {
        match self {
            Claim::Best(amount) => Some(amount),
            Claim::Open => None,
        }
    }

    /// The amount, if it is a number.
    pub fn exact(&self) -> Option<&Amount> {
        self.amount().filter(|amount| amount.as_number().is_some())
    }
}

/// Whether a reply of a solver is one to `(get-objectives)`.
pub fn is_reply(reply: &str) -> bool {
    reply.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(HEAD))
}

/// How a reply begins.
const HEAD: &str = "objectives";
