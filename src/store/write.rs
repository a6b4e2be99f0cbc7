//! Writing what units of work brought to light.

use super::schema::Failure;
use super::setup::write_solver;
use super::{CoverageRow, Done, Gain, SolverRow, Store, StoreError, Tally, course, coverage, turns};
use crate::judge::Finding;
use rusqlite::{Transaction, params};
use std::path::PathBuf;

/// What some units brought to light, to be written at once.
#[derive(Default)]
pub struct Batch {
    pub units: Vec<u64>,
    /// What these units add to the counts.
    pub tally: Tally,
    pub findings: Vec<NewFinding>,
    /// The solvers that the findings are about: not always as the campaign runs them, since fewer options may do.
    pub solvers: Vec<SolverRow>,
    /// Units and what we did wrong there.
    pub alarms: Vec<(u64, String)>,
    pub coverage: Vec<CoverageRow>,
    pub gains: Vec<Gain>,
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
            write_tally(&transaction, &batch.tally)?;
            coverage::write(&transaction, &batch.coverage)?;
            turns::write(&transaction, &batch.gains)?;
            course::write(&transaction)?;
            batch.solvers.iter().try_for_each(|solver| write_solver(&transaction, solver))?;
            for (unit, text) in &batch.alarms {
                let sql = "INSERT INTO alarms (unit, text, time) VALUES (?1, ?2, datetime('now'))";
                transaction.execute(sql, params![*unit as i64, text])?;
            }
            let mut filed = Vec::new();
            for (at, finding) in batch.findings.iter().enumerate() {
                let id = write_finding(&transaction, finding)?;
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

/// How the names of the totals begin that count the tests of a strategy.
pub(super) const TESTS_BY: &str = "tests by ";
/// How the names of those begin that have a strategy's time.
pub(super) const TIME_BY: &str = "ns by ";

/// There are never more ranges than units in flight.
fn write_done(transaction: &Transaction<'_>, done: &Done) -> rusqlite::Result<()> {
    transaction.execute("DELETE FROM done", [])?;
    let mut insert = transaction.prepare_cached("INSERT INTO done VALUES (?1, ?2)")?;
    for (first, last) in done.ranges() {
        insert.execute(params![first as i64, last as i64])?;
    }
    Ok(())
}

fn write_tally(transaction: &Transaction<'_>, tally: &Tally) -> rusqlite::Result<()> {
    let totals = [
        ("units", tally.units),
        ("tests", tally.tests),
        ("cores", tally.cores),
        ("second seeds", tally.second_seeds),
        ("held back", tally.held_back),
        ("dismissed", tally.dismissed),
        ("alarms", tally.alarms),
        ("working ns", tally.working.as_nanos() as u64),
        ("waiting ns", tally.waiting.as_nanos() as u64),
        ("examining ns", tally.examining.as_nanos() as u64),
    ];
    let by_strategy = tally.tests_by_strategy.iter();
    let by_strategy = by_strategy.map(|(strategy, tests)| (format!("{TESTS_BY}{strategy}"), *tests));
    let times = tally.time_by_strategy.iter();
    let times = times.map(|(strategy, time)| (format!("{TIME_BY}{strategy}"), time.as_nanos() as u64));
    let totals = totals.map(|(name, value)| (name.to_owned(), value)).into_iter();
    for (name, value) in totals.chain(by_strategy).chain(times) {
        let sql =
            "INSERT INTO totals VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = value + excluded.value";
        transaction.prepare_cached(sql)?.execute(params![name, value as i64])?;
    }
    add_checksum(transaction, tally.checksum)?;
    const COUNT_UP: &str = "ON CONFLICT DO UPDATE SET count = count + excluded.count";
    let mut answers =
        transaction.prepare_cached(&format!("INSERT INTO answers VALUES (?1, ?2, ?3, ?4) {COUNT_UP}"))?;
    for ((strategy, solver, outcome), count) in &tally.answers {
        answers.execute(params![strategy, solver, outcome, *count as i64])?;
    }
    let mut skips =
        transaction.prepare_cached(&format!("INSERT INTO skips VALUES (?1, ?2, ?3) {COUNT_UP}"))?;
    for ((strategy, reason), count) in &tally.skips {
        skips.execute(params![strategy, reason, *count as i64])?;
    }
    Ok(())
}

/// A sum with wrap-around: SQLite's own would turn into a float.
fn add_checksum(transaction: &Transaction<'_>, more: u64) -> rusqlite::Result<()> {
    let sql = "SELECT coalesce(sum(value), 0) FROM totals WHERE name = 'checksum'";
    let before: i64 = transaction.query_row(sql, [], |row| row.get(0))?;
    let sum = (before as u64).wrapping_add(more) as i64;
    transaction.execute("INSERT OR REPLACE INTO totals VALUES ('checksum', ?1)", [sum])?;
    Ok(())
}

fn write_finding(transaction: &Transaction<'_>, row: &NewFinding) -> rusqlite::Result<i64> {
    let NewFinding { strategy, finding, bucket, script, output, lineage, .. } = row;
    let Finding { kind, solver, certainty, why, signature, details } = finding;
    let (unit, kind, certainty, bug) = (row.unit as i64, kind.word(), certainty.word(), finding.is_bug());
    let (details, before) = (details.join("\n"), serde_json::json!(row.before).to_string());
    let sql = "INSERT INTO findings (unit, strategy, kind, solver, certainty, bug, why, signature, details, bucket, before,
        script, output, lineage, time)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, datetime('now'))";
    let row = params![
        unit, strategy, kind, solver, certainty, bug, why, signature, details, bucket, before, script,
        output, lineage,
    ];
    transaction.prepare_cached(sql)?.execute(row)?;
    Ok(transaction.last_insert_rowid())
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
