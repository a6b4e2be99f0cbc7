//! Formulas that a solver finds: interpolants, abducts, what is left when quantifiers are eliminated or a term is simplified.
//!
//! What such a formula must fulfil is a matter of a few implications. Each of them is held against the plain question whether
//! it can fail ([`Objection`]): a model of that, whoever found it, refutes the formula. It is right where none of them can
//! have a model, because everything was tried or there is a checked refutation.

mod case;
mod matter;
mod objection;
mod reply;
mod symbols;
mod verdict;

pub use matter::Matter;
pub use objection::Objection;
pub use reply::subgoals;

use crate::answer::{Answer, Outcome};
use crate::ask::{Exhibit, Fault, Verdict};
use crate::script::{Command, FORMULA_COMMANDS, Question, Script};
use case::Case;

/// Which formula is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    /// `(get-interpolant NAME C)`: follows from the assertions, and `C` from it, in symbols of both.
    Interpolant,
    /// `(get-interpolant (A ..))`: follows from these assertions and contradicts the others, in symbols of both.
    Partition,
    /// `(get-abduct NAME C)`: with the assertions it is possible, and `C` follows.
    Abduct,
    /// `(get-qe F)`: says what `F` says where the assertions hold.
    Elimination,
    /// `(get-qe-disjunct F)`: says a part of that.
    Disjunct,
    /// `(simplify t)`: has the same value.
    Simplification,
    /// `(apply T)`: says what the assertions say.
    Tactic,
}

impl Sought {
    /// What the last command of a script that asks for a formula wants.
    pub fn of(script: &Script) -> Option<Sought> {
        let Command::GetFormula { command, name, attributes, .. } = request(script)? else { return None };
        Some(match (&**command, name.is_empty(), &**attributes) {
            ("get-interpolant", false, "") => Sought::Interpolant,
            ("get-interpolant", true, "") => Sought::Partition,
            ("get-abduct", false, "") => Sought::Abduct,
            ("get-qe", true, "") => Sought::Elimination,
            ("get-qe-disjunct", true, "") => Sought::Disjunct,
            ("simplify", true, _) => Sought::Simplification,
            ("apply", true, tactic) if keeps_meaning(tactic) => Sought::Tactic,
            _ => return None,
        })
    }

    pub fn word(self) -> &'static str {
        match self {
            Sought::Interpolant => "interpolant",
            Sought::Partition => "partition",
            Sought::Abduct => "abduct",
            Sought::Elimination | Sought::Disjunct => "elimination",
            Sought::Simplification => "simplification",
            Sought::Tactic => "tactic",
        }
    }

    /// The option without which solvers do not look for it.
    pub fn option(self) -> Option<&'static str> {
        match self {
            Sought::Interpolant | Sought::Partition => Some(":produce-interpolants"),
            Sought::Abduct => Some(":produce-abducts"),
            Sought::Elimination | Sought::Disjunct | Sought::Simplification | Sought::Tactic => None,
        }
    }

    fn fault(self) -> Fault {
        match self {
            Sought::Interpolant | Sought::Partition => Fault::Interpolant,
            Sought::Abduct => Fault::Abduct,
            Sought::Elimination | Sought::Disjunct => Fault::Elimination,
            Sought::Simplification | Sought::Tactic => Fault::Simplification,
        }
    }

    /// The formula, as the solver printed it. Assertions that are not refuted have no interpolant.
    pub fn claim(self, answer: &Answer) -> Option<&str> {
        let is_told = match answer.outcome {
            Outcome::Unsat => true,
            Outcome::Sat | Outcome::Unknown(_) => self != Sought::Partition,
            _ => false,
        };
        answer.reply_to(&FORMULA_COMMANDS).filter(|_| is_told)
    }

    /// Plain questions, a model of any of which refutes the formula.
    pub fn rebuttals(self, question: &Question<'_>, claim: &str) -> Vec<Script> {
        let objections = Case::new(self, question, claim).map(|case| case.objections);
        objections.into_iter().flatten().map(|objection| objection.question).collect()
    }

    /// Judges the formula. `None` if it is not understood.
    pub fn examine(
        self,
        question: &Question<'_>,
        claim: &str,
        own: Option<Exhibit<'_>>,
        others: &[Exhibit<'_>],
    ) -> Option<Verdict> {
        let exhibits: Vec<Exhibit<'_>> = own.into_iter().chain(others.iter().copied()).collect();
        Some(Case::new(self, question, claim)?.examine(&exhibits))
    }
}

/// The last command that asks for a formula.
pub fn request(script: &Script) -> Option<&Command> {
    script.commands.iter().rev().find(|command| matches!(command, Command::GetFormula { .. }))
}

/// The script without such commands.
pub fn without_requests(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| !matches!(command, Command::GetFormula { .. }));
    script
}

/// Tactics of z3 whose result is true where the goal is, and nowhere else. Others keep only whether it can be true.
const KEEPING: [&str; 12] = [
    "simplify",
    "ctx-simplify",
    "ctx-solver-simplify",
    "dom-simplify",
    "elim-and",
    "factor",
    "distribute-forall",
    "der",
    "qe-light",
    "qe",
    "qe2",
    "qe_rec",
];

/// Whether a tactic is one of those, or some of them one after the other.
fn keeps_meaning(tactic: &str) -> bool {
    let mut words = tactic.split(['(', ')', ' ', '\n', '\t']).filter(|word| !word.is_empty());
    words.all(|word| KEEPING.contains(&word) || ["then", "and-then"].contains(&word))
}
