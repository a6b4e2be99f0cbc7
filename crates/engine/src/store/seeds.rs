//! What was found out about seeds, kept with the campaign: a seed must be the same whenever it is used.

use super::database::{Connection, Database};
use super::schema::Failure;
use super::values::{Row, bind};
use super::{Store, StoreError};
use crate::seeds::{Memory, SeedRecord, SeedStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The table of seeds, for all workers.
pub struct SeedTable {
    database: Database,
    /// Whether others write to the table, too.
    is_shared: bool,
    /// Once set, nothing is remembered any more: questions are being cut short.
    closed: Arc<AtomicBool>,
}

impl Store {
    /// The campaign's seeds, through a connection of their own. Nothing is written once `closed` is set.
    pub fn seeds(&self, closed: Arc<AtomicBool>) -> Result<SeedTable, StoreError> {
        Ok(SeedTable { database: self.connect()?, is_shared: self.is_shared(), closed })
    }
}

/// A seed that cannot be written down, for instance to a full disk, is found out again the next time; the collector
/// will notice the disk.
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
        // Others may have used what they found out.
        let otherwise = if self.is_shared { LEAVE } else { REPLACE };
        match self.database.attempt(|connection| insert(connection, &record, otherwise)) {
            Ok(0) => self.recall(&record.origin, record.digest).unwrap_or(record),
            _ => record,
        }
    }
}

/// What to do with what is known about a seed already.
const LEAVE: &str = "NOTHING";
pub(super) const REPLACE: &str =
    "UPDATE SET status = excluded.status, why = excluded.why, witness = excluded.witness";

/// Writes what is known about a seed; gives how many seeds that changed.
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

/// What was found out about all seeds, in the order of their names.
pub(super) fn all(connection: &mut Connection) -> Result<Vec<SeedRecord>, Failure> {
    let sql = "SELECT origin, digest, status, why, witness FROM seeds ORDER BY origin, digest";
    connection.rows(sql, |row| {
        let status = SeedStatus::from_word(&row.get::<String>(2)?).unwrap_or(SeedStatus::UNKNOWN);
        let (origin, digest) = (row.get(0)?, row.get(1)?);
        Ok(SeedRecord { origin, digest, status, why: row.get(3)?, witness: row.get(4)? })
    })
}
