//! Writing what units of work brought to light.

use super::schema::Failure;
use super::setup::write_solver;
use super::{CoverageRow, Done, Gain, SolverRow, Store, StoreError, Tally, blocks, coverage, turns};
use crate::judge::Finding;
use rusqlite::{Connection, Transaction, params};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What some units brought to light, to be written at once.
#[derive(Default)]
pub struct Batch {
    pub units: Vec<u64>,
    /// What these units add to the counts, by the blocks that they belong to.
    pub blocks: BTreeMap<u64, Tally>,
    pub findings: Vec<NewFinding>,
    /// The solvers that the findings are about: not always as the campaign runs them, since fewer options may do.
    pub solvers: Vec<SolverRow>,
    /// Units and what we did wrong there.
    pub alarms: Vec<(u64, String)>,
    pub coverage: Vec<CoverageRow>,
    pub gains: Vec<Gain>,
}

impl Batch {
    /// What its units add to the counts, in all.
    pub fn tally(&self) -> Tally {
        let mut sum = Tally::default();
        self.blocks.values().for_each(|tally| sum.add(tally));
        sum
    }
}

/// A finding that has no number yet.
#[derive(Clone, PartialEq, Debug)]
pub struct NewFinding {
    pub unit: u64,
    pub strategy: String,
    /// About the smallest test that shows it, as in its report.
    pub finding: Finding,
    /// The key of its bucket.
    pub bucket: String,
    /// The scripts that the process had seen before, if that matters.
    pub before: Vec<String>,
    /// The test as it was made, and what the solver printed for it.
    pub script: String,
    pub output: String,
    /// As JSON.
    pub lineage: String,
    /// The machine that it was found on: machines may differ in what solvers do there.
    pub machine: String,
}

/// Where a finding was filed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filed {
    pub id: i64,
    /// Whether it is the first of its bucket.
    pub is_new: bool,
    pub folder: Option<PathBuf>,
}

impl Store {
    /// Writes all or nothing. `report` is called for the first finding of a bucket, with its place in the batch and its
    /// number, before anything is final: it writes the bug's folder and names it.
    pub fn write(
        &mut self,
        batch: &Batch,
        mut report: impl FnMut(usize, i64) -> Result<Option<PathBuf>, StoreError>,
    ) -> Result<Vec<Filed>, StoreError> {
        let mut done = self.done.clone();
        batch.units.iter().for_each(|&unit| done.insert(unit));
        let filed = self.attempt(|connection| {
            let transaction = connection.transaction()?;
            write_done(&transaction, &done)?;
            blocks::add(&transaction, &batch.blocks)?;
            coverage::write(&transaction, &batch.coverage)?;
            turns::write(&transaction, &batch.gains)?;
            batch.solvers.iter().try_for_each(|solver| write_solver(&transaction, solver))?;
            batch.alarms.iter().try_for_each(|(unit, text)| write_alarm(&transaction, *unit, text, None))?;
            let mut filed = Vec::new();
            for (at, finding) in batch.findings.iter().enumerate() {
                let id = write_finding(&transaction, None, finding, None)?;
                let is_new = write_bucket(&transaction, finding, id)?;
                let folder = if is_new { report(at, id).map_err(Failure::Other)? } else { None };
                if let Some(folder) = &folder {
                    let sql = "UPDATE buckets SET folder = ?2 WHERE key = ?1";
                    transaction.execute(sql, params![finding.bucket, folder.to_string_lossy()])?;
                }
                filed.push(Filed { id, is_new, folder });
            }
            transaction.commit()?;
            Ok(filed)
        })?;
        self.done = done;
        Ok(filed)
    }
}

/// There are never more ranges than units in flight.
pub(super) fn write_done(transaction: &Transaction<'_>, done: &Done) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM done", [])?;
    let mut insert = transaction.prepare_cached("INSERT INTO done VALUES (?1, ?2)")?;
    for (first, last) in done.ranges() {
        insert.execute(params![first as i64, last as i64])?;
    }
    Ok(())
}

/// Writes an alarm, as of now unless a time is given.
pub(super) fn write_alarm(
    connection: &Connection,
    unit: u64,
    text: &str,
    time: Option<&str>,
) -> rusqlite::Result<()> {
    let sql = "INSERT INTO alarms (unit, text, time) VALUES (?1, ?2, coalesce(?3, datetime('now')))";
    connection.execute(sql, params![unit as i64, text, time]).map(drop)
}

/// Writes a finding under a number, or the next one, as of now unless a time is given.
pub(super) fn write_finding(
    connection: &Connection,
    id: Option<i64>,
    row: &NewFinding,
    time: Option<&str>,
) -> rusqlite::Result<i64> {
    let NewFinding { strategy, finding, bucket, script, output, lineage, machine, .. } = row;
    let Finding { kind, solver, certainty, why, signature, details } = finding;
    let (unit, kind, certainty, bug) = (row.unit as i64, kind.word(), certainty.word(), finding.is_bug());
    let (details, before) = (details.join("\n"), serde_json::json!(row.before).to_string());
    let sql = "INSERT INTO findings (id, unit, strategy, kind, solver, certainty, bug, why, signature, details, bucket, before,
        script, output, lineage, machine, time)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, coalesce(?17, datetime('now')))";
    let row = params![
        id, unit, strategy, kind, solver, certainty, bug, why, signature, details, bucket, before, script,
        output, lineage, machine, time,
    ];
    connection.prepare_cached(sql)?.execute(row)?;
    Ok(connection.last_insert_rowid())
}

/// Counts a finding in its bucket; says whether it is the first there.
fn write_bucket(transaction: &Transaction<'_>, row: &NewFinding, id: i64) -> rusqlite::Result<bool> {
    let finding = &row.finding;
    let counted = transaction
        .prepare_cached("UPDATE buckets SET count = count + 1 WHERE key = ?1")?
        .execute([&row.bucket])?;
    if counted == 0 {
        let sql = "INSERT INTO buckets (key, kind, solver, bug, count, first) VALUES (?1, ?2, ?3, ?4, 1, ?5)";
        let bucket = params![row.bucket, finding.kind.word(), finding.solver, finding.is_bug(), id];
        transaction.execute(sql, bucket)?;
    }
    Ok(counted == 0)
}
