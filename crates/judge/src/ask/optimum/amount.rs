//! Values of objectives: numbers, infinities, and numbers plus or minus an infinitesimal.

use gainsay_lang::sexp::{Kind, Node};
use gainsay_lang::value::{Bits, Rational, Value};
use std::fmt;

/// A number plus multiples of infinity and of an infinitesimal. Ordered lexicographically: infinity, number,
/// infinitesimal.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Amount {
    pub infinity: Rational,
    pub number: Rational,
    pub epsilon: Rational,
}

/// How z3 prints infinity and the infinitesimal.
const INFINITY: &str = "oo";
const EPSILON: &str = "epsilon";

/// Nesting limit of printed values.
const DEEPEST: usize = 16;

impl Amount {
    pub fn exactly(number: Rational) -> Amount {
        Amount { infinity: Rational::ZERO, number, epsilon: Rational::ZERO }
    }

    /// The number, without infinity and infinitesimal parts.
    pub fn as_number(&self) -> Option<&Rational> {
        (self.infinity.is_zero() && self.epsilon.is_zero()).then_some(&self.number)
    }

    /// The amount of a value; `None` if it is not a rational number.
    pub fn of(value: &Value) -> Option<Amount> {
        match value {
            Value::Int(number) => Some(Amount::exactly(Rational::from(number.clone()))),
            Value::Real(number) => Some(Amount::exactly(number.clone())),
            Value::Bits(bits) => Some(Amount::exactly(Rational::from(bits.to_uint()))),
            _ => None,
        }
    }

    /// Parses a printed value: sums and multiples of numbers, `oo` and `epsilon`.
    pub fn read(node: Node<'_>) -> Option<Amount> {
        read(node, DEEPEST)
    }

    fn scaled(&self, by: &Rational) -> Amount {
        Amount { infinity: &self.infinity * by, number: &self.number * by, epsilon: &self.epsilon * by }
    }

    fn plus(&self, other: &Amount) -> Amount {
        Amount {
            infinity: &self.infinity + &other.infinity,
            number: &self.number + &other.number,
            epsilon: &self.epsilon + &other.epsilon,
        }
    }
}

fn read(node: Node<'_>, deepest: usize) -> Option<Amount> {
    if !node.is_list() {
        return read_atom(node);
    }
    let mut parts = node.children();
    let operator = parts.next().filter(|first| !first.is_list())?.text();
    let deeper = deepest.checked_sub(1)?;
    let amounts: Option<Vec<Amount>> = parts.map(|part| read(part, deeper)).collect();
    match (operator, amounts?.as_slice()) {
        ("+", all @ [_, ..]) => {
            Some(all.iter().fold(Amount::exactly(Rational::ZERO), |sum, part| sum.plus(part)))
        }
        ("-", [one]) => Some(one.scaled(&-&Rational::ONE)),
        ("-", [one, other]) => Some(one.plus(&other.scaled(&-&Rational::ONE))),
        ("*", [one, other]) => match (one.as_number(), other.as_number()) {
            (Some(factor), _) => Some(other.scaled(factor)),
            (_, Some(factor)) => Some(one.scaled(factor)),
            _ => None,
        },
        ("/", [one, other]) => Some(Amount::exactly(one.as_number()?.div(other.as_number()?)?)),
        _ => None,
    }
}

fn read_atom(node: Node<'_>) -> Option<Amount> {
    let amount = |infinity, epsilon| Amount { infinity, number: Rational::ZERO, epsilon };
    match node.text() {
        INFINITY => Some(amount(Rational::ONE, Rational::ZERO)),
        EPSILON => Some(amount(Rational::ZERO, Rational::ONE)),
        text => match node.kind() {
            Kind::Numeral | Kind::Decimal => Rational::parse_decimal(text).map(Amount::exactly),
            Kind::Binary => Amount::of(&Value::Bits(Bits::from_binary(&text[2..])?)),
            Kind::Hex => Amount::of(&Value::Bits(Bits::from_hex(&text[2..])?)),
            _ => None,
        },
    }
}

impl fmt::Display for Amount {
    /// In the usual notation: `3/2`, `5 - epsilon`, `-oo`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.infinity.is_zero() {
            let sign = if self.infinity.is_negative() { "-" } else { "" };
            return write!(f, "{sign}{INFINITY}");
        }
        write!(f, "{}", self.number)?;
        if self.epsilon.is_zero() {
            return Ok(());
        }
        let sign = if self.epsilon.is_negative() { "-" } else { "+" };
        match self.epsilon.abs() {
            one if one == Rational::ONE => write!(f, " {sign} {EPSILON}"),
            many => write!(f, " {sign} {many}*{EPSILON}"),
        }
    }
}
