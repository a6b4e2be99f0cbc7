//! How a campaign went: what was counted at which time, when each bucket was found, and what its time was spent on.

use super::rows::{number, rows};
use super::schema::Failure;
use super::{Store, StoreError};
use rusqlite::{Row, Transaction, params};
use std::time::{SystemTime, UNIX_EPOCH};

/// What was counted since the campaign began, at the end of some seconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tick {
    /// Seconds since 1970.
    pub time: u64,
    pub tests: u64,
    pub answers: u64,
    pub timeouts: u64,
    /// The time of all workers, and how much of it they waited for solvers, in nanoseconds.
    pub waiting: u64,
    pub working: u64,
}

/// When a bucket got its first finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstRow {
    /// The key of the bucket.
    pub bucket: String,
    pub bug: bool,
    /// Seconds since 1970.
    pub time: u64,
}

/// What turns of one kind have cost and brought in all.
#[derive(Clone, PartialEq, Debug)]
pub struct ArmRow {
    pub strategy: String,
    pub size: Option<String>,
    pub turns: u64,
    /// In nanoseconds.
    pub cost: u64,
    pub reward: f64,
}

/// Seconds that share one tick: a day has 8,640.
const SLOT: u64 = 10;

impl Store {
    /// What was counted over time, in its order.
    pub fn ticks(&mut self) -> Result<Vec<Tick>, StoreError> {
        self.attempt(|connection| {
            let sql = "SELECT time, tests, answers, timeouts, waiting, working FROM ticks ORDER BY time";
            Ok(rows(connection, sql, tick)?)
        })
    }

    /// When each bucket was found, in the order of time.
    pub fn first_findings(&mut self) -> Result<Vec<FirstRow>, StoreError> {
        self.attempt(|connection| {
            let sql = "SELECT buckets.key, buckets.bug, CAST(strftime('%s', findings.time) AS INTEGER)
                FROM buckets JOIN findings ON findings.id = buckets.first ORDER BY 3, 1";
            let row =
                |row: &Row<'_>| Ok(FirstRow { bucket: row.get(0)?, bug: row.get(1)?, time: number(row, 2)? });
            Ok(rows(connection, sql, row)?)
        })
    }

    /// What its turns were spent on, by strategy and size, the dearest first.
    pub fn arms(&mut self) -> Result<Vec<ArmRow>, StoreError> {
        self.attempt(|connection| {
            let sql = "SELECT strategy, size, count(*), sum(cost), sum(reward) FROM turns
                GROUP BY strategy, size ORDER BY 4 DESC, 1, 2";
            let row = |row: &Row<'_>| {
                Ok(ArmRow {
                    strategy: row.get(0)?,
                    size: row.get(1)?,
                    turns: number(row, 2)?,
                    cost: number(row, 3)?,
                    reward: row.get(4)?,
                })
            };
            Ok(rows(connection, sql, row)?)
        })
    }
}

fn tick(row: &Row<'_>) -> rusqlite::Result<Tick> {
    Ok(Tick {
        time: number(row, 0)?,
        tests: number(row, 1)?,
        answers: number(row, 2)?,
        timeouts: number(row, 3)?,
        waiting: number(row, 4)?,
        working: number(row, 5)?,
    })
}

/// Notes what is counted by now. The last one of some seconds stays.
pub(super) fn write(transaction: &Transaction<'_>) -> Result<(), Failure> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let sql = "INSERT OR REPLACE INTO ticks SELECT ?1,
        (SELECT coalesce(sum(value), 0) FROM totals WHERE name = 'tests'),
        (SELECT coalesce(sum(count), 0) FROM answers),
        (SELECT coalesce(sum(count), 0) FROM answers WHERE outcome = 'timeout'),
        (SELECT coalesce(sum(value), 0) FROM totals WHERE name = 'waiting ns'),
        (SELECT coalesce(sum(value), 0) FROM totals WHERE name = 'working ns')";
    transaction.prepare_cached(sql)?.execute(params![(now / SLOT * SLOT) as i64])?;
    Ok(())
}
