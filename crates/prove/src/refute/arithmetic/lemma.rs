//! Theory lemmas: clauses that follow from what their literals state about numbers, each with its derivation.
//!
//! Assume that no literal of the clause holds. Each then states an inequality: these are the first lines.
//! Each further line is a sum of non-negative multiples of earlier lines, or a product of two. If a line's
//! sum is always an integer, its bound is rounded. The last line is a contradiction, such as 0 < 0.

use gainsay_lang::circuit::Wire;
use gainsay_lang::value::Rational;
use serde::{Deserialize, Serialize};

/// How a line follows from earlier ones: as the sum of these multiples, or as the product of two lines, since
/// the distances of both sums from their bounds are not negative.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Inference {
    Sum(#[serde(with = "parts")] Vec<(u32, Rational)>),
    Product(u32, u32),
}

/// A clause, and the derivation lines that follow those of its literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lemma {
    pub clause: Vec<Wire>,
    pub lines: Vec<Inference>,
}

impl Lemma {
    /// A Farkas lemma: the literals are inconsistent, since these multiples of their inequalities add up to a
    /// contradiction.
    pub fn farkas(conflict: Vec<(Wire, Rational)>) -> Lemma {
        let clause = conflict.iter().map(|(literal, _)| !*literal).collect();
        let sum = conflict.into_iter().enumerate().map(|(at, (_, factor))| (at as u32, factor));
        Lemma { clause, lines: vec![Inference::Sum(sum.collect())] }
    }
}

/// Serializes rationals as text, such as `-7/2`.
pub(super) mod fraction {
    use super::read;
    use gainsay_lang::value::Rational;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &Rational, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rational, D::Error> {
        let text = String::deserialize(from)?;
        read(&text).ok_or_else(|| D::Error::custom("a fraction was expected"))
    }
}

/// Serializes numbers of variables or lines together with coefficients.
pub(super) mod parts {
    use super::read;
    use gainsay_lang::value::Rational;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(parts: &[(u32, Rational)], to: S) -> Result<S::Ok, S::Error> {
        let parts: Vec<(u32, String)> = parts.iter().map(|(of, factor)| (*of, factor.to_string())).collect();
        parts.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(u32, Rational)>, D::Error> {
        let parts = Vec::<(u32, String)>::deserialize(from)?;
        let part = |(of, text): (u32, String)| Some((of, read(&text)?));
        let parts: Option<Vec<_>> = parts.into_iter().map(part).collect();
        parts.ok_or_else(|| D::Error::custom("a fraction was expected"))
    }
}

fn read(text: &str) -> Option<Rational> {
    use gainsay_lang::value::Int;
    match text.split_once('/') {
        Some((numerator, denominator)) => Rational::new(Int::parse(numerator)?, Int::parse(denominator)?),
        None => Int::parse(text).map(Rational::from),
    }
}
