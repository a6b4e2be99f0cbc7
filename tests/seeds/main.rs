//! Seeds: found, read, prepared, kept; and those that come with the program.

#![allow(clippy::unwrap_used)] // A test fails loudly.

mod builtin;
mod library;
mod pantry;
mod prepare;

use gainsay::solver::{Cache, Catalogue, Profiles, Solver};
use std::path::{Path, PathBuf};

fn real(name: &str) -> Solver {
    let home = std::env::var_os("GAINSAY_HOME").map(PathBuf::from);
    let home = home.unwrap_or_else(|| concat!(env!("CARGO_TARGET_TMPDIR"), "/solvers").into());
    let catalogue = Catalogue { profiles: Profiles::shipped(), cache: Cache::at(home), installing: |_| {} };
    catalogue.solver(name).unwrap_or_else(|error| panic!("{error}"))
}

/// An empty folder of this name.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seeds").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes files below a folder.
fn write(folder: &Path, files: &[(&str, &str)]) {
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

fn words(paths: &[&Path]) -> Vec<String> {
    paths.iter().map(|path| path.to_str().unwrap().to_owned()).collect()
}
