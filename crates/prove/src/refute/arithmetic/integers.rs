//! Integers, where the simplex method found rational values. A row of integers that fails the GCD test is a
//! conflict. Otherwise a cut removes the current values but no integral ones, or a branch decides whether a
//! fractional variable is at most the integer below its value.

use super::lemma::{Inference, Lemma};
use super::simplex::{Bound, Row, Var};
use super::theory::{Complete, Theory};
use super::{Claim, Linear, Terms, merged, primitive};
use gainsay_lang::circuit::Wire;
use gainsay_lang::value::{Int, Rational};

/// Every how many branches a cut is tried first.
const SPLITS_FOR_CUT: u64 = 3;
/// Largest bit length of numbers in cuts.
const LARGEST_FACTOR: usize = 24;

/// A cut: a sum of integers with an upper bound, and the bounds that it follows from.
struct Cut {
    sum: Linear,
    parts: Vec<(Wire, Rational)>,
    /// The size of its numbers; smaller cuts are preferred.
    size: usize,
}

impl Theory {
    /// All literals are assigned and consistent over the rationals: finds integral values, or what to do
    /// next.
    pub fn complete(&mut self) -> Complete {
        let numbers = 0..self.arithmetic.integral.len() as Var;
        let between: Vec<Var> = numbers.filter(|&number| self.is_between(number)).collect();
        let Some(&first) = between.first() else { return self.complete_products() };
        if let Some(lemma) = self.indivisible() {
            return Complete::Conflict(lemma);
        }
        self.splits += 1;
        let cut = self.splits.is_multiple_of(SPLITS_FOR_CUT).then(|| self.best_cut(&between)).flatten();
        cut.and_then(|cut| self.as_lemma(cut)).unwrap_or_else(|| self.split(first))
    }

    fn is_between(&self, number: Var) -> bool {
        self.is_integer(number) && !self.simplex.variables[number as usize].value.is_integer()
    }

    fn split(&self, number: Var) -> Complete {
        let floor = Rational::from(self.simplex.variables[number as usize].value.real.floor());
        let constraint =
            super::Constraint { sum: vec![(number, Rational::ONE)], bound: floor, strict: false };
        Complete::Split(constraint)
    }

    /// The two bounds of a variable that allow only one value.
    fn fixed(&self, var: Var) -> Option<(&Bound, &Bound)> {
        let variable = &self.simplex.variables[var as usize];
        let (lower, upper) = (variable.lower.as_ref()?, variable.upper.as_ref()?);
        (lower.value == upper.value).then_some((lower, upper))
    }

    /// The GCD test: a row of integers where the sum of the fixed variables is not divisible by the common
    /// divisor of the other coefficients.
    fn indivisible(&self) -> Option<Lemma> {
        self.simplex.rows.iter().find_map(|row| self.indivisible_row(row))
    }

    fn indivisible_row(&self, row: &Row) -> Option<Lemma> {
        if !self.is_integer(row.basic) || !row.terms.iter().all(|(at, _)| self.is_integer(*at)) {
            return None;
        }
        // The row as an equation with integer coefficients and right-hand side 0.
        let all = merged(&row.terms, &Rational::ONE, &[(row.basic, Rational::from(-1))], &Rational::ONE);
        let scale = primitive(&all);
        let all = merged(&all, &scale, &[], &Rational::ZERO);
        let mut divisor = Int::ZERO;
        let mut rest = Rational::ZERO;
        let mut fixed = Vec::new();
        for (at, factor) in &all {
            match self.fixed(*at) {
                Some((lower, upper)) => {
                    rest = &rest + &(factor * &lower.value.real);
                    fixed.push((factor, lower.reason, upper.reason));
                }
                None => divisor = divisor.gcd(factor.numerator()),
            }
        }
        let quotient = rest.div(&Rational::from(divisor.clone()))?;
        if quotient.is_integer() {
            return None;
        }
        let mut clause = Vec::new();
        let (mut above, mut below) = (Vec::new(), Vec::new());
        for (factor, lower, upper) in fixed {
            let times = factor.abs().div(&Rational::from(divisor.clone()))?;
            let at = clause.len() as u32;
            clause.extend([!lower, !upper]);
            let (low, high) = ((at, times.clone()), (at + 1, times));
            let (low, high) = if factor.is_negative() { (high, low) } else { (low, high) };
            below.push(low);
            above.push(high);
        }
        let first = clause.len() as u32;
        let both = vec![(first, Rational::ONE), (first + 1, Rational::ONE)];
        let lines = [above, below, both].into_iter().map(Inference::Sum).collect();
        Some(Lemma { clause, lines })
    }

    fn best_cut(&self, between: &[Var]) -> Option<Cut> {
        let rows = between.iter().filter_map(|&number| self.simplex.variables[number as usize].row);
        let turned = rows.flat_map(|row| [(row, 1), (row, -1)]);
        let cuts = turned.filter_map(|(row, turn)| self.cut(&self.simplex.rows[row as usize], turn));
        cuts.min_by_key(|cut| cut.size)
    }

    /// A Chvátal-Gomory cut of a row whose variables are all integers at a bound: the bounds, multiplied by
    /// the fractional parts of the row's coefficients, are added up, and the bound of the sum is rounded.
    fn cut(&self, row: &Row, turn: i64) -> Option<Cut> {
        let mut sum = Terms::new();
        let mut bound = Rational::ZERO;
        let mut parts = Vec::new();
        for (at, factor) in &row.terms {
            let variable = &self.simplex.variables[*at as usize];
            let at_bound =
                |bound: &Option<Bound>| bound.as_ref().filter(|bound| bound.value == variable.value).cloned();
            let (bound_at, sign) = match (at_bound(&variable.lower), at_bound(&variable.upper)) {
                _ if !self.is_integer(*at) => return None,
                (Some(lower), _) => (lower, -1),
                (None, Some(upper)) => (upper, 1),
                (None, None) => return None,
            };
            let away = factor * &Rational::from(sign * turn);
            let fraction = &away - &Rational::from(away.floor());
            if fraction.is_zero() {
                continue;
            }
            let times = &fraction * &Rational::from(sign);
            sum = merged(&sum, &Rational::ONE, self.definition(*at), &times);
            bound = &bound + &(&times * &bound_at.value.real);
            parts.push((bound_at.reason, fraction));
        }
        let scale = primitive(&sum);
        let is_small = |(_, factor): &(Var, Rational)| factor.numerator().bits_len() <= LARGEST_FACTOR;
        let sum = merged(&sum, &scale, &[], &Rational::ZERO);
        if sum.is_empty() || !self.arithmetic.is_integral(&sum) || !sum.iter().all(is_small) {
            return None;
        }
        parts.iter_mut().for_each(|(_, times)| *times = &*times * &scale);
        let size = sum.iter().map(|(_, factor)| 4 + factor.numerator().bits_len()).sum();
        let bound = Rational::from((&bound * &scale).floor());
        Some(Cut { sum: Linear { terms: sum, constant: -&bound }, parts, size })
    }

    fn as_lemma(&self, cut: Cut) -> Option<Complete> {
        let Claim::Atom { constraint, negated } = cut.sum.at_most_zero(false, &self.arithmetic) else {
            return None;
        };
        let clause: Vec<Wire> = cut.parts.iter().map(|(literal, _)| !*literal).collect();
        let sum = cut.parts.into_iter().enumerate().map(|(at, (_, times))| (at as u32, times)).collect();
        let atom = clause.len() as u32;
        let both = vec![(atom, Rational::ONE), (atom + 1, Rational::ONE)];
        let lines = [sum, both].into_iter().map(Inference::Sum).collect();
        Some(Complete::Cut { constraint, negated, lemma: Lemma { clause, lines } })
    }
}
