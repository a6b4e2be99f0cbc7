//! `Value`, an element of any sort.
//!
//! A value belongs to one arena: constructors, sorts and functions are given by their numbers in it.
//! Compound values can be nested to any depth and share their parts, so nothing here recurses into them.

use crate::hash::HashSet;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::{
    Algebraic, Bits, Collection, FieldElement, Float, Int, Rational, Real, Regex, RoundingMode, Text,
};

/// An element of a sort; cloning is cheap.
///
/// `==` compares representations. Equal values are the same element; whether unequal ones are different elements,
/// [`equal`](super::equal::equal) decides, which knows about open values, functions and regular expressions.
#[derive(Clone, Debug)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// An integer.
    Int(Int),
    /// A number of sort Real, as a fraction.
    Real(Rational),
    /// An algebraic number of sort Real; it may be rational, but is not given as a fraction.
    Algebraic(Arc<Algebraic>),
    /// A bit-vector.
    Bits(Bits),
    /// An element of a finite field.
    Field(FieldElement),
    /// A floating-point number.
    Float(Box<Float>),
    /// A rounding mode.
    Mode(RoundingMode),
    /// A string.
    Text(Text),
    /// A regular language.
    Regex(Regex),
    /// An element of a sort that the script declares, given by the sort's number and its own.
    Element { sort: u32, number: u32 },
    /// A value that is made of others.
    Compound(Arc<Compound>),
}

/// A value that is made of others.
pub struct Compound {
    pub(super) kind: Kind,
    pub(super) parts: Vec<Value>,
    /// Of the whole value.
    hash: u64,
    /// The number of values that it consists of as a tree, shared ones counted each time.
    size: u64,
    /// See [`Value::is_plain`].
    plain: bool,
}

/// What a compound value is, and what its parts mean.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The members, as [`Collection`] describes.
    Collection(Collection),
    /// The default, then index and element in turn, with ascending indices.
    Array(Size),
    /// The constructor of this number applied to the parts.
    Data(u32),
    /// A tuple.
    Tuple,
    /// A function: the default, then for each entry the arguments and the result, with ascending arguments.
    Table { arity: u32, domain: Size },
    /// The function of this lambda term; the parts are the values of its free variables.
    Closure { term: u32 },
    /// The declared function of this number, applied to the parts, which are too few.
    Partial { function: u32 },
    /// A function or array that differs from the first part at one place: then the arguments, then the result.
    Updated,
    /// A value that is left open: the result of `head` for the parts, whatever the model makes of it.
    Open { head: Head, sort: u32 },
}

/// The function or operator whose result an open value is.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Head {
    /// An operator of the table, with its indices.
    Op(u16, Box<[u32]>),
    /// A selector or another function of the script, by its number.
    Function(u32),
    /// A variable that stands for any value, with a number of its own.
    Any(u32),
}

/// How many elements a sort has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Size {
    Finite(u64),
    /// Infinitely many, or more than can be counted to.
    Large,
    /// Not known, as for a sort that a script declares: at least one.
    Unknown,
}

impl Size {
    /// Counts of 2^62 and more are `Large`.
    pub fn of(count: Option<u64>) -> Size {
        match count {
            Some(count) if count < 1 << 62 => Size::Finite(count),
            _ => Size::Large,
        }
    }

    /// Whether there is an element besides `count` different ones.
    pub fn exceeds(self, count: usize) -> Option<bool> {
        match self {
            Size::Finite(size) => Some(size > count as u64),
            Size::Large => Some(true),
            Size::Unknown if count == 0 => Some(true),
            Size::Unknown => None,
        }
    }
}

/// The largest open value that is kept, in values as [`Value::size`] counts them.
const MAX_OPEN_SIZE: u64 = 1 << 10;

macro_rules! accessors {
    ($($(#[$doc:meta])* $name:ident: $variant:ident($value:ident) -> $type:ty = $result:expr;)*) => {$(
        $(#[$doc])*
        pub fn $name(&self) -> Option<$type> {
            if let Value::$variant($value) = self { Some($result) } else { None }
        }
    )*};
}

impl Value {
    /// An integer.
    pub fn int(value: impl Into<Int>) -> Value {
        Value::Int(value.into())
    }

    /// A floating-point number.
    pub fn float(value: Float) -> Value {
        Value::Float(Box::new(value))
    }

    /// A value of a datatype: a constructor, by its number, with its fields.
    pub fn data(constructor: u32, fields: Vec<Value>) -> Value {
        Value::compound(Kind::Data(constructor), fields)
    }

    /// The tuple of these values.
    pub fn tuple(parts: Vec<Value>) -> Value {
        Value::compound(Kind::Tuple, parts)
    }

    /// The function of a lambda term, with the values of its free variables.
    pub fn closure(term: u32, captured: Vec<Value>) -> Value {
        Value::compound(Kind::Closure { term }, captured)
    }

    /// A function of the script, by its number, applied to too few arguments.
    pub fn partial(function: u32, arguments: Vec<Value>) -> Value {
        Value::compound(Kind::Partial { function }, arguments)
    }

    /// A function or array with another result at one place.
    pub fn updated(function: Value, arguments: &[Value], result: Value) -> Value {
        let mut parts = vec![function];
        parts.extend_from_slice(arguments);
        parts.push(result);
        Value::compound(Kind::Updated, parts)
    }

    /// An open value of the sort; `None` if it is too large to be kept.
    pub fn open(head: Head, sort: u32, arguments: Vec<Value>) -> Option<Value> {
        let value = Value::compound(Kind::Open { head, sort }, arguments);
        (value.size() <= MAX_OPEN_SIZE).then_some(value)
    }

    /// The caller ensures that the parts are as the kind requires.
    pub(super) fn compound(kind: Kind, parts: Vec<Value>) -> Value {
        let mut hasher = FxHasher::default();
        kind.hash(&mut hasher);
        let mut size = 1u64;
        let mut plain = match kind {
            Kind::Collection(_) | Kind::Data(_) | Kind::Tuple | Kind::Array(Size::Large) => true,
            // With finitely many indices the default is unique only if more than half of them have it.
            Kind::Array(Size::Finite(size)) => parts.len() as u64 - 1 < size,
            _ => false,
        };
        for part in &parts {
            hasher.write_u64(part.hash_code());
            size = size.saturating_add(part.size());
            plain = plain && part.is_plain();
        }
        Value::Compound(Arc::new(Compound { kind, parts, hash: hasher.finish(), size, plain }))
    }

    /// The number of values that it consists of as a tree, shared ones counted each time.
    pub fn size(&self) -> u64 {
        match self {
            Value::Compound(compound) => compound.size,
            _ => 1,
        }
    }

    /// Whether the value is completely known, and different from all other such values that are not `==` to it. Only
    /// such values can be elements of sets and indices of arrays.
    pub fn is_plain(&self) -> bool {
        match self {
            Value::Compound(compound) => compound.plain,
            // Different expressions can have the same language, and different polynomials the same root.
            Value::Regex(_) | Value::Algebraic(_) => false,
            _ => true,
        }
    }

    /// Whether it is an algebraic number, which is not given as a fraction.
    pub fn is_algebraic(&self) -> bool {
        matches!(self, Value::Algebraic(_))
    }

    /// Whether it is a value that the standard leaves open.
    pub fn is_open(&self) -> bool {
        matches!(self.kind(), Some(Kind::Open { .. }))
    }

    /// The kind of a compound value.
    pub fn kind(&self) -> Option<&Kind> {
        match self {
            Value::Compound(compound) => Some(&compound.kind),
            _ => None,
        }
    }

    /// The parts of a compound value; none for others.
    pub fn parts(&self) -> &[Value] {
        match self {
            Value::Compound(compound) => &compound.parts,
            _ => &[],
        }
    }

    accessors! {
        /// The truth value, if it is one.
        as_bool: Bool(value) -> bool = *value;
        /// The integer, if it is one.
        as_int: Int(value) -> &Int = value;
        /// The fraction, if it is one.
        as_real: Real(value) -> &Rational = value;
        /// The bit-vector, if it is one.
        as_bits: Bits(value) -> &Bits = value;
        /// The element of a finite field, if it is one.
        as_field: Field(value) -> FieldElement = *value;
        /// The floating-point number, if it is one.
        as_float: Float(value) -> &Float = value;
        /// The rounding mode, if it is one.
        as_mode: Mode(value) -> RoundingMode = *value;
        /// The string, if it is one.
        as_text: Text(value) -> &Text = value;
        /// The regular language, if it is one.
        as_regex: Regex(value) -> &Regex = value;
    }

    /// A number of sort Real, rational or not.
    pub fn as_any_real(&self) -> Option<Real> {
        match self {
            Value::Real(value) => Some(Real::Rational(value.clone())),
            Value::Algebraic(value) => Some(Real::Algebraic(Algebraic::clone(value))),
            _ => None,
        }
    }

    /// The constructor's number, and the fields.
    pub fn as_data(&self) -> Option<(u32, &[Value])> {
        match self.kind()? {
            Kind::Data(constructor) => Some((*constructor, self.parts())),
            _ => None,
        }
    }

    /// The parts of a tuple, if it is one.
    pub fn as_tuple(&self) -> Option<&[Value]> {
        (*self.kind()? == Kind::Tuple).then(|| self.parts())
    }

    pub(super) fn hash_code(&self) -> u64 {
        let mut hasher = FxHasher::default();
        std::mem::discriminant(self).hash(&mut hasher);
        match self {
            Value::Bool(value) => value.hash(&mut hasher),
            Value::Int(value) => value.hash(&mut hasher),
            Value::Real(value) => value.hash(&mut hasher),
            Value::Algebraic(value) => value.hash(&mut hasher),
            Value::Bits(value) => value.hash(&mut hasher),
            Value::Field(value) => value.hash(&mut hasher),
            Value::Float(value) => value.hash(&mut hasher),
            Value::Mode(value) => value.hash(&mut hasher),
            Value::Text(value) => value.hash(&mut hasher),
            Value::Regex(value) => value.hash(&mut hasher),
            Value::Element { sort, number } => (sort, number).hash(&mut hasher),
            Value::Compound(compound) => return compound.hash,
        }
        hasher.finish()
    }

    /// The order of values that are not compound; the order of the kinds of value for all others.
    fn order_simple(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Bool(a), Value::Bool(b)) => a.cmp(b),
            (Value::Int(a), Value::Int(b)) => a.cmp(b),
            (Value::Real(a), Value::Real(b)) => a.cmp(b),
            (Value::Algebraic(a), Value::Algebraic(b)) => a.cmp(b),
            (Value::Bits(a), Value::Bits(b)) if a.width() == b.width() => a.cmp_unsigned(b),
            (Value::Bits(a), Value::Bits(b)) => a.width().cmp(&b.width()),
            (Value::Float(a), Value::Float(b)) if a.format() == b.format() => {
                // All NaNs have one encoding, so that different values have different ones.
                a.to_bits().cmp_unsigned(&b.to_bits())
            }
            (Value::Float(a), Value::Float(b)) => {
                (a.format().eb(), a.format().sb()).cmp(&(b.format().eb(), b.format().sb()))
            }
            (Value::Field(a), Value::Field(b)) => a.cmp(b),
            (Value::Mode(a), Value::Mode(b)) => (*a as u8).cmp(&(*b as u8)),
            (Value::Text(a), Value::Text(b)) => a.cmp(b),
            // An arbitrary order: only plain values are ever sorted, and these are not plain.
            (Value::Regex(a), Value::Regex(b)) if a == b => Ordering::Equal,
            (Value::Regex(_), Value::Regex(_)) => self.hash_code().cmp(&other.hash_code()),
            (Value::Element { sort, number }, Value::Element { sort: other_sort, number: other_number }) => {
                (sort, number).cmp(&(other_sort, other_number))
            }
            _ => self.rank().cmp(&other.rank()),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Value::Bool(_) => 0,
            Value::Int(_) => 1,
            Value::Real(_) => 2,
            Value::Bits(_) => 3,
            Value::Float(_) => 4,
            Value::Mode(_) => 5,
            Value::Text(_) => 6,
            Value::Regex(_) => 7,
            Value::Element { .. } => 8,
            Value::Compound(_) => 9,
            Value::Algebraic(_) => 10,
            Value::Field(_) => 11,
        }
    }
}

impl Compound {
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    pub fn parts(&self) -> &[Value] {
        &self.parts
    }
}

impl fmt::Debug for Compound {
    /// Shows the parts of small values only: others can be too deep to write, or too large.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.size > 100 {
            return write!(f, "{:?} of {} parts", self.kind, self.parts.len());
        }
        write!(f, "{:?}", self.kind)?;
        f.debug_list().entries(&self.parts).finish()
    }
}

impl From<Real> for Value {
    fn from(value: Real) -> Value {
        match value {
            Real::Rational(value) => Value::Real(value),
            Real::Algebraic(value) => Value::Algebraic(Arc::new(value)),
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Value {
        Value::Bool(value)
    }
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash_code());
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        match (self, other) {
            (Value::Float(a), Value::Float(b)) => a == b,
            (Value::Regex(a), Value::Regex(b)) => a == b,
            (Value::Compound(a), Value::Compound(b)) => {
                Arc::ptr_eq(a, b) || (a.hash == b.hash && compare(self, other).is_eq())
            }
            _ => self.order_simple(other).is_eq(),
        }
    }
}

impl Eq for Value {}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    /// A total order that fits `==`: by kind, then by number of parts, then by the parts.
    fn cmp(&self, other: &Value) -> Ordering {
        match (self, other) {
            (Value::Compound(_), Value::Compound(_)) => compare(self, other),
            _ => self.order_simple(other),
        }
    }
}

/// Compares part by part with a stack, and remembers the pairs of compound values that it has seen to be equal,
/// because shared ones can be reached along exponentially many paths.
fn compare(a: &Value, b: &Value) -> Ordering {
    let mut seen: HashSet<(usize, usize)> = HashSet::default();
    let mut stack: Vec<(&Value, &Value)> = vec![(a, b)];
    while let Some((a, b)) = stack.pop() {
        let (Value::Compound(left), Value::Compound(right)) = (a, b) else {
            match a.order_simple(b) {
                Ordering::Equal => continue,
                different => return different,
            }
        };
        if Arc::ptr_eq(left, right) {
            continue;
        }
        let heads = (&left.kind, left.parts.len()).cmp(&(&right.kind, right.parts.len()));
        if heads != Ordering::Equal {
            return heads;
        }
        // All pairs on the stack are compared before the answer is that the whole is equal, so a pair that was met
        // before need not be met again.
        if seen.insert((Arc::as_ptr(left) as usize, Arc::as_ptr(right) as usize)) {
            stack.extend(left.parts.iter().zip(&right.parts).rev());
        }
    }
    Ordering::Equal
}

impl Drop for Compound {
    /// Takes a value apart with a stack, because it can be too deep for the recursion that Rust would generate.
    fn drop(&mut self) {
        if !self.parts.iter().any(|part| matches!(part, Value::Compound(_))) {
            return;
        }
        let mut stack = std::mem::take(&mut self.parts);
        while let Some(value) = stack.pop() {
            if let Value::Compound(shared) = value
                && let Some(mut compound) = Arc::into_inner(shared)
            {
                stack.append(&mut compound.parts);
            }
        }
    }
}
