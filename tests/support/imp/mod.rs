//! A small solver, written in C so that it starts quickly: its answers are right, and its behaviour as bad as
//! its arguments say (`imp.c`). Shared by tests and by the tools `faults` and `hell`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles it into this folder.
pub fn build(folder: &Path) -> PathBuf {
    std::fs::create_dir_all(folder).unwrap();
    let (source, program) = (folder.join("imp.c"), folder.join("imp"));
    std::fs::write(folder.join("solve.h"), include_str!("solve.h")).unwrap();
    std::fs::write(&source, include_str!("imp.c")).unwrap();
    let compiled = Command::new("cc").args(["-O2", "-o"]).args([&program, &source]).status().unwrap();
    assert!(compiled.success(), "cc cannot compile {}", source.display());
    program
}
