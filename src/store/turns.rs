//! What the turns of a campaign were spent on: what depends on what was found, and so on solvers and the clock, is written
//! down before it is used.

use super::rows::{number, rows};
use super::schema::Failure;
use super::{Store, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// One turn.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnRow {
    /// Its first unit.
    pub first: u64,
    pub strategy: String,
    /// How large its tests are, where they are made from nothing.
    pub size: Option<String>,
    /// The operators that its tests have more often than others, with spaces between.
    pub operators: String,
    /// The number of the options under which solvers are asked.
    pub options: u64,
    /// The language of its tests, where they are tiny.
    pub language: Option<String>,
    /// What its units have cost so far, in nanoseconds ..
    pub cost: u64,
    /// .. and brought.
    pub reward: f64,
}

/// What a unit has cost and brought.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gain {
    /// The first unit of its turn.
    pub turn: u64,
    /// In nanoseconds.
    pub cost: u64,
    pub reward: f64,
}

/// The table of turns, for all workers.
pub struct TurnTable {
    connection: Mutex<Connection>,
    path: PathBuf,
}

impl Store {
    /// What turns were spent on, through a connection of its own.
    pub fn turns(&self) -> Result<TurnTable, StoreError> {
        Ok(TurnTable { connection: Mutex::new(self.connect()?), path: self.path.clone() })
    }
}

impl TurnTable {
    /// The last turns, at most so many, in their order.
    pub fn last(&self, most: u64) -> Result<Vec<TurnRow>, StoreError> {
        last(&self.connection(), most).map_err(|error| StoreError::of(&self.path, error))
    }

    /// What a turn was spent on. `None` if that was never decided.
    pub fn get(&self, first: u64) -> Result<Option<TurnRow>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM turns WHERE first = ?1");
        let found = self.connection().query_row(&sql, [first as i64], row).optional();
        found.map_err(|error| StoreError::of(&self.path, error))
    }

    /// Notes what a turn is spent on.
    pub fn begin(&self, turn: &TurnRow) -> Result<(), StoreError> {
        insert(&self.connection(), turn).map_err(|error| StoreError::of(&self.path, error))
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

const COLUMNS: &str = "first, strategy, size, operators, options, language, cost, reward";

/// The last turns, at most so many, in their order.
pub(super) fn last(connection: &Connection, most: u64) -> rusqlite::Result<Vec<TurnRow>> {
    let sql = format!(
        "SELECT * FROM (SELECT {COLUMNS} FROM turns ORDER BY first DESC LIMIT {most}) ORDER BY first"
    );
    rows(connection, &sql, row)
}

pub(super) fn insert(connection: &Connection, turn: &TurnRow) -> rusqlite::Result<()> {
    let TurnRow { first, strategy, size, operators, options, language, cost, reward } = turn;
    let sql = format!("INSERT INTO turns ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)");
    let (first, options, cost) = (*first as i64, *options as i64, *cost as i64);
    let row = params![first, strategy, size, operators, options, language, cost, reward];
    connection.prepare_cached(&sql)?.execute(row).map(drop)
}

fn row(row: &Row<'_>) -> rusqlite::Result<TurnRow> {
    Ok(TurnRow {
        first: number(row, 0)?,
        strategy: row.get(1)?,
        size: row.get(2)?,
        operators: row.get(3)?,
        options: number(row, 4)?,
        language: row.get(5)?,
        cost: number(row, 6)?,
        reward: row.get(7)?,
    })
}

pub(super) fn write(transaction: &Transaction<'_>, gains: &[Gain]) -> Result<(), Failure> {
    let sql = "UPDATE turns SET cost = cost + ?2, reward = reward + ?3 WHERE first = ?1";
    let mut update = transaction.prepare_cached(sql)?;
    for gain in gains {
        update.execute(params![gain.turn as i64, gain.cost as i64, gain.reward])?;
    }
    Ok(())
}
