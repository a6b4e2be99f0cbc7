//! Proves what the answer to an SMT-LIB script must be: models, refutations, checked rules.

#![forbid(unsafe_code)]

use gainsay_eval::{enumerate, eval, generate};
use gainsay_lang::{answer, circuit, hash, quote, rng, script, sexp, theory, value, words};

pub mod refute;
pub mod rules;
pub mod proofs;
pub mod horn;
pub mod evidence;
