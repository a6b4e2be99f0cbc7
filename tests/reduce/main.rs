//! The reducer: what each pass does, and that it reaches planted bugs and nothing else.

#![allow(clippy::unwrap_used)] // A test fails loudly.

mod cli;
mod engine;
mod passes;
mod planted;
