//! What is counted in a campaign.

use std::collections::BTreeMap;
use std::time::Duration;

/// Counts of everything, of a whole campaign or of a part of it. Its size does not grow with the number of tests.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    pub units: u64,
    pub tests: u64,
    /// By strategy, solver and outcome.
    pub answers: BTreeMap<(String, String, String), u64>,
    /// Units without a test, or seeds that could not be used: by strategy and reason.
    pub skips: BTreeMap<(String, String), u64>,
    /// Confirmed findings by kind.
    pub findings: BTreeMap<String, u64>,
    /// Suspects that were not looked at, because there are many like them.
    pub held_back: u64,
    /// Suspects that did not show up again in a fresh process, or are known.
    pub dismissed: u64,
    pub alarms: u64,
    /// The time of all workers, and how much of it they waited for solvers.
    pub working: Duration,
    pub waiting: Duration,
    /// A sum over the texts of all tests: equal for equal sets of tests, in whatever order they were made.
    pub checksum: u64,
}

impl Tally {
    pub fn add(&mut self, other: &Tally) {
        self.units += other.units;
        self.tests += other.tests;
        merge(&mut self.answers, &other.answers);
        merge(&mut self.skips, &other.skips);
        merge(&mut self.findings, &other.findings);
        self.held_back += other.held_back;
        self.dismissed += other.dismissed;
        self.alarms += other.alarms;
        self.working += other.working;
        self.waiting += other.waiting;
        self.checksum = self.checksum.wrapping_add(other.checksum);
    }

    /// How often each solver gave each outcome.
    pub fn answers_by_solver(&self) -> BTreeMap<&str, BTreeMap<&str, u64>> {
        let mut by_solver: BTreeMap<&str, BTreeMap<&str, u64>> = BTreeMap::new();
        for ((_, solver, outcome), count) in &self.answers {
            *by_solver.entry(solver).or_default().entry(outcome).or_default() += count;
        }
        by_solver
    }

    /// Which part of the workers' time was spent in solvers, from 0 to 1.
    pub fn solver_time_share(&self) -> f64 {
        if self.working.is_zero() { 0.0 } else { self.waiting.as_secs_f64() / self.working.as_secs_f64() }
    }
}

fn merge<K: Ord + Clone>(into: &mut BTreeMap<K, u64>, from: &BTreeMap<K, u64>) {
    for (key, count) in from {
        *into.entry(key.clone()).or_default() += count;
    }
}
