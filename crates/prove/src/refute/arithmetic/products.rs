//! Products of variables, which the simplex method treats as independent numbers. Where its values do not
//! match, lemmas exclude them: the product of the factors' distances from a point is positive or negative,
//! depending on the sides (tangent planes).

use super::lemma::Inference;
use super::theory::{Complete, Fact, Theory};
use super::{Claim, Linear, Number, primitive};
use gainsay_lang::value::{Int, Rational};

/// Limit on the facts about products.
const MOST_FACTS: usize = 4000;
/// Limit on the facts per round.
const AT_ONCE: usize = 12;

impl Theory {
    /// The integers have integral values; now the values of products must match their factors.
    pub(super) fn complete_products(&mut self) -> Complete {
        let values = self.values();
        let mut facts = Vec::new();
        for (product, factors) in &self.arithmetic.products {
            if facts.len() >= AT_ONCE || self.facts >= MOST_FACTS {
                break;
            }
            let Some((x, y)) = self.split_product(factors) else { continue };
            let (a, b) = (&values[x as usize], &values[y as usize]);
            let is_more = match values[*product as usize].cmp(&(a * b)) {
                std::cmp::Ordering::Equal => continue,
                order => order.is_gt(),
            };
            facts.extend(self.facts_of(*product, (x, y), &values, is_more));
        }
        self.facts += facts.len();
        if facts.is_empty() { Complete::Values(values) } else { Complete::Facts(facts) }
    }

    /// Two numbers whose product this is.
    fn split_product(&self, factors: &[Number]) -> Option<(Number, Number)> {
        if let &[x, y] = factors {
            return Some((x, y));
        }
        let number = |of: &[Number]| match *of {
            [one] => Some(one),
            _ => {
                let known = self.arithmetic.products.iter().find(|(_, factors)| factors == of);
                known.map(|(product, _)| *product)
            }
        };
        (0..factors.len()).find_map(|at| {
            let rest = [&factors[..at], &factors[at + 1..]].concat();
            Some((factors[at], number(&rest)?))
        })
    }

    /// Facts that the values violate: at the bounds of the factors if these are enough, or else at the values
    /// themselves, which splits the cases on both sides.
    fn facts_of(
        &self,
        product: Number,
        (x, y): (Number, Number),
        values: &[Rational],
        is_more: bool,
    ) -> Vec<Fact> {
        let sides = if is_more { [(true, false), (false, true)] } else { [(true, true), (false, false)] };
        let bound = |number: Number, is_upper: bool| {
            let variable = &self.simplex.variables[number as usize];
            let bound = if is_upper { &variable.upper } else { &variable.lower };
            bound.as_ref().map(|bound| Side { number, at: bound.value.real.clone(), is_upper })
        };
        let at_bounds =
            sides.iter().filter_map(|&(first, second)| Some((bound(x, first)?, bound(y, second)?)));
        let facts: Vec<Fact> = at_bounds
            .filter_map(|(first, second)| self.fact(product, &first, &second, Some(values)))
            .collect();
        if !facts.is_empty() {
            return facts;
        }
        let at_value =
            |number: Number, is_upper| Side { number, at: rounded(&values[number as usize]), is_upper };
        let at_values = sides.iter().map(|&(first, second)| (at_value(x, first), at_value(y, second)));
        at_values.filter_map(|(first, second)| self.fact(product, &first, &second, None)).collect()
    }

    /// The fact that the product of the factors' distances from these bounds is not negative (McCormick).
    /// With `violated_by`, only if these values violate it.
    fn fact(&self, product: Number, x: &Side, y: &Side, violated_by: Option<&[Rational]>) -> Option<Fact> {
        let plane = Linear::variable(x.number).scaled(&y.at).plus(&Linear::variable(y.number).scaled(&x.at));
        let above = Linear::variable(product).minus(&plane).plus(&Linear::constant(&x.at * &y.at));
        let conclusion = if x.is_upper == y.is_upper { above.scaled(&Rational::from(-1)) } else { above };
        if let Some(values) = violated_by {
            let terms = conclusion.terms.iter().map(|(number, factor)| factor * &values[*number as usize]);
            let value = terms.fold(conclusion.constant.clone(), |sum, term| &sum + &term);
            if value <= Rational::ZERO {
                return None;
            }
        }
        let claim = |sum: &Linear, negated: bool| match sum.at_most_zero(false, &self.arithmetic) {
            Claim::Atom { constraint, negated: turned } => Some((constraint, turned != negated)),
            Claim::Known(_) => None,
        };
        let mut claims = vec![claim(&x.beyond(), true)?, claim(&y.beyond(), true)?];
        claims.dedup();
        let second = claims.len() as u32 - 1;
        claims.push(claim(&conclusion, false)?);
        // Constraints are scaled to coprime coefficients, so this line is a multiple of the intended one.
        let scale = primitive(&conclusion.terms);
        let last = claims.len() as u32;
        let both = Inference::Sum(vec![(last, scale), (last - 1, Rational::ONE)]);
        Some(Fact { claims, lines: vec![Inference::Product(0, second), both] })
    }
}

/// An upper or lower bound of a number.
struct Side {
    number: Number,
    at: Rational,
    is_upper: bool,
}

impl Side {
    /// The sum that is at most zero if the bound holds.
    fn beyond(&self) -> Linear {
        let beyond = Linear::variable(self.number).minus(&Linear::constant(self.at.clone()));
        if self.is_upper { beyond } else { beyond.scaled(&Rational::from(-1)) }
    }
}

/// A nearby number with a small denominator, so that numbers do not grow from fact to fact.
fn rounded(value: &Rational) -> Rational {
    let grid = Int::pow2(10);
    if value.is_integer() || *value.denominator() <= grid {
        return value.clone();
    }
    let floor = (value * &Rational::from(grid.clone())).floor();
    Rational::new(floor, grid).unwrap_or(Rational::ZERO)
}
