//! The campaign's database, which users can query: one SQLite file in its folder, or tables on a PostgreSQL
//! server that many machines share (`server/`).
//!
//! The only module that writes to the database. Statements are the same for both kinds (`database.rs`). The
//! results of a unit are written in one transaction, so a unit is done with all its consequences or not at all:
//! a killed campaign resumes where it was.

mod blocks;
mod course;
mod coverage;
mod database;
mod done;
mod error;
mod kept;
mod reader;
mod rows;
mod schema;
mod seeds;
mod server;
mod setup;
mod snapshot;
mod tally;
mod turns;
mod unreduced;
mod values;
mod write;

pub use course::{ArmRow, FirstRow, Spent, Tick};
pub use coverage::{CoverageRow, tell_again};
pub use done::Done;
pub use error::StoreError;
pub use kept::{KeptTable, origin as kept_origin};
pub use rows::{BucketRow, FindingRow};
pub use seeds::SeedTable;
pub use server::{Claim, Leases, News, Taken};
pub use setup::{Notice, Setup, SolverRow};
pub use snapshot::{AlarmRow, Snapshot};
pub use tally::Tally;
pub use turns::{TurnRow, TurnTable};
pub use unreduced::{Unreduced, is_unreduced, unreduced_key};
pub use write::{Batch, Filed, NewFinding, Written};

use database::{Connection, Database};
use reader::Reader;
use server::Address;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// The database of a campaign.
#[derive(Debug)]
pub struct Store {
    database: Database,
    done: Done,
    access: Access,
}

/// How the database is accessed.
#[derive(Clone, Debug)]
enum Access {
    /// A folder with its lock, which the system releases even if the process is killed.
    Writing(#[expect(dead_code, reason = "held, not read")] Arc<File>),
    /// A folder, for reading.
    Reading(Arc<Reader>),
    /// A server, where other processes write as well.
    Shared(Arc<Leases>),
    /// A server, for reading.
    Visiting(Arc<Address>),
}

const DATABASE: &str = "campaign.db";
const LOCK: &str = "campaign.lock";

impl Store {
    /// Opens the campaign in a folder or on a server, or begins one. Notices tell what differs from its last
    /// run and may.
    pub fn open(campaign: &Path, setup: &Setup) -> Result<(Store, Vec<Notice>), StoreError> {
        let mut store = Store::begin(campaign, setup)?;
        if store.is_shared() {
            store.ship(&setup.solvers)?;
        }
        let notices = store.agree(setup)?;
        if !store.is_shared() {
            store.done = store.database.attempt(rows::done)?;
        }
        Ok((store, notices))
    }

    /// Opens the database of a campaign, and creates its tables if there are none.
    fn begin(campaign: &Path, setup: &Setup) -> Result<Store, StoreError> {
        if server::is_address(campaign) {
            return Store::begin_on_server(&Address::parse(campaign)?, setup);
        }
        let path = campaign.join(DATABASE);
        refuse_links(campaign)?;
        if !is_there(&path)? && !is_empty(campaign)? {
            return Err(StoreError::NoCampaign(campaign.to_owned()));
        }
        std::fs::create_dir_all(campaign)
            .map_err(|source| StoreError::Folder { path: campaign.to_owned(), source })?;
        let access = Access::Writing(Arc::new(lock(campaign)?));
        let connection = schema::open(&path).map_err(|failure| failure.at(&path))?;
        Ok(Store { database: Database::new(connection, &path), done: Done::default(), access })
    }

    fn begin_on_server(address: &Address, setup: &Setup) -> Result<Store, StoreError> {
        let database = Store::connect_to(address)?;
        database.attempt(|connection| server::prepare(connection, address, setup.block))?;
        let leases = Leases::new(database.clone(), setup.block, address.lease());
        Ok(Store { database, done: Done::default(), access: Access::Shared(Arc::new(leases)) })
    }

    fn connect_to(address: &Address) -> Result<Database, StoreError> {
        let path = PathBuf::from(address.to_string());
        let connection = server::Connection::open(address).map_err(|failure| failure.at(&path))?;
        Ok(Database::new(Connection::Postgres(Box::new(connection)), &path))
    }

    /// Opens a campaign in a folder or on a server for reading, even while it is running, and even on a
    /// read-only disk.
    pub fn look_into(campaign: &Path) -> Result<Store, StoreError> {
        let (database, access) = if server::is_address(campaign) {
            let address = Address::parse(campaign)?;
            let database = Store::connect_to(&address)?;
            if !database.attempt(server::is_there)? {
                return Err(StoreError::NoSharedCampaign(campaign.to_owned()));
            }
            database.attempt(server::check)?;
            (database, Access::Visiting(Arc::new(address)))
        } else {
            let path = campaign.join(DATABASE);
            refuse_links(campaign)?;
            if !is_there(&path)? {
                return Err(StoreError::NoCampaign(campaign.to_owned()));
            }
            let reader = Arc::new(Reader::find(&path)?);
            (Database::new(Connection::Sqlite(reader.connect()?), &path), Access::Reading(reader))
        };
        let done = database.attempt(rows::done)?;
        Ok(Store { database, done, access })
    }

    /// The units that are done. For a shared campaign opened for reading: those done when it was opened.
    pub fn done(&self) -> &Done {
        &self.done
    }

    /// Whether other processes may write to it as well.
    pub fn is_shared(&self) -> bool {
        matches!(self.access, Access::Shared(_) | Access::Visiting(_))
    }

    /// The leases of this process, in a shared campaign.
    pub fn leases(&self) -> Option<Arc<Leases>> {
        if let Access::Shared(leases) = &self.access { Some(leases.clone()) } else { None }
    }

    /// The campaign as the user names it: its folder or its address.
    pub fn campaign(&self) -> PathBuf {
        let path = self.database.path();
        if self.is_shared() { path } else { path.parent().unwrap_or(path) }.to_owned()
    }

    /// Limits the size of the database in pages, as if the disk were full beyond; for tests.
    pub fn limit_pages(&mut self, most: u32) -> Result<(), StoreError> {
        self.database.attempt(|connection| match connection {
            Connection::Sqlite(sqlite) => Ok(sqlite.pragma_update(None, "max_page_count", most)?),
            Connection::Postgres(_) => Ok(()),
        })
    }

    /// Another connection with the same access. Processes of a shared campaign use only one: a server has few
    /// for all of its clients.
    fn connect(&self) -> Result<Database, StoreError> {
        let path = self.database.path();
        let connection = match &self.access {
            Access::Writing(_) => schema::connect(path).map_err(|failure| failure.at(path))?,
            Access::Reading(reader) => reader.connect()?,
            Access::Shared(_) => return Ok(self.database.clone()),
            Access::Visiting(address) => return Store::connect_to(&address.for_reading()),
        };
        Ok(Database::new(Connection::Sqlite(connection), path))
    }
}

/// Whether a campaign is on a server, and not in a folder.
pub fn is_shared(campaign: &Path) -> bool {
    server::is_address(campaign)
}

/// The folder for files of a campaign: its own, or for a campaign on a server one named after its address.
pub fn folder_of(campaign: &Path) -> PathBuf {
    match server::is_address(campaign).then(|| Address::parse(campaign)) {
        Some(Ok(address)) => Path::new("campaigns").join(address.folder_name()),
        _ => campaign.to_owned(),
    }
}

/// Refuses database files that are not plain files: a campaign from elsewhere could contain links to other
/// files, or pipes.
fn refuse_links(campaign: &Path) -> Result<(), StoreError> {
    for name in [DATABASE, "campaign.db-wal", "campaign.db-shm", "campaign.db-journal", LOCK] {
        let path = campaign.join(name);
        if std::fs::symlink_metadata(&path).is_ok_and(|data| !data.is_file()) {
            return Err(StoreError::Foreign { path, why: "it is no plain file".to_owned() });
        }
    }
    Ok(())
}

/// Whether a path exists; an error if that cannot be told.
fn is_there(path: &Path) -> Result<bool, StoreError> {
    path.try_exists().map_err(|source| StoreError::Folder { path: path.to_owned(), source })
}

/// Whether a folder is empty or missing.
fn is_empty(folder: &Path) -> Result<bool, StoreError> {
    let failed = |source| StoreError::Folder { path: folder.to_owned(), source };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) if error.kind() == ErrorKind::NotADirectory => return Ok(false),
        Err(error) => return Err(failed(error)),
    };
    for entry in entries {
        // A lock file may be left from a campaign that could not begin.
        if entry.map_err(failed)?.file_name() != LOCK {
            return Ok(false);
        }
    }
    Ok(true)
}

/// How often the lock is tried: children that a killed gainsay was just starting hold it for a moment.
const LOCK_TRIES: u32 = 40;
const LOCK_PAUSE: Duration = Duration::from_millis(50);

/// Takes the folder's lock, which the system releases when the process ends.
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
