//! Tests that a guided campaign kept as seeds, and which block of units began with which: what depends on coverage, and so
//! on the solvers and the clock, is written down before it is used.

use super::rows::{number, rows};
use super::{Store, StoreError};
use crate::seeds::{Kept, SeedRecord, SeedStatus};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The tables of a guided campaign, for all workers.
pub struct KeptTable {
    connection: Mutex<Connection>,
    path: PathBuf,
}

impl Store {
    /// What the campaign kept, through a connection of its own.
    pub fn kept(&self) -> Result<KeptTable, StoreError> {
        Ok(KeptTable { connection: Mutex::new(self.connect()?), path: self.path.clone() })
    }
}

impl KeptTable {
    /// The units whose tests were kept, in the order of the units, with the logics of the tests.
    pub fn units(&self) -> Result<Vec<(u64, String)>, StoreError> {
        self.rows("SELECT unit, logic FROM kept ORDER BY unit", |row| Ok((number(row, 0)?, row.get(1)?)))
    }

    /// The unit whose test each block began with, for all blocks where that was decided.
    pub fn choices(&self) -> Result<BTreeMap<u64, Option<u64>>, StoreError> {
        self.rows("SELECT block, unit FROM guided", |row| {
            Ok((number(row, 0)?, row.get::<_, Option<i64>>(1)?.map(|unit| unit as u64)))
        })
    }

    fn rows<T, C: FromIterator<T>>(
        &self,
        sql: &str,
        row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<C, StoreError> {
        rows(&self.connection(), sql, row).map_err(|error| StoreError::of(&self.path, error))
    }

    /// The test of a unit, if it was kept.
    pub fn get(&self, unit: u64) -> Result<Option<Kept>, StoreError> {
        let sql = "SELECT script, logic, digest, status, why, witness FROM kept WHERE unit = ?1";
        let row = |row: &Row<'_>| {
            Ok(Kept {
                script: row.get(0)?,
                logic: row.get(1)?,
                record: SeedRecord {
                    origin: origin(unit),
                    digest: number(row, 2)?,
                    status: SeedStatus::from_word(&row.get::<_, String>(3)?).unwrap_or(SeedStatus::UNKNOWN),
                    why: row.get(4)?,
                    witness: row.get(5)?,
                },
            })
        };
        let kept = self.connection().query_row(sql, [unit as i64], row).optional();
        kept.map_err(|error| StoreError::of(&self.path, error))
    }

    /// Keeps the test of a unit. One that was kept before stays as it is.
    pub fn keep(&self, unit: u64, kept: &Kept) -> Result<(), StoreError> {
        let Kept { script, logic, record } = kept;
        let SeedRecord { digest, status, why, witness, .. } = record;
        let sql = "INSERT OR IGNORE INTO kept VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let row = params![unit as i64, logic, script, *digest as i64, status.word(), why, witness];
        self.execute(sql, row)
    }

    /// Notes which unit's test a block begins with.
    pub fn choose(&self, block: u64, unit: Option<u64>) -> Result<(), StoreError> {
        let sql = "INSERT OR REPLACE INTO guided VALUES (?1, ?2)";
        let row = params![block as i64, unit.map(|unit| unit as i64)];
        self.execute(sql, row)
    }

    fn execute(&self, sql: &str, row: &[&dyn ToSql]) -> Result<(), StoreError> {
        self.connection().execute(sql, row).map(drop).map_err(|error| StoreError::of(&self.path, error))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the test of a unit is called as a seed.
pub fn origin(unit: u64) -> String {
    format!("unit {unit}")
}
