//! Verdicts about the answers of solvers to a test.
//!
//! [`judge`] is a function of data: no clock, no files, no solver. The caller asks the solvers, also about
//! cores; stored answers can be judged again at any time. A solver is accused only with proof: a model that
//! the evaluator accepts or refutes, an exhausted domain, a checked refutation, or a derivation by checked
//! rules. Where solvers contradict each other without such a proof, the verdict says just that. A solver's
//! model that satisfies a test which this program calls unsatisfiable is an [`Alarm`] about this program.

mod cores;
mod models;
mod record;
mod replies;
mod answers;
mod voices;

pub use crate::kinds::{Basis, FindingKind, RecordPolicy, ReportTexts, Row, ShownBy};
use crate::kinds::{UNSTEADY, UNSTEADY_SIGNATURE};
pub use answers::{fault_of, judge, wrong_answer};
pub use cores::{CoreCheck, CoreVerdict, OURSELVES};
pub use models::{ModelVerdict, examine_model, witness_among};
pub use replies::Claim;
pub use voices::Voices;

use gainsay_lang::answer::{Answer, Status};
use gainsay_lang::script::ReadOptions;
use gainsay_prove::evidence::Truth;
use serde::{Deserialize, Serialize};

/// The answer of one solver to a test, with what was asked besides.
#[derive(Clone, Debug)]
pub struct Testimony {
    /// The solver's name and version.
    pub solver: String,
    /// Its family; the plain name if nothing else is known.
    pub family: String,
    /// The question as it was sent to this solver; empty if it was not kept.
    pub text: String,
    pub answer: Answer,
    /// Options for reading its model.
    pub model_reading: ReadOptions,
    /// The check of its unsat core, if one was asked for.
    pub core: Option<CoreCheck>,
    /// Another random seed and the answer with it, if that was asked.
    pub other_seed: Option<(u32, Answer)>,
    /// The answers of solvers to the plain questions that may refute its claim, if these were asked.
    pub rebuttals: Vec<Testimony>,
    /// The answer to this question within its whole script, if that was asked.
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

/// A mistake of a solver, or a suspicion of one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "record::Record")]
pub struct Finding {
    pub kind: FindingKind,
    pub solver: String,
    pub certainty: Certainty,
    /// The reason, in a sentence.
    pub why: String,
    /// A text that identifies it whatever the formula is, such as the place of a crash.
    pub signature: Option<String>,
    /// Further lines for a report, such as false sub-terms with their values.
    pub details: Vec<String>,
}

impl Finding {
    pub fn telling(&self) -> &'static ReportTexts {
        if self.is_unsteady() { &UNSTEADY } else { &self.kind.row().telling }
    }

    /// The finding that a solver answers sat and unsat to the same script.
    pub fn unsteady(solver: String) -> Finding {
        Finding {
            kind: FindingKind::Nondeterminism,
            solver,
            certainty: Certainty::Proved,
            why: "it answers sat and unsat to the same script, in fresh processes with the same options"
                .to_owned(),
            signature: Some(UNSTEADY_SIGNATURE.to_owned()),
            details: Vec::new(),
        }
    }

    /// Whether the answer changes from run to run, rather than with the random seed.
    pub fn is_unsteady(&self) -> bool {
        self.kind == FindingKind::Nondeterminism && self.signature.as_deref() == Some(UNSTEADY_SIGNATURE)
    }
}

/// The certainty of a finding.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// By a witness, an exhausted domain, a checked refutation, or the solver's own output.
    Proved,
    /// By a derivation from checked rules.
    Derived,
    /// Not proved: solvers disagree, or it is a question of quality. Never called a bug.
    Disputed,
}

/// Evidence that this program is wrong: to be investigated, never reported as a solver's bug.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alarm {
    pub solver: String,
    pub why: String,
}

/// The result of judging a test.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Verdict {
    pub findings: Vec<Finding>,
    pub alarms: Vec<Alarm>,
    /// For each testimony, the verdict about its model.
    pub models: Vec<Option<ModelVerdict>>,
    /// For each testimony, its claim beyond satisfiability and the verdict about it.
    pub claims: Vec<Option<Claim>>,
    /// The correct answer as far as it is known now.
    pub truth: Truth,
}

impl Finding {
    /// Whether it may be called a bug.
    pub fn is_bug(&self) -> bool {
        self.certainty != Certainty::Disputed
    }

    /// The signature and the details, one line each.
    pub fn lines(&self) -> impl Iterator<Item = &String> {
        self.signature.iter().chain(&self.details)
    }
}

impl Certainty {
    const ALL: [Certainty; 3] = [Certainty::Proved, Certainty::Derived, Certainty::Disputed];

    /// The certainty with this word.
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
