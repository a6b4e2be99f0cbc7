//! The tables.

use super::{PATIENCE, StoreError};
use rusqlite::Connection;
use std::path::Path;

/// Tells our databases from others: "gnsy".
const OURS: i64 = 0x676e_7379;
/// Counted up when the tables change.
const VERSION: i64 = 6;

const TABLES: &str = "
CREATE TABLE campaign (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE solvers (label TEXT PRIMARY KEY, how TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE done (first INTEGER PRIMARY KEY, last INTEGER NOT NULL);
CREATE TABLE blocks (block INTEGER PRIMARY KEY, checksum INTEGER NOT NULL, totals TEXT NOT NULL, answers TEXT NOT NULL,
    skips TEXT NOT NULL);
CREATE VIEW totals (name, value) AS
    SELECT t.key, sum(t.value) FROM blocks, json_each(blocks.totals) t GROUP BY t.key;
CREATE VIEW answers (strategy, solver, outcome, count) AS
    SELECT a.value ->> 0, a.value ->> 1, a.value ->> 2, sum(a.value ->> 3)
    FROM blocks, json_each(blocks.answers) a GROUP BY 1, 2, 3;
CREATE VIEW skips (strategy, reason, count) AS
    SELECT s.value ->> 0, s.value ->> 1, sum(s.value ->> 2) FROM blocks, json_each(blocks.skips) s GROUP BY 1, 2;
CREATE TABLE seeds (origin TEXT, digest INTEGER, status TEXT NOT NULL, why TEXT NOT NULL, witness TEXT,
    PRIMARY KEY (origin, digest)) WITHOUT ROWID;
CREATE TABLE findings (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, strategy TEXT NOT NULL, kind TEXT NOT NULL,
    solver TEXT NOT NULL, certainty TEXT NOT NULL, bug INTEGER NOT NULL, why TEXT NOT NULL, signature TEXT,
    details TEXT NOT NULL, bucket TEXT NOT NULL, before TEXT NOT NULL, script TEXT NOT NULL, output TEXT NOT NULL,
    lineage TEXT NOT NULL, machine TEXT NOT NULL, time TEXT NOT NULL);
CREATE TABLE buckets (key TEXT PRIMARY KEY, kind TEXT NOT NULL, solver TEXT NOT NULL, bug INTEGER NOT NULL,
    count INTEGER NOT NULL, first INTEGER NOT NULL, folder TEXT) WITHOUT ROWID;
CREATE TABLE kept (unit INTEGER PRIMARY KEY, logic TEXT NOT NULL, script TEXT NOT NULL, digest INTEGER NOT NULL,
    status TEXT NOT NULL, why TEXT NOT NULL, witness TEXT);
CREATE TABLE guided (block INTEGER PRIMARY KEY, unit INTEGER);
CREATE TABLE turns (first INTEGER PRIMARY KEY, strategy TEXT NOT NULL, size TEXT,
    operators TEXT NOT NULL, options INTEGER NOT NULL, language TEXT, cost INTEGER NOT NULL, reward REAL NOT NULL);
CREATE TABLE coverage (unit INTEGER, solver TEXT, counted TEXT NOT NULL, strategy TEXT NOT NULL, seconds REAL NOT NULL,
    places BLOB NOT NULL, new INTEGER NOT NULL, PRIMARY KEY (unit, solver)) WITHOUT ROWID;
CREATE TABLE alarms (id INTEGER PRIMARY KEY, unit INTEGER NOT NULL, text TEXT NOT NULL, time TEXT NOT NULL);
";

/// A failure, before it is known in which file.
pub enum Failure {
    Sql(rusqlite::Error),
    Foreign(&'static str),
    Version(i64),
    Other(StoreError),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::Sql(error)
    }
}

impl Failure {
    pub fn at(self, path: &Path) -> StoreError {
        match self {
            Failure::Sql(error) => StoreError::of(path, error),
            Failure::Foreign(why) => StoreError::Foreign { path: path.to_owned(), why: why.to_owned() },
            Failure::Version(found) => StoreError::Version { path: path.to_owned(), found, wanted: VERSION },
            Failure::Other(error) => error,
        }
    }
}

/// Makes the tables if there are none, and sees to it that they are ours.
pub fn prepare(connection: &mut Connection) -> Result<(), Failure> {
    connection.busy_timeout(PATIENCE)?;
    // What a killed program has committed is safe; what a power cut takes is the end of it, never the middle.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "NORMAL")?;
    let tables: i64 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 {
        return check(connection);
    }
    let transaction = connection.transaction()?;
    transaction.execute_batch(TABLES)?;
    transaction.pragma_update(None, "application_id", OURS)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    Ok(transaction.commit()?)
}

/// Sees to it that the tables are ours and of this release.
pub fn check(connection: &mut Connection) -> Result<(), Failure> {
    connection.busy_timeout(PATIENCE)?;
    let number = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("application_id")? != OURS {
        return Err(Failure::Foreign("another program made it"));
    }
    match number("user_version")? {
        VERSION => Ok(()),
        other => Err(Failure::Version(other)),
    }
}
