//! Verdicts: what the answers of solvers to a test come to.
//!
//! [`judge`] is a function of data: no clock, no files, no solver. Whoever calls it asks the solvers, and asks again about
//! cores; stored answers can be judged again at any time. It accuses only with proof in hand: a model that our evaluator
//! accepts or refutes, an exhausted domain, a checked refutation, or a derivation from checked rules. Where solvers contradict each other and
//! nothing tells who is wrong, it says just that. A solver that satisfies a test which we call unsatisfiable refutes us, and
//! not itself: that is an [`Alarm`].

mod cores;
mod kinds;
mod models;
mod record;
mod replies;
mod answers;
mod voices;

pub use answers::{fault_of, judge, wrong_answer};
pub use cores::{CoreCheck, CoreVerdict, OURSELVES};
pub use kinds::{Basis, FindingKind, Noted, Row, ShownBy, Telling};
pub use models::{ModelVerdict, examine_model, witness_among};
pub use replies::Claim;
pub use voices::Voices;

use crate::answer::{Answer, Status};
use crate::evidence::Truth;
use crate::script::ReadOptions;
use serde::{Deserialize, Serialize};

/// What one solver said about a test.
#[derive(Clone, Debug)]
pub struct Testimony {
    /// Which solver, with its version.
    pub solver: String,
    /// Its family: the name alone where nothing else is known.
    pub family: String,
    /// The question as this solver got it; empty if it was not kept.
    pub text: String,
    pub answer: Answer,
    /// How its model is to be read.
    pub model_reading: ReadOptions,
    /// What became of its unsat core, if one was asked for.
    pub core: Option<CoreCheck>,
    /// Another random seed and the answer with it, if it was asked for.
    pub other_seed: Option<(u32, Answer)>,
    /// What solvers said to the plain questions that may refute what this one claims, if they were asked.
    pub rebuttals: Vec<Testimony>,
    /// The answer to this question where it stands in a script with several, if that was asked for.
    pub in_script: Option<Status>,
}

impl Testimony {
    pub fn new(solver: impl Into<String>, answer: Answer) -> Testimony {
        let model_reading = ReadOptions::default();
        let solver = solver.into();
        let family = solver.split(['@', ' ']).next().unwrap_or_default().to_owned();
        Testimony {
            solver,
            family,
            text: String::new(),
            answer,
            model_reading,
            core: None,
            other_seed: None,
            rebuttals: Vec::new(),
            in_script: None,
        }
    }
}

/// Something that a solver did wrong, or may have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "record::Record")]
pub struct Finding {
    pub kind: FindingKind,
    pub solver: String,
    pub certainty: Certainty,
    /// Why, in a sentence.
    pub why: String,
    /// What it is known by whatever the formula is, such as the place of a crash.
    pub signature: Option<String>,
    /// What a person wants to see besides: false sub-terms with their values.
    pub details: Vec<String>,
}

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// By a witness, an exhausted domain, a checked refutation, or the solver's own words.
    Proved,
    /// By a derivation from checked rules.
    Derived,
    /// Not at all: somebody is wrong, or it is a matter of taste.
    Disputed,
}

/// Evidence against ourselves: to be looked into, never to be reported as a solver's bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alarm {
    pub solver: String,
    pub why: String,
}

/// All that a test brought to light.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verdict {
    pub findings: Vec<Finding>,
    pub alarms: Vec<Alarm>,
    /// What each solver's model came to, in the order of the testimonies.
    pub models: Vec<Option<ModelVerdict>>,
    /// What each solver's claim beyond yes and no came to, if it makes one.
    pub claims: Vec<Option<Claim>>,
    /// The right answer, as far as it is known now.
    pub truth: Truth,
}

impl Finding {
    /// Whether it may be called a bug.
    pub fn is_bug(&self) -> bool {
        self.certainty != Certainty::Disputed
    }

    /// The signature and the details, a line each.
    pub fn lines(&self) -> impl Iterator<Item = &String> {
        self.signature.iter().chain(&self.details)
    }
}

impl Certainty {
    const ALL: [Certainty; 3] = [Certainty::Proved, Certainty::Derived, Certainty::Disputed];

    /// The certainty of a word.
    pub fn from_word(word: &str) -> Option<Certainty> {
        Certainty::ALL.into_iter().find(|certainty| certainty.word() == word)
    }

    pub fn word(self) -> &'static str {
        match self {
            Certainty::Proved => "proved",
            Certainty::Derived => "derived",
            Certainty::Disputed => "disputed",
        }
    }
}
