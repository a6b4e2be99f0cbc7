//! Campaigns: the loop that connects everything.
//!
//! ```text
//! Units -> worker: Schedule (arm), Plan (seeds) -> Test -> Panel (solvers) -> judge -> examine -> shrink -> UnitOutcome
//!                                                                                        \-> collector -> Store, Watcher
//! ```
//!
//! The work of a unit depends on nothing but the campaign's setup, the unit's number and what the store holds
//! about the campaign's course: the arm of its turn (`schedule.rs`) and, if coverage guides the campaign, the
//! test that its block begins with (`guide.rs`). So a campaign can be stopped and resumed anywhere, and be
//! shared by many machines.

mod activity;
mod arm;
mod bandit;
mod collector;
mod coverage;
mod draw;
mod guide;
mod known;
mod panel;
mod patience;
mod permutation;
mod plan;
mod schedule;
mod shard;
mod shrink;
mod independent;
mod silence;
mod throttle;
mod units;
mod variants;
mod worker;

pub use activity::Doing;
pub use arm::Arm;
pub use bandit::{ArmKind, Bandit};
pub use coverage::Coverage;
pub use draw::{OptionBandit, OptionDraw};
pub use guide::Guided;
pub use panel::second_seed;
pub use patience::{Kind as QuestionKind, Patience};
pub use permutation::permuted;
pub use plan::{BLOCK, BlockSeeds, Made, NoPlan, Plan, Refused, Supply, Turn, supply};
pub use schedule::{EQUAL, LEARN, Schedule};
pub use shard::{Shard, range_of_units};
pub use silence::Silence;
pub use units::Stop;
pub use variants::{OPTIONS, Variants, Which};
pub use worker::NoUnit;

use crate::report;
use crate::store::{CoverageRow, Filed, NewFinding, Store, StoreError, Tally};
use crate::triage::Ignores;
use gainsay_guests::solver::{Limits, Solver, interrupt};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::time::{Duration, Instant};

/// A campaign that is about to run.
pub struct Campaign<'a> {
    pub plan: Plan,
    pub schedule: Schedule,
    pub seeds: &'a dyn Supply,
    /// The solvers, under the options that arms name.
    pub variants: Variants,
    /// The limits of one question.
    pub limits: Limits,
    /// Whether every question gets these full limits, instead of mostly shorter ones that are learned.
    pub fixed_limits: bool,
    /// Known bugs, which are not reported again.
    pub ignores: Ignores,
    /// Coverage of those solvers that report which of their code a test reaches.
    pub coverage: Coverage,
    pub jobs: usize,
    /// The first unit of this process; earlier ones belong to others.
    pub first: u64,
    /// One past the last unit, counted over all runs; `None`: no end.
    pub units: Option<u64>,
    /// Time limit of this run.
    pub time: Option<Duration>,
    /// Folder for the folders of bugs.
    pub bugs: PathBuf,
    /// Name of the campaign in reports: its folder.
    pub name: String,
    pub stop: Stop,
}

impl Campaign<'_> {
    /// The solvers as the user named them.
    pub fn solvers(&self) -> &[Solver] {
        self.variants.named()
    }
}

/// Progress of a campaign.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Counts of the whole campaign.
    pub tally: Tally,
    /// Counts of this run alone.
    pub run: Tally,
    pub buckets: u64,
    /// The number of buckets that hold bugs.
    pub bugs: u64,
    /// Confirmed bugs that are kept but not yet reduced, because the time ended.
    pub unreduced: u64,
    /// Per solver with coverage: how many places were reached, and what a place is: `edges` or `lines`.
    pub reached: BTreeMap<String, (u64, String)>,
    /// Time since this run began.
    pub elapsed: Duration,
    /// What the workers are doing now.
    pub doing: Vec<Doing>,
    /// How many seeds have been examined, and how many there are.
    pub seeds: (usize, usize),
    /// The first message of each solver for each outcome other than an answer, by solver and outcome.
    pub complaints: BTreeMap<(String, String), String>,
    /// Why the campaign ended by itself: going on would have been pointless.
    pub gave_up: Option<String>,
}

/// What happens in a campaign.
pub enum Event<'a> {
    Finding {
        finding: &'a NewFinding,
        filed: &'a Filed,
    },
    /// The first finding of a new bucket.
    Bucket {
        finding: &'a NewFinding,
        filed: &'a Filed,
    },
    /// A mistake of gainsay itself.
    Alarm {
        unit: u64,
        text: &'a str,
    },
    Warning(&'a str),
    /// A solver hardly ever answers, or never.
    Silence(&'a Silence),
    /// Results were written, or some time has passed.
    Tick,
}

/// Receives the events of a campaign.
pub trait Watcher {
    fn notice(&mut self, event: Event<'_>, summary: &Summary);
}

#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Unit(#[from] NoUnit),
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

/// Capacity of the channel from workers to the collector; workers block while it is full.
const WAITING: usize = 64;
/// Stack of a worker: terms of any depth are dropped and printed without recursion, but reading solvers' output
/// takes some.
const STACK: usize = 64 << 20;

/// Runs a campaign until its units or its time are used up, the user stops it, or it gives up.
pub fn run(
    campaign: &Campaign<'_>,
    store: &mut Store,
    watcher: &mut dyn Watcher,
) -> Result<Summary, CampaignError> {
    let start = Instant::now();
    report::clear_away_drafts(&campaign.bugs);
    let deadline = campaign.time.and_then(|time| start.checked_add(time));
    let (jobs, stop, leases) = (campaign.jobs.max(1), campaign.stop.clone(), store.leases());
    let units = match &leases {
        Some(leases) => units::Units::shared(leases.clone(), jobs, campaign.units, deadline, stop),
        None => units::Units::new(store.done().clone(), campaign.first, campaign.units, deadline, stop),
    };
    let activity = activity::Activity::new(jobs);
    let (throttle, unsteady) = Default::default();
    let known = known::Known::new(store.buckets()?.into_iter().map(|bucket| (bucket.key, bucket.bug)));
    let shared = worker::Shared { campaign, units, throttle, unsteady, activity, known, leases };
    let shared = &shared;
    let collector = collector::Collector::new(shared, store, watcher, start)?;
    let (sender, receiver) = sync_channel(WAITING);
    let result = std::thread::scope(|scope| {
        for number in 0..jobs {
            let sender = sender.clone();
            let builder = std::thread::Builder::new().stack_size(STACK);
            let started = builder.spawn_scoped(scope, move || worker::work(shared, number, &sender));
            if let Err(error) = started {
                shared.units.close();
                return Err(CampaignError::Thread(error));
            }
        }
        drop(sender);
        let result = collector.collect(&receiver).and_then(|summary| match shared.units.failure() {
            Some(failure) => Err(failure.into()),
            None => Ok(summary),
        });
        // The collector is gone: workers end with their current unit, which is dropped.
        shared.units.close();
        drop(receiver);
        if result.as_ref().map_or(true, |summary| summary.gave_up.is_some()) {
            interrupt(true);
        }
        result
    });
    interrupt(false);
    result
}

impl Summary {
    /// Counts the places that a unit was the first to reach.
    fn reach(&mut self, row: &CoverageRow) {
        let reached = self.reached.entry(row.solver.clone()).or_insert_with(|| (0, row.counted.clone()));
        reached.0 += row.new;
    }

    /// Tests per second in this run.
    pub fn tests_per_s(&self) -> f64 {
        if self.elapsed.is_zero() { 0.0 } else { self.run.tests as f64 / self.elapsed.as_secs_f64() }
    }

    /// Whether there were earlier runs.
    pub fn is_resumed(&self) -> bool {
        self.tally.units > self.run.units
    }
}
