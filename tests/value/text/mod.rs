//! Strings and regular languages against their definitions.

mod functions;
mod literal;
mod random;
mod regex;
mod regex_random;
