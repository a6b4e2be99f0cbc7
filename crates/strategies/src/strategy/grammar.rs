//! A small grammar of terms over a few unknowns, as texts. Their domains are small, so assignments can be
//! enumerated.

use gainsay_lang::rng::Rng;
use gainsay_lang::value::{Bits, Int, Rational, Value};

/// An unknown, and the values that are tried for it.
pub struct Unknown {
    pub name: String,
    pub kind: Kind,
    pub domain: Vec<Value>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Truth,
    Whole,
    Fraction,
    Bits(u32),
}

impl Kind {
    pub fn sort(self) -> String {
        match self {
            Kind::Truth => "Bool".to_owned(),
            Kind::Whole => "Int".to_owned(),
            Kind::Fraction => "Real".to_owned(),
            Kind::Bits(width) => format!("(_ BitVec {width})"),
        }
    }
}

impl Unknown {
    pub fn random(rng: &mut Rng, at: usize, kinds: &[Kind]) -> Unknown {
        let kind = *rng.pick(kinds);
        let first = rng.below(5) as i64 - 3;
        let count = 2 + rng.below(3) as i64;
        let domain = match kind {
            Kind::Truth => vec![Value::Bool(false), Value::Bool(true)],
            Kind::Whole => (first..first + count).map(|value| Value::Int(Int::from(value))).collect(),
            Kind::Fraction => {
                let half = |value: i64| Rational::new(Int::from(value), Int::from(2));
                (2 * first..=2 * (first + count - 1)).filter_map(half).map(Value::Real).collect()
            }
            Kind::Bits(width) => {
                (0..1 << width.min(3)).map(|value| Value::Bits(Bits::from_u64(width, value))).collect()
            }
        };
        Unknown { name: format!("x{at}"), kind, domain }
    }

    /// An assertion that bounds a number to the values that are tried.
    pub fn bounds(&self) -> Option<String> {
        let (Kind::Whole | Kind::Fraction) = self.kind else { return None };
        let (first, last) = (literal(self.domain.first()?), literal(self.domain.last()?));
        Some(format!("(and (<= {first} {name}) (<= {name} {last}))", name = self.name))
    }
}

/// A value in SMT-LIB syntax.
fn literal(value: &Value) -> String {
    let signed =
        |is_negative: bool, digits: String| if is_negative { format!("(- {digits})") } else { digits };
    match value {
        Value::Bool(value) => value.to_string(),
        Value::Int(value) => signed(value.is_negative(), value.abs().to_string()),
        Value::Real(value) => {
            let magnitude = value.abs();
            let digits = match magnitude.is_integer() {
                true => format!("{magnitude}.0"),
                false => format!("(/ {}.0 {}.0)", magnitude.numerator(), magnitude.denominator()),
            };
            signed(value.is_negative(), digits)
        }
        Value::Bits(value) => format!("(_ bv{} {})", value.to_uint(), value.width()),
        _ => String::new(),
    }
}

/// Makes terms over unknowns.
pub struct Grammar<'a> {
    pub rng: &'a mut Rng,
    pub unknowns: &'a [Unknown],
}

/// Templates for terms. Holes: `b` is a formula, `n` a term of the template's kind, `c` a constant of that kind,
/// `k` a number from 2 to 4.
const WHOLES: [&str; 9] = [
    "(+ n n)",
    "(- n n)",
    "(* c n)",
    "(ite b n n)",
    "(- n)",
    "(+ n n n)",
    "(div n k)",
    "(mod n k)",
    "(abs n)",
];
const FRACTIONS: [&str; 6] = ["(+ n n)", "(- n n)", "(* c n)", "(ite b n n)", "(- n)", "(+ n c)"];
const VECTORS: [&str; 12] = [
    "(bvadd n n)",
    "(bvsub n n)",
    "(bvmul n n)",
    "(bvand n n)",
    "(bvor n n)",
    "(bvxor n n)",
    "(bvneg n)",
    "(bvnot n)",
    "(bvshl n n)",
    "(bvlshr n n)",
    "(ite b n n)",
    "(bvudiv n n)",
];
const TRUTHS: [&str; 8] =
    ["(not b)", "(and b b)", "(or b b)", "(=> b b)", "(xor b b)", "(or b b b)", "(= b b)", "(ite b b b)"];
const COMPARED: [&str; 5] = ["(<= n n)", "(< n n)", "(>= n n)", "(= n n)", "(distinct n n)"];
const COMPARED_VECTORS: [&str; 5] = ["(bvule n n)", "(bvult n n)", "(bvsle n n)", "(bvslt n n)", "(= n n)"];

impl Grammar<'_> {
    /// A term of a kind, at most `depth` levels deep.
    pub fn term(&mut self, kind: Kind, depth: u32) -> String {
        let own = self.unknowns.iter().filter(|unknown| unknown.kind == kind).collect::<Vec<_>>();
        let ends = depth == 0 || self.rng.one_in(4);
        if kind == Kind::Truth && (own.is_empty() || !ends) {
            return self.truth(depth);
        }
        if ends {
            return match own.is_empty() || self.rng.one_in(5) {
                true => self.constant(kind),
                false => self.rng.pick(&own).name.clone(),
            };
        }
        let forms: &[&str] = match kind {
            Kind::Whole => &WHOLES,
            Kind::Fraction => &FRACTIONS,
            Kind::Bits(_) | Kind::Truth => &VECTORS,
        };
        let form = *self.rng.pick(forms);
        self.filled(form, kind, depth - 1)
    }

    /// A formula: a connective over formulas, or a comparison of terms.
    fn truth(&mut self, depth: u32) -> String {
        let (truths, others): (Vec<&Unknown>, Vec<&Unknown>) =
            self.unknowns.iter().partition(|unknown| unknown.kind == Kind::Truth);
        let kinds: Vec<Kind> = others.iter().map(|unknown| unknown.kind).collect();
        if depth > 1 && (kinds.is_empty() || self.rng.coin()) {
            let form = *self.rng.pick(&TRUTHS);
            return self.filled(form, Kind::Truth, depth - 1);
        }
        if kinds.is_empty() {
            let name = &self.rng.pick(&truths).name;
            return if self.rng.coin() { name.clone() } else { format!("(not {name})") };
        }
        let kind = *self.rng.pick(&kinds);
        let forms = if matches!(kind, Kind::Bits(_)) { &COMPARED_VECTORS } else { &COMPARED };
        let form = *self.rng.pick(forms);
        self.filled(form, kind, depth.saturating_sub(1))
    }

    /// A template with terms in its holes.
    fn filled(&mut self, form: &str, kind: Kind, depth: u32) -> String {
        let mut out = String::new();
        for word in form.split_inclusive([' ', ')']) {
            let hole = word.trim_end_matches([' ', ')']);
            let rest = &word[hole.len()..];
            match hole {
                "b" => out += &self.term(Kind::Truth, depth),
                "n" => out += &self.term(kind, depth),
                "c" => out += &self.constant(kind),
                "k" => out += &(2 + self.rng.below(3)).to_string(),
                _ => out += hole,
            }
            out += rest;
        }
        out
    }

    /// A random value of a kind.
    pub fn constant(&mut self, kind: Kind) -> String {
        literal(&match kind {
            Kind::Truth => Value::Bool(self.rng.coin()),
            Kind::Whole => Value::Int(Int::from(self.rng.below(9) as i64 - 4)),
            Kind::Fraction => Value::Real(Rational::from(self.rng.below(9) as i64 - 4)),
            Kind::Bits(width) => Value::Bits(Bits::from_u64(width, self.rng.below(1 << width.min(16)))),
        })
    }
}
