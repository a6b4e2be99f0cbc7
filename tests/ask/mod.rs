//! Questions that ask more than yes or no.

mod dialogue;
mod formula;
mod horn;
mod models;
mod optimum;
mod tactic;
