//! All that a campaign's database holds, as a value: campaigns are put together from such values, wherever they are kept.

use super::rows::{BUCKETS, bucket, finding, number, rows};
use super::schema::Failure;
use super::setup::{parse, read, write_setup, write_solver};
use super::write::{write_alarm, write_done, write_finding};
use super::{
    Access, BucketRow, CoverageRow, Done, FindingRow, Setup, SolverRow, Store, StoreError, Tally, TurnRow,
};
use super::{DATABASE, blocks, coverage, is_empty, kept, lock, schema, seeds, turns};
use crate::seeds::{Kept, SeedRecord};
use rusqlite::{Connection, Transaction, params};
use std::collections::BTreeMap;
use std::path::Path;

/// A campaign, row for row.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// When it began.
    pub created: String,
    pub setup: Setup,
    /// All solvers that it has used, also under fewer options than the setup's.
    pub solvers: Vec<SolverRow>,
    pub done: Done,
    /// What was counted, by block of units. Findings are counted where they are.
    pub blocks: BTreeMap<u64, Tally>,
    pub seeds: Vec<SeedRecord>,
    /// In the order of their numbers.
    pub findings: Vec<FindingRow>,
    pub buckets: Vec<BucketRow>,
    /// Tests that became seeds, by their units.
    pub kept: BTreeMap<u64, Kept>,
    /// The unit whose test a block began with, for all blocks where that was decided.
    pub guided: BTreeMap<u64, Option<u64>>,
    pub turns: Vec<TurnRow>,
    pub coverage: Vec<CoverageRow>,
    pub alarms: Vec<AlarmRow>,
}

/// Something that we did wrong.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AlarmRow {
    pub unit: u64,
    pub text: String,
    pub time: String,
}

impl Store {
    /// All that there is, as of one moment.
    pub fn snapshot(&mut self) -> Result<Snapshot, StoreError> {
        self.attempt(|connection| {
            let moment = connection.transaction()?;
            take(&moment)
        })
    }

    /// Makes the campaign in a folder what a snapshot says, or begins it there. All or nothing: who is stopped has changed
    /// nothing.
    pub fn restore(folder: &Path, snapshot: &Snapshot) -> Result<(), StoreError> {
        let path = folder.join(DATABASE);
        if !path.exists() && !is_empty(folder) {
            return Err(StoreError::NoCampaign(folder.to_owned()));
        }
        std::fs::create_dir_all(folder)
            .map_err(|source| StoreError::Folder { path: folder.to_owned(), source })?;
        let access = Access::Writing(lock(folder)?);
        let connection = Connection::open(&path).map_err(|error| StoreError::of(&path, error))?;
        let mut store = Store { connection, path, done: Done::default(), access };
        store.attempt(schema::prepare)?;
        store.attempt(|connection| {
            let transaction = connection.transaction()?;
            transaction.execute_batch(EMPTY)?;
            put(&transaction, snapshot)?;
            Ok(transaction.commit()?)
        })
    }
}

/// Every table.
const EMPTY: &str = "
DELETE FROM campaign; DELETE FROM solvers; DELETE FROM done; DELETE FROM blocks; DELETE FROM seeds; DELETE FROM findings;
DELETE FROM buckets; DELETE FROM kept; DELETE FROM guided; DELETE FROM turns; DELETE FROM coverage; DELETE FROM alarms;
";

fn take(connection: &Connection) -> Result<Snapshot, Failure> {
    let solvers: Vec<String> = rows(connection, "SELECT how FROM solvers ORDER BY label", |row| row.get(0))?;
    Ok(Snapshot {
        setup: read(connection)?.ok_or(Failure::Foreign("it was never begun"))?,
        created: connection
            .query_row("SELECT value FROM campaign WHERE key = 'created'", [], |row| row.get(0))?,
        solvers: solvers.iter().map(|text| parse(text)).collect::<Result<_, _>>()?,
        done: super::rows::done(connection)?,
        blocks: blocks::all(connection)?,
        seeds: seeds::all(connection)?,
        findings: rows(connection, "SELECT * FROM findings ORDER BY id", finding)?,
        buckets: rows(connection, BUCKETS, bucket)?,
        kept: kept::all(connection)?,
        guided: kept::choices(connection)?,
        turns: turns::last(connection, i64::MAX as u64)?,
        coverage: coverage::all(connection)?,
        alarms: rows(connection, "SELECT unit, text, time FROM alarms ORDER BY id", |row| {
            Ok(AlarmRow { unit: number(row, 0)?, text: row.get(1)?, time: row.get(2)? })
        })?,
    })
}

fn put(transaction: &Transaction<'_>, snapshot: &Snapshot) -> Result<(), Failure> {
    let sql = "INSERT INTO campaign VALUES ('created', ?1)";
    transaction.execute(sql, [&snapshot.created])?;
    write_setup(transaction, &snapshot.setup)?;
    snapshot.solvers.iter().try_for_each(|solver| write_solver(transaction, solver))?;
    write_done(transaction, &snapshot.done)?;
    blocks::add(transaction, &snapshot.blocks)?;
    snapshot.seeds.iter().try_for_each(|record| seeds::insert(transaction, record))?;
    for FindingRow { id, finding, time } in &snapshot.findings {
        write_finding(transaction, Some(*id), finding, Some(time))?;
    }
    for BucketRow { key, kind, solver, bug, count, first, folder } in &snapshot.buckets {
        let sql = "INSERT INTO buckets (key, kind, solver, bug, count, first, folder) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        transaction.execute(sql, params![key, kind, solver, bug, *count as i64, first, folder])?;
    }
    snapshot.kept.iter().try_for_each(|(unit, test)| kept::insert(transaction, *unit, test))?;
    snapshot.guided.iter().try_for_each(|(block, unit)| kept::insert_choice(transaction, *block, *unit))?;
    snapshot.turns.iter().try_for_each(|turn| turns::insert(transaction, turn))?;
    coverage::write(transaction, &snapshot.coverage)?;
    for AlarmRow { unit, text, time } in &snapshot.alarms {
        write_alarm(transaction, *unit, text, Some(time))?;
    }
    Ok(())
}
