//! Gives the program a digest of its sources: builds with the same release number may make different tests.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The folders on which tests and verdicts depend.
const SOURCES: [&str; 5] = ["crates", "rules", "seeds", "solvers", "src"];

fn main() -> io::Result<()> {
    let mut digest = 0xcbf2_9ce4_8422_2325;
    for source in SOURCES {
        println!("cargo::rerun-if-changed={source}");
        add(&mut digest, Path::new(source))?;
    }
    println!("cargo::rustc-env=GAINSAY_SOURCES={digest:016x}");
    Ok(())
}

/// Adds a file, or all files of a folder in the order of their names.
fn add(digest: &mut u64, path: &Path) -> io::Result<()> {
    if path.is_dir() {
        let entries: io::Result<Vec<PathBuf>> = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect();
        let mut entries = entries?;
        entries.sort();
        return entries.iter().try_for_each(|entry| add(digest, entry));
    }
    let name = path.to_string_lossy();
    for byte in name.as_bytes().iter().chain(&fs::read(path)?) {
        // FNV-1a: it only has to notice a change, and needs no crate.
        *digest = (*digest ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    Ok(())
}
