//! Solvers as guests: fake ones that misbehave in every way we know, and real ones that the program installs
//! itself.

#[path = "../support/mod.rs"]
mod support;

mod guests;

mod answer;
mod install;
mod process;
mod session;
