//! Values: numbers, strings and regular languages against other implementations and brute force.

mod algebraic;
mod bits;
mod float_apfloat;
mod float_formats;
mod float_hardware;
mod float_naturals;
mod float_tiny;
mod integers;
mod random;
mod reference;
mod text;
