//! Random literals, mostly corner cases.

use super::Values;
use crate::eval::{Model, value_term};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Literal, Term, Terms};
use gainsay_lang::theory::sort::{Sort, SortKind};
use gainsay_lang::value::{Bits, FieldElement, Format, Int, Rational, Text, Value};

/// A literal of a sort, or a value of a float format. Never negative: negative numbers are applications.
pub fn literal(terms: &mut Terms, rng: &mut Rng, sort: Sort) -> Option<Term> {
    let literal = match *terms.sorts.kind(sort) {
        SortKind::Bool => Literal::Bool(rng.coin()),
        SortKind::Int => Literal::Int(integer(rng)),
        SortKind::Real => Literal::Real(decimal(rng)),
        SortKind::BitVec(width) => Literal::Bits(bits(rng, width)),
        SortKind::String => Literal::Text(text(rng)),
        SortKind::Field(order) => Literal::Field(element(rng, order)),
        SortKind::Float(eb, sb) => {
            let model = Model::default();
            let value = Values { terms, model: &model, rng }.float(Format::new(eb, sb)?);
            return value_term(terms, &Value::float(value), sort);
        }
        _ => return None,
    };
    Some(terms.literal(literal))
}

fn integer(rng: &mut Rng) -> Int {
    match rng.below(8) {
        0 => Int::pow2(rng.index(130)),
        1 => Int::from(rng.next_u64() >> rng.below(64)),
        _ => Int::from(rng.below(4)),
    }
}

/// A number with a finite decimal expansion, since only these have literals.
fn decimal(rng: &mut Rng) -> Rational {
    let places = [1, 1, 2, 10, 1000][rng.index(5)];
    Rational::new(integer(rng), Int::from(places)).unwrap_or_else(|| Rational::from(Int::from(0)))
}

fn bits(rng: &mut Rng, width: u32) -> Bits {
    match rng.below(8) {
        0 | 1 => Bits::zero(width),
        2 => Bits::one(width),
        3 => Bits::ones(width),
        4 => Bits::min_signed(width),
        5 => Bits::max_signed(width),
        _ => Bits::from_int(width, &Int::from(rng.next_u64())),
    }
}

/// A random element of a field, often next to zero.
pub(super) fn element(rng: &mut Rng, order: u32) -> FieldElement {
    let order = u64::from(order);
    let value = if rng.coin() { rng.below(order) } else { *rng.pick(&[0, 1, 2, order - 1]) };
    FieldElement::new(order as u32, value)
}

fn text(rng: &mut Rng) -> Text {
    /// Quotes, backslashes and braces, which look like escapes; and boundaries of ranges.
    const CHARACTERS: [u32; 16] =
        [0x61, 0x62, 0x41, 0x30, 0x39, 0x20, 0x22, 0x5c, 0x75, 0x7b, 0x7d, 0x0, 0x7f, 0xe9, 0xffff, 0x2ffff];
    let length = rng.below(5) * rng.below(2) + rng.below(2);
    let characters: Vec<u32> = (0..length).map(|_| *rng.pick(&CHARACTERS)).collect();
    Text::new(&characters).unwrap_or_else(Text::empty)
}
