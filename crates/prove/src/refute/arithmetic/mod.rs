//! Linear arithmetic with products: what literals state about numbers, and a theory that detects when they
//! are inconsistent.
//!
//! This file defines what the encoder, the solver and the checker share: linear sums and inequalities. Each
//! conflict of the theory (`theory.rs`, on top of `simplex.rs`) is a lemma with its derivation (`lemma.rs`),
//! which the checker recomputes (`../check_lemma.rs`).

mod delta;
mod integers;
mod lemma;
mod products;
mod simplex;
mod theory;

pub use lemma::{Inference, Lemma};
pub(super) use theory::{Complete, Fact, Theory};

use gainsay_lang::theory::MAX_INT_BITS;
use gainsay_lang::value::{Int, Rational};
use std::cmp::Ordering;
use std::fmt;

/// A numeric variable.
pub type Number = u32;

/// Multiples of variables, ordered by variable; no coefficient is zero.
pub type Terms = Vec<(Number, Rational)>;

/// A linear sum with a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Linear {
    pub terms: Terms,
    pub constant: Rational,
}

/// An inequality: the sum is at most the bound, or less than it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Constraint {
    #[serde(with = "lemma::parts")]
    pub sum: Terms,
    #[serde(with = "lemma::fraction")]
    pub bound: Rational,
    pub strict: bool,
}

/// What variables of clauses state about numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Arithmetic {
    /// Whether each number is an integer.
    pub integral: Vec<bool>,
    /// The Boolean variables that state a constraint. If one is false, its constraint does not hold.
    pub atoms: Vec<(u32, Constraint)>,
    /// The numbers that are products of others, with their sorted factors.
    pub products: Vec<(Number, Vec<Number>)>,
}

impl Arithmetic {
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// Whether a sum is an integer whatever values its variables have.
    pub fn is_integral(&self, sum: &[(Number, Rational)]) -> bool {
        let is_integer = |number: Number| self.integral.get(number as usize).copied().unwrap_or(false);
        sum.iter().all(|(number, factor)| factor.is_integer() && is_integer(*number))
    }
}

/// The truth of a linear inequality.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// It is always true, or always false.
    Known(bool),
    /// It is equivalent to the constraint, or to its negation if `negated`.
    Atom { constraint: Constraint, negated: bool },
}

impl Linear {
    pub fn constant(constant: Rational) -> Linear {
        Linear { terms: Terms::new(), constant }
    }

    pub fn variable(number: Number) -> Linear {
        Linear { terms: vec![(number, Rational::ONE)], constant: Rational::ZERO }
    }

    /// The size in machine words, as a measure of memory.
    pub fn size(&self) -> usize {
        size(&self.terms) + self.constant.words()
    }

    /// Whether one of its numbers exceeds the length limit.
    pub fn is_long(&self) -> bool {
        let mut numbers = self.terms.iter().map(|(_, factor)| factor).chain([&self.constant]);
        numbers.any(|number| number.words() > MAX_INT_BITS / 64)
    }

    /// Its value, if it is a constant.
    pub fn known(&self) -> Option<&Rational> {
        self.terms.is_empty().then_some(&self.constant)
    }

    pub fn scaled(&self, factor: &Rational) -> Linear {
        self.added(&Linear::constant(Rational::ZERO), factor, &Rational::ZERO)
    }

    pub fn plus(&self, other: &Linear) -> Linear {
        self.added(other, &Rational::ONE, &Rational::ONE)
    }

    pub fn minus(&self, other: &Linear) -> Linear {
        self.added(other, &Rational::ONE, &Rational::from(-1))
    }

    fn added(&self, other: &Linear, mine: &Rational, theirs: &Rational) -> Linear {
        let constant = &(&self.constant * mine) + &(&other.constant * theirs);
        Linear { terms: merged(&self.terms, mine, &other.terms, theirs), constant }
    }

    /// The claim that it is at most zero, or less than zero if `strict`.
    pub fn at_most_zero(&self, strict: bool, arithmetic: &Arithmetic) -> Claim {
        if let Some(value) = self.known() {
            let holds = value.is_negative() || (value.is_zero() && !strict);
            return Claim::Known(holds);
        }
        let scale = primitive(&self.terms);
        let negated = self.terms[0].1.is_negative();
        let sign = if negated { -&scale } else { scale };
        let sum = merged(&self.terms, &sign, &[], &Rational::ZERO);
        // Moves the constant to the right-hand side; the negation of "at least" is "less".
        let (bound, strict) = (-&(&self.constant * &sign), strict != negated);
        let constraint = match arithmetic.is_integral(&sum) {
            true => Constraint { sum, bound: round_down(&bound, strict), strict: false },
            false => Constraint { sum, bound, strict },
        };
        Claim::Atom { constraint, negated }
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, factor) in &self.terms {
            write!(f, "{factor}*n{number} + ")?;
        }
        write!(f, "{}", self.constant)
    }
}

/// The greatest integer at most a bound, or less than it if `strict`.
pub(super) fn round_down(bound: &Rational, strict: bool) -> Rational {
    let down = bound.floor();
    Rational::from(if strict && bound.is_integer() { &down - &Int::ONE } else { down })
}

/// The total size of the coefficients in machine words.
pub(super) fn size(terms: &[(Number, Rational)]) -> usize {
    terms.iter().map(|(_, factor)| factor.words()).sum()
}

/// The positive factor that makes all coefficients integers without a common divisor.
pub(super) fn primitive(terms: &[(Number, Rational)]) -> Rational {
    let (mut divisor, mut multiple) = (Int::ZERO, Int::ONE);
    for (_, factor) in terms {
        divisor = divisor.gcd(factor.numerator());
        let denominator = factor.denominator();
        if *denominator != Int::ONE {
            let shared = multiple.gcd(denominator);
            multiple = &multiple * &denominator.div_euclid(&shared).unwrap_or(Int::ONE);
        }
    }
    Rational::new(multiple, divisor).unwrap_or(Rational::ONE)
}

/// The sum of multiples of two sums.
pub(super) fn merged(
    a: &[(Number, Rational)],
    a_times: &Rational,
    b: &[(Number, Rational)],
    b_times: &Rational,
) -> Terms {
    let times =
        |factor: &Rational, by: &Rational| if *by == Rational::ONE { factor.clone() } else { factor * by };
    let mut sum = Terms::with_capacity(a.len() + b.len());
    let (mut at_a, mut at_b) = (0, 0);
    loop {
        let order = match (a.get(at_a), b.get(at_b)) {
            (None, None) => break,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some((a, _)), Some((b, _))) => a.cmp(b),
        };
        let (number, factor) = match order {
            Ordering::Less => (a[at_a].0, times(&a[at_a].1, a_times)),
            Ordering::Greater => (b[at_b].0, times(&b[at_b].1, b_times)),
            Ordering::Equal => (a[at_a].0, &times(&a[at_a].1, a_times) + &times(&b[at_b].1, b_times)),
        };
        at_a += usize::from(order.is_le());
        at_b += usize::from(order.is_ge());
        if !factor.is_zero() {
            sum.push((number, factor));
        }
    }
    sum
}
