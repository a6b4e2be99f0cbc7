//! Writing the results of units.

use super::database::Connection;
use super::schema::Failure;
use super::server::{self, Finish};
use super::setup::write_solver;
use super::values::{Bind, bind};
use super::{
    CoverageRow, Done, SolverRow, Store, StoreError, Tally, TurnRow, blocks, coverage, turns, unreduced,
};
use gainsay_judge::judge::Finding;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Results of units, to be written in one transaction. In a shared campaign all are of one block.
#[derive(Default)]
pub struct Batch {
    pub units: Vec<u64>,
    /// The counts of these units, by block.
    pub blocks: BTreeMap<u64, Tally>,
    pub findings: Vec<NewFinding>,
    /// The solvers of the findings. A finding may need fewer options than the campaign gives the solver.
    pub solvers: Vec<SolverRow>,
    /// Units, and what gainsay did wrong in them.
    pub alarms: Vec<(u64, String)>,
    pub coverage: Vec<CoverageRow>,
    /// The arms of the units' turns, with the cost and reward of these units.
    pub turns: Vec<TurnRow>,
    /// The claimed buckets of its findings, which are released with the write.
    pub claims: Vec<String>,
}

impl Batch {
    /// The sum of the counts.
    pub fn tally(&self) -> Tally {
        let mut sum = Tally::default();
        self.blocks.values().for_each(|tally| sum.add(tally));
        sum
    }
}

/// A finding without an id.
#[derive(Clone, PartialEq, Debug)]
pub struct NewFinding {
    pub unit: u64,
    pub strategy: String,
    /// The finding for the smallest test that shows it, as in its report.
    pub finding: Finding,
    /// The key of its bucket.
    pub bucket: String,
    /// The scripts that the same process had read before, if they matter.
    pub before: Vec<String>,
    /// The text of the original test.
    pub script: String,
    /// What the solver printed for it.
    pub output: String,
    /// JSON.
    pub lineage: String,
    /// The machine on which it was found, since solvers may behave differently on others.
    pub machine: String,
}

/// Where a finding was filed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Filed {
    pub id: i64,
    /// Whether it is the first of its bucket.
    pub is_new: bool,
    pub folder: Option<PathBuf>,
}

/// The result of writing a batch.
#[derive(PartialEq, Eq, Debug)]
pub enum Written {
    /// It was written; where each of its findings was filed, in order.
    Filed(Vec<Filed>),
    /// Nothing was written: another worker has its block now and does it again.
    Lost,
}

impl Store {
    /// Writes a batch, all or nothing. For the first finding of each bucket, `report` is called before the
    /// transaction ends with the finding's index in the batch and its id; it writes the bug's folder and
    /// returns the path.
    pub fn write(
        &mut self,
        batch: &Batch,
        mut report: impl FnMut(usize, i64) -> Result<Option<PathBuf>, StoreError>,
    ) -> Result<Written, StoreError> {
        let mut done = self.done.clone();
        batch.units.iter().for_each(|&unit| done.insert(unit));
        let leases = self.leases();
        // If the server's reply was lost, the first attempt has filled this.
        let mut filed = Vec::new();
        let finish = self.database.attempt(|connection| {
            connection.transaction(|connection| {
                match &leases {
                    Some(leases) => match leases.finish(connection, batch)? {
                        Finish::Now => {}
                        other => return Ok(other),
                    },
                    None => write_done(connection, &done)?,
                }
                filed = write_all(connection, batch, &mut report)?;
                Ok(Finish::Now)
            })
        })?;
        if let Some(leases) = &leases {
            leases.settle(&batch.units, &finish);
        }
        if finish == Finish::Lost {
            return Ok(Written::Lost);
        }
        self.done = done;
        Ok(Written::Filed(filed))
    }
}

/// Writes all results of units, except that they are done.
fn write_all(
    connection: &mut Connection,
    batch: &Batch,
    report: &mut dyn FnMut(usize, i64) -> Result<Option<PathBuf>, StoreError>,
) -> Result<Vec<Filed>, Failure> {
    blocks::add(connection, &batch.blocks)?;
    coverage::write(connection, &batch.coverage)?;
    turns::write(connection, &batch.turns)?;
    batch.solvers.iter().try_for_each(|solver| write_solver(connection, solver))?;
    batch.alarms.iter().try_for_each(|(unit, text)| write_alarm(connection, *unit, text, None))?;
    unreduced::forget_of(connection, batch)?;
    let mut filed = Vec::new();
    for (at, finding) in batch.findings.iter().enumerate() {
        let id = write_finding(connection, None, finding, None)?;
        let is_new = write_bucket(connection, finding, id)?;
        let folder = if is_new { report(at, id).map_err(Failure::Other)? } else { None };
        if let Some(folder) = &folder {
            let name = server::keep_folder(connection, folder)?;
            let sql = "UPDATE buckets SET folder = ?2 WHERE key = ?1";
            connection.execute(sql, bind![finding.bucket, name])?;
        }
        filed.push(Filed { id, is_new, folder });
    }
    Ok(filed)
}

/// Replaces the ranges of units done. There are never more ranges than units in progress.
pub(super) fn write_done(connection: &mut Connection, done: &Done) -> Result<(), Failure> {
    connection.execute("DELETE FROM done", &[])?;
    for (first, last) in done.ranges() {
        connection.execute("INSERT INTO done (first, last) VALUES (?1, ?2)", bind![first, last])?;
    }
    Ok(())
}

/// The given time, or now.
const TIME: &str = "coalesce(CAST(?1 AS TEXT), CAST(CURRENT_TIMESTAMP AS TEXT))";

/// Writes an alarm with the given time, or now.
pub(super) fn write_alarm(
    connection: &mut Connection,
    unit: u64,
    text: &str,
    time: Option<&str>,
) -> Result<(), Failure> {
    let sql = format!("INSERT INTO alarms (time, unit, text) VALUES ({TIME}, ?2, ?3)");
    connection.execute(&sql, bind![time, unit, text]).map(drop)
}

/// Writes a finding with the given id and time, or the next id and now.
pub(super) fn write_finding(
    connection: &mut Connection,
    id: Option<i64>,
    row: &NewFinding,
    time: Option<&str>,
) -> Result<i64, Failure> {
    let NewFinding { unit, strategy, finding, bucket, before, script, output, lineage, machine } = row;
    let Finding { kind, solver, certainty, why, signature, details } = finding;
    let (kind, certainty, bug, details) =
        (kind.word(), certainty.word(), finding.is_bug(), details.join("\n"));
    let before = serde_json::json!(before).to_string();
    let (column, value) = if id.is_some() { (", id", ", ?17") } else { ("", "") };
    let sql = format!(
        "INSERT INTO findings (time, unit, strategy, kind, solver, certainty, bug, why, signature, details, bucket, before,
         script, output, lineage, machine{column})
         VALUES ({TIME}, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16{value}) RETURNING id"
    );
    let mut values = bind![
        time, unit, strategy, kind, solver, certainty, bug, why, signature, details, bucket, before, script,
        output, lineage, machine,
    ]
    .to_vec();
    values.extend(id.iter().map(Bind::bind));
    let written = connection.query(&sql, &values)?;
    written.first().map_or(Err(Failure::Foreign("a finding got no number")), |row| row.get(0))
}

/// Counts a finding in its bucket; returns whether it is the first.
pub(super) fn write_bucket(connection: &mut Connection, row: &NewFinding, id: i64) -> Result<bool, Failure> {
    let finding = &row.finding;
    let sql = "INSERT INTO buckets (key, kind, solver, bug, count, first) VALUES (?1, ?2, ?3, ?4, 1, ?5)
        ON CONFLICT (key) DO UPDATE SET count = buckets.count + 1 RETURNING count";
    let values = bind![row.bucket, finding.kind.word(), finding.solver, finding.is_bug(), id];
    let counted = connection.query(sql, values)?;
    Ok(counted.first().map_or(Ok(0), |row| row.get::<i64>(0))? == 1)
}
