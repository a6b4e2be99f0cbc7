//! Strings and regular languages against their definitions.

#![allow(clippy::unwrap_used)] // A test fails loudly.

mod functions;
mod literal;
mod random;
mod regex;
mod regex_random;
