//! The counts of a campaign.

use gainsay_lang::answer::Outcome;
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::time::Duration;

/// Counts of a whole campaign or of a part of it. The size does not grow with the number of tests. The derived
/// order puts the one with more units last.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Tally {
    pub units: u64,
    pub tests: u64,
    /// Tests by strategy, also strategies that had a turn and made none.
    pub tests_by_strategy: BTreeMap<String, u64>,
    /// Time of units by strategy.
    pub time_by_strategy: BTreeMap<String, Duration>,
    /// Answers by strategy, solver and outcome.
    pub answers: BTreeMap<(String, String, String), u64>,
    /// Attempts without a test and seeds that could not be used, by strategy and reason.
    pub skips: BTreeMap<(String, String), u64>,
    /// Confirmed findings, by strategy and kind.
    pub findings: BTreeMap<(String, String), u64>,
    /// How many unsat cores were asked for and checked.
    pub cores: u64,
    /// How many questions were repeated with another random seed.
    pub second_seeds: u64,
    /// Suspicions that were not examined, because there are many like them.
    pub held_back: u64,
    /// Suspicions that a fresh process did not confirm, or that are known.
    pub dismissed: u64,
    pub alarms: u64,
    /// The time of all workers.
    pub working: Duration,
    /// The part of it that they waited for solvers.
    pub waiting: Duration,
    /// The part of it for examining suspicions and reducing tests of bugs.
    pub examining: Duration,
    /// A sum over the digests of all tests: equal for equal sets of tests, made in any order.
    pub checksum: u64,
    /// When it was last added to, in seconds since 1970.
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

    /// The numbers of tests and findings of each strategy.
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

    /// The share of the workers' time spent waiting for solvers, from 0 to 1.
    pub fn solver_time_share(&self) -> f64 {
        self.share_of_time(self.waiting)
    }

    /// The share of the workers' time spent on suspicions, from 0 to 1.
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
