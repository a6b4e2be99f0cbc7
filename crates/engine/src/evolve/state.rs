//! All that an evolution knows, in a file that is replaced as a whole: a kill loses the generation that is running, and
//! nothing else.

use super::defect::Defect;
use super::individual::Individual;
use super::known::Pattern;
use super::measure::Measure;
use super::results::ResultSet;
use crate::coverage::Reached;
use crate::files::WorkSetup;
use serde::{Deserialize, Serialize};

/// What decides an evolution; it goes on only with the same.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Setup {
    pub seed: u64,
    /// Labels, with versions and arguments.
    pub target: String,
    pub references: Vec<String>,
    pub logics: Vec<String>,
    pub seeds: Vec<String>,
    pub variant: String,
    pub population: usize,
    /// In percent.
    pub crossover: u64,
    pub mutation: u64,
    /// Seconds for each question and solver.
    pub limit: f64,
    pub version: String,
}

/// How far it is.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct State {
    /// How many generations there were after the first population.
    pub generation: u64,
    /// How long it has searched, in all runs.
    pub seconds: f64,
    /// How many questions were asked.
    pub tests: u64,
    /// How many of them the target did not take.
    pub refused: u64,
    /// How many of them the target was not done with, and a reference was.
    pub timeouts: u64,
    /// The places of the target's code that were reached, if it tells.
    pub reached: Reached,
    pub members: Vec<Individual>,
    pub history: Vec<Moment>,
    /// All that the target was not done with while a reference was fast.
    pub candidates: Vec<Candidate>,
    /// Texts that are wrong in another way than by their time.
    pub suspicions: Vec<Suspicion>,
    pub defects: Vec<Defect>,
    /// The last population with a long limit, if that was wanted.
    #[serde(default)]
    pub results: Option<ResultSet>,
}

impl State {
    /// What is known to be slow.
    pub fn patterns(&self) -> Vec<Pattern> {
        self.defects.iter().map(|defect| defect.pattern.clone()).collect()
    }

    /// Slow questions that nobody has looked into yet.
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
    /// What became of it, once it was looked at.
    pub fate: Option<String>,
}

/// Contrary answers or a crash: for `gainsay check` to look into.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Suspicion {
    pub why: String,
    pub text: String,
    pub measure: Measure,
}

/// A generation in numbers.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Moment {
    pub generation: u64,
    pub seconds: f64,
    pub tests: u64,
    /// Those of them that the target was not done with, and a reference was.
    pub timeouts: u64,
    /// Members of the first front.
    pub front: usize,
    /// Members that the target was not done with, and a reference was.
    pub slow: usize,
    pub best_ratio: f64,
    pub mean_score: f64,
    pub mean_complexity: f64,
    /// Of the first front.
    pub front_complexity: f64,
    /// Places of the target's code that all questions together reached, if it tells, and a member on average.
    pub places: Option<usize>,
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
