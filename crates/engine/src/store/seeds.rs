//! The status of seeds, stored with the campaign, so that a seed is the same whenever it is used.

use super::database::{Connection, Database};
use super::schema::Failure;
use super::values::{Row, bind};
use super::{Store, StoreError};
use crate::seeds::{Memory, SeedRecord, SeedStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The table of seeds, for all workers of a process.
pub struct SeedTable {
    database: Database,
    /// Whether other processes write to the table as well.
    is_shared: bool,
    /// Once set, nothing is stored any more, since questions are being interrupted.
    closed: Arc<AtomicBool>,
}

impl Store {
    /// The table of seeds, over a separate connection. Nothing is written once `closed` is set.
    pub fn seeds(&self, closed: Arc<AtomicBool>) -> Result<SeedTable, StoreError> {
        Ok(SeedTable { database: self.connect()?, is_shared: self.is_shared(), closed })
    }
}

/// A status that cannot be stored, for instance because the disk is full, is determined again next time; the
/// collector will report the disk.
impl Memory for SeedTable {
    fn recall(&self, origin: &str, digest: u64) -> Option<SeedRecord> {
        let sql = "SELECT status, why, witness FROM seeds WHERE origin = ?1 AND digest = ?2";
        let row = |row: &Row| -> Result<(String, String, Option<String>), Failure> {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        };
        let (status, why, witness) = self.database.find(sql, bind![origin, digest], row).ok()??;
        let status = SeedStatus::from_word(&status)?;
        Some(SeedRecord { origin: origin.to_owned(), digest, status, why, witness })
    }

    fn remember(&self, record: SeedRecord) -> SeedRecord {
        if self.closed.load(Ordering::Relaxed) {
            return record;
        }
        // Another process may already have used the status that it found.
        let otherwise = if self.is_shared { LEAVE } else { REPLACE };
        match self.database.attempt(|connection| insert(connection, &record, otherwise)) {
            Ok(0) => self.recall(&record.origin, record.digest).unwrap_or(record),
            _ => record,
        }
    }
}

/// What to do on conflict with a stored status: keep it.
const LEAVE: &str = "NOTHING";
/// What to do on conflict with a stored status: replace it.
pub(super) const REPLACE: &str =
    "UPDATE SET status = excluded.status, why = excluded.why, witness = excluded.witness";

/// Writes the status of a seed; returns the number of rows changed.
pub(super) fn insert(
    connection: &mut Connection,
    record: &SeedRecord,
    otherwise: &str,
) -> Result<u64, Failure> {
    let SeedRecord { origin, digest, status, why, witness } = record;
    let sql = format!(
        "INSERT INTO seeds (origin, digest, status, why, witness) VALUES (?1, ?2, ?3, ?4, ?5)
         ON CONFLICT (origin, digest) DO {otherwise}"
    );
    connection.execute(&sql, bind![origin, digest, status.word(), why, witness])
}

/// The status of all seeds, in the order of their names.
pub(super) fn all(connection: &mut Connection) -> Result<Vec<SeedRecord>, Failure> {
    let sql = "SELECT origin, digest, status, why, witness FROM seeds ORDER BY origin, digest";
    connection.rows(sql, |row| {
        let status = SeedStatus::from_word(&row.get::<String>(2)?).unwrap_or(SeedStatus::UNKNOWN);
        let (origin, digest) = (row.get(0)?, row.get(1)?);
        Ok(SeedRecord { origin, digest, status, why: row.get(3)?, witness: row.get(4)? })
    })
}
