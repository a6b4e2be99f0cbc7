//! The folder of long work that can be continued: what it was begun with, and how far it is.

use super::replace;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::path::{Path, PathBuf};

/// What decides some work; it goes on only with the same.
pub trait WorkSetup: Serialize + DeserializeOwned {
    /// What the work is called in messages, such as `a sweep`.
    const WORK: &'static str;

    /// What differs from another setup, if something does.
    fn difference(&self, other: &Self) -> Option<&'static str>;
}

#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{} is not what {work} wrote: {why}", path.display())]
    Broken { path: PathBuf, work: &'static str, why: String },
    #[error("{} belongs to {work} with another {what}; choose another folder", path.display())]
    Other { path: PathBuf, work: &'static str, what: &'static str },
}

/// The folder of some work.
#[derive(Clone, Debug)]
pub struct WorkFolder {
    pub path: PathBuf,
    work: &'static str,
}

const SETUP: &str = "setup.json";
const STATE: &str = "state.json";

impl WorkFolder {
    /// Opens a folder, or makes it; what is there must be of the same work.
    pub fn open<S: WorkSetup, T: Default + DeserializeOwned>(
        path: &Path,
        setup: &S,
    ) -> Result<(WorkFolder, T), WorkError> {
        let folder = WorkFolder { path: path.to_owned(), work: S::WORK };
        if folder.has(SETUP)? {
            let there: S = folder.read(SETUP)?;
            if let Some(what) = there.difference(setup) {
                return Err(WorkError::Other { path: path.to_owned(), work: S::WORK, what });
            }
            let state = if folder.has(STATE)? { folder.read(STATE)? } else { T::default() };
            return Ok((folder, state));
        }
        fs::create_dir_all(path).map_err(|source| WorkError::Write { path: path.to_owned(), source })?;
        folder.write_json(SETUP, setup)?;
        Ok((folder, T::default()))
    }

    /// What cannot be looked at may be there: whoever took it for missing would begin anew.
    fn has(&self, name: &str) -> Result<bool, WorkError> {
        let path = self.path.join(name);
        path.try_exists().map_err(|source| WorkError::Read { path, source })
    }

    /// Writes down how far the work is: a kill leaves what was written before, or this.
    pub fn save(&self, state: &impl Serialize) -> Result<(), WorkError> {
        self.write_json(STATE, state)
    }

    /// Writes a file of the folder as a whole.
    pub fn write(&self, name: &str, text: &str) -> Result<(), WorkError> {
        let path = self.path.join(name);
        replace(&path, text).map_err(|source| WorkError::Write { path, source })
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> Result<(), WorkError> {
        match serde_json::to_string(value) {
            Ok(text) => self.write(name, &text),
            Err(why) => Err(self.broken(name, &why)),
        }
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Result<T, WorkError> {
        let path = self.path.join(name);
        let text = fs::read_to_string(&path).map_err(|source| WorkError::Read { path, source })?;
        serde_json::from_str(&text).map_err(|why| self.broken(name, &why))
    }

    fn broken(&self, name: &str, why: &serde_json::Error) -> WorkError {
        WorkError::Broken { path: self.path.join(name), work: self.work, why: why.to_string() }
    }
}
