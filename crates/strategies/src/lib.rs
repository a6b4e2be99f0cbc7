//! Makes SMT-LIB scripts whose answer is known.

#![forbid(unsafe_code)]

use gainsay_eval::{enumerate, eval, generate};
use gainsay_judge::ask;
use gainsay_lang::{answer, hash, rng, script, symbols, theory, value, words};
use gainsay_prove::{evidence, horn, rules};

pub mod strategy;
