//! The SAT solver and the theory of numbers: it is told all literals that hold before anything is decided, and again when
//! everything is. What it finds becomes a clause with its derivation.

use super::arithmetic::{Complete, Constraint, Fact, Lemma, Theory};
use super::sat::Solver;
use crate::circuit::Wire;

impl Solver {
    /// Begins to consult a theory. All clauses are there, and nothing is decided.
    pub(super) fn begin_theory(&mut self, theory: Theory) {
        let connections = theory.connections();
        self.theory = Some(theory);
        for lemma in connections {
            self.add_lemma(lemma);
        }
    }

    /// Tells the theory what holds, and gives a clause of which no literal is left, if it finds one.
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
        self.work += WEIGHT * (theory.work() - before);
        found.err().map(|lemma| self.add_conflict(lemma))
    }

    /// Everything is decided: `true` if numbers can be found for it. Otherwise there is something to do.
    pub(super) fn complete(&mut self) -> bool {
        let Some(theory) = &mut self.theory else { return true };
        self.work += ROUND + WEIGHT * theory.size();
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

    /// A variable that says this.
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

    /// A clause that is used once, for a conflict.
    fn add_conflict(&mut self, lemma: Lemma) -> u32 {
        let clause = lemma.clause.clone();
        self.log.push_lemma(lemma);
        self.add_unwatched(&clause, self.number_of_last())
    }

    /// A clause that stays. If one literal at most is left, what follows is seen when the next clauses are propagated.
    fn add_lemma(&mut self, lemma: Lemma) {
        let mut clause = lemma.clause.clone();
        self.log.push_lemma(lemma);
        // What is false belongs behind the rest, and what became false last before the others.
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

/// What looking at everything costs at least.
const ROUND: u64 = 1000;
/// What adding a multiple costs, in watched clauses looked at.
const WEIGHT: u64 = 16;
