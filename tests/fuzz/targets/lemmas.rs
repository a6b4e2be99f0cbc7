//! A lemma about numbers that the checker accepts holds at all points that are tried.
//!
//! The bytes choose three numbers, the third of which may be the product of the others, what four variables say about
//! them, and a derivation.

use super::bytes::Bytes;
use gainsay::circuit::{Clauses, Wire};
use gainsay::refute::{
    Arithmetic, CHECKING, Constraint, Fault, Inference, Lemma, Proof, check as check_proof,
};
use gainsay::value::{Int, Rational};

const VARIABLES: u32 = 4;

pub fn check(bytes: &[u8]) -> Result<(), String> {
    let mut bytes = Bytes(bytes);
    let integral: Vec<bool> = (0..3).map(|_| bytes.coin()).collect();
    let products = if bytes.coin() { vec![(2, vec![0, 1])] } else { Vec::new() };
    let atoms = (1..=VARIABLES).map(|variable| (variable, constraint(&mut bytes))).collect();
    let arithmetic = Arithmetic { integral, atoms, products };
    let clause: Vec<Wire> = (0..bytes.between(1, 3))
        .map(|_| {
            let wire = Wire::of_variable(bytes.between(1, i64::from(VARIABLES)) as u32);
            if bytes.coin() { wire } else { !wire }
        })
        .collect();
    let lines = (0..bytes.between(1, 4)).map(|_| inference(&mut bytes)).collect();
    let lemma = Lemma { clause, lines };
    if !is_accepted(&arithmetic, &lemma) {
        return Ok(());
    }
    match counterexample(&arithmetic, &lemma.clause) {
        None => Ok(()),
        Some(point) => Err(format!("{lemma:?} of {arithmetic:?} does not hold at {point:?}")),
    }
}

fn constraint(bytes: &mut Bytes<'_>) -> Constraint {
    let sum = (0..3).map(|number| (number, Rational::from(bytes.between(-2, 2))));
    let sum = sum.filter(|(_, factor)| !factor.is_zero()).collect();
    Constraint { sum, bound: half(bytes.between(-9, 9)), strict: bytes.coin() }
}

fn half(number: i64) -> Rational {
    Rational::new(Int::from(number), Int::from(2)).unwrap_or(Rational::ZERO)
}

fn inference(bytes: &mut Bytes<'_>) -> Inference {
    if bytes.below(3) == 0 {
        return Inference::Product(bytes.below(4) as u32, bytes.below(4) as u32);
    }
    let parts = (0..bytes.between(1, 3)).map(|_| (bytes.below(6) as u32, half(bytes.between(-1, 6))));
    Inference::Sum(parts.collect())
}

/// Whether the lemma itself is accepted; the proof has no steps.
fn is_accepted(arithmetic: &Arithmetic, lemma: &Lemma) -> bool {
    let mut proof = Proof::default();
    proof.lemmas.push(lemma.clone());
    check_proof(&Clauses::over(VARIABLES), arithmetic, &proof, CHECKING) == Err(Fault::NoContradiction)
}

/// A point at which no literal of the clause holds: numbers that are no integers are also tried halfway.
fn counterexample(arithmetic: &Arithmetic, clause: &[Wire]) -> Option<Vec<Rational>> {
    const REACH: i64 = 8;
    let halves = |number: usize| {
        let step = if arithmetic.integral[number] { 2 } else { 1 };
        (-REACH..=REACH).filter(move |half| half % step == 0).map(half)
    };
    let is_product = !arithmetic.products.is_empty();
    for x in halves(0) {
        for y in halves(1) {
            let product = &x * &y;
            // A number that is declared an integer and the product of others is one, or there is no such point.
            let third: Vec<Rational> = match is_product {
                true if arithmetic.integral[2] && !product.is_integer() => Vec::new(),
                true => vec![product],
                false => halves(2).collect(),
            };
            for z in third {
                let point = vec![x.clone(), y.clone(), z];
                if !clause.iter().any(|wire| holds(arithmetic, *wire, &point)) {
                    return Some(point);
                }
            }
        }
    }
    None
}

fn holds(arithmetic: &Arithmetic, wire: Wire, point: &[Rational]) -> bool {
    let says = arithmetic.atoms.iter().find(|(variable, _)| *variable == wire.variable());
    says.is_some_and(|(_, Constraint { sum, bound, strict })| {
        let products = sum.iter().map(|(number, factor)| &point[*number as usize] * factor);
        let value = products.fold(Rational::ZERO, |sum, product| &sum + &product);
        (value < *bound || !strict && value == *bound) != wire.is_negated()
    })
}
