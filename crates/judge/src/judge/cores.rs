//! What an unsat core comes to when it is asked again.

use crate::answer::{Answer, Outcome, Status};

/// How gainsay is named where otherwise a solver is: who has a model of a core, or a proof about it.
pub const OURSELVES: &str = "gainsay";

/// The answers to a core asked again.
#[derive(Clone, Debug)]
pub struct CoreCheck {
    /// The names in the core.
    pub names: Vec<String>,
    /// The answers to the core alone, by solver; the first is the solver's own.
    pub alone: Vec<(String, Answer)>,
    /// Whether a solver's model of the core alone satisfies it, by our evaluator.
    pub satisfied_by: Option<String>,
    /// What gainsay itself proves about the core alone.
    pub proved: Status,
    /// A name without which the core is still unsatisfiable, and who says so.
    pub not_needed: Option<(String, String)>,
    /// Whether the solver promised that nothing in it can be left out.
    pub promised_minimal: bool,
}

/// What a core comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoreVerdict {
    Valid,
    /// The core alone is satisfiable, proved by a model of this solver.
    Refuted(String),
    /// This solver finds the core alone satisfiable, without proof.
    Disputed(String),
    /// It is unsatisfiable, but without this name still, says the solver.
    NonMinimal(String, String),
}

impl CoreCheck {
    pub fn verdict(&self) -> CoreVerdict {
        if let Some(solver) = &self.satisfied_by {
            return CoreVerdict::Refuted(solver.clone());
        }
        let says_sat = |(_, answer): &&(String, Answer)| answer.outcome == Outcome::Sat;
        if let Some((solver, _)) = self.alone.iter().find(says_sat).filter(|_| self.proved != Status::Unsat) {
            return CoreVerdict::Disputed(solver.clone());
        }
        match &self.not_needed {
            Some((name, solver)) => CoreVerdict::NonMinimal(name.clone(), solver.clone()),
            None => CoreVerdict::Valid,
        }
    }
}
