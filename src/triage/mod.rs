//! From suspicion to bug: what solvers are suspected of is asked again, told apart from what is known, and sorted into buckets.
//!
//! ```text
//! Verdict --suspects--> Suspect --examine--> Confirmed --(reduced, examined again)--> Bug --bucket--> Bucket
//! ```
//!
//! A [`Confirmed`] can only be made here, by asking again in fresh processes; a report takes nothing else.

mod bisect;
mod fate;
mod bucket;
mod examine;
mod ignore;
mod options;
mod search;
mod state;
mod steady;
mod history;
mod suspects;

pub use bisect::{ReleaseCheck, ReleaseVerdict, Trial, ask_again, truth};
pub use bucket::{Bucket, Cause};
pub use examine::{ONLY_IN_SCOPE, examine};
pub use fate::{Fate, Fates, Outlook};
pub use history::{Edge, History};
pub use ignore::{Ignore, IgnoreError, Ignores};
pub use options::mending_options;
pub use search::{Progress, Releases, Seen, bisect, most_trials, next_to_try};
pub use state::{leaking_scopes, state_leak};
pub use steady::{MANY_REPEATS, USUAL_REPEATS};
pub use suspects::suspects;

use crate::answer::{Answer, Status};
use crate::evidence::Test;
use crate::judge::{Alarm, Finding, Testimony};
use crate::solver::{Limits, Solver};
use serde::{Deserialize, Serialize};

/// Something that a solver may have done wrong, seen once.
#[derive(Clone, Debug)]
pub struct Suspect {
    pub test: Test,
    pub finding: Finding,
    /// What all solvers said when it was seen.
    pub testimonies: Vec<Testimony>,
    /// How often the accused is asked again whether it stands by its answer.
    pub repeats: usize,
}

/// What came of a suspicion.
#[derive(Clone, Debug)]
pub enum Examined {
    Confirmed(Box<Confirmed>),
    /// It did not show again, and why not.
    NotConfirmed(String),
    /// It is on an ignore list, and why.
    Ignored(String),
    /// The evidence is against us.
    Alarm(Alarm),
}

/// A finding that showed again in fresh processes.
#[derive(Clone, Debug)]
pub struct Confirmed {
    pub finding: Finding,
    /// With a witness where a solver's model turned out to be one.
    pub test: Test,
    /// The accused, with the fewest arguments that still show it.
    pub solver: Solver,
    /// The scripts that the process had seen before, where they make the difference.
    pub before: Vec<String>,
    /// The script exactly as it was asked.
    pub text: String,
    /// What the accused did with it.
    pub answer: Answer,
    /// The random seed that changes the answer, where one does.
    pub other_seed: Option<u32>,
    /// What the other solvers say.
    pub others: Vec<(String, String)>,
    /// What the right answer is known to be, by the evidence or by a model.
    pub truth: Status,
    /// The expected answer: the right one, or else the one on which all other solvers that answer agree.
    pub expected: Status,
    /// Not public, so that nobody else can say that something is confirmed.
    limits: Limits,
}

/// A confirmed finding, and a smaller test that shows the same, if there is one.
#[derive(Clone, Debug)]
pub struct Bug {
    pub original: Confirmed,
    pub reduced: Option<Confirmed>,
    /// The options with which the solver is right.
    pub mended_by: Vec<Vec<String>>,
    /// From what the test can be made again.
    pub unit: Option<Unit>,
    /// What the test was made from, where that was seeds.
    pub made_from: Option<MadeFrom>,
}

/// Seeds, and what was made of them: who compares the two sees the smallest change that matters.
#[derive(Clone, Debug)]
pub struct MadeFrom {
    /// The scripts of the seeds, the first one first.
    pub seeds: Vec<String>,
    /// The test with as few steps as it needs, not reduced.
    pub with_fewest_steps: String,
}

/// The unit of work that made a test.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unit {
    pub campaign: String,
    /// The number of the finding in the campaign.
    pub finding: i64,
    pub unit: u64,
    /// The random seed of the campaign.
    pub seed: u64,
}

impl Confirmed {
    pub fn bucket(&self) -> Bucket {
        let Finding { kind, signature, .. } = &self.finding;
        Bucket::new(*kind, &self.solver.name, self.test.script(), signature.as_deref())
    }

    /// All that the process read.
    pub fn session_text(&self) -> String {
        state::session_text(&self.before, &self.text)
    }

    /// What everybody could use.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// All that the accused printed.
    pub fn output(&self) -> String {
        let Answer { stdout, stderr, .. } = &self.answer;
        if stderr.is_empty() { stdout.clone() } else { format!("{stdout}\n; standard error:\n{stderr}") }
    }

    /// The suspicion that a smaller test shows the same.
    pub fn suspect(&self, smaller: Test) -> Suspect {
        let not_asked = Answer { in_scope: self.answer.in_scope, ..Answer::not_asked(String::new()) };
        let mut own = Testimony::new(self.finding.solver.clone(), not_asked);
        own.other_seed = self.other_seed.map(|seed| (seed, Answer::not_asked(String::new())));
        // It stood by its answer to the whole test.
        Suspect { test: smaller, finding: self.finding.clone(), testimonies: vec![own], repeats: 0 }
    }
}

impl Bug {
    /// A finding as it was confirmed.
    pub fn unreduced(original: Confirmed) -> Bug {
        Bug { original, reduced: None, mended_by: Vec::new(), unit: None, made_from: None }
    }

    /// What a reader should look at: the reduced one where there is one.
    pub fn best(&self) -> &Confirmed {
        self.reduced.as_ref().unwrap_or(&self.original)
    }

    pub fn bucket(&self) -> Bucket {
        self.best().bucket()
    }
}
