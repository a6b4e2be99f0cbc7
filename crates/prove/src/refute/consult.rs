//! The interface of the SAT solver to the theory of numbers (DPLL(T)). The theory is told the assigned
//! literals before each decision, and again when all variables are assigned. Its results become clauses with
//! derivations.

use super::arithmetic::{Complete, Constraint, Fact, Lemma, Theory};
use super::sat::Solver;
use gainsay_lang::circuit::Wire;

impl Solver {
    /// Installs a theory. All clauses have been added, and nothing is decided.
    pub(super) fn begin_theory(&mut self, theory: Theory) {
        let connections = theory.connections();
        self.theory = Some(theory);
        for lemma in connections {
            self.add_lemma(lemma);
        }
    }

    /// Tells the theory the new literals on the trail. If they conflict, returns a clause that is false.
    pub(super) fn consult(&mut self, limit: u64) -> Option<u32> {
        let theory = self.theory.as_mut()?;
        let before = theory.work();
        let mut found = Ok(());
        while let Some(&literal) = self.trail.get(self.told)
            && found.is_ok()
        {
            self.told += 1;
            found = theory.assert(literal);
        }
        if found.is_ok() {
            found = theory.check(limit.saturating_sub(self.work).saturating_add(before));
        }
        self.work += MULTIPLE_COST * (theory.work() - before);
        found.err().map(|lemma| self.add_conflict(lemma))
    }

    /// All variables are assigned. `true` if the theory has numbers for them; otherwise it added a clause or
    /// a decision.
    pub(super) fn complete(&mut self) -> bool {
        let Some(theory) = &mut self.theory else { return true };
        self.work += FINAL_CHECK_COST + MULTIPLE_COST * theory.size();
        match theory.complete() {
            Complete::Values(numbers) => {
                self.numbers = numbers;
                true
            }
            Complete::Split(constraint) => {
                let atom = self.add_atom(constraint);
                if self.pending.is_none() && self.value(atom).is_none() {
                    self.begin_level(atom);
                }
                false
            }
            Complete::Cut { constraint, negated, mut lemma } => {
                let atom = self.add_atom(constraint);
                lemma.clause.push(if negated { !atom } else { atom });
                self.add_lemma(lemma);
                false
            }
            Complete::Conflict(lemma) => {
                self.add_lemma(lemma);
                false
            }
            Complete::Facts(facts) => {
                for Fact { claims, lines } in facts {
                    let literal = |(constraint, negated)| {
                        let atom = self.add_atom(constraint);
                        if negated { !atom } else { atom }
                    };
                    let clause = claims.into_iter().map(literal).collect();
                    self.add_lemma(Lemma { clause, lines });
                }
                false
            }
        }
    }

    /// The variable of a constraint, new if there is none yet.
    fn add_atom(&mut self, constraint: Constraint) -> Wire {
        if let Some(known) = self.theory.as_ref().and_then(|theory| theory.known(&constraint)) {
            return Wire::of_variable(known);
        }
        let variable = self.new_variable();
        let lemmas = self.theory.as_mut().map(|theory| theory.add(variable, constraint));
        for lemma in lemmas.into_iter().flatten() {
            self.add_lemma(lemma);
        }
        Wire::of_variable(variable)
    }

    /// Adds a clause that is not watched, to be used for one conflict.
    fn add_conflict(&mut self, lemma: Lemma) -> u32 {
        let clause = lemma.clause.clone();
        self.log.push_lemma(lemma);
        self.add_unwatched(&clause, self.number_of_last())
    }

    /// Adds a clause that stays. If all its literals are false it becomes `pending`; if it is unit, its
    /// literal is assigned.
    fn add_lemma(&mut self, lemma: Lemma) {
        let mut clause = lemma.clause.clone();
        self.log.push_lemma(lemma);
        // The watched literals come first: those not false, then those that became false last.
        clause.sort_by_key(|&literal| match self.value(literal) {
            Some(false) => (1, std::cmp::Reverse(self.levels[literal.variable() as usize])),
            _ => (0, std::cmp::Reverse(0)),
        });
        let number = self.number_of_last();
        let id = self.add(&clause, number, 0);
        let is_false = |solver: &Solver, at: usize| {
            clause.get(at).is_none_or(|&literal| solver.value(literal) == Some(false))
        };
        if is_false(self, 0) {
            self.pending = Some(id);
        } else if is_false(self, 1) && self.value(clause[0]).is_none() {
            self.assign(clause[0], Some(id));
        }
    }
}

/// Least work charged for a final check by the theory.
const FINAL_CHECK_COST: u64 = 1000;
/// Work charged for adding a multiple to a row, in watched clauses visited.
const MULTIPLE_COST: u64 = 16;
