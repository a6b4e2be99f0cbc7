//! Formulas that a solver finds: interpolants, abducts, and the results of quantifier elimination and
//! simplification.
//!
//! Each requirement on such a formula is an implication. For each there is a question whether it can fail
//! ([`Objection`]): a model of that, from any source, refutes the formula. The formula is correct if none of
//! these questions has a model, by exhaustive search or a checked refutation.

mod case;
mod matter;
mod objection;
mod reply;
mod symbols;
mod verdict;

pub use matter::Matter;
pub use objection::Objection;
pub use reply::subgoals;

use crate::ask::{Exhibit, Fault, Verdict};
use case::Case;
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::{Command, FORMULA_COMMANDS, Question, Script};

/// The kind of formula asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sought {
    /// `(get-interpolant NAME C)`: implied by the assertions, implies `C`, and uses only symbols of both.
    Interpolant,
    /// `(get-interpolant (A ..))`: implied by these assertions, contradicts the others, and uses only symbols
    /// of both.
    Partition,
    /// `(get-abduct NAME C)`: consistent with the assertions, and implies `C` together with them.
    Abduct,
    /// `(get-qe F)`: equivalent to `F` under the assertions.
    Elimination,
    /// `(get-qe-disjunct F)`: a part of such a formula.
    Disjunct,
    /// `(simplify t)`: equal to `t`.
    Simplification,
    /// `(apply T)`: equivalent to the assertions.
    Tactic,
}

impl Sought {
    /// The kind of formula that the last such command of a script asks for.
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

    /// The option that a solver needs to find such a formula.
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

    /// The formula as the solver printed it. A partition has an interpolant only if the answer is unsat.
    pub fn claim(self, answer: &Answer) -> Option<&str> {
        let is_told = match answer.outcome {
            Outcome::Unsat => true,
            Outcome::Sat | Outcome::Unknown(_) => self != Sought::Partition,
            _ => false,
        };
        answer.reply_to(&FORMULA_COMMANDS).filter(|_| is_told)
    }

    /// Scripts without such commands, any model of which refutes the formula.
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

/// The script without these commands.
pub fn without_requests(script: &Script) -> Script {
    let mut script = script.clone();
    script.commands.retain(|command| !matches!(command, Command::GetFormula { .. }));
    script
}

/// Tactics of z3 that preserve equivalence. Others preserve only satisfiability.
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

/// Whether a tactic consists only of these.
fn keeps_meaning(tactic: &str) -> bool {
    let mut words = tactic.split(['(', ')', ' ', '\n', '\t']).filter(|word| !word.is_empty());
    words.all(|word| KEEPING.contains(&word) || ["then", "and-then"].contains(&word))
}
