//! Real solvers for tests, installed if need be into a cache that all tests share and later runs use again.

use gainsay::solver::{Cache, Catalogue, Profiles, Solver};
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

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

/// Python itself and not a wrapper that looks for it, which takes longer than Python: a planted solver is started very often.
pub fn python() -> &'static str {
    static PYTHON: LazyLock<String> = LazyLock::new(|| {
        let asked = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        String::from_utf8(asked.expect("python3 is on PATH").stdout).unwrap().trim().to_owned()
    });
    &PYTHON
}
