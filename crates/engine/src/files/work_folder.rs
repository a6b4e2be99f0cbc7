//! The folder of long work that can be resumed: it holds the work's setup and its progress.

use super::replace;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::path::{Path, PathBuf};

/// Everything that determines some work. Work is resumed only with the setup that it was begun with.
pub trait WorkSetup: Serialize + DeserializeOwned {
    /// What the work is called in messages, such as `a sweep`.
    const WORK: &'static str;

    /// The name of something in which it differs from another setup, for messages; `None` if they agree.
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
    /// Opens a folder and reads its progress, or makes the folder. An existing one must have the same setup.
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

    /// Whether a file exists. Failing to find out is an error: taking it for missing would begin the work anew.
    fn has(&self, name: &str) -> Result<bool, WorkError> {
        let path = self.path.join(name);
        path.try_exists().map_err(|source| WorkError::Read { path, source })
    }

    /// Saves the progress atomically.
    pub fn save(&self, state: &impl Serialize) -> Result<(), WorkError> {
        self.write_json(STATE, state)
    }

    /// Writes a file of the folder atomically.
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
