//! Campaigns: the loop that connects everything.
//!
//! ```text
//! Units -> worker: Schedule (arm), Plan (seeds) -> Test -> Panel (solvers) -> judge -> examine -> shrink -> UnitOutcome
//!                                                                                        \-> collector -> Store, Watcher
//! ```
//!
//! What is done in a unit of work depends on nothing but the campaign's setup, the unit's number and what is written down
//! about the campaign's course: the arm of its turn (`schedule.rs`) and, where coverage guides, the test that its block begins
//! with (`guide.rs`). So a campaign can stop and go on anywhere, and be done in many places at once.

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
mod side;
mod silence;
mod throttle;
mod units;
mod variants;
mod worker;

pub use activity::Doing;
pub use arm::Arm;
pub use bandit::{ArmKind, Bandit};
pub use coverage::Coverage;
pub use draw::{Draw, Worth};
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
use crate::solver::{Limits, Solver, interrupt};
use crate::store::{CoverageRow, Filed, NewFinding, Store, StoreError, Tally};
use crate::triage::Ignores;
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
    /// For one question.
    pub limits: Limits,
    /// Whether each question has these limits, and not mostly shorter ones that are learned.
    pub fixed_limits: bool,
    /// What is known, and not to be reported again.
    pub ignores: Ignores,
    /// What solvers tell about the code that tests reach.
    pub coverage: Coverage,
    pub jobs: usize,
    /// The first unit that is done here; those before it are done elsewhere.
    pub first: u64,
    /// The unit before which it ends, counting those of earlier runs; no end without it.
    pub units: Option<u64>,
    /// How long this run lasts at most.
    pub time: Option<Duration>,
    /// Where the folders of bugs go.
    pub bugs: PathBuf,
    /// What the campaign is called in reports: its folder.
    pub name: String,
    pub stop: Stop,
}

impl Campaign<'_> {
    /// The solvers as the user named them.
    pub fn solvers(&self) -> &[Solver] {
        self.variants.named()
    }
}

/// How far a campaign is.
#[derive(Clone, Default, Debug)]
pub struct Summary {
    /// Of the whole campaign.
    pub tally: Tally,
    /// Of this run alone.
    pub run: Tally,
    pub buckets: u64,
    /// Buckets that hold bugs.
    pub bugs: u64,
    /// Bugs that are confirmed and kept, and whose tests are not small yet, because the time ended.
    pub unreduced: u64,
    /// How many places were reached in each solver that tells, and what places are: `edges` or `lines`.
    pub reached: BTreeMap<String, (u64, String)>,
    /// Since this run began.
    pub elapsed: Duration,
    /// What is being done now.
    pub doing: Vec<Doing>,
    /// How many seeds are known, and how many there are.
    pub seeds: (usize, usize),
    /// What each solver said when it did something else than to answer for the first time, by solver and outcome.
    pub complaints: BTreeMap<(String, String), String>,
    /// Why there was no point in going on, or nothing came of it.
    pub gave_up: Option<String>,
}

/// What happens in a campaign.
pub enum Event<'a> {
    Finding {
        finding: &'a NewFinding,
        filed: &'a Filed,
    },
    /// A finding like no other before.
    Bucket {
        finding: &'a NewFinding,
        filed: &'a Filed,
    },
    /// We did something wrong.
    Alarm {
        unit: u64,
        text: &'a str,
    },
    Warning(&'a str),
    /// A solver hardly ever answers, or never.
    Silence(&'a Silence),
    /// Something was written, or nothing happened for a while.
    Tick,
}

/// Is told what happens.
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

/// Reports that wait to be written. Workers wait when there are more.
const WAITING: usize = 64;
/// Terms of any depth are dropped and printed without recursion, but solvers' output is read with some.
const STACK: usize = 64 << 20;

/// Runs a campaign to its end, which may be the user's patience.
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
        // Nobody listens any more: workers end with their unit, which is of no use.
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
    /// Counts what a unit was the first to reach.
    fn reach(&mut self, row: &CoverageRow) {
        let reached = self.reached.entry(row.solver.clone()).or_insert_with(|| (0, row.counted.clone()));
        reached.0 += row.new;
    }

    /// Tests a second in this run.
    pub fn tests_per_s(&self) -> f64 {
        if self.elapsed.is_zero() { 0.0 } else { self.run.tests as f64 / self.elapsed.as_secs_f64() }
    }

    /// Whether there were earlier runs.
    pub fn is_resumed(&self) -> bool {
        self.tally.units > self.run.units
    }
}
