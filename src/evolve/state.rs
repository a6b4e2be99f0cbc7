//! All that an evolution knows, in a file that is replaced as a whole: a kill loses the generation that is running, and
//! nothing else.

use super::defect::Defect;
use super::individual::Individual;
use super::known::Pattern;
use super::measure::Measure;
use crate::coverage::Reached;
use crate::files::replace;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::{Path, PathBuf};

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

#[derive(Debug, thiserror::Error)]
pub enum StateError {
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: std::io::Error },
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{} is not what an evolution wrote: {why}", path.display())]
    Broken { path: PathBuf, why: String },
    #[error("{} belongs to an evolution with another {what}; choose another folder", path.display())]
    Other { path: PathBuf, what: &'static str },
}

/// The folder of an evolution.
#[derive(Clone, Debug)]
pub struct Folder(pub PathBuf);

const SETUP: &str = "setup.json";
const STATE: &str = "state.json";

impl Folder {
    /// Opens a folder, or makes it; what is there must be of the same evolution.
    pub fn open(path: &Path, setup: &Setup) -> Result<(Folder, State), StateError> {
        let folder = Folder(path.to_owned());
        let file = path.join(SETUP);
        if file.exists() {
            let there: Setup = read(&file)?;
            if let Some(what) = difference(&there, setup) {
                return Err(StateError::Other { path: path.to_owned(), what });
            }
            let state = path.join(STATE);
            return Ok((folder, if state.exists() { read(&state)? } else { State::default() }));
        }
        fs::create_dir_all(path).map_err(|source| StateError::Write { path: path.to_owned(), source })?;
        folder.write_json(SETUP, setup)?;
        Ok((folder, State::default()))
    }

    pub fn save(&self, state: &State) -> Result<(), StateError> {
        self.write_json(STATE, state)
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> Result<(), StateError> {
        let path = self.0.join(name);
        match serde_json::to_string(value) {
            Ok(text) => self.write(name, &text),
            Err(why) => Err(StateError::Broken { path, why: why.to_string() }),
        }
    }

    /// Writes a file as a whole: who reads it meanwhile reads the old one or the new one.
    pub fn write(&self, name: &str, text: &str) -> Result<(), StateError> {
        let path = self.0.join(name);
        replace(&path, text).map_err(|source| StateError::Write { path, source })
    }
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T, StateError> {
    let text =
        fs::read_to_string(path).map_err(|source| StateError::Read { path: path.to_owned(), source })?;
    serde_json::from_str(&text)
        .map_err(|why| StateError::Broken { path: path.to_owned(), why: why.to_string() })
}

fn difference(there: &Setup, here: &Setup) -> Option<&'static str> {
    let differs = [
        ("number (--seed)", there.seed != here.seed),
        ("target", there.target != here.target),
        ("reference", there.references != here.references),
        ("logic", there.logics != here.logics),
        ("list of seeds", there.seeds != here.seeds),
        ("variant", there.variant != here.variant),
        ("population", there.population != here.population),
        (
            "rate of crossover or mutation",
            there.crossover != here.crossover || there.mutation != here.mutation,
        ),
        ("time limit", there.limit != here.limit),
        ("version of gainsay", there.version != here.version),
    ];
    differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
}
