//! What was reached in the solvers' code, and when.

use super::database::Connection;
use super::schema::Failure;
use super::values::{Row, bind};
use super::{Store, StoreError};
use crate::coverage::BRANCH;
use crate::hash::HashSet;

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

pub(super) const COLUMNS: &str = "unit, solver, counted, strategy, seconds, places, new";

impl Store {
    /// All units that reached something new, in the order of time.
    pub fn coverage(&mut self) -> Result<Vec<CoverageRow>, StoreError> {
        let mut rows = self.database.attempt(all)?;
        // Workers that share a campaign hear of each other late, so that several may have called the same place new.
        if self.is_shared() {
            tell_again(&mut rows);
        }
        Ok(rows)
    }
}

/// All rows, in the order of time.
pub(super) fn all(connection: &mut Connection) -> Result<Vec<CoverageRow>, Failure> {
    connection.rows(&format!("SELECT {COLUMNS} FROM coverage ORDER BY seconds, unit"), row)
}

/// Puts rows of several campaigns or workers in the order of time, and leaves to each what it was the first to reach.
pub fn tell_again(rows: &mut Vec<CoverageRow>) {
    rows.sort_by(|a, b| a.seconds.total_cmp(&b.seconds).then(a.unit.cmp(&b.unit)));
    let mut by_anybody: HashSet<(String, u32)> = HashSet::default();
    let mut by_strategy: HashSet<(String, String, u32)> = HashSet::default();
    for row in rows.iter_mut() {
        let CoverageRow { solver, strategy, places, .. } = row;
        places.retain(|place| by_strategy.insert((solver.clone(), strategy.clone(), *place)));
        let new = places.iter().filter(|place| by_anybody.insert((solver.clone(), **place)));
        row.new = new.filter(|place| **place < BRANCH).count() as u64;
    }
    rows.retain(|row| !row.places.is_empty());
}

pub(super) fn row(row: &Row) -> Result<CoverageRow, Failure> {
    let places: Vec<u8> = row.get(5)?;
    let (places, _) = places.as_chunks();
    Ok(CoverageRow {
        unit: row.get(0)?,
        solver: row.get(1)?,
        counted: row.get(2)?,
        strategy: row.get(3)?,
        seconds: row.get(4)?,
        places: places.iter().map(|place| u32::from_le_bytes(*place)).collect(),
        new: row.get(6)?,
    })
}

pub(super) fn write(connection: &mut Connection, rows: &[CoverageRow]) -> Result<(), Failure> {
    let sql = format!(
        "INSERT INTO coverage ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (unit, solver) DO UPDATE SET
         counted = excluded.counted, strategy = excluded.strategy, seconds = excluded.seconds, places = excluded.places,
         new = excluded.new"
    );
    for CoverageRow { unit, solver, counted, strategy, seconds, places, new } in rows {
        let places: Vec<u8> = places.iter().flat_map(|place| place.to_le_bytes()).collect();
        connection.execute(&sql, bind![unit, solver, counted, strategy, seconds, places, new])?;
    }
    Ok(())
}
