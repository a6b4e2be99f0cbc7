//! Reading the database.

use super::schema::Failure;
use super::{Done, NewFinding, Store, StoreError};
use crate::judge::{Certainty, Finding, FindingKind};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row};

/// A finding as it is kept.
#[derive(Clone, PartialEq, Debug)]
pub struct FindingRow {
    pub id: i64,
    pub finding: NewFinding,
    /// When it was written.
    pub time: String,
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
        self.attempt(|connection| Ok(rows(connection, BUCKETS, bucket)?))
    }

    /// How many buckets there are, and how many of them hold bugs.
    pub fn count_buckets(&mut self) -> Result<(u64, u64), StoreError> {
        self.attempt(|connection| {
            let sql = "SELECT count(*), coalesce(sum(bug), 0) FROM buckets";
            Ok(connection.query_row(sql, [], |row| Ok((number(row, 0)?, number(row, 1)?)))?)
        })
    }
}

pub(super) fn finding(row: &Row<'_>) -> rusqlite::Result<FindingRow> {
    let (id, time) = (row.get("id")?, row.get("time")?);
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
    let finding = NewFinding {
        unit: row.get::<_, i64>("unit")? as u64,
        strategy: row.get("strategy")?,
        finding,
        bucket: row.get("bucket")?,
        before: serde_json::from_str(&before).map_err(|error| unreadable(error.to_string()))?,
        script: row.get("script")?,
        output: row.get("output")?,
        lineage: row.get("lineage")?,
        machine: row.get("machine")?,
    };
    Ok(FindingRow { id, finding, time })
}

/// What stands in the database and cannot be understood.
fn unreadable(why: String) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, why.into())
}

/// All buckets, those of bugs first, the fullest first.
pub(super) const BUCKETS: &str = "SELECT key, kind, solver, bug, count, first, folder FROM buckets
    ORDER BY bug DESC, kind, solver, count DESC, key";

pub(super) fn bucket(row: &Row<'_>) -> rusqlite::Result<BucketRow> {
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
