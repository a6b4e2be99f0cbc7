//! Reading findings and buckets.

use super::database::Connection;
use super::schema::Failure;
use super::values::{Row, bind};
use super::{Done, NewFinding, Store, StoreError};
use gainsay_judge::judge::{Certainty, Finding, FindingKind};
use gainsay_lang::quote::one_line;

/// A stored finding.
#[derive(Clone, PartialEq, Debug)]
pub struct FindingRow {
    pub id: i64,
    pub finding: NewFinding,
    /// When it was stored.
    pub time: String,
}

/// Findings that are taken for the same bug.
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

pub fn done(connection: &mut Connection) -> Result<Done, Failure> {
    let mut done = Done::default();
    for row in connection.query("SELECT first, last FROM done", &[])? {
        let (first, last) = (row.get(0)?, row.get(1)?);
        if first > last {
            return Err(Failure::Foreign("it has a range of units that ends before it begins"));
        }
        done.insert_range(first, last);
    }
    Ok(done)
}

/// The columns of a finding, in the order in which they are read.
pub(super) const FINDING: &str =
    "id, unit, strategy, kind, solver, certainty, why, signature, details, bucket, before,
    script, output, lineage, machine, time";

impl Store {
    pub fn finding(&mut self, id: i64) -> Result<Option<FindingRow>, StoreError> {
        self.database.find(&format!("SELECT {FINDING} FROM findings WHERE id = ?1"), bind![id], finding)
    }

    /// The ids of all findings.
    pub fn finding_ids(&mut self) -> Result<Vec<i64>, StoreError> {
        self.database.rows("SELECT id FROM findings ORDER BY id", |row| row.get(0))
    }

    /// All buckets: bugs first, then by kind and solver, the fullest first.
    pub fn buckets(&mut self) -> Result<Vec<BucketRow>, StoreError> {
        self.database.rows(BUCKETS, bucket)
    }

    /// The number of buckets, and the number of those that hold bugs.
    pub fn count_buckets(&mut self) -> Result<(u64, u64), StoreError> {
        let sql = "SELECT count(*), CAST(coalesce(sum(bug), 0) AS BIGINT) FROM buckets";
        Ok(self.database.find(sql, &[], |row| Ok((row.get(0)?, row.get(1)?)))?.unwrap_or_default())
    }
}

pub(super) fn finding(row: &Row) -> Result<FindingRow, Failure> {
    const UNREADABLE: Failure = Failure::Foreign("it has a finding that cannot be read");
    let (kind, certainty, details): (String, String, String) = (row.get(3)?, row.get(5)?, row.get(8)?);
    let finding = Finding {
        kind: FindingKind::try_from(kind).map_err(|_| UNREADABLE)?,
        solver: shown(&row.get::<String>(4)?),
        certainty: Certainty::from_word(&certainty).ok_or(UNREADABLE)?,
        why: row.get(6)?,
        signature: row.get(7)?,
        details: details.lines().map(str::to_owned).collect(),
    };
    let before: String = row.get(10)?;
    let finding = NewFinding {
        unit: row.get(1)?,
        strategy: shown(&row.get::<String>(2)?),
        finding,
        bucket: row.get(9)?,
        before: serde_json::from_str(&before).map_err(|_| UNREADABLE)?,
        script: row.get(11)?,
        output: row.get(12)?,
        lineage: row.get(13)?,
        machine: row.get(14)?,
    };
    Ok(FindingRow { id: row.get(0)?, finding, time: row.get(15)? })
}

/// All buckets: bugs first, then by kind and solver, the fullest first.
pub(super) const BUCKETS: &str = "SELECT key, kind, solver, bug, count, first, folder FROM buckets
    ORDER BY bug DESC, kind, solver, count DESC, key";

pub(super) fn bucket(row: &Row) -> Result<BucketRow, Failure> {
    Ok(BucketRow {
        key: row.get(0)?,
        kind: shown(&row.get::<String>(1)?),
        solver: shown(&row.get::<String>(2)?),
        bug: row.get(3)?,
        count: row.get(4)?,
        first: row.get(5)?,
        folder: row.get::<Option<String>>(6)?.map(|folder| shown(&folder)),
    })
}

/// A name made safe for a terminal: a campaign may come from anyone, and its names are printed.
pub(super) fn shown(name: &str) -> String {
    one_line(name).into_owned()
}
