//! A campaign as the page shows it: its counts, and its course over time.

use super::known::{Fact, Told};
use super::weights::Weights;
use gainsay_engine::store::{ArmRow, FirstRow, Setup, SolverRow, Store, StoreError, Tally, Tick};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// The data read from a campaign.
pub struct CampaignData {
    setup: Setup,
    tally: Tally,
    ticks: Vec<Tick>,
    firsts: Vec<FirstRow>,
    arms: Vec<ArmRow>,
    /// How many of the last turns belong to each strategy.
    recent: BTreeMap<String, u64>,
    /// The share of time of each strategy over time.
    weights: Weights,
    /// Places reached by solver: seconds, and how many by then.
    coverage: BTreeMap<String, Vec<(f64, u64)>>,
    counted: String,
    running: bool,
}

/// A campaign that wrote nothing for this many seconds counts as ended.
const SILENT: u64 = 30;
/// A gap between ticks longer than this many seconds is a pause, which plots leave out.
const PAUSE: u64 = 60;
/// The most points of a plot.
const POINTS: usize = 240;
/// The number of last turns that show what the scheduler prefers now.
const RECENT: u64 = 200;

impl CampaignData {
    pub fn read(store: &mut Store, now: u64) -> Result<CampaignData, StoreError> {
        let mut recent: BTreeMap<String, u64> = BTreeMap::new();
        for turn in store.turns()?.last(RECENT)? {
            *recent.entry(turn.strategy).or_default() += 1;
        }
        let mut coverage: BTreeMap<String, Vec<(f64, u64)>> = BTreeMap::new();
        let mut counted = String::new();
        for row in store.coverage()? {
            let points = coverage.entry(row.solver).or_default();
            let before = points.last().map_or(0, |point| point.1);
            points.push((row.seconds, before + row.new));
            counted = row.counted;
        }
        let ticks = store.ticks()?;
        let weights = Weights::of(&store.spent()?, &ticks);
        let mut data = CampaignData {
            setup: store.setup()?,
            tally: store.tally()?,
            ticks,
            weights,
            firsts: store.first_findings()?,
            arms: store.arms()?,
            recent,
            coverage,
            counted,
            running: false,
        };
        data.set_now(now);
        Ok(data)
    }

    /// Sets the current time; returns whether the campaign started or stopped running by that.
    pub fn set_now(&mut self, now: u64) -> bool {
        let last = self.ticks.last().map_or(0, |tick| tick.time);
        let running = last + SILENT > now && now > 0;
        std::mem::replace(&mut self.running, running) != running
    }

    /// Tests per second: over the last minute while it runs, otherwise over all of it.
    fn rate(&self) -> f64 {
        let Some(last) = self.ticks.last() else { return 0.0 };
        let from = if self.running { last.time.saturating_sub(60) } else { 0 };
        let recent: Vec<&Tick> = self.ticks.iter().filter(|tick| tick.time >= from).collect();
        let steps =
            recent.windows(2).map(|pair| (pair[0], pair[1])).filter(|(a, b)| b.time - a.time <= PAUSE);
        let (tests, seconds) = steps.fold((0, 0), |(tests, seconds), (a, b)| {
            (tests + b.tests.saturating_sub(a.tests), seconds + (b.time - a.time))
        });
        if seconds == 0 { 0.0 } else { tests as f64 / seconds as f64 }
    }

    pub fn in_short(&self) -> Value {
        let (answers, timeouts) = (self.tally.count_answers(), self.tally.count_timeouts());
        let solvers: Vec<&str> = self.setup.solvers.iter().map(|solver| solver.label.as_str()).collect();
        let rates: Vec<f64> = self.over_time().iter().map(|point| point.1).collect();
        json!({
            "running": self.running, "tests": self.tally.tests, "rate": self.rate(), "answers": answers, "timeouts": timeouts,
            "in_solvers": self.tally.solver_time_share(), "examining": self.tally.examining_time_share(),
            "seed": self.setup.seed, "solvers": solvers, "began": self.ticks.first().map(|tick| tick.time),
            "seconds": clock(&self.ticks).last().copied().unwrap_or(0.0), "rates": thinned(&rates, 60),
            "findings": self.tally.count_findings(), "alarms": self.tally.alarms,
        })
    }

    /// Seconds of hunting, tests per second, share of timeouts, and share of time in solvers.
    fn over_time(&self) -> Vec<(f64, f64, f64, f64)> {
        let clock = clock(&self.ticks);
        let pairs = self.ticks.windows(2).zip(&clock[1.min(clock.len())..]);
        let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
        pairs
            .filter(|(pair, _)| pair[1].time > pair[0].time && pair[1].time - pair[0].time <= PAUSE)
            .map(|(pair, seconds)| {
                let [a, b] = [pair[0], pair[1]];
                let less = |of: fn(&Tick) -> u64| of(&b).saturating_sub(of(&a));
                (
                    *seconds,
                    less(|tick| tick.tests) as f64 / (b.time - a.time) as f64,
                    share(less(|tick| tick.timeouts), less(|tick| tick.answers)),
                    share(less(|tick| tick.waiting), less(|tick| tick.working)),
                )
            })
            .collect()
    }

    /// Outcomes by strategy and solver.
    fn by_strategy(&self) -> Vec<Value> {
        let mut all: BTreeMap<(&str, &str), BTreeMap<&str, u64>> = BTreeMap::new();
        for ((strategy, solver, outcome), count) in &self.tally.answers {
            *all.entry((strategy, solver)).or_default().entry(outcome).or_default() += count;
        }
        all.into_iter().map(|((strategy, solver), outcomes)| json!([strategy, solver, outcomes])).collect()
    }

    /// What each solver did, as facts about releases.
    pub fn facts(&self) -> Vec<Fact> {
        let answers = self.tally.answers_by_solver();
        let fact = |solver: &SolverRow| {
            let did = json!({
                "label": solver.label, "tests": self.tally.tests, "rate": self.rate(),
                "answers": answers.get(solver.label.as_str()),
            });
            Fact {
                solver: solver.profile.clone(),
                release: solver.version.clone(),
                told: Told::Campaign(did),
            }
        };
        self.setup.solvers.iter().filter(|solver| !solver.version.is_empty()).map(fact).collect()
    }

    pub fn json(&self) -> Value {
        let clock = clock(&self.ticks);
        let over_time = thinned(&self.over_time(), POINTS);
        let series = |of: fn(&(f64, f64, f64, f64)) -> f64| -> Vec<(f64, f64)> {
            over_time.iter().map(|point| (point.0, of(point))).collect()
        };
        let mut found = [0u64; 2];
        let mut bugs: Vec<(f64, u64)> = Vec::new();
        let mut notes: Vec<(f64, u64)> = Vec::new();
        for first in &self.firsts {
            let seconds = seconds_at(first.time, &self.ticks, &clock);
            let (counter, points) = if first.bug { (0, &mut bugs) } else { (1, &mut notes) };
            found[counter] += 1;
            points.push((seconds, found[counter]));
        }
        let coverage: Vec<Value> = self
            .coverage
            .iter()
            .map(|(solver, points)| json!({"name": solver, "points": thinned(points, POINTS)}))
            .collect();
        let strategies: Vec<Value> = self
            .tally
            .by_strategy()
            .iter()
            .map(|(strategy, (tests, findings))| {
                let seconds = self.tally.time_by_strategy.get(*strategy).map_or(0.0, Duration::as_secs_f64);
                json!([strategy, tests, findings, seconds, self.recent.get(*strategy).copied().unwrap_or(0)])
            })
            .collect();
        let arms: Vec<Value> = self
            .arms
            .iter()
            .map(|arm| json!([arm.strategy, arm.size, arm.turns, arm.cost as f64 / 1e9, arm.reward]))
            .collect();
        let Setup { strategies: wanted, schedule, guide, timeout, memory, version, seeds, .. } = &self.setup;
        json!({
            "short": self.in_short(), "rate": series(|point| point.1), "timeouts": series(|point| point.2),
            "in_solvers": series(|point| point.3), "bugs": thinned(&bugs, POINTS), "notes": thinned(&notes, POINTS),
            "coverage": coverage, "counted": self.counted, "answers": self.tally.answers_by_solver(),
            "by_strategy": self.by_strategy(),
            "strategies": strategies, "arms": arms, "recent": RECENT, "weights": self.weights.json(),
            "setup": {
                "strategies": wanted, "schedule": schedule, "guide": guide, "timeout": timeout,
                "memory": memory >> 20, "version": version, "seeds": seeds,
            },
            "units": self.tally.units, "dismissed": self.tally.dismissed, "held_back": self.tally.held_back,
            "kinds": self.tally.findings_by_kind(),
        })
    }
}

/// Seconds of hunting at each tick, pauses left out.
pub(super) fn clock(ticks: &[Tick]) -> Vec<f64> {
    let mut clock = Vec::with_capacity(ticks.len());
    let mut seconds = 0;
    for (at, tick) in ticks.iter().enumerate() {
        let step = at.checked_sub(1).map_or(0, |before| tick.time - ticks[before].time);
        seconds += if step > PAUSE { 0 } else { step };
        clock.push(seconds as f64);
    }
    clock
}

/// A time in seconds of hunting.
pub(super) fn seconds_at(time: u64, ticks: &[Tick], clock: &[f64]) -> f64 {
    let at = ticks.partition_point(|tick| tick.time < time);
    match (ticks.get(at), clock.get(at)) {
        (Some(tick), Some(seconds)) => (seconds - (tick.time - time) as f64).max(0.0),
        _ => clock.last().copied().unwrap_or(0.0),
    }
}

/// At most `most` of the points, evenly chosen; the last one is kept.
fn thinned<T: Clone>(points: &[T], most: usize) -> Vec<T> {
    if points.len() <= most {
        return points.to_vec();
    }
    let last = points.len() - 1;
    (0..most).map(|at| points[at * last / (most - 1)].clone()).collect()
}
