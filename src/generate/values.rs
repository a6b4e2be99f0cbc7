//! Random values of any sort, in which the corners come up more often than chance would have them.
//!
//! A value is a function of the random stream. Most mistakes are made near zero, near powers of two, at the ends of a
//! range, and where two arguments have something in common; so those are what the pools are made of.

use crate::eval::{Model, SortDomains};
use crate::rng::Rng;
use crate::script::Terms;
use crate::theory::Domains;
use crate::theory::sort::{Sort, SortKind};
use crate::value::{Bits, Float, Format, Int, Rational, Regex, RoundingMode, Text, Value};

/// Datatypes and containers inside each other, at most.
const MAX_DEPTH: u32 = 4;

/// A random value of the sort; `None` for sorts of which nothing is known, and for datatypes that are too deep.
pub fn value(terms: &Terms, sort: Sort, rng: &mut Rng) -> Option<Value> {
    let model = Model::default();
    Maker { domains: SortDomains { terms, model: &model }, rng }.value(sort, 0)
}

/// A random integer: mostly small, or around a power of two; rarely huge.
pub fn int(rng: &mut Rng) -> Int {
    let magnitude = match rng.below(10) {
        0..=2 => Int::from(rng.below(3)),
        3..=5 => Int::from(rng.below(20)),
        6 => Int::from(rng.below(1000)),
        7 => near(Int::pow2(1 + rng.index(70)), rng),
        8 => Int::from(rng.next_u64()),
        _ => near(Int::pow2(rng.index(300)), rng),
    };
    if rng.coin() { -&magnitude } else { magnitude }
}

fn near(value: Int, rng: &mut Rng) -> Int {
    match rng.below(3) {
        0 => &value - &Int::ONE,
        1 => value,
        _ => &value + &Int::ONE,
    }
}

/// A random rational: integers, halves, thirds, decimal and binary fractions, and quotients of anything.
pub fn rational(rng: &mut Rng) -> Rational {
    let denominator = match rng.below(8) {
        0..=2 => Int::ONE,
        3 => Int::from(2),
        4 => Int::from(3),
        5 => rng.pick(&[10, 100, 1000].map(Int::from)).clone(),
        6 => Int::pow2(rng.index(80)),
        _ => &int(rng).abs() + &Int::ONE,
    };
    Rational::new(int(rng), denominator).unwrap_or(Rational::ZERO)
}

/// A random vector: the ends of both ranges, single bits, small numbers of either sign, and anything.
pub fn bits(width: u32, rng: &mut Rng) -> Bits {
    match rng.below(10) {
        0 => Bits::zero(width),
        1 => Bits::one(width),
        2 => Bits::ones(width),
        3 => Bits::min_signed(width),
        4 => Bits::max_signed(width),
        5 => Bits::from_int(width, &Int::pow2(rng.below(u64::from(width)) as usize)),
        6 => Bits::from_int(width, &Int::from(rng.below(2 * u64::from(width) + 2))),
        7 => Bits::from_int(width, &-&Int::from(rng.below(8))),
        _ => random_bits(width, rng),
    }
}

fn random_bits(width: u32, rng: &mut Rng) -> Bits {
    let words = (0..width.div_ceil(64)).fold(Int::ZERO, |all, _| &all.shl(64) + &Int::from(rng.next_u64()));
    Bits::from_int(width, &words)
}

/// A random float: the special values, the ends of the normal and subnormal numbers, small integers and halves, and
/// numbers of every exponent with few or many bits.
pub fn float(format: Format, rng: &mut Rng) -> Float {
    let negative = rng.coin();
    match rng.below(16) {
        0 | 1 => Float::zero(format, negative),
        2 => Float::infinity(format, negative),
        3 => Float::nan(format),
        4 => Float::smallest(format, negative),
        5 => Float::smallest_normal(format, negative),
        6 => Float::largest(format, negative),
        7 => next_to(&Float::smallest_normal(format, negative), rng),
        8 => next_to(&Float::largest(format, negative), rng),
        9 | 10 => {
            let halves = Rational::dyadic(&Int::from(rng.below(41) as i64 - 20), -1);
            Float::from_rational(format, *rng.pick(&RoundingMode::ALL), &halves)
        }
        11 => {
            let power = i64::from(format.sb()) - rng.below(4) as i64;
            let integer = &Int::pow2(power.max(0) as usize) + &Int::from(rng.below(5) as i64 - 2);
            Float::from_int(format, *rng.pick(&RoundingMode::ALL), &integer)
        }
        12 | 13 => {
            // Few bits at any exponent, so that sums and products are exact, or ties.
            let exponent = random_bits(format.eb(), rng);
            let fraction = bits(format.sb() - 1, rng);
            let sign = Bits::from_bool(negative);
            Float::from_fields(&sign, &exponent, &fraction).unwrap_or(Float::nan(format))
        }
        _ => Float::from_bits(format, &random_bits(format.width(), rng)),
    }
}

/// The same float, or the one whose encoding is one less or more.
fn next_to(float: &Float, rng: &mut Rng) -> Float {
    let width = float.format().width();
    let bits = float.to_bits();
    let bits = match rng.below(3) {
        0 => bits.sub(&Bits::one(width)),
        1 => bits.add(&Bits::one(width)),
        _ => bits,
    };
    Float::from_bits(float.format(), &bits)
}

/// Strings that have something in common, with digits, quotes and what looks like an escape.
const TEXTS: &[&str] = &[
    "",
    "a",
    "b",
    "ab",
    "ba",
    "aa",
    "aab",
    "aba",
    "abab",
    "aaaa",
    "abcabc",
    "A",
    "Z",
    "z",
    "aZ",
    "0",
    "1",
    "9",
    "00",
    "007",
    "10",
    "-1",
    "+1",
    " 1",
    "12",
    "123",
    "2147483648",
    "18446744073709551616",
    "\"",
    "\"\"",
    "\\",
    "\\u",
    "\\u{",
    "\\u{41}",
    "\\x41",
    "\\u0041",
    "\\n",
    "é",
    "\u{ff}",
    "\u{100}",
    "\u{ffff}",
    "\u{10000}",
    "\u{2ffff}",
    "\u{0}",
    "\u{7f}",
    "\u{80}",
    " ",
    "a b",
    "(;",
    "|",
];

/// A random string: from the pool, pieces of the pool together, over two letters, or of any characters.
pub fn text(rng: &mut Rng) -> Text {
    let pooled = |rng: &mut Rng| Text::from_chars(TEXTS[rng.index(TEXTS.len())]).unwrap_or(Text::empty());
    match rng.below(8) {
        0..=2 => pooled(rng),
        3 => {
            let (first, second) = (pooled(rng), pooled(rng));
            Text::concat(&[&first, &second]).unwrap_or(first)
        }
        4 | 5 => over(&['a'.into(), 'b'.into()], 7, rng),
        6 => over(&['0'.into(), '1'.into(), '9'.into()], 5, rng),
        _ => {
            let length = rng.index(5);
            let codes: Vec<u32> = (0..length).map(|_| rng.below(0x3_0000) as u32).collect();
            Text::new(&codes).unwrap_or(Text::empty())
        }
    }
}

fn over(alphabet: &[u32], longest: usize, rng: &mut Rng) -> Text {
    let length = rng.index(longest + 1);
    let codes: Vec<u32> = (0..length).map(|_| *rng.pick(alphabet)).collect();
    Text::new(&codes).unwrap_or(Text::empty())
}

/// A random regular language, built with so many operators inside each other at most.
pub fn regex(depth: u32, rng: &mut Rng) -> Regex {
    if depth == 0 || rng.one_in(4) {
        return match rng.below(8) {
            0 => Regex::none(),
            1 => Regex::all(),
            2 => Regex::allchar(),
            3 => Regex::range(&text(rng), &text(rng)),
            4 => Regex::range(&over(&[0x61], 1, rng), &over(&[0x62, 0x63], 1, rng)),
            _ => Regex::word(text(rng)),
        };
    }
    let first = regex(depth - 1, rng);
    match rng.below(10) {
        0 => first.star(),
        1 => first.plus(),
        2 => first.opt(),
        3 => first.comp(),
        4 => first.power(rng.below(4)),
        5 => first.repeat_between(rng.below(4), rng.below(4)),
        6 => first.diff(&regex(depth - 1, rng)),
        7 => first.inter(&regex(depth - 1, rng)),
        8 => first.union(&regex(depth - 1, rng)),
        _ => first.concat(&regex(depth - 1, rng)),
    }
}

struct Maker<'a> {
    domains: SortDomains<'a>,
    rng: &'a mut Rng,
}

impl Maker<'_> {
    /// Recursive on how values are nested, which `MAX_DEPTH` bounds.
    fn value(&mut self, sort: Sort, depth: u32) -> Option<Value> {
        let rng = &mut *self.rng;
        Some(match self.domains.terms.sorts.kind(sort) {
            SortKind::Bool => Value::Bool(rng.coin()),
            SortKind::Int => Value::Int(int(rng)),
            SortKind::Real => Value::Real(rational(rng)),
            SortKind::String => Value::Text(text(rng)),
            SortKind::RegLan => Value::Regex(regex(3, rng)),
            SortKind::RoundingMode => Value::Mode(*rng.pick(&RoundingMode::ALL)),
            SortKind::BitVec(width) => Value::Bits(bits(*width, rng)),
            SortKind::Float(eb, sb) => Value::float(float(Format::new(*eb, *sb)?, rng)),
            SortKind::Seq(element) => Value::seq(self.several(*element, depth)?),
            SortKind::Set(element) => Value::set(self.several(*element, depth)?)?,
            SortKind::Array(index, element) => {
                let default = self.value(*element, depth + 1)?;
                let entries = self.several(*index, depth)?.into_iter();
                let entries: Option<Vec<_>> =
                    entries.map(|at| Some((at, self.value(*element, depth + 1)?))).collect();
                Value::array(self.domains.size(*index), default, entries?)?
            }
            SortKind::Map(parts) => {
                let (result, arguments) = parts.split_last()?;
                let default = self.value(*result, depth + 1)?;
                let domain = self.domains.size_of_all(arguments);
                Value::table(arguments.len() as u32, domain, default, Vec::new())?
            }
            SortKind::Named(..) if self.domains.terms.datatype(sort).is_some() => self.data(sort, depth)?,
            SortKind::Named(..) => {
                let number = self.rng.below(3) as u32;
                Value::Element { sort: sort.0, number }
            }
            SortKind::Unknown | SortKind::Opaque(_) => return None,
        })
    }

    /// A few elements, some of which may be equal.
    fn several(&mut self, sort: Sort, depth: u32) -> Option<Vec<Value>> {
        let most = if depth >= MAX_DEPTH { 1 } else { 5 };
        let mut values: Vec<Value> = Vec::new();
        for _ in 0..self.rng.below(most) {
            let value = match values.last() {
                Some(last) if self.rng.one_in(4) => last.clone(),
                _ => self.value(sort, depth + 1)?,
            };
            values.push(value);
        }
        Some(values)
    }

    /// Beyond the depth only constructors whose fields are not of datatypes themselves.
    fn data(&mut self, sort: Sort, depth: u32) -> Option<Value> {
        let terms = self.domains.terms;
        let datatype = terms.datatype(sort)?;
        let mut choices = Vec::new();
        for constructor in &datatype.constructors {
            let fields = self.domains.fields(sort, datatype, constructor)?;
            let flat = fields.iter().all(|&field| terms.datatype(field).is_none());
            if flat || depth < MAX_DEPTH {
                choices.push((constructor.decl.0, fields));
            }
        }
        if choices.is_empty() {
            return None;
        }
        let (constructor, fields) = self.rng.pick(&choices).clone();
        let fields: Option<Vec<Value>> = fields.iter().map(|&field| self.value(field, depth + 1)).collect();
        Some(Value::data(constructor, fields?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::has_sort;
    use crate::script::Script;

    const SORTS: &str = "
        (declare-datatypes ((Colour 0) (List 1)) (((red) (green)) (par (X) ((nil) (cons (head X) (tail (List X)))))))
        (declare-const a (Array Colour (List Int)))
        (declare-const b (Seq (_ FloatingPoint 3 5)))
        (declare-const c (Set (Seq String)))
        (declare-const d (Array (_ BitVec 70) (Array RoundingMode Real)))
        (declare-const e RegLan)
        (declare-const f (List (List Bool)))";

    #[test]
    fn values_have_their_sort_and_are_the_same_for_the_same_stream() {
        let script = Script::parse(SORTS).unwrap();
        let terms = &script.terms;
        let sorts: Vec<Sort> =
            terms.decls().filter(|(_, decl)| decl.arity() == 0).map(|(_, decl)| decl.result_sort()).collect();
        let model = Model::default();
        let mut made = 0;
        for seed in 0..200 {
            for &sort in sorts.iter().filter(|&&sort| sort != Sort::UNKNOWN) {
                let Some(first) = value(terms, sort, &mut Rng::new(seed)) else { continue };
                assert!(has_sort(SortDomains { terms, model: &model }, &first, sort), "{first:?}");
                assert_eq!(Some(first), value(terms, sort, &mut Rng::new(seed)));
                made += 1;
            }
        }
        assert!(made > 1000, "{made}");
    }

    #[test]
    fn corners_come_up() {
        let format = Format::FLOAT16;
        let mut rng = Rng::new(1);
        let floats: Vec<Float> = (0..400).map(|_| float(format, &mut rng)).collect();
        for corner in [Float::nan(format), Float::zero(format, true), Float::largest(format, false)] {
            assert!(floats.contains(&corner), "{corner}");
        }
        assert!(floats.iter().any(Float::is_subnormal));
        let texts: Vec<Text> = (0..2000).map(|_| text(&mut rng)).collect();
        assert!(TEXTS.iter().all(|corner| texts.contains(&Text::from_chars(corner).unwrap())));
        let numbers: Vec<Int> = (0..400).map(|_| int(&mut rng)).collect();
        assert!((-2..=2).all(|corner| numbers.contains(&Int::from(corner))));
    }
}
