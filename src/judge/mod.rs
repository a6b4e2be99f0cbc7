//! Verdicts: what the answers of solvers to a test come to.
//!
//! [`judge`] is a function of data: no clock, no files, no solver. Whoever calls it asks the solvers, and asks again about
//! cores; stored answers can be judged again at any time. It accuses only with proof in hand: a model that our evaluator
//! accepts or refutes, an exhausted domain, or a derivation from checked rules. Where solvers contradict each other and
//! nothing tells who is wrong, it says just that. A solver that satisfies a test which we call unsatisfiable refutes us, and
//! not itself: that is an [`Alarm`].

mod cores;
mod models;
mod rules;
mod voices;

pub use cores::{CoreCheck, CoreVerdict};
pub use models::{ModelVerdict, examine_model, witness_among};
pub use rules::{judge, wrong_answer};
pub use voices::Voices;

use crate::answer::{Answer, Status};
use crate::evidence::Truth;
use crate::script::ReadOptions;

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
            in_script: None,
        }
    }
}

/// Something that a solver did wrong, or may have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    pub kind: FindingKind,
    pub solver: String,
    pub certainty: Certainty,
    /// Why, in a sentence.
    pub why: String,
    /// What a person wants to see: false sub-terms with their values, a crash's signature.
    pub details: Vec<String>,
}

/// Kinds of findings, the gravest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FindingKind {
    /// `unsat` for a satisfiable script.
    WrongUnsat,
    /// `sat` for an unsatisfiable script.
    WrongSat,
    /// A model that makes an assertion false.
    InvalidModel,
    /// An unsat core that is satisfiable.
    InvalidCore,
    Crash,
    /// A report of the sanitizer that the solver was built with, whatever its answer is.
    Sanitizer,
    /// Sat and unsat for the same question: with two random seeds, or alone and among others.
    Nondeterminism,
    /// Another answer in a process that has seen other scripts than in a fresh one: `(reset)` does not reset.
    StateLeak,
    /// Another solver says the contrary, and nothing tells who is wrong.
    Disagreement,
    /// An unsat core with a part that is not needed.
    NonMinimalCore,
    /// `unknown` where a decision procedure exists, and another solver decided.
    Incomplete,
    /// Much slower than another solver.
    Slow,
    /// Out of memory where another solver answers with little.
    Memory,
    /// A script that another solver takes, and that is well-sorted.
    RejectedInput,
}

/// How sure a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Certainty {
    /// By a witness, an exhausted domain, or the solver's own words.
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
    /// The right answer, as far as it is known now.
    pub truth: Truth,
}

impl Finding {
    /// Whether it may be called a bug.
    pub fn is_bug(&self) -> bool {
        self.certainty != Certainty::Disputed
    }
}

impl FindingKind {
    pub const ALL: [FindingKind; 14] = [
        FindingKind::WrongUnsat,
        FindingKind::WrongSat,
        FindingKind::InvalidModel,
        FindingKind::InvalidCore,
        FindingKind::Crash,
        FindingKind::Sanitizer,
        FindingKind::Nondeterminism,
        FindingKind::StateLeak,
        FindingKind::Disagreement,
        FindingKind::NonMinimalCore,
        FindingKind::Incomplete,
        FindingKind::Slow,
        FindingKind::Memory,
        FindingKind::RejectedInput,
    ];

    /// Whether it rests on what the answer must be, or on what a model or core comes to.
    pub fn depends_on_truth(self) -> bool {
        matches!(
            self,
            FindingKind::WrongUnsat
                | FindingKind::WrongSat
                | FindingKind::InvalidModel
                | FindingKind::InvalidCore
        )
    }

    /// A short name, for tables, databases and folders.
    pub fn word(self) -> &'static str {
        match self {
            FindingKind::WrongUnsat => "wrong-unsat",
            FindingKind::WrongSat => "wrong-sat",
            FindingKind::InvalidModel => "invalid-model",
            FindingKind::InvalidCore => "invalid-core",
            FindingKind::Crash => "crash",
            FindingKind::Sanitizer => "sanitizer",
            FindingKind::Nondeterminism => "nondeterminism",
            FindingKind::StateLeak => "state-leak",
            FindingKind::Disagreement => "disagreement",
            FindingKind::NonMinimalCore => "non-minimal-core",
            FindingKind::Incomplete => "incomplete",
            FindingKind::Slow => "slow",
            FindingKind::Memory => "memory",
            FindingKind::RejectedInput => "rejected-input",
        }
    }

    /// Whether it is a fault of the program itself, known by a signature whatever the formula means.
    pub fn is_fault(self) -> bool {
        matches!(self, FindingKind::Crash | FindingKind::Sanitizer)
    }

    /// The kind of a word.
    pub fn from_word(word: &str) -> Option<FindingKind> {
        FindingKind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

impl Certainty {
    pub fn word(self) -> &'static str {
        match self {
            Certainty::Proved => "proved",
            Certainty::Derived => "derived",
            Certainty::Disputed => "disputed",
        }
    }
}
