//! The collector: the only one who writes to the database, and who tells what happens.

use super::activity::Activity;
use super::worker::{FoundBug, NO_SEED, SEEDS, UnitOutcome};
use super::{Campaign, CampaignError, Event, Refused, Summary, Watcher};
use crate::seeds::Unusable;
use crate::solver::{AskError, interrupt, machine};
use crate::store::{Batch, CoverageRow, Filed, NewFinding, SolverRow, Store, StoreError};
use crate::triage::{Bug, Unit};
use crate::words::counted;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A transaction is written after so many units ..
const UNITS: usize = 100;
/// .. or after this time, whichever comes first.
const TIME: Duration = Duration::from_millis(500);

/// So long after the end of its time a campaign waits for the units that are being done.
const GRACE: Duration = Duration::from_secs(1);
/// This many of the seeds that cannot be used are named.
const MOST_NAMED: usize = 5;
/// After so many units without a test there will be none.
const ENOUGH_UNITS: u64 = 2000;
/// After so many units without a seed there seems to be none.
const ENOUGH_WITHOUT_SEED: u64 = 200;

pub struct Collector<'a> {
    store: &'a mut Store,
    watcher: &'a mut dyn Watcher,
    campaign: &'a Campaign<'a>,
    activity: &'a Activity,
    summary: Summary,
    batch: Batch,
    /// The findings of the batch.
    found: Vec<FoundBug>,
    warned: BTreeSet<String>,
    /// The seeds that cannot be used, and why.
    refused: BTreeMap<String, Unusable>,
    /// How many of them were named.
    named: usize,
    /// Whether it was said that there are none left.
    starves: bool,
    /// The solvers that were said not to answer.
    silent: BTreeSet<String>,
    start: Instant,
    /// How long earlier runs took, in seconds, as far as the coverage tells.
    before: f64,
    written: Instant,
}

impl<'a> Collector<'a> {
    pub fn new(
        campaign: &'a Campaign<'a>,
        activity: &'a Activity,
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
            activity,
            summary,
            batch: Batch::default(),
            found: Vec::new(),
            warned: BTreeSet::new(),
            refused: BTreeMap::new(),
            named: 0,
            starves: false,
            silent: BTreeSet::new(),
            start,
            before,
            written: start,
        })
    }

    /// Writes what comes until nobody sends any more.
    pub fn collect(
        mut self,
        receiver: &Receiver<Result<UnitOutcome, AskError>>,
    ) -> Result<Summary, CampaignError> {
        let mut failure = None;
        loop {
            match receiver.recv_timeout(TIME.saturating_sub(self.written.elapsed())) {
                Ok(Ok(outcome)) => self.take(outcome),
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
            if self.summary.gave_up.is_some() {
                break;
            }
        }
        self.write()?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        if !self.campaign.stop.is_set() && self.summary.tally.tests == 0 {
            self.see_to_tests(1);
        }
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

    fn take(&mut self, outcome: UnitOutcome) {
        self.batch.units.push(outcome.unit);
        let block = self.campaign.plan.block_of(outcome.unit);
        self.batch.blocks.entry(block).or_default().add(&outcome.tally);
        self.batch.gains.extend(outcome.gain);
        self.batch.alarms.extend(outcome.alarms.into_iter().map(|text| (outcome.unit, text)));
        for found in outcome.findings {
            self.batch.findings.push(row(outcome.unit, outcome.strategy, &found));
            self.batch.solvers.push(SolverRow::of(&found.bug.best().solver));
            self.found.push(found);
        }
        let seconds = self.before + self.start.elapsed().as_secs_f64();
        for row in outcome.coverage {
            self.summary.reach(&row);
            self.batch.coverage.push(CoverageRow { seconds, ..row });
        }
        for (solver, word, text) in outcome.complaints {
            self.summary.complaints.entry((solver, word.to_owned())).or_insert(text);
        }
        outcome.refused.into_iter().for_each(|refused| self.refuse(refused));
        for warning in outcome.warnings {
            self.warn(&warning);
        }
    }

    /// Notes a seed that cannot be used, and names it unless many were named: the summary counts them.
    fn refuse(&mut self, Refused { origin, why }: Refused) {
        if self.refused.contains_key(&origin) {
            return;
        }
        // A seed outside of what was asked for is expected, and needs no warning.
        if !matches!(why, Unusable::OtherLogic(_) | Unusable::OutOfScope) {
            match self.named {
                MOST_NAMED => self.warn("more seeds cannot be used; the summary counts the reasons"),
                _ => self.warn(&format!("the seed {origin} cannot be used: {why}")),
            }
            self.named += usize::from(self.named < MOST_NAMED);
        }
        self.refused.insert(origin, why);
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
            let filed = self.store.write(&batch, |at, id| {
                write_report(self.campaign, &mut found[at].bug, id, batch.findings[at].unit)
            })?;
            let tally = batch.tally();
            self.summary.tally.add(&tally);
            self.summary.run.add(&tally);
            self.tell(&batch, &filed);
            self.see_to_tests(ENOUGH_UNITS);
            self.see_to_answers();
        }
        self.summary.doing = self.activity.now();
        self.summary.seeds = (self.campaign.seeds.known(), self.campaign.seeds.len());
        self.watcher.notice(Event::Tick, &self.summary);
        Ok(())
    }

    /// A campaign that cannot make a test would go on for ever with nothing: it ends after so many units, or as soon as it
    /// is known that there is no seed for strategies that all need one.
    fn see_to_tests(&mut self, enough: u64) {
        let strategies = &self.campaign.plan.strategies;
        let seedless = strategies.iter().filter(|strategy| !strategy.needs_seeds());
        let seedless: Vec<&str> = seedless.map(|strategy| strategy.name()).collect();
        let run = &self.summary.run;
        let in_vain = run.units >= enough && run.tests == 0;
        if self.has_no_seeds() && (seedless.is_empty() || in_vain) {
            self.summary.gave_up = Some(self.why_no_seeds());
        } else if in_vain {
            self.summary.gave_up = Some(self.why_no_tests());
        } else if self.has_no_seeds() && !self.starves {
            self.starves = true;
            let (why, seedless) = (self.why_no_seeds(), seedless.join(", "));
            self.warn(&format!("{why}; only strategies that need none make tests: {seedless}"));
        }
    }

    /// Whether no seed can be used, as it seems.
    fn has_no_seeds(&self) -> bool {
        let run = &self.summary.run;
        let in_vain = run.skips.get(&(SEEDS.to_owned(), NO_SEED.to_owned())).copied().unwrap_or(0);
        let all_refused = self.refused.len() >= self.campaign.seeds.len();
        let seeded = self.campaign.plan.strategies.iter().filter(|strategy| strategy.needs_seeds());
        let mut tests = seeded.filter_map(|strategy| run.tests_by_strategy.get(strategy.name()));
        in_vain > 0 && (all_refused || in_vain >= ENOUGH_WITHOUT_SEED) && tests.all(|&tests| tests == 0)
    }

    fn why_no_seeds(&self) -> String {
        let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
        self.refused.values().for_each(|why| *reasons.entry(why.reason()).or_default() += 1);
        let reasons: Vec<String> = reasons.iter().map(|(why, count)| format!("{why}: {count}")).collect();
        if let (1, Some((origin, why))) = (self.campaign.seeds.len(), self.refused.first_key_value()) {
            return format!("the only seed, {origin}, cannot be used: {why}");
        }
        let seeds = match self.campaign.seeds.len() {
            all if self.refused.len() >= all => format!("none of the {all} seeds can be used"),
            all => format!("none of the {} of {all} seeds that were tried can be used", self.refused.len()),
        };
        format!("{seeds} ({})", reasons.join(", "))
    }

    fn why_no_tests(&self) -> String {
        let skips = self.summary.run.skips.iter().filter(|((by, _), _)| by != SEEDS);
        let reasons: BTreeSet<String> = skips.map(|((by, why), _)| format!("{by}: {why}")).collect();
        let reasons: Vec<String> = reasons.into_iter().collect();
        let units = counted(self.summary.run.units, "attempt");
        format!("no test could be made in {units} ({})", reasons.join(", "))
    }

    /// Tells of solvers that do not answer, as soon as that is plain.
    fn see_to_answers(&mut self) {
        for silence in self.summary.silences().iter().filter(|silence| silence.is_plain()) {
            if self.silent.insert(silence.solver.clone()) {
                self.watcher.notice(Event::Silence(silence), &self.summary);
            }
        }
    }

    fn tell(&mut self, batch: &Batch, filed: &[Filed]) {
        for (finding, filed) in batch.findings.iter().zip(filed) {
            self.watcher.notice(Event::Finding { finding, filed }, &self.summary);
            if filed.is_new {
                self.summary.buckets += 1;
                self.summary.bugs += u64::from(finding.finding.is_bug());
                self.watcher.notice(Event::Bucket { finding, filed }, &self.summary);
            }
        }
        for (unit, text) in &batch.alarms {
            self.watcher.notice(Event::Alarm { unit: *unit, text }, &self.summary);
        }
    }
}

fn row(unit: u64, strategy: &str, found: &FoundBug) -> NewFinding {
    let original = &found.bug.original;
    // What the report says: the reduced test may be proved where the first one is only derived.
    let (finding, lineage) = (&found.bug.best().finding, &original.test.lineage());
    let lineage =
        json!({"strategy": lineage.strategy, "seeds": lineage.seeds, "unit": unit, "steps": lineage.steps});
    NewFinding {
        unit,
        strategy: strategy.to_owned(),
        finding: finding.clone(),
        bucket: found.bug.bucket().key(),
        before: original.before.clone(),
        script: found.script.clone(),
        output: original.output(),
        lineage: lineage.to_string(),
        machine: machine().to_owned(),
    }
}

/// Writes the folder of the first finding of a bucket, if it is a bug.
fn write_report(
    campaign: &Campaign<'_>,
    bug: &mut Bug,
    id: i64,
    unit: u64,
) -> Result<Option<std::path::PathBuf>, StoreError> {
    if !bug.original.finding.is_bug() {
        return Ok(None);
    }
    let (name, seed) = (campaign.name.clone(), campaign.plan.seed);
    bug.unit = Some(Unit { campaign: name, finding: id, unit, seed });
    let written = crate::report::write(&campaign.bugs, bug);
    written.map(Some).map_err(|source| StoreError::Report { path: campaign.bugs.clone(), source })
}
