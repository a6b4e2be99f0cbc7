//! Variations of literals.

use super::subject::Subject;
use gainsay_eval::generate::literal;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Literal, Term, Terms, View};
use gainsay_lang::value::{Bits, Int, Rational, Text};

/// The most characters of a string literal.
const LONGEST: usize = 300;

fn is_literal(terms: &Terms, term: Term) -> bool {
    matches!(terms.view(term), View::Literal(_))
}

pub fn fuzz_one(subject: &mut Subject<'_>) -> bool {
    let Some((place, term)) = subject.place(is_literal) else { return false };
    let new = fuzzed(&mut subject.script.terms, subject.rng, term);
    subject.put(&place, new);
    new != term
}

pub fn fuzz(subject: &mut Subject<'_>) -> bool {
    subject.rewrite(
        |terms, rng, term| {
            if is_literal(terms, term) && rng.coin() { fuzzed(terms, rng, term) } else { term }
        },
    )
}

/// A literal close to the old one, or any of its sort.
fn fuzzed(terms: &mut Terms, rng: &mut Rng, term: Term) -> Term {
    let View::Literal(old) = terms.view(term) else { return term };
    let near = match old.clone() {
        _ if rng.one_in(4) => None,
        Literal::Bool(value) => Some(Literal::Bool(!value)),
        Literal::Int(value) => Some(Literal::Int(near(rng, &value))),
        Literal::Real(value) => {
            Rational::new(near(rng, value.numerator()), value.denominator().clone()).map(Literal::Real)
        }
        Literal::Bits(value) => {
            Some(Literal::Bits(Bits::from_int(value.width(), &near(rng, &value.to_uint()))))
        }
        Literal::Field(_) => None,
        Literal::Text(value) => changed_text(rng, &value).map(Literal::Text),
    };
    match near {
        Some(near) => terms.literal(near),
        None => literal(terms, rng, terms.sort(term)).unwrap_or(term),
    }
}

/// A number that is not negative: close to the old one, twice or half of it, or any small one.
fn near(rng: &mut Rng, value: &Int) -> Int {
    let new = match rng.below(5) {
        0 => value + &Int::from(1),
        1 => value - &Int::from(1),
        2 => value * &Int::from(2),
        3 => value.shr(1),
        _ => Int::from(rng.below(100)),
    };
    new.abs()
}

/// A text with one character inserted, removed or replaced, or with a part repeated.
fn changed_text(rng: &mut Rng, text: &Text) -> Option<Text> {
    let mut points = text.code_points().to_vec();
    let character = |rng: &mut Rng| u32::from(b'a') + rng.below(4) as u32;
    match rng.below(4) {
        0 => {
            let new = character(rng);
            points.insert(rng.index(points.len() + 1), new);
        }
        _ if points.is_empty() => return None,
        1 => {
            points.remove(rng.index(points.len()));
        }
        2 => {
            let at = rng.index(points.len());
            points[at] = character(rng);
        }
        _ => {
            let start = rng.index(points.len());
            let end = start + 1 + rng.index(points.len() - start);
            let part = points[start..end].to_vec();
            points.splice(end..end, part);
        }
    }
    points.truncate(LONGEST);
    Text::new(&points)
}

pub fn multiply(subject: &mut Subject<'_>) -> bool {
    let times = subject.rng.between(2, 5);
    let everywhere = subject.rng.coin();
    subject.rewrite(|terms, rng, term| {
        let View::Literal(old) = terms.view(term) else { return term };
        if !everywhere && !rng.one_in(3) {
            return term;
        }
        let factor = Int::from(times);
        let new = match old {
            Literal::Int(value) => Literal::Int(value * &factor),
            Literal::Real(value) => {
                let product = Rational::new(value.numerator() * &factor, value.denominator().clone());
                product.map_or(old.clone(), Literal::Real)
            }
            Literal::Bits(value) => {
                Literal::Bits(Bits::from_int(value.width(), &(&value.to_uint() * &factor)))
            }
            Literal::Text(value) if value.len() * times as usize <= LONGEST => {
                let longer = Text::new(&value.code_points().repeat(times as usize));
                longer.map_or(old.clone(), Literal::Text)
            }
            Literal::Text(_) | Literal::Bool(_) | Literal::Field(_) => return term,
        };
        terms.literal(new)
    })
}

/// Maps the characters of all texts.
fn each_character(subject: &mut Subject<'_>, other: impl Fn(u32) -> u32) -> bool {
    subject.rewrite(|terms, _, term| {
        let View::Literal(Literal::Text(text)) = terms.view(term) else { return term };
        let points: Vec<u32> = text.code_points().iter().map(|&point| other(point)).collect();
        match Text::new(&points) {
            Some(text) => terms.literal(Literal::Text(text)),
            None => term,
        }
    })
}

/// The characters of all texts, sorted, each once.
fn characters(subject: &Subject<'_>) -> Vec<u32> {
    let terms = &subject.script.terms;
    let mut found: Vec<u32> = Vec::new();
    for term in terms.postorder(&subject.roots()) {
        if let View::Literal(Literal::Text(text)) = terms.view(term) {
            found.extend_from_slice(text.code_points());
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

pub fn translate(subject: &mut Subject<'_>) -> bool {
    let own = characters(subject);
    let mut others = own.clone();
    for last in (1..others.len()).rev() {
        others.swap(last, subject.rng.index(last + 1));
    }
    // In half of the cases, shift to another alphabet.
    let shift = if subject.rng.coin() { 0 } else { subject.rng.below(1000) as u32 };
    each_character(subject, |point| match own.binary_search(&point) {
        Ok(at) => others[at] + shift,
        Err(_) => point,
    })
}

pub fn unprintable(subject: &mut Subject<'_>) -> bool {
    let mut own = characters(subject);
    let rng = &mut *subject.rng;
    own.retain(|_| rng.coin());
    each_character(subject, |point| match own.binary_search(&point) {
        Ok(at) => at as u32 % 0x20,
        Err(_) => point,
    })
}
