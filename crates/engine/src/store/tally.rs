//! What is counted in a campaign.

use crate::answer::Outcome;
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::time::Duration;

/// Counts of everything, of a whole campaign or of a part of it. Its size does not grow with the number of tests. Of two, the
/// greater one has more units.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Tally {
    pub units: u64,
    pub tests: u64,
    /// Of each strategy that had its turn, also if it made none.
    pub tests_by_strategy: BTreeMap<String, u64>,
    /// How long units of each strategy took.
    pub time_by_strategy: BTreeMap<String, Duration>,
    /// By strategy, solver and outcome.
    pub answers: BTreeMap<(String, String, String), u64>,
    /// Units without a test, or seeds that could not be used: by strategy and reason.
    pub skips: BTreeMap<(String, String), u64>,
    /// Confirmed findings, by strategy and kind.
    pub findings: BTreeMap<(String, String), u64>,
    /// Answers whose unsat core was asked for and asked again.
    pub cores: u64,
    /// Answers that were asked for a second time, with another random seed.
    pub second_seeds: u64,
    /// Suspects that were not looked at, because there are many like them.
    pub held_back: u64,
    /// Suspects that did not show up again in a fresh process, or are known.
    pub dismissed: u64,
    pub alarms: u64,
    /// The time of all workers, and how much of it they waited for solvers.
    pub working: Duration,
    pub waiting: Duration,
    /// How much of it went into asking again about suspicions, and into making tests of bugs small.
    pub examining: Duration,
    /// A sum over the texts of all tests: equal for equal sets of tests, in whatever order they were made.
    pub checksum: u64,
    /// When something was last counted, in seconds since 1970.
    pub time: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.units += other.units;
        self.tests += other.tests;
        merge(&mut self.tests_by_strategy, &other.tests_by_strategy);
        merge(&mut self.time_by_strategy, &other.time_by_strategy);
        merge(&mut self.answers, &other.answers);
        merge(&mut self.skips, &other.skips);
        merge(&mut self.findings, &other.findings);
        self.cores += other.cores;
        self.second_seeds += other.second_seeds;
        self.held_back += other.held_back;
        self.dismissed += other.dismissed;
        self.alarms += other.alarms;
        self.working += other.working;
        self.waiting += other.waiting;
        self.examining += other.examining;
        self.checksum = self.checksum.wrapping_add(other.checksum);
        self.time = self.time.max(other.time);
    }

    pub fn count_findings(&self) -> u64 {
        self.findings.values().sum()
    }

    pub fn findings_by_kind(&self) -> BTreeMap<&str, u64> {
        let mut by_kind: BTreeMap<&str, u64> = BTreeMap::new();
        for ((_, kind), count) in &self.findings {
            *by_kind.entry(kind).or_default() += count;
        }
        by_kind
    }

    /// How many tests each strategy made, and how many findings came of them.
    pub fn by_strategy(&self) -> BTreeMap<&str, (u64, u64)> {
        let mut by_strategy: BTreeMap<&str, (u64, u64)> =
            self.tests_by_strategy.iter().map(|(strategy, tests)| (strategy.as_str(), (*tests, 0))).collect();
        for ((strategy, _), count) in &self.findings {
            by_strategy.entry(strategy).or_default().1 += count;
        }
        by_strategy
    }

    /// How often each solver gave each outcome.
    pub fn answers_by_solver(&self) -> BTreeMap<&str, BTreeMap<&str, u64>> {
        let mut by_solver: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
        for ((_, solver, outcome), count) in &self.answers {
            *by_solver.entry(solver).or_default().entry(outcome).or_default() += count;
        }
        by_solver
    }

    pub fn count_answers(&self) -> u64 {
        self.answers.values().sum()
    }

    pub fn count_timeouts(&self) -> u64 {
        let word = Outcome::Timeout.word();
        self.answers.iter().filter(|((_, _, outcome), _)| outcome == word).map(|(_, count)| count).sum()
    }

    /// Which part of the workers' time was spent in solvers, from 0 to 1.
    pub fn solver_time_share(&self) -> f64 {
        self.share_of_time(self.waiting)
    }

    /// Which part of it was spent on suspicions, from 0 to 1.
    pub fn examining_time_share(&self) -> f64 {
        self.share_of_time(self.examining)
    }

    fn share_of_time(&self, part: Duration) -> f64 {
        if self.working.is_zero() { 0.0 } else { part.as_secs_f64() / self.working.as_secs_f64() }
    }
}

fn merge<K: Ord + Clone, V: Copy + Default + AddAssign>(into: &mut BTreeMap<K, V>, from: &BTreeMap<K, V>) {
    for (key, count) in from {
        *into.entry(key.clone()).or_default() += *count;
    }
}
