//! The arms of turns, with their cost and reward. A choice that was learned depends on solvers and the clock,
//! so it is stored together with the first units of the turn.

use super::database::{Connection, Database};
use super::schema::Failure;
use super::values::{Row, bind};
use super::{Leases, Store, StoreError};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A turn: its arm, cost and reward.
#[derive(Clone, PartialEq, Debug)]
pub struct TurnRow {
    /// The first unit.
    pub first: u64,
    pub strategy: String,
    /// The size of its tests, if they are generated from scratch.
    pub size: Option<String>,
    /// The operators that its tests use more often than others, separated by spaces.
    pub operators: String,
    /// The number of the draw of solver options.
    pub options: u64,
    /// The language of its tests, if they are tiny.
    pub language: Option<String>,
    /// The time of its units so far, in nanoseconds.
    pub cost: u64,
    /// The reward of its units so far.
    pub reward: f64,
}

/// The table of turns, for all workers of a process.
pub struct TurnTable {
    database: Database,
    leases: Option<Arc<Leases>>,
}

impl Store {
    /// The table of turns, over a separate connection.
    pub fn turns(&self) -> Result<TurnTable, StoreError> {
        Ok(TurnTable { database: self.connect()?, leases: self.leases() })
    }
}

impl TurnTable {
    /// The last turns, at most `most`, in order.
    pub fn last(&self, most: u64) -> Result<Vec<TurnRow>, StoreError> {
        self.database.attempt(|connection| last(connection, most))
    }

    /// The turn that begins with this unit, if it is stored.
    pub fn get(&self, first: u64) -> Result<Option<TurnRow>, StoreError> {
        // Nothing is stored yet of a fresh block, so the server need not be asked.
        if self.leases.as_ref().is_some_and(|leases| leases.is_fresh(first)) {
            return Ok(None);
        }
        self.database.find(&format!("SELECT {COLUMNS} FROM turns WHERE first = ?1"), bind![first], row)
    }
}

pub(super) const COLUMNS: &str = "first, strategy, size, operators, options, language, cost, reward";

/// The last turns, at most `most`, in order.
pub(super) fn last(connection: &mut Connection, most: u64) -> Result<Vec<TurnRow>, Failure> {
    let sql = format!(
        "SELECT {COLUMNS} FROM (SELECT {COLUMNS} FROM turns ORDER BY first DESC LIMIT {most}) AS latest ORDER BY first"
    );
    connection.rows(&sql, row)
}

pub(super) fn row(row: &Row) -> Result<TurnRow, Failure> {
    Ok(TurnRow {
        first: row.get(0)?,
        strategy: row.get(1)?,
        size: row.get(2)?,
        operators: row.get(3)?,
        options: row.get(4)?,
        language: row.get(5)?,
        cost: row.get(6)?,
        reward: row.get(7)?,
    })
}

/// How many turns one statement writes: a block has no more.
const AT_ONCE: usize = 10;

/// Adds cost and reward to turns. The arm of a turn is written with its first units and never changes.
pub(super) fn write(connection: &mut Connection, turns: &[TurnRow]) -> Result<(), Failure> {
    let mut sums: BTreeMap<u64, TurnRow> = BTreeMap::new();
    for turn in turns {
        let sum = sums.entry(turn.first).or_insert_with(|| TurnRow { cost: 0, reward: 0.0, ..turn.clone() });
        sum.cost += turn.cost;
        sum.reward += turn.reward;
    }
    let sums: Vec<TurnRow> = sums.into_values().collect();
    for some in sums.chunks(AT_ONCE) {
        let place = |at: usize| {
            let numbers: Vec<String> = (1..=8).map(|column| format!("?{}", at * 8 + column)).collect();
            format!("({})", numbers.join(", "))
        };
        let places: Vec<String> = (0..some.len()).map(place).collect();
        let sql = format!(
            "INSERT INTO turns ({COLUMNS}) VALUES {} ON CONFLICT (first)
             DO UPDATE SET cost = turns.cost + excluded.cost, reward = turns.reward + excluded.reward",
            places.join(", ")
        );
        let values = some.iter().flat_map(|turn| {
            let TurnRow { first, strategy, size, operators, options, language, cost, reward } = turn;
            bind![first, strategy, size, operators, options, language, cost, reward].to_vec()
        });
        connection.execute(&sql, &values.collect::<Vec<_>>())?;
    }
    Ok(())
}
