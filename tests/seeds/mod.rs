//! Seeds: found, read, prepared, kept; and those that come with the program.

mod builtin;
mod library;
mod cache;
mod prepare;

use std::path::{Path, PathBuf};

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
