//! The operators of arithmetic. A product of variables becomes a new variable, about which the clauses state
//! too little (see `is_loose`). A quotient becomes a new variable that is multiplied by the divisor.

use super::numbers::Open;
use super::{Encoder, Undecided};
use crate::refute::arithmetic::{Linear, Number};
use gainsay_lang::circuit::{Wire, Word};
use gainsay_lang::script::Term;
use gainsay_lang::theory::sort::Sort;
use gainsay_lang::theory::{NumberOperator as Is, Op, OpId};
use gainsay_lang::value::{Int, Rational};

/// Limit on the terms of a product that is multiplied out.
const MOST_TERMS: usize = 2000;
const MOST_FACTORS: usize = 64;
/// Terms that are added for a unit of work.
const STEP: usize = 8;

impl Encoder {
    /// An operator on numbers, or between numbers and bit-vectors; `None` for others.
    pub(super) fn number_operator(
        &mut self,
        op: &Op,
        indices: &[u32],
        term: Term,
        arguments: &[Term],
    ) -> Result<Option<Word>, Undecided> {
        let Some(meaning) = op.on_numbers else { return Ok(None) };
        let mut numbers = Vec::with_capacity(arguments.len());
        for &argument in arguments {
            let word = self.word(argument)?;
            numbers.push(self.numbers.sum(&word).cloned());
        }
        let numbers: Option<Vec<Linear>> = numbers.into_iter().collect();
        let Some(numbers) = numbers.filter(|numbers| !numbers.is_empty()) else {
            return self.vector_as_number(meaning, arguments);
        };
        let sort = self.terms.sort(arguments[0]);
        let number = match (meaning, &numbers[..]) {
            (Is::AtMost | Is::Less | Is::AtLeast | Is::Greater, _) => {
                return Ok(Some(self.chain(meaning, &numbers)));
            }
            (Is::Divisible, [number]) => {
                let Some(&divisor) = indices.first() else { return Ok(None) };
                let divisor = Linear::constant(Rational::from(i64::from(divisor)));
                let rest = self.integer_division(number, &divisor)?.1;
                let zero = Linear::constant(Rational::ZERO);
                return Ok(Some(vec![self.at_most(&rest, &zero)]));
            }
            (Is::IsInteger, [number]) => {
                let floor = self.floor(number);
                return Ok(Some(vec![self.at_most(number, &floor)]));
            }
            (Is::ToVector, [number]) => {
                let width = self.width(self.terms.sort(term))?;
                return self.low_bits(number, width).map(Some);
            }
            (Is::Minus, [number]) => number.scaled(&Rational::from(-1)),
            (Is::ToReal, [number]) if sort == Sort::INT => number.clone(),
            (Is::Floor, [number]) => self.floor(number),
            (Is::Size, [number]) => {
                let is_negative = self.at_most_zero(number, true);
                self.choose_number(is_negative, &number.scaled(&Rational::from(-1)), number)
            }
            (_, [first, rest @ ..]) if !rest.is_empty() => {
                let mut left = first.clone();
                for right in rest {
                    left = match meaning {
                        Is::Plus => left.plus(right),
                        Is::Minus => left.minus(right),
                        Is::Times => self.product(&left, right)?,
                        Is::Divide | Is::Quotient | Is::Remainder => {
                            self.quotient(op.id, meaning, sort, &left, right)?
                        }
                        _ => return Ok(None),
                    };
                    self.gates.spend(left.size() / STEP);
                    if self.gates.is_full() || left.is_long() {
                        return Err(Undecided::TooLarge);
                    }
                }
                left
            }
            _ => return Ok(None),
        };
        Ok(Some(self.number(number)))
    }

    fn chain(&mut self, order: Is, numbers: &[Linear]) -> Word {
        let mut wires = Word::new();
        for pair in numbers.windows(2) {
            wires.push(match order {
                Is::AtMost => self.at_most(&pair[0], &pair[1]),
                Is::Less => self.less(&pair[0], &pair[1]),
                Is::AtLeast => self.at_most(&pair[1], &pair[0]),
                _ => self.less(&pair[1], &pair[0]),
            });
        }
        vec![self.gates.all(&wires)]
    }

    /// Conversions of bit-vectors to integers.
    fn vector_as_number(&mut self, meaning: Is, arguments: &[Term]) -> Result<Option<Word>, Undecided> {
        let &[argument] = arguments else { return Ok(None) };
        if !matches!(meaning, Is::OfUnsigned | Is::OfSigned) {
            return Ok(None);
        }
        let word = self.word(argument)?;
        let mut sum = Linear::constant(Rational::ZERO);
        for (at, &wire) in word.iter().enumerate() {
            let weight = Rational::from(Int::pow2(at));
            let is_sign = meaning == Is::OfSigned && at + 1 == word.len();
            let weight = if is_sign { -&weight } else { weight };
            sum = sum.plus(&self.bit_number(wire).scaled(&weight));
        }
        Ok(Some(self.number(sum)))
    }

    /// The lowest bits of an integer: it is their value plus a multiple of `2^width`.
    fn low_bits(&mut self, number: &Linear, width: usize) -> Result<Word, Undecided> {
        let bits = self.gates.fresh_word(width);
        let turns = self.any_number(Sort::INT);
        let mut sum = turns.scaled(&Rational::from(Int::pow2(width)));
        for (at, &wire) in bits.iter().enumerate() {
            sum = sum.plus(&self.bit_number(wire).scaled(&Rational::from(Int::pow2(at))));
        }
        let same = self.same_number(number, &sum);
        self.gates.require(&[same]);
        Ok(bits)
    }

    /// The floor of a number.
    fn floor(&mut self, number: &Linear) -> Linear {
        if let Some(known) = number.known() {
            return Linear::constant(Rational::from(known.floor()));
        }
        if self.numbers.is_integer(number) {
            return number.clone();
        }
        let one = Linear::constant(Rational::ONE);
        let key = (number.clone(), one.clone());
        if let Some(known) = self.numbers.quotients.get(&key) {
            return known.clone();
        }
        let floor = self.any_number(Sort::INT);
        let no_more = self.at_most(&floor, number);
        let is_next = self.less(number, &floor.plus(&one));
        self.gates.require(&[no_more]);
        self.gates.require(&[is_next]);
        self.numbers.quotients.insert(key, floor.clone());
        floor
    }

    /// A quotient or a remainder. Division by zero is an uninterpreted function.
    fn quotient(
        &mut self,
        op: OpId,
        meaning: Is,
        sort: Sort,
        dividend: &Linear,
        divisor: &Linear,
    ) -> Result<Linear, Undecided> {
        let result = match meaning {
            Is::Divide => self.exact_division(dividend, divisor)?,
            Is::Quotient => self.integer_division(dividend, divisor)?.0,
            _ => self.integer_division(dividend, divisor)?.1,
        };
        let zero = Linear::constant(Rational::ZERO);
        match divisor.known() {
            Some(known) if !known.is_zero() => Ok(result),
            _ => {
                let is_zero = self.same_number(divisor, &zero);
                let open = self.open(op, sort, dividend, divisor);
                Ok(self.choose_number(is_zero, &open, &result))
            }
        }
    }

    fn open(&mut self, op: OpId, sort: Sort, dividend: &Linear, divisor: &Linear) -> Linear {
        let is_known = |open: &&Open| open.op == op && open.dividend == *dividend && open.divisor == *divisor;
        if let Some(known) = self.numbers.open.iter().find(is_known) {
            return known.result.clone();
        }
        let result = self.any_number(sort);
        let (dividend, divisor) = (dividend.clone(), divisor.clone());
        self.numbers.open.push(Open { op, sort, dividend, divisor, result: result.clone() });
        result
    }

    fn exact_division(&mut self, dividend: &Linear, divisor: &Linear) -> Result<Linear, Undecided> {
        if let Some(known) = divisor.known() {
            return Ok(match Rational::ONE.div(known) {
                Some(inverse) => dividend.scaled(&inverse),
                None => dividend.clone(),
            });
        }
        let quotient = self.any_number(Sort::REAL);
        let product = self.product(&quotient, divisor)?;
        let is_zero = self.same_number(divisor, &Linear::constant(Rational::ZERO));
        let same = self.same_number(&product, dividend);
        self.gates.require(&[is_zero, same]);
        Ok(quotient)
    }

    /// Euclidean quotient and remainder, for a divisor that is not zero.
    fn integer_division(
        &mut self,
        dividend: &Linear,
        divisor: &Linear,
    ) -> Result<(Linear, Linear), Undecided> {
        let key = (dividend.clone(), divisor.clone());
        let known = self.numbers.quotients.get(&key).cloned();
        let quotient = match (known, divisor.known(), dividend.known()) {
            (Some(known), ..) => known,
            (_, Some(divisor), Some(dividend)) if !divisor.is_zero() => {
                let quotient = dividend.numerator().div_euclid(divisor.numerator()).unwrap_or(Int::ZERO);
                Linear::constant(Rational::from(quotient))
            }
            _ => self.any_number(Sort::INT),
        };
        let rest = dividend.minus(&self.product(&quotient, divisor)?);
        if self.numbers.quotients.insert(key, quotient.clone()).is_none() {
            self.require_remainder(&rest, divisor);
        }
        Ok((quotient, rest))
    }

    /// Constrains the remainder: it is not negative, and less than the absolute value of the divisor, unless
    /// that is zero.
    fn require_remainder(&mut self, rest: &Linear, divisor: &Linear) {
        let zero = Linear::constant(Rational::ZERO);
        let is_zero = self.same_number(divisor, &zero);
        let is_positive = self.less(&zero, divisor);
        let is_negative = self.less(divisor, &zero);
        let at_least: Wire = self.at_most(&zero, rest);
        let below = self.less(rest, divisor);
        let below_negated = self.less(rest, &divisor.scaled(&Rational::from(-1)));
        self.gates.require(&[is_zero, at_least]);
        self.gates.require(&[!is_positive, below]);
        self.gates.require(&[!is_negative, below_negated]);
    }

    /// The product of two sums, multiplied out.
    fn product(&mut self, a: &Linear, b: &Linear) -> Result<Linear, Undecided> {
        if let Some(factor) = a.known() {
            return Ok(b.scaled(factor));
        }
        if let Some(factor) = b.known() {
            return Ok(a.scaled(factor));
        }
        if a.terms.len() * b.terms.len() > MOST_TERMS {
            return Err(Undecided::TooLarge);
        }
        let mut product = a.scaled(&b.constant).plus(&b.scaled(&a.constant));
        product.constant = &a.constant * &b.constant;
        for (x, x_times) in &a.terms {
            for (y, y_times) in &b.terms {
                let monomial = self.monomial(*x, *y)?;
                product = product.plus(&Linear::variable(monomial).scaled(&(x_times * y_times)));
            }
        }
        Ok(product)
    }

    /// The variable for the product of two variables.
    fn monomial(&mut self, x: Number, y: Number) -> Result<Number, Undecided> {
        let numbers = &mut self.numbers;
        let factors_of =
            |number: Number| numbers.factors.get(&number).cloned().unwrap_or_else(|| vec![number]);
        let mut factors = [factors_of(x), factors_of(y)].concat();
        factors.sort_unstable();
        if factors.len() > MOST_FACTORS {
            return Err(Undecided::TooLarge);
        }
        if let Some(&known) = numbers.products.get(&factors) {
            return Ok(known);
        }
        let is_integer = factors.iter().all(|&factor| numbers.arithmetic.integral[factor as usize]);
        let product = numbers.new_number(is_integer);
        numbers.is_loose = true;
        numbers.products.insert(factors.clone(), product);
        numbers.arithmetic.products.push((product, factors.clone()));
        numbers.factors.insert(product, factors);
        Ok(product)
    }
}
