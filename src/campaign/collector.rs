//! The collector: the only one who writes to the database, and who tells what happens.

use super::worker::{Found, NO_SEED, Report, SEEDS};
use super::{Campaign, CampaignError, Event, Refused, Summary, Watcher, reports};
use crate::seeds::Unusable;
use crate::solver::{AskError, interrupt};
use crate::store::{Batch, CoverageRow, Filed, NewFinding, SolverRow, Store};
use crate::words::times;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A transaction is written after so many units ..
const UNITS: usize = 100;
/// .. or after this time, whichever comes first.
const TIME: Duration = Duration::from_millis(500);

/// So long after the end of its time a campaign waits for the units that are being done.
const GRACE: Duration = Duration::from_secs(1);
/// So many of the seeds that cannot be used are named.
const MOST_NAMED: usize = 5;
/// Without a seed for so many units there is none.
const ENOUGH_UNITS: u64 = 2000;

pub struct Collector<'a> {
    store: &'a mut Store,
    watcher: &'a mut dyn Watcher,
    campaign: &'a Campaign<'a>,
    summary: Summary,
    batch: Batch,
    /// The findings of the batch.
    found: Vec<Found>,
    warned: BTreeSet<String>,
    /// Where the seeds come from that cannot be used and were named.
    refused: BTreeSet<String>,
    start: Instant,
    /// How long earlier runs took, in seconds, as far as the coverage tells.
    before: f64,
    written: Instant,
}

impl<'a> Collector<'a> {
    pub fn new(
        campaign: &'a Campaign<'a>,
        store: &'a mut Store,
        watcher: &'a mut dyn Watcher,
        start: Instant,
    ) -> Result<Collector<'a>, CampaignError> {
        let tally = store.tally()?;
        let (buckets, bugs) = store.count_buckets()?;
        let mut summary = Summary { tally, buckets, bugs, ..Summary::default() };
        let coverage = store.coverage()?;
        let before = coverage.last().map_or(0.0, |row| row.seconds);
        coverage.iter().for_each(|row| summary.reach(row));
        Ok(Collector {
            store,
            watcher,
            campaign,
            summary,
            batch: Batch::default(),
            found: Vec::new(),
            warned: BTreeSet::new(),
            refused: BTreeSet::new(),
            start,
            before,
            written: start,
        })
    }

    /// Writes what comes until nobody sends any more.
    pub fn collect(
        mut self,
        receiver: &Receiver<Result<Report, AskError>>,
    ) -> Result<Summary, CampaignError> {
        let mut failure = None;
        loop {
            match receiver.recv_timeout(TIME.saturating_sub(self.written.elapsed())) {
                Ok(Ok(report)) => self.take(report),
                Ok(Err(error)) => {
                    failure = Some(error);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.cut_short();
            if self.batch.units.len() >= UNITS || self.written.elapsed() >= TIME {
                self.write()?;
            }
        }
        self.write()?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        self.see_to_seeds(1)?;
        Ok(self.summary)
    }

    /// Ends what is being asked when the user wants so, or when time is up and units take long to end.
    fn cut_short(&self) {
        let late = self.campaign.time.is_some_and(|time| self.start.elapsed() > time + GRACE);
        if late {
            self.campaign.stop.set();
        }
        if self.campaign.stop.is_set() {
            interrupt(true);
        }
    }

    fn take(&mut self, report: Report) {
        self.batch.units.push(report.unit);
        self.batch.tally.add(&report.tally);
        self.batch.alarms.extend(report.alarms.into_iter().map(|text| (report.unit, text)));
        for found in report.findings {
            self.batch.findings.push(row(report.unit, report.strategy, &found));
            self.batch.solvers.push(SolverRow::of(&found.bug.best().solver));
            self.found.push(found);
        }
        let seconds = self.before + self.start.elapsed().as_secs_f64();
        for row in report.coverage {
            self.summary.reach(&row);
            self.batch.coverage.push(CoverageRow { seconds, ..row });
        }
        report.refused.iter().for_each(|refused| self.name(refused));
        for warning in report.warnings {
            self.warn(&warning);
        }
    }

    /// Names a seed that cannot be used, unless many were named: the summary counts them.
    fn name(&mut self, Refused { origin, why }: &Refused) {
        // Of a logic that was not asked for it is no wonder.
        if matches!(why, Unusable::OtherLogic(_)) || self.refused.contains(origin) {
            return;
        }
        if self.refused.len() == MOST_NAMED {
            return self.warn("more seeds cannot be used; the summary counts the reasons");
        }
        self.refused.insert(origin.clone());
        self.warn(&format!("the seed {origin} cannot be used: {why}"));
    }

    /// Warns, once.
    fn warn(&mut self, warning: &str) {
        if self.warned.insert(warning.to_owned()) {
            self.watcher.notice(Event::Warning(warning), &self.summary);
        }
    }

    fn write(&mut self) -> Result<(), CampaignError> {
        self.written = Instant::now();
        self.summary.elapsed = self.start.elapsed();
        if !self.batch.units.is_empty() {
            let batch = std::mem::take(&mut self.batch);
            let mut found = std::mem::take(&mut self.found);
            let filed =
                self.store.write(&batch, |at, id| reports::write(self.campaign, &mut found[at].bug, id))?;
            self.summary.tally.add(&batch.tally);
            self.summary.run.add(&batch.tally);
            self.tell(&batch, &filed);
            self.see_to_seeds(ENOUGH_UNITS)?;
        }
        self.watcher.notice(Event::Tick, &self.summary);
        Ok(())
    }

    /// A campaign that never gets a seed would go on for ever with nothing: it fails after so many units.
    fn see_to_seeds(&self, enough: u64) -> Result<(), CampaignError> {
        let tally = &self.summary.tally;
        let in_vain = tally.skips.get(&(SEEDS.to_owned(), NO_SEED.to_owned()));
        if tally.units < enough || in_vain != Some(&tally.units) {
            return Ok(());
        }
        let reasons = tally.skips.iter().filter(|((by, why), _)| by == SEEDS && why != NO_SEED);
        let reasons: Vec<String> =
            reasons.map(|((_, why), count)| format!("{why}: {}", times(*count))).collect();
        Err(CampaignError::NoSeeds(reasons.join(", ")))
    }

    fn tell(&mut self, batch: &Batch, filed: &[Filed]) {
        for (finding, filed) in batch.findings.iter().zip(filed) {
            self.watcher.notice(Event::Finding { finding, filed }, &self.summary);
            if filed.is_new {
                self.summary.buckets += 1;
                self.summary.bugs += u64::from(finding.bug);
                self.watcher.notice(Event::Bucket { finding, filed }, &self.summary);
            }
        }
        for (unit, text) in &batch.alarms {
            self.watcher.notice(Event::Alarm { unit: *unit, text }, &self.summary);
        }
    }
}

fn row(unit: u64, strategy: &str, found: &Found) -> NewFinding {
    let original = &found.bug.original;
    // What the report says: the reduced test may be proved where the first one is only derived.
    let (finding, lineage) = (&found.bug.best().finding, &original.test.lineage);
    let steps: Vec<_> = lineage.steps.iter().map(|step| json!({"rule": step.rule, "at": step.at})).collect();
    let lineage = json!({"strategy": lineage.strategy, "seeds": lineage.seeds, "unit": unit, "steps": steps});
    NewFinding {
        unit,
        strategy: strategy.to_owned(),
        kind: finding.kind.word().to_owned(),
        solver: finding.solver.clone(),
        certainty: finding.certainty.word().to_owned(),
        bug: finding.is_bug(),
        why: finding.why.clone(),
        details: finding.details.clone(),
        bucket: found.bug.bucket().key,
        script: found.script.clone(),
        output: original.output(),
        lineage: lineage.to_string(),
    }
}
