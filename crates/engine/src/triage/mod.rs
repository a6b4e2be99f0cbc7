//! From suspicion to bug: suspicions are confirmed by asking again, compared with what is known, and sorted into
//! buckets.
//!
//! ```text
//! Verdict --suspects--> Suspect --examine--> Confirmed --(reduced, examined again)--> Bug --bucket--> Bucket
//! ```
//!
//! A [`Confirmed`] can only be made here, by asking again in fresh processes; reports accept nothing else.

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

use gainsay_guests::solver::{Limits, Solver};
use gainsay_judge::judge::{Alarm, Finding, Testimony};
use gainsay_lang::answer::{Answer, Status};
use gainsay_prove::evidence::Test;
use serde::{Deserialize, Serialize};

/// A possible error of a solver, seen once.
#[derive(Clone, Debug)]
pub struct Suspect {
    pub test: Test,
    pub finding: Finding,
    /// The answers of all solvers when it was seen.
    pub testimonies: Vec<Testimony>,
    /// How many times the accused is asked again whether it gives the same answer.
    pub repeats: usize,
}

/// The result of examining a suspicion.
#[derive(Clone, Debug)]
pub enum Examined {
    Confirmed(Box<Confirmed>),
    /// It was not reproduced, for this reason.
    NotConfirmed(String),
    /// It is on an ignore list, for this reason.
    Ignored(String),
    /// The evidence suggests an error of our own.
    Alarm(Alarm),
}

/// A finding that was reproduced in fresh processes.
#[derive(Clone, Debug)]
pub struct Confirmed {
    pub finding: Finding,
    /// The test, with a solver's model as witness if that turned out to be one.
    pub test: Test,
    /// The accused, with the fewest arguments that still show it.
    pub solver: Solver,
    /// The scripts that the process had seen before, if they make the difference.
    pub before: Vec<String>,
    /// The script exactly as it was sent.
    pub text: String,
    /// The answer of the accused to it.
    pub answer: Answer,
    /// The random seed that changes the answer, if one does.
    pub other_seed: Option<u32>,
    /// The other solvers and their answers.
    pub others: Vec<(String, String)>,
    /// The right answer, if it is known by the evidence or by a model.
    pub truth: Status,
    /// The expected answer: the right one, or else the one on which all other solvers that decide agree.
    pub expected: Status,
    /// Private, so that no other module can construct a confirmed finding.
    limits: Limits,
}

/// A confirmed finding, and a smaller test with the same finding, if there is one.
#[derive(Clone, Debug)]
pub struct Bug {
    pub original: Confirmed,
    pub reduced: Option<Confirmed>,
    /// The sets of options with which the solver is right.
    pub mended_by: Vec<Vec<String>>,
    /// The unit of work that makes the test again.
    pub unit: Option<Unit>,
    /// What the test was made from, if it was made from seeds.
    pub made_from: Option<MadeFrom>,
}

/// Seeds and the test made from them: a comparison shows the smallest change that matters.
#[derive(Clone, Debug)]
pub struct MadeFrom {
    /// The scripts of the seeds, the main one first.
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

    /// Everything that the process read.
    pub fn session_text(&self) -> String {
        state::session_text(&self.before, &self.text)
    }

    /// The limits of all solvers.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Everything that the accused printed.
    pub fn output(&self) -> String {
        let Answer { stdout, stderr, .. } = &self.answer;
        if stderr.is_empty() { stdout.clone() } else { format!("{stdout}\n; standard error:\n{stderr}") }
    }

    /// The suspicion that a smaller test shows the same.
    pub fn suspect(&self, smaller: Test) -> Suspect {
        let not_asked = Answer { in_scope: self.answer.in_scope, ..Answer::not_asked(String::new()) };
        let mut own = Testimony::new(self.finding.solver.clone(), not_asked);
        own.other_seed = self.other_seed.map(|seed| (seed, Answer::not_asked(String::new())));
        // Its answer to the whole test was stable, so it is not asked again.
        Suspect { test: smaller, finding: self.finding.clone(), testimonies: vec![own], repeats: 0 }
    }
}

impl Bug {
    /// A bug from a confirmed finding, without reduction.
    pub fn unreduced(original: Confirmed) -> Bug {
        Bug { original, reduced: None, mended_by: Vec::new(), unit: None, made_from: None }
    }

    /// The finding to show: the reduced one if there is one.
    pub fn best(&self) -> &Confirmed {
        self.reduced.as_ref().unwrap_or(&self.original)
    }

    pub fn bucket(&self) -> Bucket {
        self.best().bucket()
    }
}
