//! Roots of polynomials.

use gainsay::value::{Int, Rational, Real};
use std::cmp::Ordering;

fn root(coefficients: &[i64], index: usize) -> Real {
    Real::root(coefficients.iter().map(|&c| Int::from(c)).collect(), index).unwrap()
}

fn rational(n: i64, d: i64) -> Real {
    Real::Rational(Rational::new(Int::from(n), Int::from(d)).unwrap())
}

#[test]
fn squares_of_square_roots() {
    let two = root(&[-2, 0, 1], 2);
    assert_eq!(two.mul(&two), Some(rational(2, 1)));
    assert_eq!(root(&[-2, 0, 1], 1).compare(&rational(-7, 5)), Some(Ordering::Less));
    assert_eq!(two.compare(&rational(17, 12)), Some(Ordering::Less));
    assert_eq!(two.neg().compare(&root(&[-2, 0, 1], 1)), Some(Ordering::Equal));
    assert_eq!(two.inverse().unwrap().mul(&two), Some(rational(1, 1)));
}

#[test]
fn different_roots_are_put_together() {
    let (two, three) = (root(&[-2, 0, 1], 2), root(&[-3, 0, 1], 2));
    let sum = two.add(&three).unwrap();
    // (√2 + √3)² = 5 + 2√6
    let six = root(&[-6, 0, 1], 2);
    let right = six.mul(&rational(2, 1)).and_then(|r| r.add(&rational(5, 1))).unwrap();
    assert_eq!(sum.mul(&sum).unwrap().compare(&right), Some(Ordering::Equal));
    assert_eq!(two.mul(&three).unwrap().compare(&six), Some(Ordering::Equal));
    assert_eq!(two.compare(&three), Some(Ordering::Less));
    // √2 · √2, each from another polynomial.
    let other = root(&[6, 0, -5, 0, 1], 3);
    assert_eq!(two.mul(&other), Some(rational(2, 1)));
}

#[test]
fn a_root_that_is_rational_is_seen_to_be() {
    assert_eq!(root(&[-1, 0, 4], 2), rational(1, 2));
    assert_eq!(
        root(&[6, 0, -5, 0, 1], 3).mul(&root(&[6, 0, -5, 0, 1], 3)).unwrap().compare(&rational(2, 1)),
        Some(Ordering::Equal)
    );
    assert!(Real::root(vec![Int::ONE, Int::ZERO, Int::ONE], 1).is_none());
}

#[test]
fn the_root_of_a_root() {
    // s² = ∛2 + 1 for the polynomial that z3 gives for s.
    let s = root(&[-3, 0, 3, 0, -3, 0, 1], 1);
    let r = root(&[-2, 0, 0, 1], 1);
    let right = r.add(&rational(1, 1)).unwrap();
    assert_eq!(s.mul(&s).unwrap().compare(&right), Some(Ordering::Equal));
    assert_eq!(s.floor(), Int::from(-2));
    let Real::Algebraic(s) = s else { panic!("irrational") };
    assert_eq!(s.to_string(), "-1.503303...");
}

/// The sum of the powers of a root of a polynomial, with these factors.
fn at_root(root: &Real, factors: &[i64]) -> Real {
    factors
        .iter()
        .rev()
        .fold(rational(0, 1), |sum, &factor| sum.mul(root).unwrap().add(&rational(factor, 1)).unwrap())
}

#[test]
fn roots_of_large_polynomials_are_compared_or_given_up_soon() {
    // Of degree 31, with coefficients that grow in a series of divisions to a million digits.
    let large = |offset: i64| {
        let mut coefficients: Vec<i64> =
            (0..31).map(|at| (at * 7_919 + offset) % 104_729 * if at % 3 == 0 { -1 } else { 1 }).collect();
        coefficients.push(1);
        coefficients
    };
    let (one, other) = (root(&large(17), 1), root(&large(18), 1));
    assert!(one.compare(&other).is_some_and(Ordering::is_ne));
    assert_eq!(one.compare(&one), Some(Ordering::Equal));
    let factors: Vec<i64> = (1..30).map(|at| at * at * 1_000_003).collect();
    // An answer or none, but soon.
    let (far, near) = (at_root(&one, &factors), at_root(&other, &factors));
    assert_ne!(far.compare(&near), Some(Ordering::Equal));
}
