//! Proofs of unsatisfiability: a list of clauses, each of which follows from earlier ones; the last is empty.
//!
//! The format is LRAT: a step names the clauses that it follows from, in the order in which they become unit,
//! so that a checker need not search. Lemmas about numbers are numbered between the given clauses and the
//! steps; each has a derivation of its own.

use super::arithmetic::{Constraint, Inference, Lemma};
use gainsay_lang::circuit::{Clauses, Wire};
use std::fmt::Write;
use std::ops::Range;

/// The steps of a proof. Clauses are numbered from 1: the given ones first, then the lemmas, then the steps.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Proof {
    /// The constraints stated by the proof's own variables, which follow those of the clauses.
    pub atoms: Vec<Constraint>,
    pub lemmas: Vec<Lemma>,
    literals: Vec<Wire>,
    hints: Vec<u32>,
    /// The end of each step's literals and hints.
    ends: Vec<(usize, usize)>,
}

/// A clause, and the numbers of the clauses that it follows from (hints).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<'a> {
    pub clause: &'a [Wire],
    pub hints: &'a [u32],
}

/// Why a text is not an LRAT proof.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct LratError {
    pub line: usize,
    pub what: &'static str,
}

impl Proof {
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn push(&mut self, step: Step<'_>) {
        self.literals.extend_from_slice(step.clause);
        self.hints.extend_from_slice(step.hints);
        self.ends.push((self.literals.len(), self.hints.len()));
    }

    /// The step at an index, from 0.
    pub fn step(&self, at: usize) -> Option<Step<'_>> {
        let (literals, hints) = self.ranges(at)?;
        Some(Step { clause: self.literals.get(literals)?, hints: self.hints.get(hints)? })
    }

    pub fn steps(&self) -> impl Iterator<Item = Step<'_>> {
        (0..self.len()).filter_map(|at| self.step(at))
    }

    fn ranges(&self, at: usize) -> Option<(Range<usize>, Range<usize>)> {
        let end = *self.ends.get(at)?;
        let start = at.checked_sub(1).map_or((0, 0), |before| self.ends[before]);
        Some((start.0..end.0, start.1..end.1))
    }

    /// The clauses that the steps refute: the given ones, then those of the lemmas.
    pub fn with_lemmas(&self, given: &Clauses) -> Clauses {
        let mut all = given.clone();
        for _ in &self.atoms {
            all.new_variable();
        }
        self.lemmas.iter().for_each(|lemma| all.push(&lemma.clause));
        all
    }

    /// The steps as an LRAT file; `given` counts the clauses before them, including lemmas.
    pub fn to_lrat(&self, given: usize) -> String {
        let mut text = String::new();
        for (at, step) in self.steps().enumerate() {
            let _ = write!(text, "{} ", given + at + 1);
            for literal in step.clause {
                let _ = write!(text, "{} ", literal.to_dimacs());
            }
            text.push('0');
            for hint in step.hints {
                let _ = write!(text, " {hint}");
            }
            text.push_str(" 0\n");
        }
        text
    }

    /// Reads an LRAT file; `given` counts the clauses before the steps, including lemmas. Steps must be
    /// numbered consecutively. Deletions are ignored.
    pub fn from_lrat(text: &str, given: usize) -> Result<Proof, LratError> {
        let mut proof = Proof::default();
        let (mut clause, mut hints) = (Vec::new(), Vec::new());
        for (at, line) in text.lines().enumerate() {
            let error = |what| LratError { line: at + 1, what };
            let mut words = line.split_ascii_whitespace();
            let Some(number) = words.next() else { continue };
            let number: usize = number.parse().map_err(|_| error("a step begins with its number"))?;
            let mut words = words.peekable();
            if words.peek() == Some(&"d") {
                continue;
            }
            if number != given + proof.len() + 1 {
                return Err(error("steps must be numbered one after the other, behind the clauses"));
            }
            clause.clear();
            hints.clear();
            loop {
                let number = words.next().and_then(|word| word.parse::<i64>().ok());
                match number.ok_or_else(|| error("a literal or 0 was expected"))? {
                    0 => break,
                    literal => {
                        let literal = Wire::from_dimacs(literal);
                        clause.push(literal.ok_or_else(|| error("this is not a literal"))?);
                    }
                }
            }
            loop {
                let number = words.next().and_then(|word| word.parse::<u32>().ok());
                match number.ok_or_else(|| error("the number of a clause or 0 was expected"))? {
                    0 => break,
                    hint => hints.push(hint),
                }
            }
            if words.next().is_some() {
                return Err(error("there is more behind the end of the step"));
            }
            proof.push(Step { clause: &clause, hints: &hints });
        }
        Ok(proof)
    }
}

/// A proof under construction: steps and lemmas in the order in which they are found.
#[derive(Default)]
pub(super) struct Log {
    steps: Proof,
    lemmas: Vec<(usize, Vec<Inference>)>,
}

impl Log {
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn push(&mut self, step: Step<'_>) {
        self.steps.push(step);
    }

    pub fn push_lemma(&mut self, lemma: Lemma) {
        self.lemmas.push((self.steps.len(), lemma.lines));
        self.steps.push(Step { clause: &lemma.clause, hints: &[] });
    }

    /// The proof without steps that the last one does not need; `given` is the number of given clauses.
    pub fn trimmed(self, given: usize, atoms: Vec<Constraint>) -> Proof {
        let Log { steps, lemmas } = self;
        let needed = needed(&steps, given);
        let mut trimmed = Proof { atoms, ..Proof::default() };
        let mut number = vec![0; steps.len()];
        for (at, lines) in lemmas.into_iter().filter(|(at, _)| needed[*at]) {
            let clause = steps.step(at).map_or(&[][..], |step| step.clause).to_vec();
            trimmed.lemmas.push(Lemma { clause, lines });
            number[at] = (given + trimmed.lemmas.len()) as u32;
        }
        let given_or_lemma = given + trimmed.lemmas.len();
        let mut hints = Vec::new();
        for (at, step) in steps.steps().enumerate() {
            if !needed[at] || number[at] != 0 {
                continue;
            }
            let renumbered = |&hint: &u32| step_of(hint, given).map_or(hint, |step| number[step]);
            hints.clear();
            hints.extend(step.hints.iter().map(renumbered));
            trimmed.push(Step { hints: &hints, ..step });
            number[at] = (given_or_lemma + trimmed.len()) as u32;
        }
        trimmed
    }
}

fn step_of(hint: u32, given: usize) -> Option<usize> {
    (hint as usize).checked_sub(given + 1)
}

/// For each step, whether the last one depends on it.
fn needed(steps: &Proof, given: usize) -> Vec<bool> {
    let mut needed = vec![false; steps.len()];
    needed.iter_mut().last().into_iter().for_each(|last| *last = true);
    for at in (0..steps.len()).rev() {
        if needed[at] {
            let hints = steps.step(at).map_or(&[][..], |step| step.hints);
            hints.iter().filter_map(|&hint| step_of(hint, given)).for_each(|step| needed[step] = true);
        }
    }
    needed
}
