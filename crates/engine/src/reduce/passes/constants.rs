//! Passes over literals.

use super::{Edit, each_once, replacement, replacements};
use crate::reduce::Candidate;
use gainsay_lang::script::{Literal, Term, View};
use gainsay_lang::value::{Bits, FieldElement, Int, Rational, Text};

/// Makes literals smaller: all of them as small as possible, then single ones step by step.
pub fn shrink(candidate: &mut Candidate) -> Vec<Edit> {
    let mut literals: Vec<(Term, Literal)> = Vec::new();
    for term in candidate.parts() {
        if let View::Literal(literal) = candidate.script.terms.view(term) {
            literals.push((term, literal.clone()));
        }
    }
    let mut edits: Vec<Edit> = Vec::new();
    let mut smallest = Vec::new();
    for (term, literal) in literals {
        let terms = &mut candidate.script.terms;
        let smaller: Vec<Term> = smaller(&literal).into_iter().map(|value| terms.literal(value)).collect();
        smallest.extend(smaller.first().map(|&value| (term, value)));
        edits.extend(smaller.into_iter().map(|value| replacement(term, value)));
    }
    if smallest.len() > 1 {
        edits.insert(0, replacements(smallest));
    }
    edits
}

/// Smaller literals, the smallest first.
fn smaller(literal: &Literal) -> Vec<Literal> {
    let mut found: Vec<Literal> = match literal {
        Literal::Bool(_) => Vec::new(),
        Literal::Int(value) => smaller_ints(value).into_iter().map(Literal::Int).collect(),
        Literal::Real(value) => {
            let mut found: Vec<Rational> =
                smaller_ints(&value.floor()).into_iter().map(Rational::from).collect();
            found.push(Rational::from(value.floor()));
            found.into_iter().map(Literal::Real).collect()
        }
        Literal::Bits(value) => smaller_bits(value).into_iter().map(Literal::Bits).collect(),
        Literal::Field(value) => {
            let smaller =
                [0, 1, value.value() / 2].map(|smaller| FieldElement::new(value.order(), smaller.into()));
            smaller.into_iter().filter(|smaller| smaller < value).map(Literal::Field).collect()
        }
        Literal::Text(value) => smaller_texts(value).into_iter().map(Literal::Text).collect(),
    };
    found.dedup();
    found.retain(|other| other != literal);
    found
}

fn smaller_ints(value: &Int) -> Vec<Int> {
    let mut found = vec![Int::from(0), Int::from(1), Int::from(2)];
    for shift in [4 * value.bits_len() / 5, value.bits_len() / 2, 4, 3, 2, 1] {
        found.push(value.shr(shift));
    }
    // Single steps only if there are few.
    if value.bits_len() <= 4 {
        found.push(value - &Int::from(1));
    }
    found.retain(|other| other < value && !other.is_negative());
    each_once(found)
}

fn smaller_bits(value: &Bits) -> Vec<Bits> {
    let width = value.width();
    let mut found: Vec<Bits> =
        smaller_ints(&value.to_uint()).iter().map(|int| Bits::from_int(width, int)).collect();
    found.dedup();
    found
}

fn smaller_texts(value: &Text) -> Vec<Text> {
    let points = value.code_points();
    let mut found = vec![Text::empty()];
    let half = points.len() / 2;
    for part in [&points[..half], &points[half..]] {
        found.extend(Text::new(part));
    }
    const LONGEST: usize = 32;
    for at in (0..points.len()).take(LONGEST) {
        let mut shorter = points.to_vec();
        shorter.remove(at);
        found.extend(Text::new(&shorter));
    }
    for at in (0..points.len()).take(LONGEST) {
        for plain in ['a', '0'] {
            let mut other = points.to_vec();
            other[at] = u32::from(plain);
            found.extend(Text::new(&other));
        }
    }
    found
}
