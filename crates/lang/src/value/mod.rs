//! The values of the theories: integers, rationals, bit-vectors, floating-point numbers, strings, regular languages.

pub mod algebraic;
mod array;
pub mod bits;
mod collection;
mod equal;
pub mod field;
pub mod float;
pub mod fuel;
pub mod int;
mod literal;
pub mod rational;
mod reason;
pub mod regex;
pub mod slices;
pub mod text;
#[expect(clippy::module_inception)]
mod value;

pub use algebraic::{Algebraic, Real};
pub use array::Table;
pub use bits::Bits;
pub use collection::Collection;
pub use equal::equal;
pub use field::FieldElement;
pub use float::{Float, Format, RoundingMode};
pub use int::Int;
pub use rational::Rational;
pub use reason::Reason;
pub use regex::Regex;
pub use text::Text;
pub use value::{Compound, Head, Kind, Size, Value};
