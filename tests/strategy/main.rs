//! Strategies: what they make is well-formed, the same every time, and has the answer that they say.

#![allow(clippy::unwrap_used)] // A test fails loudly.

mod fusion;
mod fusion_rows;
