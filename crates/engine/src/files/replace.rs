//! Files that are replaced as a whole.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file as a whole, with the folders above it: who reads it meanwhile reads the old one or the new one, and a kill
/// leaves one of them.
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
