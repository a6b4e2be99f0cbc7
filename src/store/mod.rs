//! The campaign's database: one SQLite file in its folder, which users can query.
//!
//! The only module that writes campaign data. Everything that belongs to one unit of work is written in one transaction,
//! so a unit is done with all its consequences, or it never happened: a campaign that was killed goes on where it was.

mod coverage;
mod done;
mod error;
mod kept;
mod rows;
mod schema;
mod seeds;
mod setup;
mod tally;
mod write;

pub use coverage::CoverageRow;
pub use done::Done;
pub use error::StoreError;
pub use kept::{KeptTable, origin as kept_origin};
pub use rows::{BucketRow, FindingRow};
pub use seeds::SeedTable;
pub use setup::{Notice, Setup, SolverRow};
pub use tally::Tally;
pub use write::{Batch, Filed, NewFinding};

use rusqlite::Connection;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The database of a campaign that nobody else writes to.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    done: Done,
    /// Held until the end of the campaign, also if that is a sudden one.
    _lock: Option<File>,
}

const DATABASE: &str = "campaign.db";
const LOCK: &str = "campaign.lock";
/// How long one writer waits for another one.
const PATIENCE: Duration = Duration::from_secs(60);

impl Store {
    /// Opens the campaign in a folder, or begins one there. What differs from its last run, but may, is told in notices.
    pub fn open(folder: &Path, setup: &Setup) -> Result<(Store, Vec<Notice>), StoreError> {
        let path = folder.join(DATABASE);
        let is_new = !path.exists();
        if is_new && !is_empty(folder) {
            return Err(StoreError::NoCampaign(folder.to_owned()));
        }
        std::fs::create_dir_all(folder)
            .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        let lock = lock(folder)?;
        let connection = Connection::open(&path).map_err(|error| StoreError::of(&path, error))?;
        let mut store = Store { connection, path, done: Done::default(), _lock: Some(lock) };
        store.attempt(schema::prepare)?;
        let notices = store.agree(setup)?;
        store.done = store.attempt(|connection| rows::done(connection))?;
        Ok((store, notices))
    }

    /// Opens the campaign in a folder for reading, also while it is running.
    pub fn look_into(folder: &Path) -> Result<Store, StoreError> {
        let path = folder.join(DATABASE);
        if !path.exists() {
            return Err(StoreError::NoCampaign(folder.to_owned()));
        }
        let connection = Connection::open(&path).map_err(|error| StoreError::of(&path, error))?;
        let mut store = Store { connection, path, done: Done::default(), _lock: None };
        store.attempt(schema::check)?;
        store.done = store.attempt(|connection| rows::done(connection))?;
        Ok(store)
    }

    /// The units that are done.
    pub fn done(&self) -> &Done {
        &self.done
    }

    /// Does something with the database; says which file it is if that fails.
    fn attempt<T>(
        &mut self,
        action: impl FnOnce(&mut Connection) -> Result<T, schema::Failure>,
    ) -> Result<T, StoreError> {
        action(&mut self.connection).map_err(|failure| failure.at(&self.path))
    }
}

/// Whether there is nothing in a folder, or no folder.
fn is_empty(folder: &Path) -> bool {
    match std::fs::read_dir(folder) {
        // Our own lock is left behind where beginning a campaign failed.
        Ok(mut entries) => entries.all(|entry| entry.is_ok_and(|entry| entry.file_name() == LOCK)),
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    }
}

/// Children that a killed gainsay was about to start hold its lock until they have started: so often the lock is tried ..
const LOCK_TRIES: u32 = 40;
/// .. with so much time in between.
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Takes the folder's lock, which the system gives back when we are gone.
fn lock(folder: &Path) -> Result<File, StoreError> {
    let path = folder.join(LOCK);
    let failed = |source| StoreError::Folder { path: folder.to_owned(), source };
    let file = File::options().create(true).append(true).open(&path).map_err(failed)?;
    for _ in 0..LOCK_TRIES {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Err(TryLockError::Error(source)) => return Err(failed(source)),
        }
    }
    Err(StoreError::Locked(folder.to_owned()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test fails loudly.

    use super::*;

    fn setup() -> Setup {
        Setup {
            seed: 1,
            seeds: Vec::new(),
            seeds_digest: "none".to_owned(),
            strategies: Vec::new(),
            logics: Vec::new(),
            status: None,
            block: 50,
            guide: None,
            version: "1".to_owned(),
            timeout: 1.0,
            memory: 1,
            solvers: Vec::new(),
        }
    }

    /// The units `first..first + 10`, with something long to write.
    fn batch(first: u64) -> Batch {
        let tally = Tally { units: 10, checksum: u64::MAX - first, ..Tally::default() };
        let alarms = vec![(first, "long ".repeat(10_000))];
        Batch { units: (first..first + 10).collect(), tally, alarms, ..Batch::default() }
    }

    #[test]
    fn a_full_disk_loses_nothing_that_was_written() {
        let folder = std::env::temp_dir().join(format!("gainsay-store-full-{}", std::process::id()));
        let (mut store, _) = Store::open(&folder, &setup()).unwrap();
        store.connection.pragma_update(None, "max_page_count", 100).unwrap();
        let no_report = |_, _| Ok(None);
        let mut written = 0;
        let error = loop {
            match store.write(&batch(written), no_report) {
                Ok(_) => written += 10,
                Err(error) => break error,
            }
        };
        assert!(matches!(error, StoreError::Full(_)), "{error}");
        assert!(written > 0);
        drop(store);
        let (mut store, notices) = Store::open(&folder, &setup()).unwrap();
        assert!(notices.is_empty());
        assert_eq!(store.done().ranges().collect::<Vec<_>>(), [(0, written - 1)]);
        let wanted = (0..written).step_by(10).fold(0u64, |sum, first| sum.wrapping_add(u64::MAX - first));
        let tally = store.tally().unwrap();
        assert_eq!((tally.units, tally.checksum), (written, wanted));
        // There is room again.
        store.write(&batch(written), no_report).unwrap();
        assert_eq!(store.done().count(), written + 10);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
