//! A real root of a polynomial, isolated by an interval that holds no other.

use super::polynomial::{Polynomial, count_roots};
use crate::value::{Int, Rational};
use std::cmp::Ordering;

/// An irrational root of a square-free polynomial, the only one in an open interval.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Root {
    pub polynomial: Polynomial,
    pub interval: Interval,
}

#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Interval {
    pub low: Rational,
    pub high: Rational,
}

/// An isolated root, which may have turned out to be rational.
pub enum Found {
    Rational(Rational),
    Irrational(Root),
}

impl Interval {
    pub fn point(value: &Rational) -> Interval {
        Interval { low: value.clone(), high: value.clone() }
    }

    pub fn middle(&self) -> Rational {
        &(&self.low + &self.high) * &half()
    }

    pub fn width(&self) -> Rational {
        &self.high - &self.low
    }

    pub fn add(&self, other: &Interval) -> Interval {
        Interval { low: &self.low + &other.low, high: &self.high + &other.high }
    }

    pub fn mul(&self, other: &Interval) -> Interval {
        let products = [
            &self.low * &other.low,
            &self.low * &other.high,
            &self.high * &other.low,
            &self.high * &other.high,
        ];
        let low = products.iter().min().expect("four products").clone();
        let high = products.iter().max().expect("four products").clone();
        Interval { low, high }
    }

    /// An interval that contains the values of a polynomial on this one (interval arithmetic by Horner's rule).
    pub fn through(&self, polynomial: &Polynomial) -> Interval {
        let zero = Interval::point(&Rational::ZERO);
        polynomial
            .coefficients()
            .iter()
            .rev()
            .fold(zero, |sum, coefficient| sum.mul(self).add(&Interval::point(coefficient)))
    }
}

pub fn half() -> Rational {
    Rational::new(Int::ONE, Int::from(2)).expect("two is not zero")
}

impl Root {
    /// The root number `index`, from 1, in ascending order.
    pub fn nth(polynomial: &Polynomial, index: usize) -> Option<Found> {
        let polynomial = polynomial.square_free();
        let sturm = polynomial.sturm();
        let bound = polynomial.root_bound();
        let mut interval = Interval { low: -&bound, high: bound };
        let index = index.checked_sub(1)?;
        if polynomial.degree() == 0 || count_roots(&sturm, &interval.low, &interval.high) <= index {
            return None;
        }
        let mut before = 0;
        while count_roots(&sturm, &interval.low, &interval.high) > 1 {
            let middle = interval.middle();
            let below = count_roots(&sturm, &interval.low, &middle);
            if index < before + below {
                interval.high = middle;
            } else {
                before += below;
                interval.low = middle;
            }
        }
        Root::isolated(polynomial, interval)
    }

    /// The only root between two numbers.
    pub fn between(polynomial: &Polynomial, interval: Interval) -> Option<Found> {
        let polynomial = polynomial.square_free();
        let one = polynomial.degree() > 0
            && interval.low < interval.high
            && count_roots(&polynomial.sturm(), &interval.low, &interval.high) == 1;
        one.then(|| Root::isolated(polynomial, interval)).flatten()
    }

    /// The only root of a square-free polynomial in `(low, high]`.
    fn isolated(polynomial: Polynomial, mut interval: Interval) -> Option<Found> {
        if polynomial.sign_at(&interval.high).is_eq() {
            return Some(Found::Rational(interval.high));
        }
        // Another root may be at the lower end.
        let sturm = polynomial.sturm();
        while polynomial.sign_at(&interval.low).is_eq() {
            let middle = interval.middle();
            if polynomial.sign_at(&middle).is_eq() {
                return Some(Found::Rational(middle));
            }
            if count_roots(&sturm, &middle, &interval.high) == 1 {
                interval.low = middle;
            } else {
                interval.high = middle;
            }
        }
        let mut root = Root { polynomial, interval };
        // A rational root's denominator divides the leading coefficient of the polynomial over the integers.
        let scale = Rational::from(root.polynomial.denominator());
        let enough = (&scale * &Rational::from(1 << 20)).abs();
        while &root.interval.width() * &enough > Rational::ONE {
            if let Some(rational) = root.halve() {
                return Some(Found::Rational(rational));
            }
        }
        let candidate = Rational::from((&root.interval.high * &scale).floor());
        let candidate = candidate.div(&scale)?;
        if candidate > root.interval.low && root.polynomial.sign_at(&candidate).is_eq() {
            return Some(Found::Rational(candidate));
        }
        Some(Found::Irrational(root))
    }

    /// Halves the interval; gives the root if that is the middle.
    fn halve(&mut self) -> Option<Rational> {
        let middle = self.interval.middle();
        match self.polynomial.sign_at(&middle) {
            Ordering::Equal => return Some(middle),
            sign if sign == self.polynomial.sign_at(&self.interval.low) => self.interval.low = middle,
            _ => self.interval.high = middle,
        }
        None
    }

    /// Halves the interval.
    pub fn refine(&mut self) {
        // An irrational root is never the middle.
        self.halve();
    }

    /// Whether a divisor of the polynomial is zero at the root.
    pub fn is_root_of(&self, divisor: &Polynomial) -> bool {
        divisor.degree() > 0 && divisor.sign_at(&self.interval.low) != divisor.sign_at(&self.interval.high)
    }
}
