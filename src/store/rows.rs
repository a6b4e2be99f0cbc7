//! Reading the database.

use super::schema::Failure;
use super::write::{TESTS_BY, TIME_BY};
use super::{Done, NewFinding, Store, StoreError, Tally};
use crate::judge::{Certainty, Finding, FindingKind};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row};
use std::time::Duration;

/// A finding as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct FindingRow {
    pub id: i64,
    pub finding: NewFinding,
}

/// Findings that are taken for one.
#[derive(Clone, PartialEq, Debug)]
pub struct BucketRow {
    pub key: String,
    pub kind: String,
    pub solver: String,
    pub bug: bool,
    pub count: u64,
    pub first: i64,
    pub folder: Option<String>,
}

pub fn done(connection: &Connection) -> Result<Done, Failure> {
    let ranges: Vec<(u64, u64)> =
        rows(connection, "SELECT first, last FROM done", |row| Ok((number(row, 0)?, number(row, 1)?)))?;
    let mut done = Done::default();
    ranges.into_iter().for_each(|(first, last)| done.insert_range(first, last));
    Ok(done)
}

/// All rows that a query finds.
pub(super) fn rows<T, C: FromIterator<T>>(
    connection: &Connection,
    sql: &str,
    row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<C> {
    connection.prepare(sql)?.query_map([], row)?.collect()
}

/// A number that is never negative. SQLite has only signed ones.
pub(super) fn number(row: &Row<'_>, column: usize) -> rusqlite::Result<u64> {
    Ok(row.get::<_, i64>(column)? as u64)
}

impl Store {
    pub fn finding(&mut self, id: i64) -> Result<Option<FindingRow>, StoreError> {
        self.attempt(|connection| {
            Ok(connection.query_row("SELECT * FROM findings WHERE id = ?1", [id], finding).optional()?)
        })
    }

    /// The numbers of all findings.
    pub fn finding_ids(&mut self) -> Result<Vec<i64>, StoreError> {
        self.attempt(|connection| {
            Ok(rows(connection, "SELECT id FROM findings ORDER BY id", |row| row.get(0))?)
        })
    }

    /// The buckets, those of bugs first, the fullest first.
    pub fn buckets(&mut self) -> Result<Vec<BucketRow>, StoreError> {
        self.attempt(|connection| {
            let sql = "SELECT key, kind, solver, bug, count, first, folder FROM buckets
                ORDER BY bug DESC, kind, solver, count DESC, key";
            Ok(rows(connection, sql, bucket)?)
        })
    }

    /// How many buckets there are, and how many of them hold bugs.
    pub fn count_buckets(&mut self) -> Result<(u64, u64), StoreError> {
        self.attempt(|connection| {
            let sql = "SELECT count(*), coalesce(sum(bug), 0) FROM buckets";
            Ok(connection.query_row(sql, [], |row| Ok((number(row, 0)?, number(row, 1)?)))?)
        })
    }

    /// All that was counted so far.
    pub fn tally(&mut self) -> Result<Tally, StoreError> {
        self.attempt(|connection| {
            let total = |name: &str| -> Result<u64, Failure> {
                let sql = "SELECT value FROM totals WHERE name = ?1";
                let value: Option<i64> = connection.query_row(sql, [name], |row| row.get(0)).optional()?;
                Ok(value.unwrap_or(0) as u64)
            };
            let mut tally = Tally {
                units: total("units")?,
                tests: total("tests")?,
                cores: total("cores")?,
                second_seeds: total("second seeds")?,
                held_back: total("held back")?,
                dismissed: total("dismissed")?,
                alarms: total("alarms")?,
                working: Duration::from_nanos(total("working ns")?),
                waiting: Duration::from_nanos(total("waiting ns")?),
                examining: Duration::from_nanos(total("examining ns")?),
                checksum: total("checksum")?,
                ..Tally::default()
            };
            tally.answers =
                rows(connection, "SELECT strategy, solver, outcome, count FROM answers", |row| {
                    Ok(((row.get(0)?, row.get(1)?, row.get(2)?), number(row, 3)?))
                })?;
            let pair = |row: &Row<'_>| Ok(((row.get(0)?, row.get(1)?), number(row, 2)?));
            tally.skips = rows(connection, "SELECT strategy, reason, count FROM skips", pair)?;
            let sql = "SELECT strategy, kind, count(*) FROM findings GROUP BY strategy, kind";
            tally.findings = rows(connection, sql, pair)?;
            let totals: Vec<(String, u64)> =
                rows(connection, "SELECT name, value FROM totals", |row| Ok((row.get(0)?, number(row, 1)?)))?;
            for (name, value) in totals {
                if let Some(strategy) = name.strip_prefix(TESTS_BY) {
                    tally.tests_by_strategy.insert(strategy.to_owned(), value);
                }
                if let Some(strategy) = name.strip_prefix(TIME_BY) {
                    tally.time_by_strategy.insert(strategy.to_owned(), Duration::from_nanos(value));
                }
            }
            Ok(tally)
        })
    }
}

fn finding(row: &Row<'_>) -> rusqlite::Result<FindingRow> {
    let row_id = row.get("id")?;
    let certainty: String = row.get("certainty")?;
    let finding = Finding {
        kind: FindingKind::try_from(row.get::<_, String>("kind")?).map_err(unreadable)?,
        solver: row.get("solver")?,
        certainty: Certainty::from_word(&certainty)
            .ok_or_else(|| unreadable(format!("`{certainty}` is not a certainty")))?,
        why: row.get("why")?,
        signature: row.get("signature")?,
        details: row.get::<_, String>("details")?.lines().map(str::to_owned).collect(),
    };
    let before: String = row.get("before")?;
    let row = NewFinding {
        unit: row.get::<_, i64>("unit")? as u64,
        strategy: row.get("strategy")?,
        finding,
        bucket: row.get("bucket")?,
        before: serde_json::from_str(&before).map_err(|error| unreadable(error.to_string()))?,
        script: row.get("script")?,
        output: row.get("output")?,
        lineage: row.get("lineage")?,
    };
    Ok(FindingRow { id: row_id, finding: row })
}

/// What stands in the database and cannot be understood.
fn unreadable(why: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, why.into())
}

fn bucket(row: &Row<'_>) -> rusqlite::Result<BucketRow> {
    Ok(BucketRow {
        key: row.get(0)?,
        kind: row.get(1)?,
        solver: row.get(2)?,
        bug: row.get(3)?,
        count: number(row, 4)?,
        first: row.get(5)?,
        folder: row.get(6)?,
    })
}
