//! The proof checker. It shares no code with the solver, so that a proof counts only if it passes here,
//! wherever it comes from.
//!
//! A step is correct if its clause follows by reverse unit propagation: assume that all its literals are
//! false; then each hint must be a unit clause, whose literal becomes true, and the last hint must be
//! falsified. Lemmas about numbers are checked first (`check_lemma.rs`).

use super::arithmetic::Arithmetic;
use super::check_lemma::{LemmaChecker, LemmaFault};
use super::proof::Proof;
use gainsay_lang::circuit::{Clauses, Wire};

/// A checked proof that the clauses are unsatisfiable. Can only be made by checking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checked {
    clauses: usize,
    lemmas: usize,
    steps: usize,
}

impl Checked {
    /// The number of clauses refuted.
    pub fn clauses(&self) -> usize {
        self.clauses
    }

    /// The number of lemmas about numbers that the proof uses.
    pub fn lemmas(&self) -> usize {
        self.lemmas
    }

    /// The number of steps.
    pub fn steps(&self) -> usize {
        self.steps
    }
}

/// What is wrong with a proof; steps are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    #[error("the proof does not end with the empty clause")]
    NoContradiction,
    #[error("step {step} uses clause {hint}, which does not precede it")]
    NoSuchClause { step: usize, hint: u32 },
    #[error("step {step} does not follow: clause {hint} is not unit")]
    NotUnit { step: usize, hint: u32 },
    #[error("step {step} does not follow from its hints")]
    NoConflict { step: usize },
    #[error("step {step} has a literal of an unknown variable")]
    NoSuchVariable { step: usize },
    #[error("lemma {lemma}: {what}")]
    Lemma { lemma: usize, what: LemmaFault },
    #[error("lemma {lemma} has a literal of an unknown variable")]
    NoSuchVariableInLemma { lemma: usize },
    #[error("the proof is too long to be checked within the limit")]
    OutOfWork,
}

/// The literals assumed or found false in the current step: those whose entry is the step's number.
struct Assumed {
    falsified: Vec<u32>,
    step: u32,
}

impl Assumed {
    fn falsify(&mut self, literal: Wire) {
        self.falsified[literal.index()] = self.step;
    }

    fn is_false(&self, literal: Wire) -> bool {
        self.falsified[literal.index()] == self.step
    }
}

/// Checks a proof. The limit `work` counts literals visited. `arithmetic` says what some of the clauses'
/// variables state about numbers.
pub fn check(clauses: &Clauses, arithmetic: &Arithmetic, proof: &Proof, work: u64) -> Result<Checked, Fault> {
    let places = 2 * (clauses.variables() as usize + proof.atoms.len() + 1);
    let mut left = work;
    let checker = LemmaChecker::new(arithmetic, clauses.variables(), &proof.atoms);
    for (at, lemma) in proof.lemmas.iter().enumerate() {
        if lemma.clause.iter().any(|literal| literal.index() >= places) {
            return Err(Fault::NoSuchVariableInLemma { lemma: at + 1 });
        }
        checker.check(lemma, &mut left).map_err(|what| match what {
            LemmaFault::OutOfWork => Fault::OutOfWork,
            what => Fault::Lemma { lemma: at + 1, what },
        })?;
    }
    let mut assumed = Assumed { falsified: vec![0; places], step: 0 };
    for (at, step) in proof.steps().enumerate() {
        let number = at + 1;
        assumed.step = u32::try_from(number).map_err(|_| Fault::OutOfWork)?;
        for &literal in step.clause {
            if literal.index() >= places {
                return Err(Fault::NoSuchVariable { step: number });
            }
            assumed.falsify(literal);
        }
        let mut contradicted = false;
        for &hint in step.hints {
            let clause =
                clause(clauses, proof, at, hint).ok_or(Fault::NoSuchClause { step: number, hint })?;
            left = left.checked_sub(1 + clause.len() as u64).ok_or(Fault::OutOfWork)?;
            let mut open = clause.iter().copied().filter(|&literal| !assumed.is_false(literal));
            match (open.next(), open.next()) {
                (None, _) => {
                    contradicted = true;
                    break;
                }
                (Some(unit), None) if !assumed.is_false(!unit) => assumed.falsify(!unit),
                _ => return Err(Fault::NotUnit { step: number, hint }),
            }
        }
        if !contradicted {
            return Err(Fault::NoConflict { step: number });
        }
    }
    match proof.len().checked_sub(1).and_then(|last| proof.step(last)) {
        Some(last) if last.clause.is_empty() => {
            Ok(Checked { clauses: clauses.len(), lemmas: proof.lemmas.len(), steps: proof.len() })
        }
        _ => Err(Fault::NoContradiction),
    }
}

/// The clause with a number, if it stands before the step at index `before`.
fn clause<'a>(clauses: &'a Clauses, proof: &'a Proof, before: usize, number: u32) -> Option<&'a [Wire]> {
    let at = (number as usize).checked_sub(1)?;
    let Some(behind) = at.checked_sub(clauses.len()) else { return clauses.get(at) };
    match behind.checked_sub(proof.lemmas.len()) {
        None => proof.lemmas.get(behind).map(|lemma| &lemma.clause[..]),
        Some(step) if step < before => proof.step(step).map(|step| step.clause),
        Some(_) => None,
    }
}
