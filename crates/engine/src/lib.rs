//! Hunts for wrong answers of SMT solvers: campaigns, confirmation, reduction, records.

#![forbid(unsafe_code)]

use gainsay_eval::{enumerate, eval, generate};
use gainsay_guests::{coverage, solver};
use gainsay_judge::{ask, judge};
use gainsay_lang::{answer, hash, quote, rng, script, sexp, symbols, theory, value, words};
use gainsay_prove::{evidence, horn, refute, rules};
use gainsay_strategies::strategy;

pub mod files;
pub mod threads;
pub mod consult;
pub mod seeds;
pub mod reduce;
pub mod triage;
pub mod store;
pub mod report;
pub mod merge;
pub mod campaign;
pub mod evolve;
pub mod sweep;
pub mod simplify;
