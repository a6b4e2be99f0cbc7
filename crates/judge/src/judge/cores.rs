//! Judges unsat cores, by asking solvers about them.

use gainsay_lang::answer::{Answer, Outcome, Status};

/// The name of this program in place of a solver's, as the source of a model or proof.
pub const OURSELVES: &str = "gainsay";

/// The answers to questions about a core.
#[derive(Clone, Debug)]
pub struct CoreCheck {
    /// The names in the core.
    pub names: Vec<String>,
    /// The answers to the core alone, by solver; the claimant's own comes first.
    pub alone: Vec<(String, Answer)>,
    /// A solver whose model satisfies the core alone, according to the evaluator.
    pub satisfied_by: Option<String>,
    /// The answer that this program proves for the core alone.
    pub proved: Status,
    /// A name that can be left out of the core, and the solver that says so.
    pub not_needed: Option<(String, String)>,
    /// Whether the solver promised a minimal core.
    pub promised_minimal: bool,
}

/// The verdict about a core.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CoreVerdict {
    Valid,
    /// The core is satisfiable, by a model of this solver.
    Refuted(String),
    /// This solver calls the core satisfiable, without proof.
    Disputed(String),
    /// It is still unsatisfiable without this name, according to this solver.
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
