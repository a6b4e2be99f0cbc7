//! Writing files for users: completely or not at all, and never over a file that the user did not mean.

use anyhow::{Context, bail};
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Refuses to write a result over the input, under whatever name, or over an existing file unless forced.
pub fn may_write(output: &Path, input: &Path, force: bool) -> anyhow::Result<()> {
    let Ok(there) = fs::metadata(output) else { return Ok(()) };
    if !there.is_file() {
        bail!("{} is not a regular file; choose another one for the result", output.display());
    }
    let is_input = |input: fs::Metadata| (input.dev(), input.ino()) == (there.dev(), there.ino());
    if fs::metadata(input).is_ok_and(is_input) {
        bail!("{} is the script itself; choose another file for the result", output.display());
    }
    if !force {
        bail!("{} exists already; --force continues from it if it can, and replaces it", output.display());
    }
    Ok(())
}

/// Writes a temporary file and renames it, so that a full disk or a kill leaves the old file intact. Follows
/// links and keeps permissions.
pub fn write_atomically(path: &Path, text: &str) -> anyhow::Result<()> {
    write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary: PathBuf = path.with_file_name(name);
    let write = || {
        let mut file = fs::File::create(&temporary)?;
        file.write_all(text.as_bytes())?;
        if let Ok(there) = fs::metadata(&path) {
            file.set_permissions(there.permissions())?;
        }
        file.sync_all()?;
        fs::rename(&temporary, &path)
    };
    write().inspect_err(|_| {
        let _ = fs::remove_file(&temporary);
    })
}
