//! Clauses that hold because of what their literals say about numbers, each with its derivation.
//!
//! Suppose that no literal of the clause holds. Each then says an inequality: these are the first lines. Each further line is a
//! sum of multiples of earlier ones that are not negative. If a line has integers only as its values, its bound is rounded.
//! The last line says something impossible, as that 0 is less than 0.

use crate::circuit::Wire;
use crate::value::Rational;
use serde::{Deserialize, Serialize};

/// How a line follows from lines before: the sum of these multiples of them; or the product of two, since what both are away
/// from their bounds is not negative.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Inference {
    Sum(#[serde(with = "parts")] Vec<(u32, Rational)>),
    Product(u32, u32),
}

/// A clause and the lines behind those of its literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lemma {
    pub clause: Vec<Wire>,
    pub lines: Vec<Inference>,
}

impl Lemma {
    /// The literals cannot all hold, because these multiples of what they say add up to something impossible.
    pub fn farkas(conflict: Vec<(Wire, Rational)>) -> Lemma {
        let clause = conflict.iter().map(|(literal, _)| !*literal).collect();
        let sum = conflict.into_iter().enumerate().map(|(at, (_, factor))| (at as u32, factor));
        Lemma { clause, lines: vec![Inference::Sum(sum.collect())] }
    }
}

/// Fractions as text, as `-7/2`.
pub(super) mod fraction {
    use super::read;
    use crate::value::Rational;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub fn serialize<S: Serializer>(value: &Rational, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Rational, D::Error> {
        let text = String::deserialize(from)?;
        read(&text).ok_or_else(|| D::Error::custom("a fraction was expected"))
    }
}

/// Numbers of variables or lines, with fractions.
pub(super) mod parts {
    use super::read;
    use crate::value::Rational;
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
    use crate::value::Int;
    match text.split_once('/') {
        Some((numerator, denominator)) => Rational::new(Int::parse(numerator)?, Int::parse(denominator)?),
        None => Int::parse(text).map(Rational::from),
    }
}
