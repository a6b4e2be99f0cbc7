//! Tests that a guided campaign kept as seeds, and which block of units began with which: what depends on coverage, and so
//! on the solvers and the clock, is written down before it is used.

use super::rows::{number, rows};
use super::{Store, StoreError};
use crate::seeds::{Kept, SeedRecord, SeedStatus};
use rusqlite::{Connection, OptionalExtension, Row, params};
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
        let sql = "SELECT unit, logic FROM kept ORDER BY unit";
        let units = rows(&self.connection(), sql, |row| Ok((number(row, 0)?, row.get(1)?)));
        units.map_err(|error| StoreError::of(&self.path, error))
    }

    /// The unit whose test each block began with, for all blocks where that was decided.
    pub fn choices(&self) -> Result<BTreeMap<u64, Option<u64>>, StoreError> {
        choices(&self.connection()).map_err(|error| StoreError::of(&self.path, error))
    }

    /// The test of a unit, if it was kept.
    pub fn get(&self, unit: u64) -> Result<Option<Kept>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM kept WHERE unit = ?1");
        let kept = self.connection().query_row(&sql, [unit as i64], row).optional();
        Ok(kept.map_err(|error| StoreError::of(&self.path, error))?.map(|(_, kept)| kept))
    }

    /// Keeps the test of a unit. One that was kept before stays as it is.
    pub fn keep(&self, unit: u64, kept: &Kept) -> Result<(), StoreError> {
        insert(&self.connection(), unit, kept).map_err(|error| StoreError::of(&self.path, error))
    }

    /// Notes which unit's test a block begins with.
    pub fn choose(&self, block: u64, unit: Option<u64>) -> Result<(), StoreError> {
        insert_choice(&self.connection(), block, unit).map_err(|error| StoreError::of(&self.path, error))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const COLUMNS: &str = "script, logic, digest, status, why, witness, unit";

fn row(row: &Row<'_>) -> rusqlite::Result<(u64, Kept)> {
    let unit = number(row, 6)?;
    let record = SeedRecord {
        origin: origin(unit),
        digest: number(row, 2)?,
        status: SeedStatus::from_word(&row.get::<_, String>(3)?).unwrap_or(SeedStatus::UNKNOWN),
        why: row.get(4)?,
        witness: row.get(5)?,
    };
    Ok((unit, Kept { script: row.get(0)?, logic: row.get(1)?, record }))
}

/// The tests that were kept, by their units.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<BTreeMap<u64, Kept>> {
    rows(connection, &format!("SELECT {COLUMNS} FROM kept"), row)
}

pub(super) fn insert(connection: &Connection, unit: u64, kept: &Kept) -> rusqlite::Result<()> {
    let Kept { script, logic, record } = kept;
    let SeedRecord { digest, status, why, witness, .. } = record;
    let sql = "INSERT OR IGNORE INTO kept VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let row = params![unit as i64, logic, script, *digest as i64, status.word(), why, witness];
    connection.execute(sql, row).map(drop)
}

pub(super) fn choices(connection: &Connection) -> rusqlite::Result<BTreeMap<u64, Option<u64>>> {
    rows(connection, "SELECT block, unit FROM guided", |row| {
        Ok((number(row, 0)?, row.get::<_, Option<i64>>(1)?.map(|unit| unit as u64)))
    })
}

pub(super) fn insert_choice(connection: &Connection, block: u64, unit: Option<u64>) -> rusqlite::Result<()> {
    let row = params![block as i64, unit.map(|unit| unit as i64)];
    connection.execute("INSERT OR REPLACE INTO guided VALUES (?1, ?2)", row).map(drop)
}

/// What the test of a unit is called as a seed.
pub fn origin(unit: u64) -> String {
    format!("unit {unit}")
}
