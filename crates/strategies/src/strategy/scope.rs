//! The limits of a campaign's tests: logics, an answer, and the width of bit-vectors.
//!
//! Strategies that make tests from nothing read the scope when they choose what to write; tests outside of it are
//! discarded. So a narrow scope costs time, but no test outside of it is asked.

use super::{Inputs, Seed, Steps, Strategy};
use gainsay_lang::answer::Status;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{EVERYTHING, Features, Script};
use gainsay_prove::evidence::Test;
use std::fmt;
use std::sync::Arc;

/// The limits of tests; by default none.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Scope {
    /// Every test fits one of these logics; if empty, every logic is allowed.
    pub logics: Vec<String>,
    /// The answer that every test must have.
    pub status: Option<Status>,
    /// The largest width of bit-vectors.
    pub max_width: Option<u32>,
}

impl Scope {
    /// The scope given by options, or by a campaign's stored settings.
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

    /// Whether a test is inside the scope.
    pub fn admits(&self, test: &Test) -> bool {
        self.is_unlimited()
            || self.admits_status(test.evidence().answer()) && self.admits_script(test.script())
    }

    /// Whether tests may be made from a seed. The seed library checks the logic.
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

    /// Whether one of the logics has this feature.
    pub fn offers(&self, feature: Features) -> bool {
        let offers = |logic: &String| offered(logic).is_none_or(|offered| offered.contains(feature));
        self.logics.is_empty() || self.logics.iter().any(offers)
    }

    /// Whether a strategy can make tests in the scope. For a strategy that needs seeds this is unknown, so the
    /// answer is yes; other strategies are tried.
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

/// If none of this many tests is in the scope, the strategy counts as unsuitable.
const ATTEMPTS: u64 = 300;

/// The features of a logic, as far as its name tells. Difference logics count as linear arithmetic: no strategy
/// restricts itself to differences.
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
