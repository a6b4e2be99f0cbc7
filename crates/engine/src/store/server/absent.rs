//! Stand-in for the client in builds without it. No address can be parsed, so no value of these types exists.

use crate::store::StoreError;
use crate::store::schema::Failure;
use crate::store::values::Value;
use std::fmt;
use std::path::Path;
use std::time::Duration;

#[derive(Clone, Debug)]
enum Never {}

#[derive(Clone, Debug)]
pub struct Address(Never);

pub struct Connection(Never);

#[derive(Debug)]
pub struct ServerError(Never);

impl Address {
    pub fn parse(_: &Path) -> Result<Address, StoreError> {
        let why = "this gainsay was built without PostgreSQL, so it cannot share a campaign on a server; build it with \
                   `--features postgres`, or name a folder";
        Err(StoreError::Address { why: why.to_owned() })
    }

    pub fn for_reading(&self) -> Address {
        match self.0 {}
    }

    pub fn schema(&self) -> String {
        match self.0 {}
    }

    pub fn lease(&self) -> Duration {
        match self.0 {}
    }

    pub fn folder_name(&self) -> String {
        match self.0 {}
    }
}

impl fmt::Display for Address {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {}
    }
}

impl Connection {
    pub fn open(address: &Address) -> Result<Connection, Failure> {
        match address.0 {}
    }

    pub fn execute(&mut self, _: &str, _: &[Value]) -> Result<u64, ServerError> {
        match self.0 {}
    }

    pub fn query(&mut self, _: &str, _: &[Value]) -> Result<Vec<Vec<Value>>, ServerError> {
        match self.0 {}
    }

    pub fn batch(&mut self, _: &str) -> Result<(), ServerError> {
        match self.0 {}
    }

    pub fn recover(&mut self, _: ServerError) -> Result<(), Failure> {
        match self.0 {}
    }
}

pub fn is_worth_another_try(error: &ServerError) -> bool {
    match error.0 {}
}

pub fn in_words(error: &ServerError) -> String {
    match error.0 {}
}
