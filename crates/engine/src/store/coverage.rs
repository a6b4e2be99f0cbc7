//! Coverage of the solvers' code over the course of a campaign.

use super::database::Connection;
use super::schema::Failure;
use super::values::{Row, bind};
use super::{Store, StoreError};
use gainsay_guests::coverage::BRANCH;
use gainsay_lang::hash::HashSet;

/// What a unit reached that was new for its strategy.
#[derive(Clone, PartialEq, Debug)]
pub struct CoverageRow {
    pub unit: u64,
    pub solver: String,
    /// What a place is: `edges` or `lines`.
    pub counted: String,
    pub strategy: String,
    /// Seconds since the campaign began, without pauses between its runs.
    pub seconds: f64,
    /// The places that no earlier unit of the strategy reached, branches included if the solver reports them.
    pub places: Vec<u32>,
    /// The number of places that no earlier unit of any strategy reached, without branches.
    pub new: u64,
}

pub(super) const COLUMNS: &str = "unit, solver, counted, strategy, seconds, places, new";

impl Store {
    /// All units that reached something new, in the order of time.
    pub fn coverage(&mut self) -> Result<Vec<CoverageRow>, StoreError> {
        let mut rows = self.database.attempt(all)?;
        // Workers that share a campaign learn of each other's coverage late, so several may have called the
        // same place new.
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

/// Sorts rows of several campaigns or workers by time, and recomputes what each was the first to reach.
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
