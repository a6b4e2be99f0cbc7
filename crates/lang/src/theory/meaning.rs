//! The meaning of an operator: a function on values, with as many arguments as its row declares.
//!
//! The evaluator folds a meaning over longer argument lists as the row's shape says. Arguments that are open stop the
//! function through its accessors ([`int`], [`bits`], ...): the result is then open as well, but still a function of
//! the arguments.

use super::sort::{Sort, Sorts};
use crate::value::fuel::{Fuel, OutOfFuel};
use crate::value::{
    Bits, FieldElement, Float, Int, Rational, Real, Reason, Regex, RoundingMode, Size, Text, Value,
};

/// The meaning of a row.
#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// Computed by the evaluator itself, which can decide it with some arguments unknown.
    Connective(Connective),
    Bits1(fn(&Bits) -> Bits),
    Bits2(fn(&Bits, &Bits) -> Bits),
    BitsTest(fn(&Bits, &Bits) -> bool),
    /// Integers of bounded size; the result has at most the bits of both together, and a few.
    Ints2(fn(&Int, &Int) -> Int),
    IntTest(fn(&Int, &Int) -> bool),
    RealTest(fn(&Rational, &Rational) -> bool),
    Values(fn(&mut Context<'_>, &[&Value]) -> Evaluated),
    /// A function that calls one of its arguments, as `seq.map` does.
    Calls(fn(&mut dyn Caller, &[Value]) -> Evaluated),
    /// Not computed; with the reason.
    Unknown(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Connective {
    Not,
    And,
    Or,
    Xor,
    Implies,
    Equal,
    Distinct,
    Ite,
}

pub type Evaluated = Result<Value, NoValue>;

/// Why a meaning gives no value.
#[derive(Clone, PartialEq, Debug)]
pub enum NoValue {
    /// The standard leaves the value open for these arguments, so it is for the model to give.
    Open,
    /// The value depends on an argument that is open itself.
    Symbolic,
    Unknown(Reason),
    /// The value is that of the first argument, a function, applied to the others.
    Call,
}

impl From<OutOfFuel> for NoValue {
    fn from(error: OutOfFuel) -> NoValue {
        NoValue::Unknown(error.into())
    }
}

/// What a meaning may use besides its arguments.
pub struct Context<'a> {
    pub indices: &'a [u32],
    /// The sort of the application.
    pub sort: Sort,
    pub sorts: &'a Sorts,
    pub domains: &'a dyn Domains,
    pub fuel: &'a mut Fuel,
}

/// The elements of sorts.
pub trait Domains {
    fn size(&self, sort: Sort) -> Size;

    /// All elements of a sort, if there are at most `limit`.
    fn elements(&self, sort: Sort, limit: u64) -> Option<Vec<Value>>;
}

/// Calls functions for a meaning.
pub trait Caller {
    fn call(&mut self, function: &Value, arguments: &[Value]) -> Evaluated;
}

/// The greatest number of bits of an integer to be computed with.
pub const MAX_INT_BITS: usize = 1 << 20;

pub(super) const TOO_LARGE: NoValue = NoValue::Unknown(Reason::TooLarge);

pub(super) const fn values(meaning: fn(&mut Context<'_>, &[&Value]) -> Evaluated) -> Meaning {
    Meaning::Values(meaning)
}

impl Context<'_> {
    /// Takes the price of a value with so many parts out of the budget.
    pub fn spend(&mut self, units: usize) -> Result<(), NoValue> {
        Ok(self.fuel.spend(units)?)
    }

    pub fn index(&self, at: usize) -> u32 {
        self.indices.get(at).copied().unwrap_or(0)
    }
}

fn mismatch(value: &Value) -> NoValue {
    if value.is_open() { NoValue::Symbolic } else { NoValue::Unknown(Reason::IllSorted) }
}

macro_rules! accessors {
    ($($name:ident: $type:ty = $method:ident;)*) => {
        $(
            #[inline]
            pub(super) fn $name(value: &Value) -> Result<$type, NoValue> {
                value.$method().ok_or_else(|| mismatch(value))
            }
        )*
    };
}

accessors! {
    bool: bool = as_bool;
    int: &Int = as_int;
    real: &Rational = as_real;
    any_real: Real = as_any_real;
    bits: &Bits = as_bits;
    field: FieldElement = as_field;
    float: &Float = as_float;
    mode: RoundingMode = as_mode;
    text: &Text = as_text;
    regex: &Regex = as_regex;
    seq: &[Value] = as_seq;
    set: &[Value] = as_set;
    bag: &[Value] = as_bag;
    nullable: &[Value] = as_nullable;
    tuple: &[Value] = as_tuple;
}

/// An integer as a position, clamped to `i64`: positions beyond that are outside of all strings and sequences.
pub(super) fn position(value: &Value) -> Result<i64, NoValue> {
    let value = int(value)?;
    Ok(value.to_i64().unwrap_or(if value.is_negative() { i64::MIN } else { i64::MAX }))
}

/// A position that was looked for, or -1.
pub(super) fn found(position: Option<usize>) -> Value {
    Value::int(position.map_or(-1, |at| at as i64))
}

/// Requires equal widths, or equal formats. If they differ, the model gives a value of the wrong sort.
pub(super) fn same<T: PartialEq>(a: T, b: T) -> Result<(), NoValue> {
    if a == b { Ok(()) } else { Err(NoValue::Unknown(Reason::IllSorted)) }
}

impl Meaning {
    /// Applies the meaning to as many arguments as are declared. The evaluator itself handles connectives and calls.
    #[inline]
    pub fn apply(&self, context: &mut Context<'_>, arguments: &[&Value]) -> Evaluated {
        match (self, arguments) {
            (Meaning::Bits1(function), [Value::Bits(a)]) => {
                context.spend(words(a))?;
                Ok(Value::Bits(function(a)))
            }
            (Meaning::Bits2(function), [Value::Bits(a), Value::Bits(b)]) => {
                same(a.width(), b.width())?;
                context.spend(words(a))?;
                Ok(Value::Bits(function(a, b)))
            }
            (Meaning::BitsTest(function), [Value::Bits(a), Value::Bits(b)]) => {
                same(a.width(), b.width())?;
                context.spend(words(a))?;
                Ok(Value::Bool(function(a, b)))
            }
            (Meaning::Ints2(function), [Value::Int(a), Value::Int(b)]) => {
                let bits = a.bits_len() + b.bits_len();
                if bits > MAX_INT_BITS {
                    return Err(TOO_LARGE);
                }
                context.spend(price(bits))?;
                Ok(Value::Int(function(a, b)))
            }
            (Meaning::IntTest(function), [Value::Int(a), Value::Int(b)]) => {
                context.spend(1)?;
                Ok(Value::Bool(function(a, b)))
            }
            (Meaning::RealTest(function), [Value::Real(a), Value::Real(b)]) => {
                check_rational(context, a, b)?;
                Ok(Value::Bool(function(a, b)))
            }
            (Meaning::RealTest(function), [a, b]) if a.is_algebraic() || b.is_algebraic() => {
                let order = compare_reals(context, a, b)?;
                Ok(Value::Bool(function(&Rational::from(order as i64), &Rational::ZERO)))
            }
            (Meaning::Values(function), _) => {
                context.spend(1 + arguments.iter().map(|value| length(value)).sum::<usize>())?;
                let result = function(context, arguments)?;
                context.spend(length(&result))?;
                Ok(result)
            }
            (Meaning::Unknown(why), _) => Err(NoValue::Unknown(Reason::NotComputed(why))),
            _ => Err(arguments
                .iter()
                .find(|value| value.is_open())
                .map_or(NoValue::Unknown(Reason::IllSorted), |_| NoValue::Symbolic)),
        }
    }
}

/// Evaluation of vectors that are machine words.
impl Meaning {
    /// The meaning of an operator on vectors of one width, at most 64 bits, where both the arguments and the result
    /// are words: the unsigned value of a vector, 0 or 1 for a Boolean. `None` for all other operators.
    #[inline]
    pub fn apply_to_words(&self, width: u32, arguments: &[u64]) -> Option<u64> {
        let vector = |word: u64| Bits::from_u64(width, word);
        match (self, arguments) {
            (Meaning::Bits1(function), &[a]) => function(&vector(a)).to_word(),
            (Meaning::Bits2(function), &[a, b]) => function(&vector(a), &vector(b)).to_word(),
            (Meaning::BitsTest(function), &[a, b]) => Some(function(&vector(a), &vector(b)).into()),
            _ => None,
        }
    }
}

/// Compares two reals, at least one of which is algebraic.
fn compare_reals(context: &mut Context<'_>, a: &Value, b: &Value) -> Result<std::cmp::Ordering, NoValue> {
    context.spend(ALGEBRAIC_PRICE)?;
    any_real(a)?.compare(&any_real(b)?).ok_or(TOO_LARGE)
}

/// The price of an operation on algebraic numbers.
pub(super) const ALGEBRAIC_PRICE: usize = 1000;

/// The price of reading or making a whole value.
fn length(value: &Value) -> usize {
    match value {
        Value::Text(text) => text.len() / 8,
        Value::Compound(compound) => compound.parts().len() / 2,
        Value::Bits(bits) => bits.width() as usize / 256,
        Value::Int(int) => int.bits_len() / 256,
        Value::Real(real) => (real.numerator().bits_len() + real.denominator().bits_len()) / 256,
        Value::Float(float) => float.format().sb() as usize / 64,
        _ => 0,
    }
}

/// The price of an operation on a vector.
fn words(bits: &Bits) -> usize {
    price(bits.width() as usize)
}

/// The price of multiplying or dividing numbers of so many bits, which grows faster than linearly.
fn price(bits: usize) -> usize {
    let words = bits / 64;
    1 + words + words * words / 1024
}

/// Takes the price of an operation on two fractions out of the budget; an error if they are too long.
pub(super) fn check_rational(context: &mut Context<'_>, a: &Rational, b: &Rational) -> Result<(), NoValue> {
    let bits = [a.numerator(), a.denominator(), b.numerator(), b.denominator()].map(Int::bits_len);
    let bits: usize = bits.iter().sum();
    if bits > MAX_INT_BITS {
        return Err(TOO_LARGE);
    }
    // Results are brought to lowest terms, which is most of the work for large numbers.
    let words = bits / 64;
    context.spend(1 + words + words * words / 256)
}
