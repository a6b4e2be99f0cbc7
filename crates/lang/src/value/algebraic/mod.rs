//! Real algebraic numbers: exact arithmetic and comparison with roots of polynomials, which solvers give for the
//! solutions of nonlinear equations.
//!
//! A number is the value of a polynomial at a root of another one. Numbers over the same root, as in `(= (* x x) 2)`,
//! are computed modulo the root's polynomial; numbers over different roots are combined by resultants.

mod parse;
mod polynomial;
mod root;

use super::{Int, Rational};
use polynomial::{Polynomial, count_roots};
use root::{Found, Interval, Root};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// A real number given as the value of a polynomial at a root. It may still be rational.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Algebraic {
    root: Arc<Root>,
    value: Polynomial,
}

/// A real number.
#[derive(Clone, PartialEq, Debug)]
pub enum Real {
    Rational(Rational),
    Algebraic(Algebraic),
}

/// The highest degree of a polynomial to compute with.
const MAX_DEGREE: usize = 32;
/// The largest polynomials to compute with, as measured by [`Polynomial::bits`].
const MAX_BITS: usize = 1 << 15;
/// How often the intervals of two roots are halved before it is checked whether the roots are equal.
const APART: usize = 200;

impl Real {
    /// The root number `index`, from 1, of the polynomial with these coefficients, the constant one first.
    pub fn root(coefficients: Vec<Int>, index: usize) -> Option<Real> {
        Root::nth(&over_rationals(coefficients)?, index).map(Real::found)
    }

    /// The only root between two numbers.
    pub fn root_between(coefficients: Vec<Int>, low: Rational, high: Rational) -> Option<Real> {
        Root::between(&over_rationals(coefficients)?, Interval { low, high }).map(Real::found)
    }

    fn found(found: Found) -> Real {
        match found {
            Found::Rational(value) => Real::Rational(value),
            Found::Irrational(root) => {
                Real::Algebraic(Algebraic { root: Arc::new(root), value: Polynomial::variable() })
            }
        }
    }

    fn of(root: &Arc<Root>, value: Polynomial) -> Real {
        match value.as_constant() {
            Some(value) => Real::Rational(value),
            None => Real::Algebraic(Algebraic { root: root.clone(), value }),
        }
    }

    pub fn neg(&self) -> Real {
        match self {
            Real::Rational(value) => Real::Rational(-value),
            Real::Algebraic(a) => Real::of(&a.root, a.value.scaled(&Rational::from(-1))),
        }
    }

    /// `None` if that is too much work.
    pub fn add(&self, other: &Real) -> Option<Real> {
        match (self, other) {
            (Real::Rational(a), Real::Rational(b)) => Some(Real::Rational(a + b)),
            (Real::Algebraic(a), Real::Rational(b)) | (Real::Rational(b), Real::Algebraic(a)) => {
                Some(Real::of(&a.root, a.value.add(&Polynomial::constant(b.clone()))))
            }
            (Real::Algebraic(a), Real::Algebraic(b)) if a.root == b.root => {
                Some(Real::of(&a.root, a.value.add(&b.value)))
            }
            (Real::Algebraic(a), Real::Algebraic(b)) => combine(a, b, sum_at, Interval::add),
        }
    }

    pub fn sub(&self, other: &Real) -> Option<Real> {
        self.add(&other.neg())
    }

    /// `None` if that is too much work.
    pub fn mul(&self, other: &Real) -> Option<Real> {
        match (self, other) {
            (Real::Rational(a), Real::Rational(b)) => Some(Real::Rational(a * b)),
            (Real::Algebraic(a), Real::Rational(b)) | (Real::Rational(b), Real::Algebraic(a)) => {
                Some(Real::of(&a.root, a.value.scaled(b)))
            }
            (Real::Algebraic(a), Real::Algebraic(b)) if a.root == b.root => {
                let product = a.value.mul(&b.value).div_rem(&a.root.polynomial).1;
                Some(Real::of(&a.root, product))
            }
            (Real::Algebraic(a), Real::Algebraic(b)) => combine(a, b, product_at, Interval::mul),
        }
    }

    /// `None` for zero.
    pub fn inverse(&self) -> Option<Real> {
        match self {
            Real::Rational(value) => Rational::ONE.div(value).map(Real::Rational),
            Real::Algebraic(a) => a.inverse(),
        }
    }

    /// How this number compares with another; `None` if that is too much work.
    pub fn compare(&self, other: &Real) -> Option<Ordering> {
        match (self, other) {
            (Real::Rational(a), Real::Rational(b)) => Some(a.cmp(b)),
            (Real::Algebraic(a), Real::Rational(b)) => Some(a.plus(&-b).sign()),
            (Real::Rational(a), Real::Algebraic(b)) => Some(b.plus(&-a).sign().reverse()),
            (Real::Algebraic(a), Real::Algebraic(b)) if a.root == b.root => {
                let difference = Algebraic { root: a.root.clone(), value: a.value.sub(&b.value) };
                Some(difference.sign())
            }
            (Real::Algebraic(a), Real::Algebraic(b)) => compare_roots(a.as_root()?, b.as_root()?),
        }
    }

    /// The greatest integer that is not greater.
    pub fn floor(&self) -> Int {
        match self {
            Real::Rational(value) => value.floor(),
            Real::Algebraic(a) => a.floor(),
        }
    }
}

fn over_rationals(coefficients: Vec<Int>) -> Option<Polynomial> {
    let polynomial = Polynomial::new(coefficients.into_iter().map(Rational::from).collect());
    (polynomial.degree() > 0 && polynomial.degree() <= MAX_DEGREE).then_some(polynomial)
}

impl Algebraic {
    fn plus(&self, number: &Rational) -> Algebraic {
        let value = self.value.add(&Polynomial::constant(number.clone()));
        Algebraic { root: self.root.clone(), value }
    }

    pub fn sign(&self) -> Ordering {
        if self.is_zero() {
            return Ordering::Equal;
        }
        let mut root = Root::clone(&self.root);
        loop {
            let interval = root.interval.through(&self.value);
            if interval.low > Rational::ZERO {
                return Ordering::Greater;
            }
            if interval.high < Rational::ZERO {
                return Ordering::Less;
            }
            root.refine();
        }
    }

    fn is_zero(&self) -> bool {
        self.value.is_zero() || self.root.is_root_of(&self.value.gcd(&self.root.polynomial))
    }

    fn inverse(&self) -> Option<Real> {
        if self.is_zero() {
            return None;
        }
        // The value is not zero at the root, so the root's polynomial without the common divisor still has the root.
        let common = self.value.gcd(&self.root.polynomial);
        let polynomial = self.root.polynomial.div_rem(&common).0;
        let root = Arc::new(Root { polynomial, interval: self.root.interval.clone() });
        let inverse = self.value.inverse_modulo(&root.polynomial)?;
        Some(Real::of(&root, inverse))
    }

    fn floor(&self) -> Int {
        let mut root = Root::clone(&self.root);
        loop {
            let interval = root.interval.through(&self.value);
            if interval.width() < Rational::ONE {
                let candidate = interval.high.floor();
                let reached = self.plus(&-&Rational::from(candidate.clone())).sign().is_ge();
                return if reached { candidate } else { &candidate - &Int::ONE };
            }
            root.refine();
        }
    }

    /// The number as a root of a polynomial of its own, which a resultant gives.
    fn as_root(&self) -> Option<Root> {
        if self.value == Polynomial::variable() {
            return Some(Root::clone(&self.root));
        }
        if self.root.polynomial.bits() + self.value.bits() > MAX_BITS {
            return None;
        }
        let degree = self.root.polynomial.degree();
        let values: Vec<Rational> = (0..=degree)
            .map(|place| {
                let difference = Polynomial::constant(Rational::from(place as i64)).sub(&self.value);
                self.root.polynomial.resultant(&difference)
            })
            .collect();
        let polynomial = Polynomial::through(&values).square_free();
        if polynomial.bits() > MAX_BITS {
            return None;
        }
        let sturm = polynomial.sturm();
        let mut root = Root::clone(&self.root);
        loop {
            let interval = root.interval.through(&self.value);
            if is_isolating(&polynomial, &sturm, &interval) {
                return Some(Root { polynomial, interval });
            }
            root.refine();
        }
    }
}

fn is_isolating(polynomial: &Polynomial, sturm: &[Polynomial], interval: &Interval) -> bool {
    !polynomial.at(&interval.low).is_zero()
        && !polynomial.at(&interval.high).is_zero()
        && count_roots(sturm, &interval.low, &interval.high) == 1
}

/// The resultant of `p(x - y)` and `q(y)` at a place `x`. It is zero if `x` is the sum of a
/// root of `p` and one of `q`.
fn sum_at(p: &Polynomial, q: &Polynomial, x: &Rational) -> Rational {
    let inner = Polynomial::new(vec![x.clone(), Rational::from(-1)]);
    let composed = p.coefficients().iter().rev().fold(Polynomial::new(Vec::new()), |sum, coefficient| {
        sum.mul(&inner).add(&Polynomial::constant(coefficient.clone()))
    });
    composed.resultant(q)
}

/// The resultant of `y^n p(x / y)` and `q(y)` at a place `x`. It is zero if `x` is the product of a
/// root of `p` and one of `q`.
fn product_at(p: &Polynomial, q: &Polynomial, x: &Rational) -> Rational {
    let mut power = Rational::ONE;
    let mut coefficients = Vec::new();
    for coefficient in p.coefficients() {
        coefficients.push(coefficient * &power);
        power = &power * x;
    }
    coefficients.reverse();
    // The resultant is that of polynomials of these degrees, leading zeros or not.
    Polynomial::new(coefficients).resultant(q)
}

/// The sum or product of two numbers with different roots.
fn combine(
    a: &Algebraic,
    b: &Algebraic,
    at: fn(&Polynomial, &Polynomial, &Rational) -> Rational,
    join: fn(&Interval, &Interval) -> Interval,
) -> Option<Real> {
    let (mut a, mut b) = (a.as_root()?, b.as_root()?);
    let degree = a.polynomial.degree() * b.polynomial.degree();
    if degree > MAX_DEGREE || a.polynomial.bits() + b.polynomial.bits() > MAX_BITS {
        return None;
    }
    let values: Vec<Rational> =
        (0..=degree).map(|place| at(&a.polynomial, &b.polynomial, &Rational::from(place as i64))).collect();
    let polynomial = Polynomial::through(&values).square_free();
    if polynomial.bits() > MAX_BITS {
        return None;
    }
    let sturm = polynomial.sturm();
    loop {
        let interval = join(&a.interval, &b.interval);
        if is_isolating(&polynomial, &sturm, &interval) {
            return Root::between(&polynomial, interval).map(Real::found);
        }
        a.refine();
        b.refine();
    }
}

fn compare_roots(mut a: Root, mut b: Root) -> Option<Ordering> {
    // Most roots differ, and smaller intervals show it at little cost.
    for _ in 0..APART {
        if let Some(order) = order_of(&a.interval, &b.interval) {
            return Some(order);
        }
        a.refine();
        b.refine();
    }
    if a.polynomial.bits() + b.polynomial.bits() > MAX_BITS {
        return None;
    }
    let both = a.polynomial.mul(&b.polynomial).square_free();
    let sturm = both.sturm();
    loop {
        if let Some(order) = order_of(&a.interval, &b.interval) {
            return Some(order);
        }
        let low = (&a.interval.low).min(&b.interval.low);
        let high = (&a.interval.high).max(&b.interval.high);
        if count_roots(&sturm, low, high) == 1 {
            return Some(Ordering::Equal);
        }
        a.refine();
        b.refine();
    }
}

/// How the numbers of two open intervals compare, if the intervals are disjoint.
fn order_of(a: &Interval, b: &Interval) -> Option<Ordering> {
    match () {
        () if a.high <= b.low => Some(Ordering::Less),
        () if b.high <= a.low => Some(Ordering::Greater),
        () => None,
    }
}

/// A few decimal digits, truncated.
impl fmt::Display for Algebraic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const DIGITS: usize = 6;
        let scale = Rational::from(Int::from(10).pow(DIGITS as u32));
        let scaled = Algebraic { root: self.root.clone(), value: self.value.scaled(&scale) };
        let digits = scaled.floor();
        let (sign, digits) = if digits.is_negative() { ("-", &-&digits - &Int::ONE) } else { ("", digits) };
        let digits = format!("{:0>width$}", digits.to_string(), width = DIGITS + 1);
        let (whole, fraction) = digits.split_at(digits.len() - DIGITS);
        write!(f, "{sign}{whole}.{fraction}...")
    }
}
