//! The campaign's database, which users can query: one SQLite file in its folder, or tables on a PostgreSQL server that many
//! machines share (`server/`).
//!
//! The only module that writes to it. Statements are the same for both (`database.rs`). Everything that belongs to one unit of work is written in one transaction,
//! so a unit is done with all its consequences, or it never happened: a campaign that was killed goes on where it was.

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

/// What may be done with a database.
#[derive(Clone, Debug)]
enum Access {
    /// The lock is held until the end of the campaign, also if that is a sudden one.
    Writing(#[expect(dead_code, reason = "held, not read")] Arc<File>),
    Reading(Arc<Reader>),
    /// On a server, where others write, too.
    Shared(Arc<Leases>),
    /// On a server, for reading.
    Visiting(Arc<Address>),
}

const DATABASE: &str = "campaign.db";
const LOCK: &str = "campaign.lock";

impl Store {
    /// Opens the campaign in a folder or on a server, or begins one there. What differs from its last run, but may, is told in
    /// notices.
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

    /// Opens the database of a campaign, with all tables.
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

    /// Opens the campaign in a folder or on a server for reading, also while it is running, and where nothing can be written.
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

    /// The units that are done; of a shared campaign, those that were when it was opened for reading.
    pub fn done(&self) -> &Done {
        &self.done
    }

    /// Whether others write to it, too.
    pub fn is_shared(&self) -> bool {
        matches!(self.access, Access::Shared(_) | Access::Visiting(_))
    }

    /// The blocks of this worker, in a shared campaign.
    pub fn leases(&self) -> Option<Arc<Leases>> {
        if let Access::Shared(leases) = &self.access { Some(leases.clone()) } else { None }
    }

    /// The campaign as the user names it: its folder or its address.
    pub fn campaign(&self) -> PathBuf {
        let path = self.database.path();
        if self.is_shared() { path } else { path.parent().unwrap_or(path) }.to_owned()
    }

    /// Refuses to grow beyond so many pages of the database, as if the disk had no room for more.
    pub fn limit_pages(&mut self, most: u32) -> Result<(), StoreError> {
        self.database.attempt(|connection| match connection {
            Connection::Sqlite(sqlite) => Ok(sqlite.pragma_update(None, "max_page_count", most)?),
            Connection::Postgres(_) => Ok(()),
        })
    }

    /// Another connection to the campaign's database, which may do as much as the first one. A worker has only one to its server:
    /// servers have few for all of their clients.
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

/// The folder for what a campaign has besides its database: its own, or one named after what it is called on a server.
pub fn folder_of(campaign: &Path) -> PathBuf {
    match server::is_address(campaign).then(|| Address::parse(campaign)) {
        Some(Ok(address)) => Path::new("campaigns").join(address.folder_name()),
        _ => campaign.to_owned(),
    }
}

/// The files of a database are plain ones: a campaign from elsewhere could have links to others, or pipes in their places.
fn refuse_links(campaign: &Path) -> Result<(), StoreError> {
    for name in [DATABASE, "campaign.db-wal", "campaign.db-shm", "campaign.db-journal", LOCK] {
        let path = campaign.join(name);
        if std::fs::symlink_metadata(&path).is_ok_and(|data| !data.is_file()) {
            return Err(StoreError::Foreign { path, why: "it is no plain file".to_owned() });
        }
    }
    Ok(())
}

/// What cannot be looked at may be there.
fn is_there(path: &Path) -> Result<bool, StoreError> {
    path.try_exists().map_err(|source| StoreError::Folder { path: path.to_owned(), source })
}

/// Whether there is nothing in a folder, or no folder.
fn is_empty(folder: &Path) -> Result<bool, StoreError> {
    let failed = |source| StoreError::Folder { path: folder.to_owned(), source };
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        Err(error) if error.kind() == ErrorKind::NotADirectory => return Ok(false),
        Err(error) => return Err(failed(error)),
    };
    for entry in entries {
        // Our own lock is left behind where beginning a campaign failed.
        if entry.map_err(failed)?.file_name() != LOCK {
            return Ok(false);
        }
    }
    Ok(true)
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
