//! Real solvers for tests, installed if need be into a cache that all tests share and later runs use again.

#![allow(dead_code)] // Not every test needs all of it.

use gainsay::solver::{Cache, Catalogue, Profiles, Solver};
use std::path::PathBuf;

/// Where they are.
pub fn home() -> PathBuf {
    let home = std::env::var_os("GAINSAY_HOME").map(PathBuf::from);
    home.unwrap_or_else(|| concat!(env!("CARGO_TARGET_TMPDIR"), "/solvers").into())
}

/// All that can be found and installed.
pub fn catalogue() -> Catalogue {
    Catalogue { profiles: Profiles::shipped(), cache: Cache::at(home()), installing: |_| {} }
}

/// A solver, with options if it needs some.
pub fn real(name: &str) -> Solver {
    catalogue().solver(name).unwrap_or_else(|error| panic!("{error}"))
}
