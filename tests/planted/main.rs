//! Solvers with planted bugs: each is found, confirmed, put into one bucket and reported, and nobody else is accused.

#![allow(clippy::unwrap_used)] // A test fails loudly.

#[path = "../support/mod.rs"]
mod support;

mod bugs;
mod care;
mod folder;
mod hunt;
mod solvers;
