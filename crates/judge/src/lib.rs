//! Says whether the answers of SMT solvers are wrong.

#![forbid(unsafe_code)]

use gainsay_eval::eval;
use gainsay_lang::{answer, script, sexp, theory, value};
use gainsay_prove::{evidence, horn, refute};

pub mod ask;
pub mod judge;
