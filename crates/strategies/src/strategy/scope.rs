//! What the tests of a campaign are limited to: logics, an answer, and the width of bit-vectors.
//!
//! Strategies that make tests from nothing look at it while they choose what to write; whatever comes out otherwise is
//! thrown away. So a scope costs time, but never lets anything else through.

use super::{Inputs, Seed, Steps, Strategy};
use crate::answer::Status;
use crate::evidence::Test;
use crate::rng::Rng;
use crate::script::{EVERYTHING, Features, Script};
use std::fmt;
use std::sync::Arc;

/// What tests are limited to; by default nothing.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Scope {
    /// All that tests use is in one of these logics; none means that any will do.
    pub logics: Vec<String>,
    /// The answer that tests must get.
    pub status: Option<Status>,
    /// The most bits that a bit-vector has.
    pub max_width: Option<u32>,
}

impl Scope {
    /// The scope that options, or what a campaign remembers of them, describe.
    pub fn new(logics: &[String], status: Option<&str>, max_width: Option<u64>) -> Scope {
        Scope {
            logics: logics.to_vec(),
            status: status.and_then(Status::from_word),
            max_width: max_width.map(|width| u32::try_from(width).unwrap_or(u32::MAX)),
        }
    }

    pub fn is_unlimited(&self) -> bool {
        *self == Scope::default()
    }

    /// Whether a test may be asked.
    pub fn admits(&self, test: &Test) -> bool {
        self.is_unlimited()
            || self.admits_status(test.evidence().answer()) && self.admits_script(test.script())
    }

    /// Whether tests may be made from a seed. Its logic is the library's concern.
    pub fn admits_seed(&self, seed: &Seed) -> bool {
        self.admits_status(seed.evidence.answer())
            && self.max_width.is_none_or(|most| seed.script.usage().widest <= most)
    }

    fn admits_status(&self, status: Status) -> bool {
        self.status.is_none_or(|wanted| wanted == status)
    }

    fn admits_script(&self, script: &Script) -> bool {
        if self.logics.is_empty() && self.max_width.is_none() {
            return true;
        }
        let usage = script.usage();
        let offers = |logic: &String| match offered(logic) {
            Some(offered) => offered.contains(usage.features),
            None => logic == EVERYTHING || script.logic() == Some(logic),
        };
        (self.logics.is_empty() || self.logics.iter().any(offers))
            && self.max_width.is_none_or(|most| usage.widest <= most)
    }

    /// Whether one of the logics has this.
    pub fn offers(&self, feature: Features) -> bool {
        let offers = |logic: &String| offered(logic).is_none_or(|offered| offered.contains(feature));
        self.logics.is_empty() || self.logics.iter().any(offers)
    }

    /// Whether a strategy can make tests that are admitted. What it makes from seeds depends on them; what it makes from
    /// nothing is tried.
    pub fn suits(self: &Arc<Self>, strategy: &dyn Strategy) -> bool {
        let admits = |unit: u64| {
            let size = 1 + (unit % u64::from(Inputs::LARGE)) as u32;
            let inputs = Inputs { scope: self.clone(), ..Inputs::of_size(size) };
            let test = strategy.make(&inputs, &mut Rng::of_unit(0, unit), &mut Steps::default());
            test.is_ok_and(|test| self.admits(&test))
        };
        self.is_unlimited() || strategy.needs_seeds() || (0..ATTEMPTS).any(admits)
    }
}

/// A strategy none of whose first tests is admitted will not make many.
const ATTEMPTS: u64 = 300;

/// What a logic offers, as far as its name says. No strategy keeps to differences: their tests are of linear arithmetic.
fn offered(logic: &str) -> Option<Features> {
    Features::of_logic(&logic.replace("IDL", "LIA").replace("RDL", "LRA"))
}

impl fmt::Display for Scope {
    /// As options: `--logic QF_BV --status unsat --max-width 8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let logics = (!self.logics.is_empty()).then(|| format!("--logic {}", self.logics.join(",")));
        let status = self.status.map(|status| format!("--status {}", status.word()));
        let width = self.max_width.map(|width| format!("--max-width {width}"));
        let words: Vec<String> = [logics, status, width].into_iter().flatten().collect();
        f.write_str(&words.join(" "))
    }
}
