//! The campaign's database: one SQLite file in its folder, which users can query.
//!
//! The only module that writes to it. Everything that belongs to one unit of work is written in one transaction,
//! so a unit is done with all its consequences, or it never happened: a campaign that was killed goes on where it was.

mod blocks;
mod coverage;
mod done;
mod error;
mod kept;
mod reader;
mod rows;
mod schema;
mod seeds;
mod setup;
mod snapshot;
mod tally;
mod turns;
mod write;

pub use coverage::CoverageRow;
pub use done::Done;
pub use error::StoreError;
pub use kept::{KeptTable, origin as kept_origin};
pub use rows::{BucketRow, FindingRow};
pub use seeds::SeedTable;
pub use setup::{Notice, Setup, SolverRow};
pub use snapshot::{AlarmRow, Snapshot};
pub use tally::Tally;
pub use turns::{Gain, TurnRow, TurnTable};
pub use write::{Batch, Filed, NewFinding};

use reader::Reader;
use rusqlite::Connection;
use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The database of a campaign that nobody else writes to.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    path: PathBuf,
    done: Done,
    access: Access,
}

/// What may be done with a database.
#[derive(Debug)]
enum Access {
    /// The lock is held until the end of the campaign, also if that is a sudden one.
    Writing(#[expect(dead_code, reason = "held, not read")] File),
    Reading(Arc<Reader>),
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
        let mut store = Store { connection, path, done: Done::default(), access: Access::Writing(lock) };
        store.attempt(schema::prepare)?;
        let notices = store.agree(setup)?;
        store.done = store.attempt(|connection| rows::done(connection))?;
        Ok((store, notices))
    }

    /// Opens the campaign in a folder for reading, also while it is running, and where nothing can be written.
    pub fn look_into(folder: &Path) -> Result<Store, StoreError> {
        let path = folder.join(DATABASE);
        if !path.exists() {
            return Err(StoreError::NoCampaign(folder.to_owned()));
        }
        let reader = Arc::new(Reader::find(&path)?);
        let connection = reader.connect()?;
        let mut store = Store { connection, path, done: Done::default(), access: Access::Reading(reader) };
        store.done = store.attempt(|connection| rows::done(connection))?;
        Ok(store)
    }

    /// The units that are done.
    pub fn done(&self) -> &Done {
        &self.done
    }

    /// Refuses to grow beyond so many pages of the database, as if the disk had no room for more.
    pub fn limit_pages(&mut self, most: u32) -> Result<(), StoreError> {
        self.attempt(|connection| Ok(connection.pragma_update(None, "max_page_count", most)?))
    }

    /// Another connection to the campaign's database, which may do as much as the first one.
    fn connect(&self) -> Result<Connection, StoreError> {
        match &self.access {
            Access::Writing(_) => seeds::connect(&self.path),
            Access::Reading(reader) => reader.connect(),
        }
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

/// The lock is tried several times: children that a killed gainsay was starting hold it until they have started.
const LOCK_TRIES: u32 = 40;
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
