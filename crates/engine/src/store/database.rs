//! SQLite and PostgreSQL behind one interface.
//!
//! Statements are written once, in the SQL that SQLite and PostgreSQL have in common, with `?1`, `?2`, ... for
//! values.

use super::schema::Failure;
use super::values::{Row, Value};
use super::{StoreError, server};
use rusqlite::params_from_iter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// A campaign's database. Clones share one connection.
#[derive(Clone, Debug)]
pub struct Database {
    connection: Arc<Mutex<Connection>>,
    /// The file or the address, for messages.
    path: PathBuf,
}

/// A connection to a database.
pub enum Connection {
    Sqlite(rusqlite::Connection),
    Postgres(Box<server::Connection>),
}

impl Database {
    pub fn new(connection: Connection, path: &Path) -> Database {
        Database { connection: Arc::new(Mutex::new(connection)), path: path.to_owned() }
    }

    /// The file or the address.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs `action` under the lock, and names the database in errors. Reconnects and repeats it when the
    /// server was lost, so it must be idempotent.
    pub fn attempt<T>(
        &self,
        mut action: impl FnMut(&mut Connection) -> Result<T, Failure>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            match action(&mut connection) {
                Err(Failure::Postgres(error)) if server::is_worth_another_try(&error) => {
                    connection.recover(error).map_err(|failure| failure.at(&self.path))?;
                }
                done => return done.map_err(|failure| failure.at(&self.path)),
            }
        }
    }

    /// All rows that a query finds.
    pub fn rows<T, C: FromIterator<T>>(
        &self,
        sql: &str,
        row: impl Fn(&Row) -> Result<T, Failure>,
    ) -> Result<C, StoreError> {
        self.attempt(|connection| connection.rows(sql, &row))
    }

    /// Runs one statement; returns the number of rows that it changed.
    pub fn execute(&self, sql: &str, values: &[Value]) -> Result<u64, StoreError> {
        self.attempt(|connection| connection.execute(sql, values))
    }

    /// The first row that a query finds.
    pub fn find<T>(
        &self,
        sql: &str,
        values: &[Value],
        row: impl Fn(&Row) -> Result<T, Failure>,
    ) -> Result<Option<T>, StoreError> {
        self.attempt(|connection| connection.query(sql, values)?.first().map(&row).transpose())
    }
}

impl Connection {
    /// Runs one statement; returns the number of rows that it changed.
    pub fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, Failure> {
        match self {
            Connection::Sqlite(sqlite) => {
                Ok(sqlite.prepare_cached(sql)?.execute(params_from_iter(values))? as u64)
            }
            Connection::Postgres(server) => Ok(server.execute(sql, values)?),
        }
    }

    pub fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Row>, Failure> {
        match self {
            Connection::Sqlite(sqlite) => {
                let mut statement = sqlite.prepare_cached(sql)?;
                let columns = statement.column_count();
                let row = |row: &rusqlite::Row<'_>| (0..columns).map(|column| row.get(column)).collect();
                let found = statement.query_map(params_from_iter(values), row)?;
                Ok(found.map(|row| row.map(Row)).collect::<Result<_, _>>()?)
            }
            Connection::Postgres(server) => Ok(server.query(sql, values)?.into_iter().map(Row).collect()),
        }
    }

    /// All rows that a query without parameters finds.
    pub fn rows<T, C: FromIterator<T>>(
        &mut self,
        sql: &str,
        row: impl Fn(&Row) -> Result<T, Failure>,
    ) -> Result<C, Failure> {
        self.query(sql, &[])?.iter().map(row).collect()
    }

    /// Runs several statements without parameters and results.
    pub fn batch(&mut self, sql: &str) -> Result<(), Failure> {
        match self {
            Connection::Sqlite(sqlite) => Ok(sqlite.execute_batch(sql)?),
            Connection::Postgres(server) => Ok(server.batch(sql)?),
        }
    }

    /// Runs `action` in a transaction.
    pub fn transaction<T>(
        &mut self,
        action: impl FnOnce(&mut Connection) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        self.execute("BEGIN", &[])?;
        let done = action(self).and_then(|done| self.execute("COMMIT", &[]).map(|_| done));
        if done.is_err() {
            // If even this fails, the connection is lost, and the transaction with it.
            let _ = self.execute("ROLLBACK", &[]);
        }
        done
    }

    fn recover(&mut self, error: server::ServerError) -> Result<(), Failure> {
        match self {
            Connection::Postgres(server) => server.recover(error),
            Connection::Sqlite(_) => Err(Failure::Postgres(error)),
        }
    }
}

impl std::fmt::Debug for Connection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Connection::Sqlite(_) => "SQLite",
            Connection::Postgres(_) => "PostgreSQL",
        })
    }
}
