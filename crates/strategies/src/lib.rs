//! Makes SMT-LIB scripts whose answer is known.

#![forbid(unsafe_code)]

pub mod strategy;
