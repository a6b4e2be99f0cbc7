//! Tests that a campaign guided by coverage kept as seeds, and which of them each block began with. Both depend
//! on solvers and the clock, so they are stored before they are used.

use super::database::{Connection, Database};
use super::schema::Failure;
use super::values::{Row, bind};
use super::{Store, StoreError};
use crate::seeds::{Kept, SeedRecord, SeedStatus};
use std::collections::BTreeMap;

/// The tables of kept tests and choices, for all workers.
pub struct KeptTable(Database);

impl Store {
    /// The tables of kept tests and choices, over a separate connection.
    pub fn kept(&self) -> Result<KeptTable, StoreError> {
        self.connect().map(KeptTable)
    }
}

impl KeptTable {
    /// The units whose tests were kept, in order, with the logics of the tests.
    pub fn units(&self) -> Result<Vec<(u64, String)>, StoreError> {
        let sql = "SELECT unit, logic FROM kept ORDER BY unit";
        self.0.rows(sql, |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The unit whose test each block began with, where that was decided; `None`: no kept test.
    pub fn choices(&self) -> Result<BTreeMap<u64, Option<u64>>, StoreError> {
        self.0.attempt(choices)
    }

    /// The test of a unit, if it was kept.
    pub fn get(&self, unit: u64) -> Result<Option<Kept>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM kept WHERE unit = ?1");
        Ok(self.0.find(&sql, bind![unit], row)?.map(|(_, kept)| kept))
    }

    /// Keeps the test of a unit, unless it has one already.
    pub fn keep(&self, unit: u64, kept: &Kept) -> Result<(), StoreError> {
        self.0.attempt(|connection| insert(connection, unit, kept))
    }

    /// Stores which unit's test a block begins with, unless that is stored already; returns the stored choice.
    pub fn choose(&self, block: u64, unit: Option<u64>) -> Result<Option<u64>, StoreError> {
        self.0.attempt(|connection| insert_choice(connection, block, unit))?;
        let choice =
            self.0.find("SELECT unit FROM guided WHERE block = ?1", bind![block], |row| row.get(0))?;
        Ok(choice.flatten())
    }
}

const COLUMNS: &str = "script, logic, digest, status, why, witness, unit";

fn row(row: &Row) -> Result<(u64, Kept), Failure> {
    let unit = row.get(6)?;
    let record = SeedRecord {
        origin: origin(unit),
        digest: row.get(2)?,
        status: SeedStatus::from_word(&row.get::<String>(3)?).unwrap_or(SeedStatus::UNKNOWN),
        why: row.get(4)?,
        witness: row.get(5)?,
    };
    Ok((unit, Kept { script: row.get(0)?, logic: row.get(1)?, record }))
}

/// The tests that were kept, by their units.
pub(super) fn all(connection: &mut Connection) -> Result<BTreeMap<u64, Kept>, Failure> {
    connection.rows(&format!("SELECT {COLUMNS} FROM kept"), row)
}

pub(super) fn insert(connection: &mut Connection, unit: u64, kept: &Kept) -> Result<(), Failure> {
    let Kept { script, logic, record } = kept;
    let SeedRecord { digest, status, why, witness, .. } = record;
    let sql =
        format!("INSERT INTO kept ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT DO NOTHING");
    connection.execute(&sql, bind![script, logic, digest, status.word(), why, witness, unit]).map(drop)
}

pub(super) fn choices(connection: &mut Connection) -> Result<BTreeMap<u64, Option<u64>>, Failure> {
    connection.rows("SELECT block, unit FROM guided", |row| Ok((row.get(0)?, row.get(1)?)))
}

pub(super) fn insert_choice(
    connection: &mut Connection,
    block: u64,
    unit: Option<u64>,
) -> Result<(), Failure> {
    let sql = "INSERT INTO guided (block, unit) VALUES (?1, ?2) ON CONFLICT DO NOTHING";
    connection.execute(sql, bind![block, unit]).map(drop)
}

/// The name of a kept test as a seed.
pub fn origin(unit: u64) -> String {
    format!("unit {unit}")
}
