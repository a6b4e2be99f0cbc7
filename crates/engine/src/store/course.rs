//! The course of a campaign: counts over time, when each bucket was found, and what the time was spent on.

use super::{Store, StoreError, blocks};
use std::collections::BTreeMap;
use std::time::Duration;

/// Cumulative counts at the end of a time slot.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tick {
    /// Seconds since 1970.
    pub time: u64,
    pub tests: u64,
    pub answers: u64,
    pub timeouts: u64,
    /// The part of `working` that workers waited for solvers, in nanoseconds.
    pub waiting: u64,
    /// The time of all workers, in nanoseconds.
    pub working: u64,
}

/// The time that each strategy took in a time slot.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Spent {
    /// Seconds since 1970.
    pub time: u64,
    pub by_strategy: BTreeMap<String, Duration>,
}

/// When a bucket got its first finding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstRow {
    /// The key of the bucket.
    pub bucket: String,
    pub bug: bool,
    /// Seconds since 1970.
    pub time: u64,
}

/// Turns with the same strategy and size: how many, their cost and their reward.
#[derive(Clone, PartialEq, Debug)]
pub struct ArmRow {
    pub strategy: String,
    pub size: Option<String>,
    pub turns: u64,
    /// In nanoseconds.
    pub cost: u64,
    pub reward: f64,
}

/// Length of a time slot in seconds: a day has 8,640.
const SLOT: u64 = 10;

impl Store {
    /// Cumulative counts over time. A block counts at the time of its last write.
    pub fn ticks(&mut self) -> Result<Vec<Tick>, StoreError> {
        let blocks = self.database.attempt(blocks::all)?;
        let mut slots: BTreeMap<u64, Tick> = BTreeMap::new();
        for tally in blocks.values() {
            let time = tally.time / SLOT * SLOT;
            let tick = slots.entry(time).or_default();
            tick.time = time;
            tick.tests += tally.tests;
            tick.answers += tally.count_answers();
            tick.timeouts += tally.count_timeouts();
            tick.waiting += tally.waiting.as_nanos() as u64;
            tick.working += tally.working.as_nanos() as u64;
        }
        let mut ticks: Vec<Tick> = slots.into_values().collect();
        for at in 1..ticks.len() {
            let before = ticks[at - 1];
            let tick = &mut ticks[at];
            tick.tests += before.tests;
            tick.answers += before.answers;
            tick.timeouts += before.timeouts;
            tick.waiting += before.waiting;
            tick.working += before.working;
        }
        Ok(ticks)
    }

    /// Time by strategy over time, which shows what the scheduler preferred and when.
    pub fn spent(&mut self) -> Result<Vec<Spent>, StoreError> {
        let mut slots: BTreeMap<u64, Spent> = BTreeMap::new();
        for tally in self.database.attempt(blocks::all)?.into_values() {
            let time = tally.time / SLOT * SLOT;
            let spent = slots.entry(time).or_insert_with(|| Spent { time, ..Spent::default() });
            for (strategy, more) in tally.time_by_strategy {
                *spent.by_strategy.entry(strategy).or_default() += more;
            }
        }
        Ok(slots.into_values().collect())
    }

    /// When each bucket was found, in the order of time; 0 if its block has no time.
    pub fn first_findings(&mut self) -> Result<Vec<FirstRow>, StoreError> {
        let size = self.setup()?.block.max(1);
        let blocks = self.database.attempt(blocks::all)?;
        let sql = "SELECT buckets.key, buckets.bug, findings.unit FROM buckets JOIN findings ON findings.id = buckets.first";
        let mut firsts: Vec<FirstRow> = self.database.rows(sql, |row| {
            let time = blocks.get(&(row.get::<u64>(2)? / size)).map_or(0, |tally| tally.time);
            Ok(FirstRow { bucket: row.get(0)?, bug: row.get(1)?, time })
        })?;
        firsts.sort_by(|left, right| (left.time, &left.bucket).cmp(&(right.time, &right.bucket)));
        Ok(firsts)
    }

    /// Cost and reward by strategy and size, the most expensive first.
    pub fn arms(&mut self) -> Result<Vec<ArmRow>, StoreError> {
        let sql = "SELECT strategy, size, count(*), CAST(sum(cost) AS BIGINT), sum(reward) FROM turns
            GROUP BY strategy, size ORDER BY 4 DESC, 1, 2";
        self.database.rows(sql, |row| {
            Ok(ArmRow {
                strategy: row.get(0)?,
                size: row.get(1)?,
                turns: row.get(2)?,
                cost: row.get(3)?,
                reward: row.get(4)?,
            })
        })
    }
}
