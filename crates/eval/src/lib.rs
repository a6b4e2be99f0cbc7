//! What SMT-LIB terms mean: evaluation under a model, models of solvers, trying everything.

#![forbid(unsafe_code)]

use gainsay_lang::{answer, hash, quote, rng, script, sexp, theory, value, words};

pub mod eval;
pub mod generate;
pub mod enumerate;
