//! The values of the theories: integers, rationals, bit-vectors, floating-point numbers, strings, regular languages.

pub mod bits;
pub mod float;
pub mod fuel;
pub mod int;
mod literal;
pub mod rational;
pub mod regex;
pub mod slices;
pub mod text;

pub use bits::Bits;
pub use float::{Float, Format, RoundingMode};
pub use int::Int;
pub use rational::Rational;
pub use regex::Regex;
pub use text::Text;
