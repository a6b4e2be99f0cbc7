//! SMT solvers as hostile guests: profiles, installing, processes, sessions, coverage.

use gainsay_lang::{answer, hash, rng, script, sexp, words};

pub mod solver;
pub mod coverage;
