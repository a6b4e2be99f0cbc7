//! Finds the files that the user means: files, folders, patterns.

use std::ffi::OsString;
use std::io;
use std::path::{Component, Path, PathBuf};

#[derive(Debug, thiserror::Error)]
pub enum SeedsError {
    #[error(
        "no seeds in `{0}`: it is neither a file nor a folder, and no file matches it as a pattern; check the path"
    )]
    NothingMatches(String),
    #[error(
        "no seeds in the folder `{0}`: it has no file that ends in .smt2, also below it; name files to use others"
    )]
    EmptyFolder(String),
    #[error("`{pattern}` is no pattern: {why}; `*`, `?`, `**` and `[a-z]` are known")]
    Pattern { pattern: String, why: String },
    #[error("cannot look into `{path}`: {source}; check that it may be read")]
    Folder { path: String, source: io::Error },
    #[error("no built-in seeds for {0}; there are seeds for {1}")]
    NoLogic(String, String),
}

/// All files that are meant by the words, by folder and name, each once.
pub fn find(words: &[String]) -> Result<Vec<(PathBuf, OsString)>, SeedsError> {
    let mut found = Vec::new();
    for word in words {
        let path = Path::new(word);
        if path.is_dir() {
            let before = found.len();
            look_into(tidy(path), &mut found)?;
            if found.len() == before {
                return Err(SeedsError::EmptyFolder(word.clone()));
            }
        } else if path.is_file() {
            add(&tidy(path), &mut found);
        } else {
            matching(word, &mut found)?;
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// The files that match a pattern, and those in folders that match it.
fn matching(word: &str, found: &mut Vec<(PathBuf, OsString)>) -> Result<(), SeedsError> {
    let paths = glob::glob(word)
        .map_err(|error| SeedsError::Pattern { pattern: word.to_owned(), why: error.msg.to_owned() })?;
    let before = found.len();
    for path in paths {
        let path = path.map_err(|error| SeedsError::Folder {
            path: error.path().display().to_string(),
            source: error.into(),
        })?;
        if path.is_dir() {
            look_into(tidy(&path), found)?;
        } else {
            add(&tidy(&path), found);
        }
    }
    if found.len() == before {
        return Err(SeedsError::NothingMatches(word.to_owned()));
    }
    Ok(())
}

/// The scripts in a folder and below it. Links to folders are not followed: they may lead around in circles.
fn look_into(folder: PathBuf, found: &mut Vec<(PathBuf, OsString)>) -> Result<(), SeedsError> {
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        let failed = |source| SeedsError::Folder { path: shown(&folder), source };
        for entry in std::fs::read_dir(here(&folder)).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let kind = entry.file_type().map_err(failed)?;
            let name = entry.file_name();
            if kind.is_dir() {
                folders.push(folder.join(name));
            } else if Path::new(&name).extension().is_some_and(|extension| extension == "smt2")
                && (kind.is_file() || entry.path().is_file())
            {
                found.push((folder.clone(), name));
            }
        }
    }
    Ok(())
}

fn add(path: &Path, found: &mut Vec<(PathBuf, OsString)>) {
    if let Some(name) = path.file_name() {
        found.push((path.parent().unwrap_or(Path::new("")).to_owned(), name.to_owned()));
    }
}

/// The path without detours that change nothing, so that a file has one name.
fn tidy(path: &Path) -> PathBuf {
    path.components().filter(|part| *part != Component::CurDir).collect()
}

/// The empty path is the current folder.
fn here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() { Path::new(".") } else { folder }
}

fn shown(folder: &Path) -> String {
    here(folder).display().to_string()
}
