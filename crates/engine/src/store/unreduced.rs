//! Confirmed bugs whose tests are still being reduced. They are stored at once, in buckets of their own, and
//! deleted when their unit is done: then the same bug is stored with its reduced test.

use super::database::Connection;
use super::schema::Failure;
use super::setup::write_solver;
use super::values::bind;
use super::write::{write_bucket, write_finding};
use super::{Batch, Filed, NewFinding, SolverRow, Store, StoreError, TurnRow, turns};
use std::collections::BTreeSet;

/// Prefix of the keys of their buckets.
const PREFIX: &str = "unreduced unit ";

/// The rows of unreduced bugs of one unit.
#[derive(Default)]
pub struct Unreduced {
    pub findings: Vec<NewFinding>,
    pub solvers: Vec<SolverRow>,
    pub turns: Vec<TurnRow>,
}

/// The key of the bucket of an unreduced bug; `key` is the bucket of its unreduced test.
pub fn unreduced_key(unit: u64, key: &str) -> String {
    format!("{PREFIX}{unit}: {key}")
}

/// Whether a bucket holds an unreduced bug.
pub fn is_unreduced(key: &str) -> bool {
    key.starts_with(PREFIX)
}

impl Store {
    /// Writes bugs of a unit that is not done.
    pub fn keep_unreduced(&mut self, rows: &Unreduced) -> Result<Vec<Filed>, StoreError> {
        self.database.attempt(|connection| {
            connection.transaction(|connection| {
                turns::write(connection, &rows.turns)?;
                rows.solvers.iter().try_for_each(|solver| write_solver(connection, solver))?;
                // An earlier run may have stored them.
                forget(connection, rows.findings.iter())?;
                let file = |finding: &NewFinding| {
                    let id = write_finding(connection, None, finding, None)?;
                    let is_new = write_bucket(connection, finding, id)?;
                    Ok(Filed { id, is_new, folder: None })
                };
                rows.findings.iter().map(file).collect()
            })
        })
    }

    /// The number of unreduced bugs.
    pub fn count_unreduced(&mut self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM buckets WHERE key LIKE ?1";
        Ok(self.database.find(sql, bind![format!("{PREFIX}%")], |row| row.get(0))?.unwrap_or_default())
    }
}

/// Deletes the unreduced bugs that the bugs of a batch replace.
pub(super) fn forget_of(connection: &mut Connection, batch: &Batch) -> Result<(), Failure> {
    forget(connection, batch.findings.iter().filter(|row| row.finding.is_bug()))
}

/// Deletes the unreduced bugs of the same units and kinds.
fn forget<'a>(
    connection: &mut Connection,
    findings: impl Iterator<Item = &'a NewFinding>,
) -> Result<(), Failure> {
    let bugs: BTreeSet<(u64, &str)> = findings.map(|row| (row.unit, row.finding.kind.word())).collect();
    for (unit, kind) in bugs {
        let like = format!("{PREFIX}{unit}: %");
        let sql = "SELECT key FROM buckets WHERE kind = ?1 AND key LIKE ?2";
        let found = connection.query(sql, bind![kind, like])?;
        for row in &found {
            let key: String = row.get(0)?;
            connection.execute("DELETE FROM findings WHERE unit = ?1 AND bucket = ?2", bind![unit, key])?;
            connection.execute("DELETE FROM buckets WHERE key = ?1", bind![key])?;
        }
    }
    Ok(())
}
