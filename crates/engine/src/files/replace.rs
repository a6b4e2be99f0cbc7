//! Atomic replacement of files.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file atomically, follows no link in its place, and makes the folders above it: a reader sees the old file or the
/// new one, also after a kill.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> io::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let draft = path.with_extension("draft");
    let replaced = write(&draft, content.as_ref()).and_then(|()| fs::rename(&draft, path));
    if replaced.is_err() {
        let _ = fs::remove_file(&draft);
    }
    replaced
}

/// A draft that is there already was left behind, or is a link that leads to a file of the user.
pub(super) fn write(draft: &Path, content: &[u8]) -> io::Result<()> {
    let _ = fs::remove_file(draft);
    let mut file = OpenOptions::new().write(true).create_new(true).open(draft)?;
    file.write_all(content)?;
    file.sync_all()
}
