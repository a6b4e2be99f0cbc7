//! Dockets and pages: views of the bugs that gainsay found.

#![forbid(unsafe_code)]

use gainsay_engine::{files, report, store, threads, triage};
use gainsay_eval::eval;
use gainsay_guests::solver;
use gainsay_judge::judge;
use gainsay_lang::{answer, quote, script, sexp, value, words};
use gainsay_prove::evidence;

pub mod docket;
pub mod page;
