//! The condition for reducing a slow script: the target runs out of time, and a reference answers soon.

use super::measure::{Bench, Ending, FAST};
use crate::reduce::{Candidate, Predicate};
use crate::threads::in_parallel;
use gainsay_guests::solver::is_interrupted;

/// Holds for scripts on which the target is slow and a reference fast.
pub struct Slow<'a> {
    pub bench: &'a Bench,
    /// Seconds in which the target must not finish.
    pub limit: f64,
    pub jobs: usize,
}

impl Slow<'_> {
    fn is_slow(&self, text: &str) -> bool {
        let soon = self.limit / FAST;
        let is_fast = self.bench.references.iter().any(|reference| {
            reference.ask(text, soon).is_ok_and(|timed| timed.ending.is_answer() && timed.seconds <= soon)
        });
        let is_slow = || {
            let asked = self.bench.target.ask(text, self.limit);
            asked.is_ok_and(|timed| timed.ending == Ending::NotDone && timed.seconds >= self.limit / 2.0)
        };
        is_fast && is_slow() && !is_interrupted()
    }
}

impl Predicate for Slow<'_> {
    fn width(&self) -> usize {
        self.jobs
    }

    fn first_interesting(&mut self, candidates: &mut [Candidate]) -> Option<usize> {
        let this = &*self;
        if let [candidate] = candidates {
            return this.is_slow(&candidate.text()).then_some(0);
        }
        let slow = in_parallel(candidates.iter(), |candidate| this.is_slow(&candidate.text()));
        slow.into_iter().position(|slow| slow)
    }
}
