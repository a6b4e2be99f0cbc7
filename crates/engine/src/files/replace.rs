//! Atomic replacement of files.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file atomically, and makes the folders above it: a reader sees the old file or the
/// new one, also after a kill.
pub fn replace(path: &Path, text: &str) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let draft = path.with_extension("draft");
    let replaced = write(&draft, text).and_then(|()| fs::rename(&draft, path));
    if replaced.is_err() {
        let _ = fs::remove_file(&draft);
    }
    replaced
}

fn write(draft: &Path, text: &str) -> io::Result<()> {
    let mut file = fs::File::create(draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}
