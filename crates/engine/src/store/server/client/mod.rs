//! A connection to a PostgreSQL server.

mod address;
mod tls;

pub use address::Address;
pub use postgres::Error as ServerError;

use crate::store::StoreError;
use crate::store::schema::Failure;
use crate::store::values::Value;
use gainsay_lang::hash::HashMap;
use postgres::error::SqlState;
use postgres::fallible_iterator::FallibleIterator;
use postgres::types::{FromSql, IsNull, ToSql, Type, to_sql_checked};
use postgres::{Client, Statement};
use std::error::Error;
use std::io;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A connection that reconnects when it was lost.
pub struct Connection {
    address: Address,
    client: Client,
    /// Prepared statements, by their text.
    statements: HashMap<String, Statement>,
}

/// Patience for the first connection: enough for a server that is starting, but a wrong address is reported
/// soon.
const PATIENCE_AT_FIRST: Duration = Duration::from_secs(3);
/// The pause before the second attempt; each further one is twice as long, up to `LONGEST_PAUSE`.
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

impl Connection {
    pub fn open(address: &Address) -> Result<Connection, Failure> {
        let client = connect(address, PATIENCE_AT_FIRST)?;
        Ok(Connection { address: address.clone(), client, statements: HashMap::default() })
    }

    /// Runs one statement; returns the number of rows that it changed.
    pub fn execute(&mut self, sql: &str, values: &[Value]) -> Result<u64, postgres::Error> {
        let statement = self.statement(sql)?;
        let bound: Vec<Bound<'_>> = values.iter().map(Bound).collect();
        let bound: Vec<&(dyn ToSql + Sync)> = bound.iter().map(|value| value as _).collect();
        self.client.execute(&statement, &bound)
    }

    pub fn query(&mut self, sql: &str, values: &[Value]) -> Result<Vec<Vec<Value>>, postgres::Error> {
        let statement = self.statement(sql)?;
        let mut rows = self.client.query_raw(&statement, values.iter().map(Bound))?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let values = (0..row.len()).map(|column| row.try_get::<_, Any>(column).map(|value| value.0));
            found.push(values.collect::<Result<_, _>>()?);
        }
        Ok(found)
    }

    /// Runs several statements without parameters and results.
    pub fn batch(&mut self, sql: &str) -> Result<(), postgres::Error> {
        self.client.batch_execute(sql)
    }

    fn statement(&mut self, sql: &str) -> Result<Statement, postgres::Error> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        // PostgreSQL calls parameters $1, $2, ...
        let statement = self.client.prepare(&sql.replace('?', "$"))?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    /// Prepares for another attempt after an error: after a conflict nothing is needed, otherwise reconnects.
    pub fn recover(&mut self, error: postgres::Error) -> Result<(), Failure> {
        if is_conflict(&error) {
            return Ok(());
        }
        self.client = connect(&self.address, self.address.patience)?;
        self.statements.clear();
        Ok(())
    }
}

fn connect(address: &Address, patience: Duration) -> Result<Client, Failure> {
    let start = Instant::now();
    let mut pause = FIRST_PAUSE;
    loop {
        let error = match address.connect()? {
            Ok(client) => return Ok(client),
            Err(error) => error,
        };
        if !is_worth_another_try(&error) {
            return Err(Failure::Other(address.refused(&error)));
        }
        // A server that answers that it is starting does exist.
        let patience = if error.code().is_some() { address.patience } else { patience };
        if start.elapsed() + pause > patience {
            let (address, why) = (address.to_string(), in_words(&error));
            return Err(Failure::Other(StoreError::Unreachable {
                address,
                seconds: patience.as_secs(),
                why,
            }));
        }
        sleep(pause);
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Whether repeating may help: the server was away or busy, or two transactions were in conflict.
pub fn is_worth_another_try(error: &postgres::Error) -> bool {
    let is_trouble_of_server = error.code().is_some_and(|code| {
        let states = [
            &SqlState::ADMIN_SHUTDOWN,
            &SqlState::CRASH_SHUTDOWN,
            &SqlState::CANNOT_CONNECT_NOW,
            &SqlState::TOO_MANY_CONNECTIONS,
        ];
        states.contains(&code) || code.code().starts_with("08")
    });
    let is_about_connection = error.source().is_some_and(<dyn Error + 'static>::is::<io::Error>);
    error.is_closed() || is_about_connection || is_trouble_of_server || is_conflict(error)
}

/// Whether the server aborted a transaction in favour of another one.
fn is_conflict(error: &postgres::Error) -> bool {
    error.code().is_some_and(|code| {
        [&SqlState::T_R_SERIALIZATION_FAILURE, &SqlState::T_R_DEADLOCK_DETECTED].contains(&code)
    })
}

/// The message of an error, with its cause.
pub fn in_words(error: &postgres::Error) -> String {
    match (error.as_db_error(), error.source()) {
        (Some(told), _) => told.message().to_owned(),
        (None, Some(source)) => format!("{error}: {source}"),
        (None, None) => error.to_string(),
    }
}

/// A value read from the server, of any type that our tables use.
#[derive(Debug)]
struct Any(Value);

/// A value on its way to the server.
#[derive(Debug)]
struct Bound<'a>(&'a Value);

type Wrong = Box<dyn Error + Sync + Send>;

impl ToSql for Bound<'_> {
    fn to_sql(&self, kind: &Type, out: &mut bytes::BytesMut) -> Result<IsNull, Wrong> {
        match self.0 {
            Value::Null => Ok(IsNull::Yes),
            Value::Integer(number) if *kind == Type::BOOL => (*number != 0).to_sql(kind, out),
            Value::Integer(number) => number.to_sql(kind, out),
            Value::Real(number) => number.to_sql(kind, out),
            Value::Text(text) => text.to_sql(kind, out),
            Value::Blob(bytes) => bytes.to_sql(kind, out),
        }
    }

    fn accepts(_: &Type) -> bool {
        true
    }

    to_sql_checked!();
}

impl<'a> FromSql<'a> for Any {
    fn from_sql(kind: &Type, raw: &'a [u8]) -> Result<Any, Wrong> {
        Ok(Any(match *kind {
            Type::INT8 => Value::Integer(i64::from_sql(kind, raw)?),
            Type::INT4 => Value::Integer(i32::from_sql(kind, raw)?.into()),
            Type::BOOL => Value::Integer(bool::from_sql(kind, raw)?.into()),
            Type::FLOAT8 => Value::Real(f64::from_sql(kind, raw)?),
            Type::BYTEA => Value::Blob(Vec::from_sql(kind, raw)?),
            _ => Value::Text(String::from_sql(kind, raw)?),
        }))
    }

    fn from_sql_null(_: &Type) -> Result<Any, Wrong> {
        Ok(Any(Value::Null))
    }

    fn accepts(kind: &Type) -> bool {
        [Type::INT8, Type::INT4, Type::BOOL, Type::FLOAT8, Type::BYTEA].contains(kind)
            || <String as FromSql<'_>>::accepts(kind)
    }
}
