//! What was reached in the solvers' code, and when.

use super::rows::{number, rows};
use super::schema::Failure;
use super::{Store, StoreError};
use rusqlite::{Connection, Row, params};

/// A unit that reached something new.
#[derive(Clone, PartialEq, Debug)]
pub struct CoverageRow {
    pub unit: u64,
    pub solver: String,
    /// What places are: `edges` or `lines`.
    pub counted: String,
    pub strategy: String,
    /// Since the campaign began, without the time between its runs.
    pub seconds: f64,
    /// The places that no unit of the same strategy reached before, with branches, where these are told.
    pub places: Vec<u32>,
    /// How many of them, without branches, no unit at all reached before.
    pub new: u64,
}

impl Store {
    /// All units that reached something new, in the order of time.
    pub fn coverage(&mut self) -> Result<Vec<CoverageRow>, StoreError> {
        self.attempt(|connection| Ok(all(connection)?))
    }
}

/// All rows, in the order of time.
pub(super) fn all(connection: &Connection) -> rusqlite::Result<Vec<CoverageRow>> {
    let sql =
        "SELECT unit, solver, counted, strategy, seconds, places, new FROM coverage ORDER BY seconds, unit";
    rows(connection, sql, row)
}

fn row(row: &Row<'_>) -> rusqlite::Result<CoverageRow> {
    let places: Vec<u8> = row.get(5)?;
    let (places, _) = places.as_chunks();
    Ok(CoverageRow {
        unit: number(row, 0)?,
        solver: row.get(1)?,
        counted: row.get(2)?,
        strategy: row.get(3)?,
        seconds: row.get(4)?,
        places: places.iter().map(|place| u32::from_le_bytes(*place)).collect(),
        new: number(row, 6)?,
    })
}

pub(super) fn write(connection: &Connection, rows: &[CoverageRow]) -> Result<(), Failure> {
    for row in rows {
        let places: Vec<u8> = row.places.iter().flat_map(|place| place.to_le_bytes()).collect();
        let CoverageRow { solver, counted, strategy, seconds, .. } = row;
        let (unit, new) = (row.unit as i64, row.new as i64);
        let sql = "INSERT OR REPLACE INTO coverage VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let row = params![unit, solver, counted, strategy, seconds, places, new];
        connection.prepare_cached(sql)?.execute(row)?;
    }
    Ok(())
}
