//! A part of the suite of string tests, evenly spread.

use crate::bench::{Bench, files};
use anyhow::Context;
use std::path::{Path, PathBuf};

/// The operations of the paper's Table 1.
const OPERATIONS: [&str; 12] = [
    "str.++",
    "str.at",
    "str.substr",
    "str.replace",
    "str.from_int",
    "str.len",
    "str.indexof",
    "str.to_int",
    "str.contains",
    "str.prefixof",
    "str.suffixof",
    "=",
];

/// The whole suite, made once.
pub fn whole(bench: &mut Bench) -> anyhow::Result<Vec<PathBuf>> {
    let folder = bench.folder.join("strings");
    if !folder.exists() {
        bench.tell(&["make", "strings", "--out", "strings"])?;
    }
    Ok(files(&folder))
}

/// Copies so many tests of the paper's operations to a folder of this name.
pub fn sample(bench: &mut Bench, name: &str, status: &str, most: usize) -> anyhow::Result<()> {
    let folder = bench.folder.join(name);
    std::fs::create_dir_all(&folder)?;
    let all: Vec<PathBuf> = whole(bench)?.into_iter().filter(|file| is_wanted(file, status)).collect();
    let count = all.len().min(most);
    for number in 0..count {
        copy(&all[number * all.len() / count], &folder)?;
    }
    Ok(())
}

pub fn copy(file: &Path, folder: &Path) -> anyhow::Result<()> {
    let name = file.file_name().context("a file")?;
    std::fs::copy(file, folder.join(name)).with_context(|| file.display().to_string())?;
    Ok(())
}

fn is_wanted(file: &Path, status: &str) -> bool {
    let name = file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let operation = text.lines().find_map(|line| line.strip_prefix("; operation: "));
    name.contains(&format!("-{status}-"))
        && operation.is_some_and(|operation| OPERATIONS.contains(&operation.trim()))
}
