//! Formulas that a solver finds: interpolants, abducts, and the results of quantifier elimination and
//! simplification.
//!
//! Each requirement on such a formula is an implication. For each there is a question whether it can fail
//! ([`Objection`]): a model of that, from any source, refutes the formula. The formula is correct if none of
//! these questions has a model, by exhaustive search or a checked refutation.

mod case;
mod task;
mod objection;
mod reply;
mod symbols;
mod verdict;

pub use objection::Objection;
pub use reply::subgoals;
pub use task::FormulaTask;

use crate::ask::{CandidateModel, Candidates, Query, Verdict};
use crate::kinds::FindingKind::{self, WrongAbduct, WrongElimination, WrongInterpolant, WrongSimplification};
use case::Case;
use gainsay_lang::answer::{Answer, Outcome};
use gainsay_lang::script::{Command, FORMULA_COMMANDS, Question, Script};
use std::borrow::Cow;

/// The kind of formula asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormulaKind {
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

impl FormulaKind {
    /// The kind of formula that the last such command of a script asks for.
    pub fn of(script: &Script) -> Option<FormulaKind> {
        let Command::GetFormula { command, name, attributes, .. } = request(script)? else { return None };
        Some(match (&**command, name.is_empty(), &**attributes) {
            ("get-interpolant", false, "") => FormulaKind::Interpolant,
            ("get-interpolant", true, "") => FormulaKind::Partition,
            ("get-abduct", false, "") => FormulaKind::Abduct,
            ("get-qe", true, "") => FormulaKind::Elimination,
            ("get-qe-disjunct", true, "") => FormulaKind::Disjunct,
            ("simplify", true, _) => FormulaKind::Simplification,
            ("apply", true, tactic) if keeps_meaning(tactic) => FormulaKind::Tactic,
            _ => return None,
        })
    }

    fn row(self) -> Row {
        let row = |word, finding, option| Row { word, finding, option };
        match self {
            FormulaKind::Interpolant => row("interpolant", WrongInterpolant, Some(":produce-interpolants")),
            FormulaKind::Partition => row("partition", WrongInterpolant, Some(":produce-interpolants")),
            FormulaKind::Abduct => row("abduct", WrongAbduct, Some(":produce-abducts")),
            FormulaKind::Elimination | FormulaKind::Disjunct => row("elimination", WrongElimination, None),
            FormulaKind::Simplification => row("simplification", WrongSimplification, None),
            FormulaKind::Tactic => row("tactic", WrongSimplification, None),
        }
    }
}

/// What differs between the kinds of formulas.
struct Row {
    /// The name by which a solver's profile lists it.
    word: &'static str,
    /// The kind of finding if the formula is wrong.
    finding: FindingKind,
    /// The option without which some solvers refuse to look for it.
    option: Option<&'static str>,
}

impl Query for FormulaKind {
    fn word(&self) -> &'static str {
        self.row().word
    }

    fn is_asked_by(&self, script: &Script) -> bool {
        FormulaKind::of(script) == Some(*self)
    }

    fn without(&self, script: &Script) -> Script {
        let mut script = script.clone();
        script.commands.retain(|command| !matches!(command, Command::GetFormula { .. }));
        script
    }

    fn commands(&self, script: &Script) -> Vec<Command> {
        request(script).into_iter().cloned().collect()
    }

    fn options(&self, _: &Script) -> Vec<&'static str> {
        self.row().option.into_iter().collect()
    }

    /// To find a formula, a solver may solve other questions internally, and the model may belong to those.
    fn allows_get_model(&self) -> bool {
        false
    }

    /// The formula as the solver printed it. A partition has an interpolant only if the answer is unsat.
    fn claim<'a>(&self, answer: &'a Answer) -> Option<Cow<'a, str>> {
        let is_told = match answer.outcome {
            Outcome::Unsat => true,
            Outcome::Sat | Outcome::Unknown(_) => *self != FormulaKind::Partition,
            _ => false,
        };
        answer.reply_to(&FORMULA_COMMANDS).filter(|_| is_told).map(Cow::Borrowed)
    }

    fn rebuttals(&self, question: &Question<'_>, claim: &str) -> Vec<Script> {
        let objections = Case::new(*self, question, claim).map(|case| case.objections);
        objections.into_iter().flatten().map(|objection| objection.question).collect()
    }

    fn examine(&self, question: &Question<'_>, claim: &str, by: Candidates<'_>) -> Option<Verdict> {
        let candidates: Vec<CandidateModel<'_>> =
            by.own.into_iter().chain(by.others.iter().copied()).collect();
        Some(Case::new(*self, question, claim)?.examine(&candidates))
    }
}

/// The last command that asks for a formula.
pub fn request(script: &Script) -> Option<&Command> {
    script.commands.iter().rev().find(|command| matches!(command, Command::GetFormula { .. }))
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
