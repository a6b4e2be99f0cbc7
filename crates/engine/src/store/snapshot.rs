//! A campaign's whole database as a value, from which campaigns are merged, wherever they are stored.

use super::database::Connection;
use super::rows::{BUCKETS, FINDING, bucket, finding};
use super::schema::Failure;
use super::setup::{parse, read, write_setup, write_solver};
use super::values::bind;
use super::write::{write_alarm, write_done, write_finding};
use super::{BucketRow, CoverageRow, Done, FindingRow, Setup, SolverRow, Store, StoreError, Tally, TurnRow};
use super::{blocks, coverage, kept, seeds, server, turns};
use crate::seeds::{Kept, SeedRecord};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The rows of a campaign.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// When the campaign began.
    pub created: String,
    pub setup: Setup,
    /// All solvers of findings and setups, also under fewer options than the setup's.
    pub solvers: Vec<SolverRow>,
    pub done: Done,
    /// Counts by block, without findings, which are rows themselves.
    pub blocks: BTreeMap<u64, Tally>,
    pub seeds: Vec<SeedRecord>,
    /// In the order of their ids.
    pub findings: Vec<FindingRow>,
    pub buckets: Vec<BucketRow>,
    /// Tests that became seeds, by unit.
    pub kept: BTreeMap<u64, Kept>,
    /// The unit whose test each block began with, where that was decided.
    pub guided: BTreeMap<u64, Option<u64>>,
    pub turns: Vec<TurnRow>,
    pub coverage: Vec<CoverageRow>,
    pub alarms: Vec<AlarmRow>,
}

/// A mistake of gainsay itself.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct AlarmRow {
    pub unit: u64,
    pub text: String,
    pub time: String,
}

impl Store {
    /// A consistent snapshot of everything.
    pub fn snapshot(&mut self) -> Result<Snapshot, StoreError> {
        self.database.attempt(|connection| {
            connection.transaction(|connection| {
                server::stand_still(connection)?;
                take(connection)
            })
        })
    }

    /// Makes the campaign in a folder or on a server equal to a snapshot, or creates it. All or nothing: an
    /// interruption changes nothing. `before` is the content on which the snapshot is based; if the campaign
    /// has changed since, nothing is written, so that nothing is lost.
    pub fn restore(
        campaign: &Path,
        snapshot: &Snapshot,
        before: Option<&Snapshot>,
    ) -> Result<(), StoreError> {
        let store = Store::begin(campaign, &snapshot.setup)?;
        let refuse = |why: fn(PathBuf) -> StoreError| Err(Failure::Other(why(campaign.to_owned())));
        store.database.attempt(|connection| {
            connection.transaction(|connection| {
                server::keep_others_out(connection)?;
                if server::is_at_work(connection)? {
                    return refuse(StoreError::Locked);
                }
                let (now, snapshot) = (what_is_there(connection)?, snapshot.clone().named(connection));
                // An equal campaign was written by an earlier attempt, whose reply was lost.
                if now.as_ref() != before && now.as_ref() != Some(&snapshot) {
                    return refuse(StoreError::Changed);
                }
                connection.batch(EMPTY)?;
                put(connection, &snapshot)
            })
        })
    }

    /// A snapshot of the campaign in a folder or on a server, if there is one.
    pub fn snapshot_in(campaign: &Path) -> Result<Option<Snapshot>, StoreError> {
        let store = match Store::look_into(campaign) {
            Err(StoreError::NoCampaign(_) | StoreError::NoSharedCampaign(_)) => return Ok(None),
            store => store?,
        };
        store.database.attempt(|connection| {
            connection.transaction(|connection| {
                server::stand_still(connection)?;
                what_is_there(connection)
            })
        })
    }
}

impl Snapshot {
    /// With the names that folders of bugs have in this database.
    fn named(mut self, connection: &Connection) -> Snapshot {
        for folder in self.buckets.iter_mut().filter_map(|bucket| bucket.folder.as_mut()) {
            *folder = server::name_of_folder(connection, Path::new(folder));
        }
        self
    }
}

fn what_is_there(connection: &mut Connection) -> Result<Option<Snapshot>, Failure> {
    if read(connection)?.is_none() {
        return Ok(None);
    }
    take(connection).map(Some)
}

/// Empties all tables but that of the units done.
const EMPTY: &str = "
DELETE FROM campaign WHERE key <> 'format'; DELETE FROM solvers; DELETE FROM blocks; DELETE FROM seeds; DELETE FROM findings;
DELETE FROM buckets; DELETE FROM kept; DELETE FROM guided; DELETE FROM turns; DELETE FROM coverage; DELETE FROM alarms;
";

fn take(connection: &mut Connection) -> Result<Snapshot, Failure> {
    let created: Vec<String> =
        connection.rows("SELECT value FROM campaign WHERE key = 'created'", |row| row.get(0))?;
    Ok(Snapshot {
        setup: read(connection)?.ok_or(Failure::Foreign("it was never begun"))?,
        created: created.into_iter().next().unwrap_or_default(),
        solvers: connection
            .rows("SELECT how FROM solvers ORDER BY label", |row| parse(&row.get::<String>(0)?))?,
        done: super::rows::done(connection)?,
        blocks: blocks::all(connection)?,
        seeds: seeds::all(connection)?,
        findings: connection.rows(&format!("SELECT {FINDING} FROM findings ORDER BY id"), finding)?,
        buckets: connection.rows(BUCKETS, bucket)?,
        kept: kept::all(connection)?,
        guided: kept::choices(connection)?,
        turns: turns::last(connection, i64::MAX as u64)?,
        coverage: coverage::all(connection)?,
        alarms: connection.rows("SELECT unit, text, time FROM alarms ORDER BY id", |row| {
            Ok(AlarmRow { unit: row.get(0)?, text: row.get(1)?, time: row.get(2)? })
        })?,
    })
}

fn put(connection: &mut Connection, snapshot: &Snapshot) -> Result<(), Failure> {
    let sql = "INSERT INTO campaign (key, value) VALUES ('created', ?1)";
    connection.execute(sql, bind![snapshot.created])?;
    write_setup(connection, &snapshot.setup)?;
    snapshot.solvers.iter().try_for_each(|solver| write_solver(connection, solver))?;
    match connection {
        Connection::Sqlite(_) => write_done(connection, &snapshot.done)?,
        Connection::Postgres(_) => server::write_done(connection, &snapshot.done, snapshot.setup.block)?,
    }
    blocks::add(connection, &snapshot.blocks)?;
    for record in &snapshot.seeds {
        seeds::insert(connection, record, seeds::REPLACE)?;
    }
    for FindingRow { id, finding, time } in &snapshot.findings {
        write_finding(connection, Some(*id), finding, Some(time))?;
    }
    for BucketRow { key, kind, solver, bug, count, first, folder } in &snapshot.buckets {
        let sql = "INSERT INTO buckets (key, kind, solver, bug, count, first, folder) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        connection.execute(sql, bind![key, kind, solver, bug, count, first, folder])?;
    }
    snapshot.kept.iter().try_for_each(|(unit, test)| kept::insert(connection, *unit, test))?;
    snapshot.guided.iter().try_for_each(|(block, unit)| kept::insert_choice(connection, *block, *unit))?;
    turns::write(connection, &snapshot.turns)?;
    coverage::write(connection, &snapshot.coverage)?;
    for AlarmRow { unit, text, time } in &snapshot.alarms {
        write_alarm(connection, *unit, text, Some(time))?;
    }
    server::count_on(connection)
}
