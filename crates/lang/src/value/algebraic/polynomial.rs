//! Polynomials in one variable with rational coefficients.

use crate::value::{Int, Rational};
use std::cmp::Ordering;

/// The coefficients, the constant one first; the last one is not zero, so that zero has none.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Polynomial(Vec<Rational>);

impl Polynomial {
    pub fn new(mut coefficients: Vec<Rational>) -> Polynomial {
        while coefficients.last().is_some_and(Rational::is_zero) {
            coefficients.pop();
        }
        Polynomial(coefficients)
    }

    pub fn constant(value: Rational) -> Polynomial {
        Polynomial::new(vec![value])
    }

    /// The variable itself.
    pub fn variable() -> Polynomial {
        Polynomial(vec![Rational::ZERO, Rational::ONE])
    }

    pub fn coefficients(&self) -> &[Rational] {
        &self.0
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The degree; 0 for constants, zero included.
    pub fn degree(&self) -> usize {
        self.0.len().saturating_sub(1)
    }

    /// The constant that it is, if it is one.
    pub fn as_constant(&self) -> Option<Rational> {
        match &self.0[..] {
            [] => Some(Rational::ZERO),
            [constant] => Some(constant.clone()),
            _ => None,
        }
    }

    pub fn leading(&self) -> Rational {
        self.0.last().cloned().unwrap_or(Rational::ZERO)
    }

    pub fn at(&self, place: &Rational) -> Rational {
        self.0.iter().rev().fold(Rational::ZERO, |sum, coefficient| &(&sum * place) + coefficient)
    }

    /// The sign at a place. It is computed with integers: reducing fractions takes most of the time of `at`.
    pub fn sign_at(&self, place: &Rational) -> Ordering {
        let scale = self.denominator();
        let (over, under) = (place.numerator(), place.denominator());
        let mut sum = Int::ZERO;
        let mut power = Int::ONE;
        for coefficient in self.0.iter().rev() {
            let rest = scale.div_euclid(coefficient.denominator()).expect("a denominator is not zero");
            let whole = &(coefficient.numerator() * &rest) * &power;
            sum = &(&sum * over) + &whole;
            power = &power * under;
        }
        sum.cmp(&Int::ZERO)
    }

    /// The least common multiple of the denominators of the coefficients.
    pub fn denominator(&self) -> Int {
        self.0.iter().fold(Int::ONE, |scale, coefficient| {
            let common = scale.gcd(coefficient.denominator());
            let rest = coefficient.denominator().div_euclid(&common).expect("a denominator is not zero");
            &scale * &rest
        })
    }

    /// The positive multiple whose coefficients are integers without a common divisor. Taken after each division of a
    /// Sturm sequence, it keeps the coefficients small.
    fn primitive(&self) -> Polynomial {
        let scale = Rational::from(self.denominator());
        let common = self
            .0
            .iter()
            .fold(Int::ZERO, |common, coefficient| common.gcd((coefficient * &scale).numerator()));
        match scale.div(&Rational::from(common)) {
            Some(factor) => self.scaled(&factor.abs()),
            None => self.clone(),
        }
    }

    /// A measure of size: the number of coefficients times the bits of the longest.
    pub fn bits(&self) -> usize {
        let bits = |number: &Rational| number.numerator().bits_len() + number.denominator().bits_len();
        self.0.len() * self.0.iter().map(bits).max().unwrap_or(0)
    }

    pub fn derivative(&self) -> Polynomial {
        let times = |(power, coefficient): (usize, &Rational)| &Rational::from(power as i64) * coefficient;
        Polynomial::new(self.0.iter().enumerate().skip(1).map(times).collect())
    }

    pub fn add(&self, other: &Polynomial) -> Polynomial {
        let (long, short) = if self.0.len() < other.0.len() { (other, self) } else { (self, other) };
        let mut sum = long.0.clone();
        for (coefficient, other) in sum.iter_mut().zip(&short.0) {
            *coefficient = &*coefficient + other;
        }
        Polynomial::new(sum)
    }

    pub fn scaled(&self, factor: &Rational) -> Polynomial {
        Polynomial::new(self.0.iter().map(|coefficient| coefficient * factor).collect())
    }

    pub fn sub(&self, other: &Polynomial) -> Polynomial {
        self.add(&other.scaled(&Rational::from(-1)))
    }

    pub fn mul(&self, other: &Polynomial) -> Polynomial {
        let mut product = vec![Rational::ZERO; self.0.len() + other.0.len()];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] = &product[i + j] + &(a * b);
            }
        }
        Polynomial::new(product)
    }

    /// Quotient and remainder; the divisor must not be zero.
    pub fn div_rem(&self, divisor: &Polynomial) -> (Polynomial, Polynomial) {
        let mut rest = self.0.clone();
        let length = divisor.0.len();
        let mut quotient = vec![Rational::ZERO; rest.len().saturating_sub(length - 1)];
        while rest.len() >= length {
            let factor = rest[rest.len() - 1].div(&divisor.leading()).expect("the divisor is not zero");
            let shift = rest.len() - length;
            for (at, coefficient) in divisor.0.iter().enumerate() {
                rest[shift + at] = &rest[shift + at] - &(&factor * coefficient);
            }
            quotient[shift] = factor;
            rest.pop();
        }
        (Polynomial::new(quotient), Polynomial::new(rest))
    }

    /// The multiple with one as the leading coefficient.
    pub fn monic(&self) -> Polynomial {
        match Rational::ONE.div(&self.leading()) {
            Some(factor) => self.scaled(&factor),
            None => self.clone(),
        }
    }

    /// The greatest common divisor, monic.
    pub fn gcd(&self, other: &Polynomial) -> Polynomial {
        let (mut a, mut b) = (self.monic(), other.monic());
        while !b.is_zero() {
            let rest = a.div_rem(&b).1.monic();
            (a, b) = (b, rest);
        }
        a
    }

    /// The polynomial with the same roots, each of them simple, monic.
    pub fn square_free(&self) -> Polynomial {
        let common = self.gcd(&self.derivative());
        if common.degree() == 0 { self.monic() } else { self.div_rem(&common).0.monic() }
    }

    /// The inverse modulo another polynomial that it has no common divisor with.
    pub fn inverse_modulo(&self, modulus: &Polynomial) -> Option<Polynomial> {
        let (mut a, mut b) = (modulus.clone(), self.div_rem(modulus).1);
        let (mut u, mut v) = (Polynomial::new(Vec::new()), Polynomial::constant(Rational::ONE));
        while b.degree() > 0 {
            let (quotient, rest) = a.div_rem(&b);
            let next = u.sub(&quotient.mul(&v));
            (a, b, u, v) = (b, rest, v, next);
        }
        Some(v.scaled(&Rational::ONE.div(&b.as_constant()?)?).div_rem(modulus).1)
    }

    /// Zero exactly if the polynomials have a common root in the complex numbers.
    pub fn resultant(&self, other: &Polynomial) -> Rational {
        let (mut a, mut b) = (self.clone(), other.clone());
        let mut result = Rational::ONE;
        loop {
            if b.is_zero() {
                return if a.degree() == 0 { result } else { Rational::ZERO };
            }
            if b.degree() == 0 {
                return &result * &power(&b.leading(), a.degree());
            }
            let rest = a.div_rem(&b).1;
            if a.degree() * b.degree() % 2 == 1 {
                result = -&result;
            }
            result = &result * &power(&b.leading(), a.degree() - rest.degree().min(a.degree()));
            if rest.is_zero() {
                return Rational::ZERO;
            }
            (a, b) = (b, rest);
        }
    }

    /// The polynomial that has these values at 0, 1, 2 and so on.
    pub fn through(values: &[Rational]) -> Polynomial {
        // Newton's divided differences.
        let mut differences = values.to_vec();
        for order in 1..values.len() {
            for at in (order..values.len()).rev() {
                let step = Rational::from(order as i64);
                let difference = &differences[at] - &differences[at - 1];
                differences[at] = difference.div(&step).expect("a step is not zero");
            }
        }
        let mut sum = Polynomial::new(Vec::new());
        for (at, difference) in differences.iter().enumerate().rev() {
            let factor = Polynomial::new(vec![Rational::from(-(at as i64)), Rational::ONE]);
            sum = sum.mul(&factor).add(&Polynomial::constant(difference.clone()));
        }
        sum
    }

    /// Sturm's sequence, which counts real roots.
    pub fn sturm(&self) -> Vec<Polynomial> {
        let mut sequence = vec![self.clone(), self.derivative()];
        while sequence[sequence.len() - 1].degree() > 0 {
            let (a, b) = (&sequence[sequence.len() - 2], &sequence[sequence.len() - 1]);
            let rest = a.div_rem(b).1.scaled(&Rational::from(-1));
            if rest.is_zero() {
                break;
            }
            sequence.push(rest.primitive());
        }
        sequence
    }

    /// Cauchy's bound: a number above the absolute value of every root.
    pub fn root_bound(&self) -> Rational {
        let monic = self.monic();
        let sizes = monic.0.iter().map(Rational::abs);
        let most = sizes.max().unwrap_or(Rational::ZERO);
        Rational::from((&most + &Rational::ONE).ceil())
    }
}

fn power(base: &Rational, exponent: usize) -> Rational {
    (0..exponent).fold(Rational::ONE, |product, _| &product * base)
}

/// How many roots lie in `(low, high]`, by the Sturm sequence of a square-free polynomial.
pub fn count_roots(sturm: &[Polynomial], low: &Rational, high: &Rational) -> usize {
    let changes = |place: &Rational| {
        let signs = sturm.iter().map(|polynomial| polynomial.sign_at(place));
        let signs: Vec<Ordering> = signs.filter(|sign| sign.is_ne()).collect();
        signs.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    changes(low).saturating_sub(changes(high))
}
