//! The general simplex method (Dutertre and de Moura): rows express basic variables by the others, every
//! variable may have bounds, and values are changed until all are within their bounds or a row shows that
//! this is impossible.
//!
//! Each bound carries the literal that it comes from. A conflict is a list of literals with factors: the sum
//! of these multiples of their inequalities is a contradiction.

use super::delta::Delta;
use super::{Terms, merged};
use gainsay_lang::circuit::Wire;
use gainsay_lang::value::Rational;
use std::collections::BTreeSet;

/// A simplex variable: a number, or a sum that occurs in a constraint.
pub(super) type Var = u32;

/// Inconsistent literals, with Farkas coefficients.
pub(super) type Conflict = Vec<(Wire, Rational)>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Lower,
    Upper,
}

#[derive(Clone, Debug)]
pub(super) struct Bound {
    pub value: Delta,
    pub reason: Wire,
}

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub value: Delta,
    pub lower: Option<Bound>,
    pub upper: Option<Bound>,
    /// The row that defines it, if it is basic.
    pub row: Option<u32>,
}

#[derive(Clone, Debug)]
pub(super) struct Row {
    pub basic: Var,
    pub terms: Terms,
}

#[derive(Default, Debug)]
pub(super) struct Simplex {
    pub variables: Vec<Variable>,
    pub rows: Vec<Row>,
    /// For each nonbasic variable, the rows that it occurs in.
    columns: Vec<Vec<u32>>,
    /// The undo trail: replaced bounds.
    changes: Vec<(Var, Side, Option<Bound>)>,
    /// Basic variables that may violate their bounds.
    suspects: BTreeSet<Var>,
    /// Work done, in multiples added.
    pub work: u64,
}

/// Pivots per check that choose the sparsest column; after these, Bland's rule guarantees termination.
const EXCHANGES_BY_SIZE: u32 = 60;

impl Simplex {
    pub fn new_variable(&mut self) -> Var {
        self.variables.push(Variable { value: Delta::ZERO, lower: None, upper: None, row: None });
        self.columns.push(Vec::new());
        self.variables.len() as Var - 1
    }

    /// A variable that is defined as a sum of others.
    pub fn new_sum(&mut self, sum: &[(Var, Rational)]) -> Var {
        let basic = self.new_variable();
        let mut terms = Terms::new();
        let mut value = Delta::ZERO;
        for (variable, factor) in sum {
            value.add(&self.variables[*variable as usize].value, factor);
            terms = match self.variables[*variable as usize].row {
                Some(row) => merged(&terms, &Rational::ONE, &self.rows[row as usize].terms, factor),
                None => merged(&terms, &Rational::ONE, &[(*variable, Rational::ONE)], factor),
            };
        }
        let row = self.rows.len() as u32;
        for (variable, _) in &terms {
            self.columns[*variable as usize].push(row);
        }
        self.rows.push(Row { basic, terms });
        let variable = &mut self.variables[basic as usize];
        (variable.value, variable.row) = (value, Some(row));
        basic
    }

    /// The length of the undo trail; see [`Simplex::backtrack`].
    pub fn changes(&self) -> usize {
        self.changes.len()
    }

    /// Restores the bounds to what they were at an earlier length of the undo trail.
    pub fn backtrack(&mut self, changes: usize) {
        while self.changes.len() > changes {
            if let Some((variable, side, before)) = self.changes.pop() {
                *self.bound_mut(variable, side) = before;
            }
        }
    }

    fn bound_mut(&mut self, variable: Var, side: Side) -> &mut Option<Bound> {
        let variable = &mut self.variables[variable as usize];
        match side {
            Side::Lower => &mut variable.lower,
            Side::Upper => &mut variable.upper,
        }
    }

    /// Asserts a bound, unless a stronger one is known.
    pub fn bound(&mut self, at: Var, side: Side, bound: Bound) -> Result<(), Conflict> {
        let variable = &self.variables[at as usize];
        let (same, other) = match side {
            Side::Lower => (&variable.lower, &variable.upper),
            Side::Upper => (&variable.upper, &variable.lower),
        };
        let is_weaker = |than: &Bound| match side {
            Side::Lower => bound.value <= than.value,
            Side::Upper => bound.value >= than.value,
        };
        if same.as_ref().is_some_and(is_weaker) {
            return Ok(());
        }
        let passes = |limit: &&Bound| match side {
            Side::Lower => bound.value > limit.value,
            Side::Upper => bound.value < limit.value,
        };
        if let Some(limit) = other.as_ref().filter(passes) {
            return Err(vec![(bound.reason, Rational::ONE), (limit.reason, Rational::ONE)]);
        }
        let is_outside = match side {
            Side::Lower => variable.value < bound.value,
            Side::Upper => variable.value > bound.value,
        };
        let is_basic = variable.row.is_some();
        let value = bound.value.clone();
        let before = self.bound_mut(at, side).replace(bound);
        self.changes.push((at, side, before));
        match is_basic {
            true if is_outside => {
                self.suspects.insert(at);
            }
            false if is_outside => self.move_to(at, value),
            _ => {}
        }
        Ok(())
    }

    /// Changes the value of a nonbasic variable, and updates the basic ones.
    fn move_to(&mut self, at: Var, value: Delta) {
        let by = value.minus(&self.variables[at as usize].value);
        self.variables[at as usize].value = value;
        for &row in &self.columns[at as usize] {
            let Row { basic, terms } = &self.rows[row as usize];
            if let Some(factor) = factor(terms, at) {
                self.variables[*basic as usize].value.add(&by, factor);
                self.suspects.insert(*basic);
            }
        }
        self.work += 1 + self.columns[at as usize].len() as u64;
    }

    /// Pivots until all values are within their bounds. Also `Ok` if the work limit was reached, when nothing
    /// is known.
    pub fn check(&mut self, limit: u64) -> Result<(), Conflict> {
        let mut exchanges = 0;
        while let Some(&suspect) = self.suspects.first() {
            if self.work > limit {
                return Ok(());
            }
            let Some((side, target)) = self.violated(suspect) else {
                self.suspects.remove(&suspect);
                continue;
            };
            exchanges += 1;
            match self.helper(suspect, side, exchanges <= EXCHANGES_BY_SIZE) {
                Some((helper, factor)) => self.exchange(suspect, helper, &factor, target),
                None => return Err(self.explain(suspect, side)),
            }
        }
        Ok(())
    }

    /// The side and value of the bound that a basic variable violates.
    fn violated(&self, at: Var) -> Option<(Side, Delta)> {
        let variable = &self.variables[at as usize];
        variable.row?;
        match (&variable.lower, &variable.upper) {
            (Some(lower), _) if variable.value < lower.value => Some((Side::Lower, lower.value.clone())),
            (_, Some(upper)) if variable.value > upper.value => Some((Side::Upper, upper.value.clone())),
            _ => None,
        }
    }

    /// Whether the value of a variable can be increased (`up`) or decreased.
    fn can_move(&self, at: Var, up: bool) -> bool {
        let variable = &self.variables[at as usize];
        match up {
            true => variable.upper.as_ref().is_none_or(|upper| variable.value < upper.value),
            false => variable.lower.as_ref().is_none_or(|lower| variable.value > lower.value),
        }
    }

    /// A nonbasic variable of the row that can repair the violated bound, with its coefficient: the one that
    /// occurs in the fewest rows, or the first.
    fn helper(&self, basic: Var, side: Side, by_size: bool) -> Option<(Var, Rational)> {
        let row = self.variables[basic as usize].row?;
        let terms = self.rows[row as usize].terms.iter();
        let mut helpers =
            terms.filter(|(at, factor)| self.can_move(*at, (side == Side::Lower) != factor.is_negative()));
        let helper = match by_size {
            true => helpers.min_by_key(|(at, _)| self.columns[*at as usize].len()),
            false => helpers.next(),
        };
        helper.cloned()
    }

    /// The conflict of a row whose nonbasic variables are all at their blocking bounds.
    fn explain(&self, basic: Var, side: Side) -> Conflict {
        let variable = &self.variables[basic as usize];
        let bound = |at: Var, side: Side| {
            let variable = &self.variables[at as usize];
            let bound = if side == Side::Lower { &variable.lower } else { &variable.upper };
            bound.as_ref().map(|bound| bound.reason)
        };
        let mut conflict: Conflict =
            bound(basic, side).into_iter().map(|reason| (reason, Rational::ONE)).collect();
        let terms = variable.row.map_or(&[][..], |row| &self.rows[row as usize].terms);
        for (at, factor) in terms {
            let at_side =
                if (side == Side::Lower) != factor.is_negative() { Side::Upper } else { Side::Lower };
            conflict.extend(bound(*at, at_side).map(|reason| (reason, factor.abs())));
        }
        conflict
    }

    /// Changes a basic variable to a value by means of a nonbasic one of its row, and pivots.
    fn exchange(&mut self, basic: Var, other: Var, its_factor: &Rational, value: Delta) {
        let Some(inverse) = Rational::ONE.div(its_factor) else { return };
        let difference = value.minus(&self.variables[basic as usize].value);
        let mut moved = self.variables[other as usize].value.clone();
        moved.add(&difference, &inverse);
        self.move_to(other, moved);
        self.suspects.remove(&basic);
        self.pivot(basic, other, &inverse);
        self.suspects.insert(other);
    }

    /// Pivots: solves the row of a basic variable for a nonbasic one, and substitutes that into all other
    /// rows.
    pub fn pivot(&mut self, basic: Var, other: Var, inverse: &Rational) {
        let Some(row) = self.variables[basic as usize].row else { return };
        let old = std::mem::take(&mut self.rows[row as usize].terms);
        let rest: Terms = old.into_iter().filter(|(at, _)| *at != other).collect();
        let solved = merged(&rest, &-inverse, &[(basic, Rational::ONE)], inverse);
        let users = std::mem::take(&mut self.columns[other as usize]);
        self.columns[basic as usize].push(row);
        for user in users.into_iter().filter(|&user| user != row) {
            self.substitute(user, other, &solved);
        }
        self.rows[row as usize] = Row { basic: other, terms: solved };
        self.variables[basic as usize].row = None;
        self.variables[other as usize].row = Some(row);
    }

    /// Replaces a variable in a row by its definition.
    fn substitute(&mut self, row: u32, variable: Var, meaning: &[(Var, Rational)]) {
        let mut terms = std::mem::take(&mut self.rows[row as usize].terms);
        let Ok(place) = terms.binary_search_by_key(&variable, |(at, _)| *at) else {
            self.rows[row as usize].terms = terms;
            return;
        };
        let (_, factor) = terms.remove(place);
        let new = merged(&terms, &Rational::ONE, meaning, &factor);
        self.work += new.len() as u64;
        // Only variables of the definition can have entered or left the row.
        let (mut old_at, mut new_at) = (0, 0);
        for (at, _) in meaning {
            old_at += terms[old_at..].partition_point(|(other, _)| other < at);
            new_at += new[new_at..].partition_point(|(other, _)| other < at);
            let was = terms.get(old_at).is_some_and(|(other, _)| other == at);
            let is = new.get(new_at).is_some_and(|(other, _)| other == at);
            let column = &mut self.columns[*at as usize];
            match (was, is) {
                (false, true) => column.push(row),
                (true, false) => {
                    if let Some(place) = column.iter().position(|&other| other == row) {
                        column.swap_remove(place);
                    }
                }
                _ => {}
            }
        }
        self.rows[row as usize].terms = new;
    }
}

fn factor(terms: &[(Var, Rational)], at: Var) -> Option<&Rational> {
    let place = terms.binary_search_by_key(&at, |(other, _)| *other).ok()?;
    Some(&terms[place].1)
}
