//! The collector: writes the results of units to the database, and reports all events to the watcher.

use super::worker::{FoundBug, NO_SEED, News, NoUnit, SEEDS, Shared, UnitOutcome, UnreducedBug};
use super::{Campaign, CampaignError, Event, Refused, Summary, Watcher};
use crate::seeds::Unusable;
use crate::store::{
    Batch, CoverageRow, Filed, NewFinding, SolverRow, Store, StoreError, Unreduced, Written, unreduced_key,
};
use crate::triage::{Bug, Unit};
use gainsay_guests::solver::{interrupt, machine};
use gainsay_lang::words::counted;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A batch is written after this many units, or after `TIME`, whichever comes first.
const UNITS: usize = 100;
/// The longest time between two writes.
const TIME: Duration = Duration::from_millis(500);
/// In a shared campaign a block is written when it is done or has a bug, or after this time.
const TIME_OF_BLOCK: Duration = Duration::from_secs(20);

/// How long after its deadline a campaign waits for units in progress.
const GRACE: Duration = Duration::from_secs(1);
/// How many of the seeds that cannot be used are named in warnings.
const MOST_NAMED: usize = 5;
/// After this many units without any test the campaign gives up.
const ENOUGH_UNITS: u64 = 2000;
/// After this many units without a usable seed, no seed is assumed to be usable.
const ENOUGH_WITHOUT_SEED: u64 = 200;

pub struct Collector<'a> {
    store: &'a mut Store,
    watcher: &'a mut dyn Watcher,
    campaign: &'a Campaign<'a>,
    shared: &'a Shared<'a>,
    summary: Summary,
    /// Results that are not written yet, by block.
    waiting: BTreeMap<u64, Waiting>,
    /// Confirmed bugs whose tests are being reduced, by unit, which are not written yet.
    confirmed: BTreeMap<u64, Vec<UnreducedBug>>,
    /// The same, written.
    kept: BTreeMap<u64, Vec<(NewFinding, Filed)>>,
    /// Whether earlier runs have left unreduced bugs.
    has_unreduced: bool,
    /// The blocks of other workers whose results were read.
    heard: BTreeSet<u64>,
    warned: BTreeSet<String>,
    /// The seeds that cannot be used, and why.
    refused: BTreeMap<String, Unusable>,
    /// How many of them were named in warnings.
    named: usize,
    /// Whether it was reported that no seed can be used.
    starves: bool,
    /// The solvers that were reported as silent.
    silent: BTreeSet<String>,
    start: Instant,
    /// Seconds that earlier runs took, as far as the coverage rows tell.
    before: f64,
    written: Instant,
}

/// Results of units of one block that wait to be written.
struct Waiting {
    batch: Batch,
    /// The findings of the batch.
    found: Vec<FoundBug>,
    since: Instant,
}

impl<'a> Collector<'a> {
    pub fn new(
        shared: &'a Shared<'a>,
        store: &'a mut Store,
        watcher: &'a mut dyn Watcher,
        start: Instant,
    ) -> Result<Collector<'a>, CampaignError> {
        let tally = store.tally()?;
        let (buckets, bugs) = store.count_buckets()?;
        let mut summary = Summary { tally, buckets, bugs, ..Summary::default() };
        let has_unreduced = store.count_unreduced()? > 0;
        let coverage = store.coverage()?;
        let before = coverage.last().map_or(0.0, |row| row.seconds);
        coverage.iter().for_each(|row| summary.reach(row));
        Ok(Collector {
            store,
            watcher,
            campaign: shared.campaign,
            shared,
            summary,
            waiting: BTreeMap::new(),
            confirmed: BTreeMap::new(),
            kept: BTreeMap::new(),
            has_unreduced,
            heard: BTreeSet::new(),
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

    /// Writes results until all workers have ended.
    pub fn collect(mut self, receiver: &Receiver<Result<News, NoUnit>>) -> Result<Summary, CampaignError> {
        let mut failure = None;
        loop {
            match receiver.recv_timeout(TIME.saturating_sub(self.written.elapsed())) {
                Ok(Ok(News::Done(outcome))) => self.take(*outcome),
                Ok(Ok(News::Confirmed(bug))) => self.confirmed.entry(bug.unit).or_default().push(*bug),
                Ok(Err(error)) => {
                    failure = Some(error);
                    break;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            self.cut_short();
            let units: usize = self.waiting.values().map(|waiting| waiting.batch.units.len()).sum();
            let is_much = units >= UNITS && !self.store.is_shared();
            if is_much || self.written.elapsed() >= TIME {
                self.write(false)?;
            }
            if self.summary.gave_up.is_some() {
                break;
            }
        }
        self.write(true)?;
        if let Some(leases) = self.store.leases() {
            leases.give_back()?;
            // Include what others have done meanwhile.
            self.summary.tally = self.store.tally()?;
            (self.summary.buckets, self.summary.bugs) = self.store.count_buckets()?;
            self.summary.reached.clear();
            self.store.coverage()?.iter().for_each(|row| self.summary.reach(row));
        }
        self.tell_unreduced()?;
        if let Some(error) = failure {
            return Err(error.into());
        }
        if !self.campaign.stop.is_set() && self.summary.tally.tests == 0 {
            self.give_up_without_tests(1);
        }
        Ok(self.summary)
    }

    /// Interrupts the questions being asked if the user has stopped the campaign, or the deadline has passed by
    /// more than `GRACE`.
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
        let block = self.campaign.plan.block_of(outcome.unit);
        self.confirmed.remove(&outcome.unit);
        let Waiting { batch, found, .. } = self.waiting.entry(block).or_insert_with(Waiting::new);
        // A block whose lease was lost and taken again may be done twice, even by this process.
        if batch.units.contains(&outcome.unit) {
            return;
        }
        batch.units.push(outcome.unit);
        let tally = batch.blocks.entry(block).or_default();
        tally.add(&outcome.tally);
        tally.time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        batch.turns.extend(outcome.turn);
        batch.alarms.extend(outcome.alarms.into_iter().map(|text| (outcome.unit, text)));
        for bug in outcome.findings {
            batch.findings.push(row(outcome.unit, outcome.strategy, &bug));
            batch.solvers.push(SolverRow::of(&bug.bug.best().solver));
            batch.claims.extend(bug.claim.clone());
            found.push(bug);
        }
        let seconds = self.before + self.start.elapsed().as_secs_f64();
        for row in outcome.coverage {
            self.summary.reach(&row);
            batch.coverage.push(CoverageRow { seconds, ..row });
        }
        for (solver, word, text) in outcome.complaints {
            self.summary.complaints.entry((solver, word.to_owned())).or_insert(text);
        }
        outcome.refused.into_iter().for_each(|refused| self.refuse(refused));
        for warning in outcome.warnings {
            self.warn(&warning);
        }
    }

    /// Records a seed that cannot be used, and names it in a warning unless many were named: the summary counts
    /// them.
    fn refuse(&mut self, Refused { origin, why }: Refused) {
        if self.refused.contains_key(&origin) {
            return;
        }
        // A seed that the user's limits exclude is expected, and needs no warning.
        if !matches!(why, Unusable::OtherLogic(_) | Unusable::OutOfScope) {
            match self.named {
                MOST_NAMED => self.warn("more seeds cannot be used; the summary counts the reasons"),
                _ => self.warn(&format!("the seed {origin} cannot be used: {why}")),
            }
            self.named += usize::from(self.named < MOST_NAMED);
        }
        self.refused.insert(origin, why);
    }

    /// Passes on a warning, each only once.
    fn warn(&mut self, warning: &str) {
        if self.warned.insert(warning.to_owned()) {
            self.watcher.notice(Event::Warning(warning), &self.summary);
        }
    }

    /// Writes the blocks that are ready, or all.
    fn write(&mut self, all: bool) -> Result<(), CampaignError> {
        self.written = Instant::now();
        self.summary.elapsed = self.start.elapsed();
        let leases = self.store.leases();
        let is_ready = |waiting: &Waiting| match &leases {
            Some(leases) => {
                let has_bug = waiting.batch.findings.iter().any(|finding| finding.finding.is_bug());
                has_bug || waiting.since.elapsed() >= TIME_OF_BLOCK || leases.completes(&waiting.batch.units)
            }
            None => true,
        };
        let all = all || self.shared.units.is_waiting();
        let ready = self.waiting.iter().filter(|(_, waiting)| all || is_ready(waiting));
        let ready: Vec<u64> = ready.map(|(block, _)| *block).collect();
        for block in ready {
            if let Some(waiting) = self.waiting.remove(&block) {
                self.write_block(waiting)?;
            }
        }
        self.keep_confirmed()?;
        if leases.is_some() {
            self.look_around()?;
        }
        self.summary.doing = self.shared.activity.now();
        self.summary.seeds = (self.campaign.seeds.known(), self.campaign.seeds.len());
        self.watcher.notice(Event::Tick, &self.summary);
        Ok(())
    }

    fn write_block(&mut self, Waiting { batch, mut found, .. }: Waiting) -> Result<(), CampaignError> {
        let written = self.store.write(&batch, |at, id| {
            write_report(self.campaign, &mut found[at].bug, id, batch.findings[at].unit)
        })?;
        let Written::Filed(filed) = written else {
            let units = counted(batch.units.len(), "unit");
            self.warn(&format!(
                "{units} took so long that another worker does them: they are not counted here"
            ));
            return Ok(());
        };
        let tally = batch.tally();
        self.summary.tally.add(&tally);
        self.summary.run.add(&tally);
        self.tell(&batch, &filed);
        let replaced = batch.units.iter().filter(|unit| self.kept.remove(unit).is_some()).count();
        if replaced > 0 || self.resumes_unreduced(&batch) {
            (self.summary.buckets, self.summary.bugs) = self.store.count_buckets()?;
        }
        self.give_up_without_tests(ENOUGH_UNITS);
        self.warn_of_silence();
        Ok(())
    }

    /// Writes confirmed bugs whose tests are still being reduced, so that a kill or the end of the time loses
    /// none.
    fn keep_confirmed(&mut self) -> Result<(), CampaignError> {
        for (unit, bugs) in std::mem::take(&mut self.confirmed) {
            let findings: Vec<NewFinding> = bugs.iter().map(unreduced_row).collect();
            let solvers = bugs.iter().map(|bug| SolverRow::of(&bug.bug.bug.original.solver)).collect();
            let turns = bugs.into_iter().filter_map(|bug| bug.turn).collect();
            let rows = Unreduced { findings, solvers, turns };
            let filed = self.store.keep_unreduced(&rows)?;
            self.summary.buckets += filed.iter().filter(|filed| filed.is_new).count() as u64;
            self.summary.bugs += filed.iter().filter(|filed| filed.is_new).count() as u64;
            self.kept.entry(unit).or_default().extend(rows.findings.into_iter().zip(filed));
        }
        Ok(())
    }

    /// Reports the bugs whose tests could not be reduced in time.
    fn tell_unreduced(&mut self) -> Result<(), CampaignError> {
        for (finding, filed) in std::mem::take(&mut self.kept).into_values().flatten() {
            self.watcher.notice(Event::Finding { finding: &finding, filed: &filed }, &self.summary);
            if filed.is_new {
                self.watcher.notice(Event::Bucket { finding: &finding, filed: &filed }, &self.summary);
            }
        }
        self.summary.unreduced = self.store.count_unreduced()?;
        Ok(())
    }

    /// Whether a batch has bugs that may replace unreduced ones of an earlier run.
    fn resumes_unreduced(&self, batch: &Batch) -> bool {
        self.has_unreduced && batch.findings.iter().any(|row| row.finding.is_bug())
    }

    /// From time to time, prolongs the leases of this worker and reads what others have found.
    fn look_around(&mut self) -> Result<(), CampaignError> {
        if !self.store.leases().map_or(Ok(false), |leases| leases.prolong())? {
            return Ok(());
        }
        let news = self.store.news(&mut self.heard)?;
        self.shared.known.hear(news.buckets);
        self.campaign.schedule.hear(&news.turns);
        self.campaign.coverage.resume(&news.coverage);
        self.campaign.seeds.look_around();
        Ok(())
    }

    /// Gives up a campaign that cannot make a test: after this many units without one, or as soon as no seed
    /// can be used and all strategies need one. If only some need one, warns.
    fn give_up_without_tests(&mut self, enough: u64) {
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

    /// Whether it seems that no seed can be used.
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

    /// Reports solvers that do not answer, as soon as there are enough questions to tell.
    fn warn_of_silence(&mut self) {
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

impl Waiting {
    fn new() -> Waiting {
        Waiting { batch: Batch::default(), found: Vec::new(), since: Instant::now() }
    }
}

/// The row of a finding as the report presents it.
fn row(unit: u64, strategy: &str, found: &FoundBug) -> NewFinding {
    let original = &found.bug.original;
    // The reduced test may be proved where the original one was only derived.
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

/// The row of an unreduced bug, in a bucket of its own: the final bucket is known only after reduction.
fn unreduced_row(bug: &UnreducedBug) -> NewFinding {
    let row = row(bug.unit, bug.strategy, &bug.bug);
    NewFinding { bucket: unreduced_key(bug.unit, &row.bucket), ..row }
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
