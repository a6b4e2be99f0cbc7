//! The state of an evolution, in a file that is replaced as a whole: a kill loses only the current generation.

use super::defect::Defect;
use super::individual::Individual;
use super::known::Pattern;
use super::measure::Measure;
use super::results::ResultSet;
use crate::files::WorkSetup;
use gainsay_guests::coverage::Reached;
use serde::{Deserialize, Serialize};

/// The setup of an evolution. It can be resumed only with the same.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Setup {
    pub seed: u64,
    /// Labels of solvers have versions and arguments.
    pub target: String,
    pub references: Vec<String>,
    pub logics: Vec<String>,
    pub seeds: Vec<String>,
    pub variant: String,
    pub population: usize,
    /// In percent.
    pub crossover: u64,
    pub mutation: u64,
    /// The limit for each question and solver, in seconds.
    pub limit: f64,
    pub version: String,
}

/// The progress of an evolution.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct State {
    /// The number of generations after the first population.
    pub generation: u64,
    /// Seconds of search in all runs.
    pub seconds: f64,
    /// The number of questions.
    pub tests: u64,
    /// How many of them the target rejected.
    pub refused: u64,
    /// On how many of them the target ran out of time and a reference answered.
    pub timeouts: u64,
    /// The places of the target's code that were reached, if it reports coverage.
    pub reached: Reached,
    pub members: Vec<Individual>,
    pub history: Vec<Moment>,
    /// Questions on which the target ran out of time while a reference was fast.
    pub candidates: Vec<Candidate>,
    /// Questions with something wrong other than the time.
    pub suspicions: Vec<Suspicion>,
    pub defects: Vec<Defect>,
    /// The result set, if it was wanted.
    #[serde(default)]
    pub results: Option<ResultSet>,
}

impl State {
    /// The patterns of the defects.
    pub fn patterns(&self) -> Vec<Pattern> {
        self.defects.iter().map(|defect| defect.pattern.clone()).collect()
    }

    /// Candidates that were not examined yet.
    pub fn unconfirmed(&self) -> impl Iterator<Item = &Candidate> {
        self.candidates.iter().filter(|candidate| candidate.fate.is_none())
    }
}

/// A question that may be a defect.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Candidate {
    pub text: String,
    pub origin: String,
    pub complexity: u64,
    pub born: u64,
    pub measure: Measure,
    /// The result of its examination; `None` before.
    pub fate: Option<String>,
}

/// Contrary answers or a crash, for `gainsay check` to examine.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Suspicion {
    pub why: String,
    pub text: String,
    pub measure: Measure,
}

/// The figures of a generation.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Moment {
    pub generation: u64,
    pub seconds: f64,
    pub tests: u64,
    /// On how many of the questions the target ran out of time and a reference answered.
    pub timeouts: u64,
    /// The size of the first front.
    pub front: usize,
    /// The number of members on which the target ran out of time and a reference answered.
    pub slow: usize,
    pub best_ratio: f64,
    pub mean_score: f64,
    pub mean_complexity: f64,
    /// Mean complexity of the first front.
    pub front_complexity: f64,
    /// Places of the target's code that all questions reached, if it reports coverage.
    pub places: Option<usize>,
    /// The same for a member on average.
    pub mean_places: Option<f64>,
    pub candidates: usize,
}

impl WorkSetup for Setup {
    const WORK: &'static str = "an evolution";

    fn difference(&self, other: &Setup) -> Option<&'static str> {
        let differs = [
            ("number (--seed)", self.seed != other.seed),
            ("target", self.target != other.target),
            ("reference", self.references != other.references),
            ("logic", self.logics != other.logics),
            ("list of seeds", self.seeds != other.seeds),
            ("variant", self.variant != other.variant),
            ("population", self.population != other.population),
            (
                "rate of crossover or mutation",
                self.crossover != other.crossover || self.mutation != other.mutation,
            ),
            ("time limit", self.limit != other.limit),
            ("version of gainsay", self.version != other.version),
        ];
        differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
    }
}
