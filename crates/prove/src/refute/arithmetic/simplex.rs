//! The general simplex method with bounds (Dutertre and de Moura): rows say what some variables are in terms of others, every
//! variable may have bounds, and values are moved until they are within them or a row shows that they cannot be.
//!
//! A bound has the literal that it comes from. A conflict is literals with factors: the inequalities that they say, multiplied
//! by the factors, add up to something impossible.

use super::delta::Delta;
use super::{Terms, merged};
use crate::circuit::Wire;
use crate::value::Rational;
use std::collections::BTreeSet;

/// A variable of the simplex method: a number, or a sum that is spoken of.
pub(super) type Var = u32;

/// Literals that cannot all hold, with factors.
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
    /// The row that says what it is; without one, its value can be chosen.
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
    /// The rows that each variable without a row of its own stands in.
    columns: Vec<Vec<u32>>,
    /// Bounds as they were before, to go back to.
    changes: Vec<(Var, Side, Option<Bound>)>,
    /// Variables with rows that may be out of their bounds.
    suspects: BTreeSet<Var>,
    /// How much was done, counted in multiples added.
    pub work: u64,
}

/// After so many exchanges in one go the order of variables decides alone, which always ends.
const EXCHANGES_BY_SIZE: u32 = 60;

impl Simplex {
    pub fn new_variable(&mut self) -> Var {
        self.variables.push(Variable { value: Delta::ZERO, lower: None, upper: None, row: None });
        self.columns.push(Vec::new());
        self.variables.len() as Var - 1
    }

    /// A variable that is a sum of others.
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

    /// How many bounds were changed; see [`Simplex::backtrack`].
    pub fn changes(&self) -> usize {
        self.changes.len()
    }

    /// Takes changes of bounds back.
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

    /// Requires a bound, if that is news.
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

    /// Gives a variable without a row another value.
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

    /// Moves values until they are within all bounds. Stops if the work passes a limit: then it is not known.
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

    /// The bound of a variable with a row that its value is outside of.
    fn violated(&self, at: Var) -> Option<(Side, Delta)> {
        let variable = &self.variables[at as usize];
        variable.row?;
        match (&variable.lower, &variable.upper) {
            (Some(lower), _) if variable.value < lower.value => Some((Side::Lower, lower.value.clone())),
            (_, Some(upper)) if variable.value > upper.value => Some((Side::Upper, upper.value.clone())),
            _ => None,
        }
    }

    /// Whether the value of a variable can be moved up or down.
    fn can_move(&self, at: Var, up: bool) -> bool {
        let variable = &self.variables[at as usize];
        match up {
            true => variable.upper.as_ref().is_none_or(|upper| variable.value < upper.value),
            false => variable.lower.as_ref().is_none_or(|lower| variable.value > lower.value),
        }
    }

    /// A variable of a row that can be moved so that the row's variable comes back within its bound, with its factor: the one
    /// that stands in the fewest rows, or the first.
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

    /// Why a variable cannot come back within its bound: all others of its row are at theirs.
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

    /// Moves a variable with a row to a value by means of another one of its row, and lets the two change places.
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

    /// Solves the row of one variable for another one, and puts it into all other rows.
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

    /// Puts what a variable is into a row.
    fn substitute(&mut self, row: u32, variable: Var, meaning: &[(Var, Rational)]) {
        let mut terms = std::mem::take(&mut self.rows[row as usize].terms);
        let Ok(place) = terms.binary_search_by_key(&variable, |(at, _)| *at) else {
            self.rows[row as usize].terms = terms;
            return;
        };
        let (_, factor) = terms.remove(place);
        let new = merged(&terms, &Rational::ONE, meaning, &factor);
        self.work += new.len() as u64;
        // Only variables of the meaning may have come into the row or have left it.
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
