//! The theory of numbers that the SAT solver consults: it is told which literals are true, and finds
//! inconsistent ones.

use super::delta::Delta;
use super::lemma::{Inference, Lemma};
use super::simplex::{Bound, Side, Simplex, Var};
use super::{Arithmetic, Constraint, Terms};
use gainsay_lang::circuit::Wire;
use gainsay_lang::hash::HashMap;
use gainsay_lang::value::{Int, Rational};
use std::collections::BTreeMap;

/// A constraint of a Boolean variable: an upper bound if it is true, and a lower bound if it is false.
#[derive(Clone, Debug)]
pub(super) struct Atom {
    pub var: Var,
    upper: Delta,
    lower: Delta,
}

pub(in super::super) struct Theory {
    pub(super) arithmetic: Arithmetic,
    pub(super) simplex: Simplex,
    sums: HashMap<Terms, Var>,
    /// For each simplex variable, the sum that it stands for, and whether that is an integer.
    definitions: Vec<(Terms, bool)>,
    atoms: Vec<Option<Atom>>,
    /// For each simplex variable, its atoms in the order of their bounds.
    ordered: Vec<BTreeMap<(Rational, bool), u32>>,
    /// The length of the simplex undo trail at the start of each level.
    level_starts: Vec<usize>,
    /// The number of atoms in the question; later ones were introduced by the theory.
    given: usize,
    /// How often an integer had a fractional value although everything was consistent over the rationals.
    pub(super) splits: u64,
    /// The number of facts made about products.
    pub(super) facts: usize,
}

/// The result of a final check, when all variables are assigned.
pub(in super::super) enum Complete {
    /// Consistent; the values of all numbers.
    Values(Vec<Rational>),
    /// The clause of this lemma is false.
    Conflict(Lemma),
    /// Branch on this new constraint.
    Split(Constraint),
    /// The lemma implies a new constraint, or its negation, whose literal is still to be appended to the
    /// clause.
    Cut { constraint: Constraint, negated: bool, lemma: Lemma },
    /// Facts about products, which are always true.
    Facts(Vec<Fact>),
}

/// A clause of inequalities or their negations, with its derivation; some may be new constraints.
pub(in super::super) struct Fact {
    pub claims: Vec<(Constraint, bool)>,
    pub lines: Vec<Inference>,
}

impl Theory {
    pub fn new(arithmetic: &Arithmetic) -> Theory {
        let mut theory = Theory {
            arithmetic: Arithmetic { atoms: Vec::new(), ..arithmetic.clone() },
            simplex: Simplex::default(),
            sums: HashMap::default(),
            definitions: Vec::new(),
            atoms: Vec::new(),
            ordered: Vec::new(),
            level_starts: Vec::new(),
            given: arithmetic.atoms.len(),
            splits: 0,
            facts: 0,
        };
        for &is_integer in &arithmetic.integral {
            let number = theory.simplex.new_variable();
            theory.definitions.push((vec![(number, Rational::ONE)], is_integer));
        }
        for (variable, constraint) in &arithmetic.atoms {
            theory.add(*variable, constraint.clone());
        }
        theory
    }

    /// Adds an atom. Returns the lemmas that order it between its neighbours with the same sum.
    pub fn add(&mut self, variable: u32, constraint: Constraint) -> Vec<Lemma> {
        let var = self.var(&constraint.sum);
        let Constraint { sum, bound, strict } = &constraint;
        let lower = match self.arithmetic.is_integral(sum) {
            true => Delta::new(Rational::from(&bound.floor() + &Int::ONE), 0),
            false => Delta::new(bound.clone(), i64::from(!strict)),
        };
        let upper = Delta::new(bound.clone(), -i64::from(*strict));
        // Of two atoms with the same bound, the strict one is the stronger.
        let key = (bound.clone(), !strict);
        self.arithmetic.atoms.push((variable, constraint));
        self.atoms.resize(self.atoms.len().max(variable as usize + 1), None);
        self.atoms[variable as usize] = Some(Atom { var, upper, lower });
        self.ordered.resize_with(self.simplex.variables.len(), BTreeMap::new);
        let atoms = &mut self.ordered[var as usize];
        let below = atoms.range(..&key).next_back().map(|(_, &below)| (below, variable));
        let above = atoms.range(&key..).next().map(|(_, &above)| (variable, above));
        atoms.insert(key, variable);
        below.into_iter().chain(above).map(|(low, high)| implied(low, high)).collect()
    }

    /// The lemmas that order all atoms of the question: a smaller upper bound implies the next.
    pub fn connections(&self) -> Vec<Lemma> {
        let neighbours = self.ordered.iter().flat_map(|atoms| atoms.values().zip(atoms.values().skip(1)));
        neighbours.map(|(&low, &high)| implied(low, high)).collect()
    }

    /// The constraints introduced by the theory, which are not of the question.
    pub fn further_atoms(&self) -> Vec<Constraint> {
        self.arithmetic.atoms[self.given..].iter().map(|(_, constraint)| constraint.clone()).collect()
    }

    /// The simplex variable of a sum.
    pub(super) fn var(&mut self, sum: &Terms) -> Var {
        if let [(number, factor)] = &sum[..]
            && *factor == Rational::ONE
        {
            return *number;
        }
        if let Some(&known) = self.sums.get(sum) {
            return known;
        }
        let var = self.simplex.new_sum(sum);
        self.definitions.push((sum.clone(), self.arithmetic.is_integral(sum)));
        self.sums.insert(sum.clone(), var);
        var
    }

    pub(super) fn definition(&self, var: Var) -> &Terms {
        &self.definitions[var as usize].0
    }

    pub(super) fn is_integer(&self, var: Var) -> bool {
        self.definitions[var as usize].1
    }

    /// The Boolean variable of a constraint, if there is one.
    pub fn known(&self, constraint: &Constraint) -> Option<u32> {
        let var = self.sums.get(&constraint.sum).copied().or(match constraint.sum[..] {
            [(number, _)] => Some(number),
            _ => None,
        })?;
        self.ordered.get(var as usize)?.get(&(constraint.bound.clone(), !constraint.strict)).copied()
    }

    /// The number of simplex variables, as a measure of the work.
    pub fn size(&self) -> u64 {
        self.simplex.variables.len() as u64
    }

    pub fn work(&self) -> u64 {
        self.simplex.work
    }

    pub fn begin_level(&mut self) {
        self.level_starts.push(self.simplex.changes());
    }

    /// Undoes what was asserted since a level began.
    pub fn backtrack(&mut self, level: usize) {
        if let Some(&changes) = self.level_starts.get(level) {
            self.simplex.backtrack(changes);
            self.level_starts.truncate(level);
        }
    }

    /// Asserts a literal.
    pub fn assert(&mut self, literal: Wire) -> Result<(), Lemma> {
        let Some(Some(atom)) = self.atoms.get(literal.variable() as usize) else { return Ok(()) };
        let (side, value) = match literal.is_negated() {
            true => (Side::Lower, atom.lower.clone()),
            false => (Side::Upper, atom.upper.clone()),
        };
        self.simplex.bound(atom.var, side, Bound { value, reason: literal }).map_err(Lemma::farkas)
    }

    /// Checks consistency over the rationals; also `Ok` if the work limit was reached.
    pub fn check(&mut self, limit: u64) -> Result<(), Lemma> {
        self.simplex.check(limit).map_err(Lemma::farkas)
    }

    /// The values of all numbers, with a small enough positive number for δ.
    pub(super) fn values(&self) -> Vec<Rational> {
        let mut small = Rational::ONE;
        let mut keep_apart = |low: &Delta, high: &Delta| {
            if low.small > high.small
                && let Some(most) = (&high.real - &low.real).div(&(&low.small - &high.small))
                && most < small
            {
                small = most;
            }
        };
        for variable in &self.simplex.variables {
            variable.lower.iter().for_each(|lower| keep_apart(&lower.value, &variable.value));
            variable.upper.iter().for_each(|upper| keep_apart(&variable.value, &upper.value));
        }
        let numbers = self.simplex.variables.iter().take(self.arithmetic.integral.len());
        numbers.map(|number| &number.value.real + &(&number.value.small * &small)).collect()
    }
}

/// An upper bound implies any greater one.
fn implied(low: u32, high: u32) -> Lemma {
    let (low, high) = (Wire::of_variable(low), Wire::of_variable(high));
    Lemma::farkas(vec![(low, Rational::ONE), (!high, Rational::ONE)])
}
