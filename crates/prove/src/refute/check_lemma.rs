//! The checker of lemmas about numbers. It shares no code with the solver: it recomputes each line of the
//! derivation.

use super::arithmetic::{Arithmetic, Constraint, Inference, Lemma};
use gainsay_lang::circuit::Wire;
use gainsay_lang::hash::HashMap;
use gainsay_lang::value::{Int, Rational};
use std::collections::BTreeMap;

/// What is wrong with the derivation of a lemma; lines are counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LemmaFault {
    #[error("line {0} uses a line that states nothing or does not precede it")]
    NoSuchLine(usize),
    #[error("line {0} has a factor that is negative")]
    NegativeFactor(usize),
    #[error("line {0} has a product that is not a number of the question")]
    NoSuchProduct(usize),
    #[error("its last line is not a contradiction")]
    NoContradiction,
    #[error("it is too long to be checked within the limit")]
    OutOfWork,
}

/// An inequality: the sum is at most the bound, or less than it.
#[derive(Clone)]
struct Line {
    sum: BTreeMap<u32, Rational>,
    bound: Rational,
    strict: bool,
}

/// Cost of keeping a machine word of a line, in words visited: a derivation can make numbers of any length.
const KEPT: u64 = 64;

/// What variables of clauses state about numbers, indexed for checking.
pub(super) struct LemmaChecker<'a> {
    arithmetic: &'a Arithmetic,
    atoms: HashMap<u32, &'a Constraint>,
    /// The numbers that are products, by their factors.
    products: HashMap<&'a [u32], u32>,
    factors: HashMap<u32, &'a [u32]>,
}

impl<'a> LemmaChecker<'a> {
    /// `further` are the constraints of variables that the proof introduces, after those of the question. Any
    /// are allowed, since no clause of the question mentions them.
    pub fn new(arithmetic: &'a Arithmetic, variables: u32, further: &'a [Constraint]) -> LemmaChecker<'a> {
        let given = arithmetic.atoms.iter().map(|(variable, constraint)| (*variable, constraint));
        let further = further.iter().enumerate().map(|(at, atom)| (variables + 1 + at as u32, atom));
        let products = arithmetic.products.iter();
        LemmaChecker {
            arithmetic,
            atoms: given.chain(further).collect(),
            products: products.clone().map(|(product, factors)| (&factors[..], *product)).collect(),
            factors: products.map(|(product, factors)| (*product, &factors[..])).collect(),
        }
    }

    /// Checks a lemma, and subtracts the work from `left`.
    pub fn check(&self, lemma: &Lemma, left: &mut u64) -> Result<(), LemmaFault> {
        let mut spend = |work: u64| {
            *left = left.checked_sub(work).ok_or(LemmaFault::OutOfWork)?;
            Ok(())
        };
        let mut lines: Vec<Option<Line>> = Vec::with_capacity(lemma.clause.len() + lemma.lines.len());
        for &literal in &lemma.clause {
            let says = self.negation(literal);
            spend(1 + KEPT * says.as_ref().map_or(0, Line::size))?;
            lines.push(says);
        }
        for (at, inference) in lemma.lines.iter().enumerate() {
            let line = |line: u32| {
                lines.get(line as usize).and_then(Option::as_ref).ok_or(LemmaFault::NoSuchLine(at))
            };
            let mut sum = Line { sum: BTreeMap::new(), bound: Rational::ZERO, strict: false };
            match inference {
                Inference::Sum(parts) => {
                    for (part, factor) in parts {
                        if factor.is_negative() {
                            return Err(LemmaFault::NegativeFactor(at));
                        }
                        spend(line(*part)?.size().saturating_mul(factor.words() as u64))?;
                        sum.add(line(*part)?, factor);
                    }
                }
                Inference::Product(first, second) => {
                    spend(line(*first)?.size().saturating_mul(line(*second)?.size()))?;
                    let product = self.product(line(*first)?, line(*second)?);
                    sum = product.ok_or(LemmaFault::NoSuchProduct(at))?;
                }
            }
            spend(KEPT * sum.size())?;
            lines.push(Some(self.rounded(sum)));
        }
        match lines.last() {
            Some(Some(last)) if last.is_impossible() => Ok(()),
            _ => Err(LemmaFault::NoContradiction),
        }
    }

    /// The inequality that holds if a literal is false; `None` if its variable states nothing about numbers.
    fn negation(&self, literal: Wire) -> Option<Line> {
        let Constraint { sum, bound, strict } = self.atoms.get(&literal.variable())?;
        let mut says = Line { sum: BTreeMap::new(), bound: bound.clone(), strict: *strict };
        for (number, factor) in sum {
            says.add_multiple(*number, factor);
        }
        if !literal.is_negated() {
            // The negation of "at most" is "greater".
            says.sum.values_mut().for_each(|factor| *factor = -&*factor);
            (says.bound, says.strict) = (-bound, !strict);
        }
        Some(self.rounded(says))
    }

    /// The product of two inequalities: the distances of both sums from their bounds are not negative, so
    /// neither is their product.
    fn product(&self, a: &Line, b: &Line) -> Option<Line> {
        let mut line = Line { sum: BTreeMap::new(), bound: &a.bound * &b.bound, strict: false };
        for (&x, x_times) in &a.sum {
            line.add_multiple(x, &(x_times * &b.bound));
            for (&y, y_times) in &b.sum {
                line.add_multiple(self.product_of(x, y)?, &-&(x_times * y_times));
            }
        }
        for (&y, y_times) in &b.sum {
            line.add_multiple(y, &(y_times * &a.bound));
        }
        Some(line)
    }

    /// The number that stands for the product of two numbers.
    fn product_of(&self, x: u32, y: u32) -> Option<u32> {
        let factors = |number: u32| self.factors.get(&number).map_or_else(|| vec![number], |of| of.to_vec());
        let mut all = [factors(x), factors(y)].concat();
        all.sort_unstable();
        self.products.get(&all[..]).copied()
    }

    /// Rounds the bound down if the sum is always an integer.
    fn rounded(&self, line: Line) -> Line {
        let is_integer = |number: &u32| self.arithmetic.integral.get(*number as usize) == Some(&true);
        let is_integral = |(number, factor): (&u32, &Rational)| factor.is_integer() && is_integer(number);
        if line.sum.is_empty() || !line.sum.iter().all(is_integral) {
            return line;
        }
        let floor = line.bound.floor();
        let bound = if line.strict && line.bound.is_integer() { &floor - &Int::ONE } else { floor };
        Line { bound: Rational::from(bound), strict: false, ..line }
    }
}

impl Line {
    /// The total length of its numbers in machine words.
    fn size(&self) -> u64 {
        (self.bound.words() + self.sum.values().map(Rational::words).sum::<usize>()) as u64
    }

    fn add(&mut self, other: &Line, factor: &Rational) {
        for (&number, other) in &other.sum {
            self.add_multiple(number, &(other * factor));
        }
        self.bound = &self.bound + &(&other.bound * factor);
        self.strict |= other.strict && !factor.is_zero();
    }

    fn add_multiple(&mut self, number: u32, factor: &Rational) {
        let sum = self.sum.get(&number).map_or_else(|| factor.clone(), |before| before + factor);
        match sum.is_zero() {
            true => self.sum.remove(&number),
            false => self.sum.insert(number, sum),
        };
    }

    /// Whether it is a contradiction: 0 is at most a negative number, or less than 0.
    fn is_impossible(&self) -> bool {
        self.sum.is_empty() && (self.bound.is_negative() || (self.strict && self.bound.is_zero()))
    }
}
