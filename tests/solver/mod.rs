//! Solvers as guests: fake ones that misbehave in every way we know, and real ones that the program installs
//! itself; and what is known and read of them.

mod guests;

mod ahead;
mod asides;
mod answer;
mod choices;
mod install;
mod output;
mod probe;
mod process;
mod profile;
mod sanitizers;
mod session;
mod settings;
mod share;
mod signature;
mod spec;
mod strangers;
mod versions;
mod volley;
