//! What was found out about seeds, kept with the campaign: a seed must be the same whenever it is used.

use super::rows::{number, rows};
use super::schema::Failure;
use super::{PATIENCE, Store, StoreError};
use crate::seeds::{Memory, SeedRecord, SeedStatus};
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The table of seeds, for all workers.
pub struct SeedTable {
    connection: Mutex<Connection>,
    /// Once set, nothing is remembered any more: questions are being cut short.
    closed: Arc<AtomicBool>,
}

impl Store {
    /// The campaign's seeds, through a connection of their own. Nothing is written once `closed` is set.
    pub fn seeds(&self, closed: Arc<AtomicBool>) -> Result<SeedTable, StoreError> {
        Ok(SeedTable { connection: Mutex::new(self.connect()?), closed })
    }
}

/// Another connection that may write.
pub(super) fn connect(path: &Path) -> Result<Connection, StoreError> {
    let open = || -> Result<Connection, Failure> {
        let connection = Connection::open(path)?;
        connection.busy_timeout(PATIENCE)?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        Ok(connection)
    };
    open().map_err(|failure| failure.at(path))
}

impl SeedTable {
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A seed that cannot be written down, for instance to a full disk, is found out again the next time; the collector
/// will notice the disk.
impl Memory for SeedTable {
    fn recall(&self, origin: &str, digest: u64) -> Option<SeedRecord> {
        let connection = self.connection();
        let sql = "SELECT status, why, witness FROM seeds WHERE origin = ?1 AND digest = ?2";
        let mut statement = connection.prepare_cached(sql).ok()?;
        let row = statement.query_row(params![origin, digest as i64], |row| {
            Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?))
        });
        let (status, why, witness) = row.optional().ok()??;
        let status = SeedStatus::from_word(&status)?;
        Some(SeedRecord { origin: origin.to_owned(), digest, status, why, witness })
    }

    fn remember(&self, record: &SeedRecord) {
        if self.closed.load(Ordering::Relaxed) {
            return;
        }
        let connection = self.connection();
        let _ = insert(&connection, record);
    }
}

pub(super) fn insert(connection: &Connection, record: &SeedRecord) -> rusqlite::Result<()> {
    let SeedRecord { origin, digest, status, why, witness } = record;
    let sql = "INSERT OR REPLACE INTO seeds VALUES (?1, ?2, ?3, ?4, ?5)";
    let row = params![origin, *digest as i64, status.word(), why, witness];
    connection.prepare_cached(sql)?.execute(row).map(drop)
}

/// What was found out about all seeds, in the order of their names.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<SeedRecord>> {
    let sql = "SELECT origin, digest, status, why, witness FROM seeds ORDER BY origin, digest";
    rows(connection, sql, |row| {
        let status = SeedStatus::from_word(&row.get::<_, String>(2)?).unwrap_or(SeedStatus::UNKNOWN);
        let (origin, digest) = (row.get(0)?, number(row, 1)?);
        Ok(SeedRecord { origin, digest, status, why: row.get(3)?, witness: row.get(4)? })
    })
}
