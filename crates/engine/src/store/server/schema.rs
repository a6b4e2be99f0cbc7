//! The tables of a shared campaign. A campaign is a schema, so one database can hold many.

use super::super::database::Connection;
use super::super::schema::{Failure, VERSION, tables_of_server};
use super::super::values::bind;
use super::Address;

/// Leases of blocks, with a bit of `done` for each unit of the block, and tables of shipped files. The units
/// done and the totals are views.
const TABLES: &str = r#"
CREATE TABLE frontier (next BIGINT NOT NULL, size BIGINT NOT NULL);
CREATE TABLE leases (block BIGINT PRIMARY KEY, done BIGINT NOT NULL DEFAULT 0, complete BOOLEAN NOT NULL DEFAULT false,
    lease TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL, written TIMESTAMPTZ);
CREATE INDEX open_leases ON leases (block) WHERE NOT complete;
CREATE INDEX written_leases ON leases (written);
CREATE TABLE claims (bucket TEXT PRIMARY KEY, worker TEXT NOT NULL, expires TIMESTAMPTZ NOT NULL);
CREATE TABLE sorts (sort BIGINT PRIMARY KEY, seen BIGINT NOT NULL);
CREATE TABLE files (folder TEXT, name TEXT, executable BOOLEAN NOT NULL, content BYTEA NOT NULL, PRIMARY KEY (folder, name));
CREATE TABLE programs (hash TEXT PRIMARY KEY, content BYTEA NOT NULL);
CREATE TABLE shipped (solver TEXT, place BIGINT, name TEXT NOT NULL, hash TEXT NOT NULL, PRIMARY KEY (solver, place));

CREATE VIEW done AS
    SELECT min(block) * size AS first, max(block) * size + size - 1 AS last
        FROM (SELECT block, size, block - row_number() OVER (ORDER BY block) AS island
              FROM leases, frontier WHERE complete) AS whole GROUP BY island, size
    UNION ALL
    SELECT block * size + bit, block * size + bit FROM leases, frontier, generate_series(0, 62) AS bit
        WHERE NOT complete AND done >> bit & 1 = 1;
CREATE VIEW totals AS
    SELECT key AS name, sum(CAST(value AS BIGINT)) AS value
    FROM blocks, json_each_text(CAST(totals AS JSON)) GROUP BY key;
CREATE VIEW answers AS
    SELECT row ->> 0 AS strategy, row ->> 1 AS solver, row ->> 2 AS outcome, sum(CAST(row ->> 3 AS BIGINT)) AS count
    FROM blocks, json_array_elements(CAST(answers AS JSON)) AS row GROUP BY 1, 2, 3;
CREATE VIEW skips AS
    SELECT row ->> 0 AS strategy, row ->> 1 AS reason, sum(CAST(row ->> 2 AS BIGINT)) AS count
    FROM blocks, json_array_elements(CAST(skips AS JSON)) AS row GROUP BY 1, 2;
"#;

/// Takes an advisory lock until the end of the transaction.
pub fn lock(connection: &mut Connection, what: &str) -> Result<(), Failure> {
    // The function returns `void`, which the client cannot read.
    let sql = "SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(?1, 0))";
    connection.query(sql, bind![what]).map(drop)
}

/// Creates the tables if there are none; otherwise checks their version.
pub fn prepare(connection: &mut Connection, address: &Address, block: u64) -> Result<(), Failure> {
    connection.transaction(|connection| {
        lock(connection, &address.schema())?;
        if is_there(connection)? {
            return check(connection);
        }
        let schema = address.schema();
        connection
            .batch(&format!("CREATE SCHEMA IF NOT EXISTS {schema}; SET LOCAL search_path TO {schema};"))?;
        connection.batch(&tables_of_server())?;
        connection.batch(TABLES)?;
        connection.execute("INSERT INTO frontier (next, size) VALUES (0, ?1)", bind![block])?;
        let sql = "INSERT INTO campaign (key, value) VALUES ('format', ?1)";
        connection.execute(sql, bind![VERSION.to_string()]).map(drop)
    })
}

/// Whether the schema holds a campaign.
pub fn is_there(connection: &mut Connection) -> Result<bool, Failure> {
    let sql = "SELECT count(*) FROM information_schema.tables
        WHERE table_schema = current_schema() AND table_name = 'campaign'";
    let found = connection.query(sql, &[])?;
    found.first().map_or(Ok(false), |row| row.get(0))
}

pub fn check(connection: &mut Connection) -> Result<(), Failure> {
    let found = connection.query("SELECT value FROM campaign WHERE key = 'format'", &[])?;
    let found: Option<String> = found.first().map(|row| row.get(0)).transpose()?;
    match found.and_then(|text| text.parse().ok()) {
        Some(VERSION) => Ok(()),
        Some(other) => Err(Failure::Version(other)),
        None => Err(Failure::Foreign("another program made its tables")),
    }
}

/// Gives this transaction one consistent snapshot. With SQLite, every transaction has that.
pub fn stand_still(connection: &mut Connection) -> Result<(), Failure> {
    match connection {
        Connection::Sqlite(_) => Ok(()),
        Connection::Postgres(_) => connection.batch("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"),
    }
}

/// Keeps other workers from writing until the end of the transaction, as the lock of a folder does.
pub fn keep_others_out(connection: &mut Connection) -> Result<(), Failure> {
    match connection {
        Connection::Sqlite(_) => Ok(()),
        Connection::Postgres(_) => connection.batch("LOCK TABLE leases IN EXCLUSIVE MODE"),
    }
}

/// Sets the counters of ids to follow the highest ids, after rows were written with explicit ids.
pub fn count_on(connection: &mut Connection) -> Result<(), Failure> {
    if let Connection::Postgres(_) = connection {
        for table in ["findings", "alarms"] {
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT coalesce(max(id), 0) + 1 FROM {table}), false)"
            );
            connection.query(&sql, &[])?;
        }
    }
    Ok(())
}
