//! The optimum that a solver claims: its reply to `(get-objectives)`.

use super::{Amount, Goals, Objective, Priority};
use gainsay_lang::sexp::Tape;

/// The claims about all goals, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claims(Vec<Claim>);

/// The claim about one goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The optimum is this amount.
    Best(Amount),
    /// The optimum lies in an interval: nothing is claimed.
    Open,
}

impl Claims {
    /// Parses a reply. `None` if its rows cannot be assigned to goals: old releases leave some out.
    pub fn read(reply: &str, goals: &Goals) -> Option<Claims> {
        let tape = Tape::parse(reply).ok()?;
        let mut rows = tape.root(reply).children();
        rows.next().filter(|first| first.is_symbol(HEAD))?;
        let mut claims = Vec::new();
        for row in rows {
            // The row begins with a name without bars, which may be empty or consist of several words.
            let value = row.children().last()?;
            let is_open = value.children().next().is_some_and(|first| first.is_symbol("interval"));
            let claim = if is_open { Claim::Open } else { Claim::Best(Amount::read(value)?) };
            claims.push((row.text(), claim));
        }
        let is_about = |((row, _), goal): (&(&str, Claim), &super::Goal)| match &goal.wish {
            Objective::Soft { id, .. } => row.contains(id.as_str()),
            Objective::Term(_) => true,
        };
        let fits = claims.len() == goals.goals.len() && claims.iter().zip(&goals.goals).all(is_about);
        let mut claims: Vec<Claim> = claims.into_iter().map(|(_, claim)| claim).collect();
        // After a goal whose optimum is no number, later ones depend on an unknown choice of the solver.
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

    /// The amounts, if all goals have one and all are numbers.
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

/// Whether a text is a reply to `(get-objectives)`.
pub fn is_reply(reply: &str) -> bool {
    reply.strip_prefix('(').is_some_and(|rest| rest.trim_start().starts_with(HEAD))
}

/// The first word of a reply.
const HEAD: &str = "objectives";
