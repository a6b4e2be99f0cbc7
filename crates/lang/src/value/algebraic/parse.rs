//! Reads the algebraic numbers that solvers print.

use super::Real;
use crate::sexp::Node;
use crate::value::{Int, Rational};

/// Higher powers are not read.
const MAX_POWER: usize = 256;

impl Real {
    /// z3's `(root-obj (+ (^ x 2) (- 2)) 1)`: the first root, in ascending order.
    pub fn from_root_object(node: Node<'_>) -> Option<Real> {
        let parts: Vec<Node<'_>> = node.children().collect();
        let [_, polynomial, index] = parts[..] else { return None };
        let summands: Vec<Node<'_>> = match head(polynomial) {
            Some("+") => polynomial.children().skip(1).collect(),
            _ => vec![polynomial],
        };
        let mut coefficients = Vec::new();
        for summand in summands {
            let (factor, power) = monomial(summand)?;
            add(&mut coefficients, factor, power)?;
        }
        Real::root(coefficients, index.numeral()? as usize)
    }

    /// cvc5's `(_ real_algebraic_number <1*x^2 + (-2), (-3/2, -5/4)>)`: the root between two numbers.
    pub fn from_interval(text: &str) -> Option<Real> {
        let (polynomial, interval) = text.strip_prefix('<')?.strip_suffix('>')?.split_once(',')?;
        let (low, high) = interval.trim().strip_prefix('(')?.strip_suffix(')')?.split_once(',')?;
        let mut coefficients = Vec::new();
        for summand in polynomial.split(" + ") {
            let bare: String = summand.chars().filter(|c| !matches!(c, '(' | ')' | ' ')).collect();
            let (factor, power) = match bare.split_once('*') {
                Some((factor, power)) => (factor, power_of(power)?),
                None if bare.starts_with('x') => ("1", power_of(&bare)?),
                None => (bare.as_str(), 0),
            };
            add(&mut coefficients, integer(factor)?, power)?;
        }
        Real::root_between(coefficients, fraction(low)?, fraction(high)?)
    }
}

fn add(coefficients: &mut Vec<Int>, factor: Int, power: usize) -> Option<()> {
    if power > MAX_POWER {
        return None;
    }
    if coefficients.len() <= power {
        coefficients.resize(power + 1, Int::ZERO);
    }
    coefficients[power] = &coefficients[power] + &factor;
    Some(())
}

fn head(node: Node<'_>) -> Option<&str> {
    node.children().next()?.symbol()
}

/// `(* (- 3) (^ x 4))`, `(^ x 4)`, `x`, `(- x)` or a number.
fn monomial(node: Node<'_>) -> Option<(Int, usize)> {
    let parts: Vec<Node<'_>> = node.children().skip(1).collect();
    match (head(node), &parts[..]) {
        (Some("*"), [factor, rest]) => {
            let (factor, rest) = (monomial(*factor)?, monomial(*rest)?);
            Some((&factor.0 * &rest.0, factor.1 + rest.1))
        }
        (Some("^"), [base, exponent]) if base.is_symbol("x") => {
            Some((Int::ONE, exponent.numeral()? as usize))
        }
        (Some("-"), [inner]) => {
            let (factor, power) = monomial(*inner)?;
            Some((-&factor, power))
        }
        (None, []) if node.is_symbol("x") => Some((Int::ONE, 1)),
        (None, []) => Some((integer(node.text())?, 0)),
        _ => None,
    }
}

/// `x^3` or `x`.
fn power_of(text: &str) -> Option<usize> {
    match text.strip_prefix('x')? {
        "" => Some(1),
        power => power.strip_prefix('^')?.parse().ok(),
    }
}

fn integer(text: &str) -> Option<Int> {
    match text.trim().strip_prefix('-') {
        Some(digits) => Int::from_radix(digits.trim(), 10).map(|value| -&value),
        None => Int::from_radix(text.trim(), 10),
    }
}

fn fraction(text: &str) -> Option<Rational> {
    match text.split_once('/') {
        Some((over, under)) => Rational::new(integer(over)?, integer(under)?),
        None => Some(Rational::from(integer(text)?)),
    }
}
