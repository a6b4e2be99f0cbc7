//! Random values of a sort, often corner cases.

use super::literals::element;
use crate::eval::{Model, SortDomains};
use gainsay_lang::rng::Rng;
use gainsay_lang::script::Terms;
use gainsay_lang::theory::sort::{Sort, SortConstructor, SortKind};
use gainsay_lang::value::{Bits, Collection, Float, Format, Int, Rational, Regex, RoundingMode, Text, Value};

/// A generator of values for the sorts of an arena.
pub struct Values<'a> {
    pub terms: &'a Terms,
    pub model: &'a Model,
    pub rng: &'a mut Rng,
}

/// Small integers, and those next to powers of two and limits of characters.
const INTS: [i64; 30] = [
    0, 1, -1, 2, -2, 3, -3, 4, 5, 7, 8, -8, 10, -10, 15, 16, 31, 32, 63, 64, 127, 128, -128, 255, 256,
    0x2FFFF, 0x30000, MAX, MIN, TWO_32,
];
const MIN: i64 = i64::MIN;
const MAX: i64 = i64::MAX;
const TWO_32: i64 = 1 << 32;

/// Denominators for ties and repeating decimals.
const DENOMINATORS: [i64; 8] = [1, 2, 3, 4, 7, 8, 10, 1 << 20];

/// Characters that repeat, so that strings have common parts; digits, quotes and escapes; and the limits of
/// ranges.
const CHARACTERS: [u32; 18] = [
    0x61, 0x61, 0x62, 0x62, 0x41, 0x30, 0x30, 0x31, 0x39, 0x2d, 0x20, 0x22, 0x5c, 0x75, 0, 0x7F, 0xD800,
    0x2FFFF,
];

impl Values<'_> {
    /// A random value of the sort; `None` for sorts without values, such as opaque ones.
    pub fn value(&mut self, sort: Sort) -> Option<Value> {
        self.value_of_size(sort, 4)
    }

    fn value_of_size(&mut self, sort: Sort, size: u64) -> Option<Value> {
        let terms = self.terms;
        Some(match terms.sorts.kind(sort) {
            SortKind::Bool => Value::Bool(self.rng.coin()),
            SortKind::Int => Value::Int(self.int()),
            SortKind::Real => Value::Real(self.real()),
            SortKind::RoundingMode => Value::Mode(*self.rng.pick(&RoundingMode::ALL)),
            SortKind::BitVec(width) => Value::Bits(self.bits(*width)),
            SortKind::Float(eb, sb) => Value::float(self.float(Format::new(*eb, *sb)?)),
            SortKind::Field(order) => Value::Field(element(self.rng, *order)),
            SortKind::String => Value::Text(self.text(size + 2)),
            SortKind::RegLan => Value::Regex(self.regex(3)),
            SortKind::Composite(constructor, parts) => self.composite(sort, *constructor, parts, size)?,
            SortKind::Unknown | SortKind::Opaque(_) => return None,
        })
    }

    fn composite(
        &mut self,
        sort: Sort,
        constructor: SortConstructor,
        parts: &[Sort],
        size: u64,
    ) -> Option<Value> {
        match constructor {
            SortConstructor::Collection(collection) => {
                Value::collection(collection, self.members(collection, parts[0], size)?)
            }
            SortConstructor::Tuple => {
                let parts: Option<Vec<Value>> =
                    parts.iter().map(|&part| self.value_of_size(part, size / 2)).collect();
                Some(Value::tuple(parts?))
            }
            SortConstructor::Array | SortConstructor::Map => self.function(constructor, parts, size),
            SortConstructor::Named(_) => match self.terms.datatype(sort) {
                Some(_) if size == 0 => self.domains().default(sort),
                Some(datatype) => {
                    let constructor = self.rng.pick(&datatype.constructors);
                    let fields = self.domains().fields(sort, datatype, constructor)?;
                    let fields: Option<Vec<Value>> =
                        fields.iter().map(|&field| self.value_of_size(field, size - 1)).collect();
                    Some(Value::data(constructor.decl.number(), fields?))
                }
                None => {
                    let universe = self.model.universe(sort).unwrap_or(4);
                    let number = self.rng.below(u64::from(universe)) as u32;
                    Some(Value::Element { sort: sort.number(), number })
                }
            },
        }
    }

    /// An array, or a function table.
    fn function(&mut self, constructor: SortConstructor, parts: &[Sort], size: u64) -> Option<Value> {
        let (&result, arguments) = parts.split_last()?;
        let domain = self.domains().size_of_all(arguments);
        let default = self.value_of_size(result, size / 2)?;
        let mut entries = Vec::new();
        for _ in 0..self.rng.below(size + 1) {
            let at: Option<Vec<Value>> =
                arguments.iter().map(|&sort| self.value_of_size(sort, size / 2)).collect();
            entries.push((at?, self.value_of_size(result, size / 2)?));
        }
        if constructor == SortConstructor::Map {
            return Value::table(arguments.len() as u32, domain, default, entries);
        }
        let entries = entries.into_iter().filter_map(|(mut at, value)| Some((at.pop()?, value)));
        Value::array(domain, default, entries.collect())
    }

    fn domains(&self) -> SortDomains<'_> {
        SortDomains { terms: self.terms, model: self.model }
    }

    fn members(&mut self, collection: Collection, element: Sort, size: u64) -> Option<Vec<Value>> {
        let mut members = Vec::new();
        let most = if collection == Collection::Nullable { 1 } else { size };
        for _ in 0..self.rng.below(most + 1) {
            members.push(self.value_of_size(element, size / 2)?);
            if collection.is_counted() {
                members.push(Value::int(self.rng.below(size)));
            }
        }
        Some(members)
    }

    pub fn int(&mut self) -> Int {
        match self.rng.below(8) {
            0..5 => Int::from(*self.rng.pick(&INTS)),
            5 => Int::from(self.rng.below(200) as i64 - 100),
            6 => Int::from(self.rng.next_u64() as i64),
            _ => {
                let large = &Int::pow2(self.rng.between(60, 140) as usize) - &Int::from(self.rng.below(3));
                if self.rng.coin() { -&large } else { large }
            }
        }
    }

    pub fn real(&mut self) -> Rational {
        let numerator = self.int();
        let denominator = Int::from(*self.rng.pick(&DENOMINATORS));
        Rational::new(numerator, denominator).unwrap_or(Rational::ZERO)
    }

    pub fn bits(&mut self, width: u32) -> Bits {
        match self.rng.below(10) {
            0 => Bits::zero(width),
            1 => Bits::one(width),
            2 => Bits::ones(width),
            3 => Bits::min_signed(width),
            4 => Bits::max_signed(width),
            // Near zero or the width, for shifts; or near a power of two, for carries.
            5 => Bits::from_u64(width, self.rng.below(u64::from(width) + 2)),
            6 => {
                let power = Int::pow2(self.rng.below(u64::from(width)) as usize);
                Bits::from_int(width, &(&power + &Int::from(self.rng.below(3) as i64 - 1)))
            }
            _ => {
                let mut value = Int::ZERO;
                for _ in 0..width.div_ceil(64) {
                    value = &value.shl(64) + &Int::from(self.rng.next_u64());
                }
                Bits::from_int(width, &value)
            }
        }
    }

    pub fn float(&mut self, format: Format) -> Float {
        let negative = self.rng.coin();
        match self.rng.below(14) {
            0 => Float::nan(format),
            1 => Float::infinity(format, negative),
            2 => Float::zero(format, negative),
            3 => Float::largest(format, negative),
            4 => Float::smallest_normal(format, negative),
            5 => Float::smallest(format, negative),
            6 => {
                let mode = *self.rng.pick(&RoundingMode::ALL);
                Float::from_int(format, mode, &self.int())
            }
            7 => {
                let mode = *self.rng.pick(&RoundingMode::ALL);
                Float::from_rational(format, mode, &self.real())
            }
            // Near the boundaries of normal, subnormal and infinite values.
            8 => {
                let corner = match self.rng.below(3) {
                    0 => Float::smallest_normal(format, false),
                    1 => Float::largest(format, false),
                    _ => Float::from_int(format, RoundingMode::Rne, &Int::ONE),
                };
                let bits = corner.to_bits();
                let step = Bits::from_u64(bits.width(), self.rng.below(3));
                let near = if self.rng.coin() { bits.add(&step) } else { bits.sub(&step) };
                let float = Float::from_bits(format, &near);
                if negative { float.neg() } else { float }
            }
            _ => {
                let bits = self.bits(format.width());
                Float::from_bits(format, &bits)
            }
        }
    }

    pub fn text(&mut self, max_length: u64) -> Text {
        if self.rng.chance(1, 6) {
            return Text::from_int_digits(&self.int().abs().to_string());
        }
        let length = self.rng.below(max_length + 1);
        let characters: Vec<u32> = (0..length).map(|_| *self.rng.pick(&CHARACTERS)).collect();
        Text::new(&characters).unwrap_or_else(Text::empty)
    }

    pub fn regex(&mut self, depth: u32) -> Regex {
        if depth == 0 || self.rng.chance(1, 4) {
            return match self.rng.below(6) {
                0 => Regex::none(),
                1 => Regex::all(),
                2 => Regex::allchar(),
                3 => Regex::range(&self.text(1), &self.text(1)),
                _ => Regex::word(self.text(2)),
            };
        }
        let inner = self.regex(depth - 1);
        match self.rng.below(8) {
            0 => inner.star(),
            1 => inner.plus(),
            2 => inner.opt(),
            3 => inner.comp(),
            4 => {
                let (low, more) = (self.rng.below(3), self.rng.below(3));
                inner.repeat_between(low, low + more)
            }
            5 => inner.union(&self.regex(depth - 1)),
            6 => inner.inter(&self.regex(depth - 1)),
            _ => inner.concat(&self.regex(depth - 1)),
        }
    }
}
