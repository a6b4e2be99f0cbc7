//! Solvers as guests: fake ones that misbehave in every way we know, and real ones that the program installs
//! itself.

mod guests;

mod answer;
mod install;
mod process;
mod session;
