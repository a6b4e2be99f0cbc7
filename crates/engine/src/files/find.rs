//! Finds the files that the user means: files, folders, patterns.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum FindError {
    #[error("`{0}`: no such file or folder, and no file matches it as a pattern")]
    NothingMatches(String),
    #[error("`{0}`: no script in this folder or below it (no file ends in .smt2 or .smt2.gz)")]
    EmptyFolder(String),
    #[error("`{pattern}`: not a valid pattern: {why}; `*`, `?`, `**` and `[a-z]` are understood")]
    Pattern { pattern: String, why: String },
    #[error("cannot look into `{path}`: {source}")]
    Folder { path: String, source: io::Error },
}

/// A folder and the name of a file in it: sorted, the files of a folder stand together.
type Place = (PathBuf, OsString);

/// The files that an argument names: a file, the scripts in and below a folder, or the matches of a pattern.
/// Sorted by folder and name.
pub fn find(word: &Path) -> Result<Vec<PathBuf>, FindError> {
    Ok(find_all(&[word])?.into_iter().map(|(folder, name)| folder.join(name)).collect())
}

/// The files that several arguments name, sorted by folder and name, each once.
pub fn find_all(words: &[impl AsRef<Path>]) -> Result<Vec<Place>, FindError> {
    let mut found = Vec::new();
    for word in words {
        look_for(word.as_ref(), &mut found)?;
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

fn look_for(word: &Path, found: &mut Vec<Place>) -> Result<(), FindError> {
    if word.is_dir() {
        let before = found.len();
        look_into(tidy(word), found)?;
        if found.len() == before {
            return Err(FindError::EmptyFolder(word.display().to_string()));
        }
    } else if word.exists() {
        add(&tidy(word), found);
    } else {
        matching(word, found)?;
    }
    Ok(())
}

/// The files that match a pattern, and those in folders that match it.
fn matching(word: &Path, found: &mut Vec<Place>) -> Result<(), FindError> {
    let nothing = || FindError::NothingMatches(word.display().to_string());
    let pattern = word.to_str().ok_or_else(nothing)?;
    let paths = glob::glob(pattern)
        .map_err(|error| FindError::Pattern { pattern: pattern.to_owned(), why: error.msg.to_owned() })?;
    let before = found.len();
    for path in paths {
        let path = path.map_err(|error| FindError::Folder {
            path: error.path().display().to_string(),
            source: error.into(),
        })?;
        if path.is_dir() {
            look_into(tidy(&path), found)?;
        } else {
            add(&tidy(&path), found);
        }
    }
    if found.len() == before { Err(nothing()) } else { Ok(()) }
}

/// The scripts in a folder and below it. Links to folders are not followed: they may lead around in circles.
fn look_into(folder: PathBuf, found: &mut Vec<Place>) -> Result<(), FindError> {
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let failed = |source| FindError::Folder { path: here(&folder).display().to_string(), source };
        for entry in std::fs::read_dir(here(&folder)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            let name = entry.file_name();
            if kind.is_dir() {
                folders.push(folder.join(name));
            } else if is_script(&name) && (kind.is_file() || entry.path().is_file()) {
                found.push((folder.clone(), name));
            }
        }
    }
    Ok(())
}

/// Whether a file's name is that of a script, compressed or not.
fn is_script(name: &OsString) -> bool {
    let name = name.as_encoded_bytes();
    [&b".smt2"[..], b".smt2.gz"].iter().any(|end| name.ends_with(end))
}

fn add(path: &Path, found: &mut Vec<Place>) {
    if let Some(name) = path.file_name() {
        found.push((path.parent().unwrap_or(Path::new("")).to_owned(), name.to_owned()));
    }
}

/// The path without `.` components, so that a file has one name.
fn tidy(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// The empty path is the current folder.
fn here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}
