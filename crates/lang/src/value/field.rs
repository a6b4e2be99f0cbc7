//! Elements of finite fields of prime order.

use super::Int;
use std::fmt;
use std::ops::{Add, Mul, Neg};

/// An integer modulo a prime.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FieldElement {
    order: u32,
    /// Less than the order.
    value: u32,
}

impl FieldElement {
    /// The element that an integer stands for in the field of this order.
    pub fn new(order: u32, value: u64) -> FieldElement {
        FieldElement { order, value: (value % u64::from(order.max(1))) as u32 }
    }

    /// The element that an integer of any sign stands for; `None` if the order is not prime.
    pub fn from_int(order: u32, value: &Int) -> Option<FieldElement> {
        let value = value.mod_euclid(&Int::from(u64::from(order)))?;
        is_prime(order).then_some(FieldElement::new(order, value.to_u64()?))
    }

    /// Reads `#f3m5`, the element 3 of the field of 5 elements.
    pub fn from_literal(text: &str) -> Option<FieldElement> {
        let (value, order) = text.strip_prefix("#f")?.split_once('m')?;
        FieldElement::from_int(order.parse().ok()?, &Int::parse(value)?)
    }

    /// Reads `ff3`, an element of the field of this order.
    pub fn from_name(name: &str, order: u32) -> Option<FieldElement> {
        FieldElement::from_int(order, &Int::parse(name.strip_prefix("ff")?)?)
    }

    /// How many elements the field has.
    pub fn order(self) -> u32 {
        self.order
    }

    pub fn value(self) -> u32 {
        self.value
    }
}

/// Both elements must be of one field.
impl Add for FieldElement {
    type Output = FieldElement;

    fn add(self, other: FieldElement) -> FieldElement {
        FieldElement::new(self.order, u64::from(self.value) + u64::from(other.value))
    }
}

/// Both elements must be of one field.
impl Mul for FieldElement {
    type Output = FieldElement;

    fn mul(self, other: FieldElement) -> FieldElement {
        FieldElement::new(self.order, u64::from(self.value) * u64::from(other.value))
    }
}

impl Neg for FieldElement {
    type Output = FieldElement;

    fn neg(self) -> FieldElement {
        FieldElement::new(self.order, u64::from(self.order - self.value))
    }
}

impl fmt::Display for FieldElement {
    /// In the form that every release of cvc5 with finite fields reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "(as ff{} (_ FiniteField {}))", self.value, self.order)
    }
}

/// Whether there is a field of integers modulo this number.
pub fn is_prime(number: u32) -> bool {
    let number = u64::from(number);
    number > 1 && (2..).take_while(|divisor| divisor * divisor <= number).all(|divisor| number % divisor != 0)
}
