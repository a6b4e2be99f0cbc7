//! The state of a sweep, in a file that is replaced as a whole: a kill loses only the pieces in progress.

use super::count::Count;
use super::plan::Piece;
use super::{Event, Sweep, Watcher};
use crate::files::{WorkError, WorkSetup};
use crate::triage;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The setup of a sweep. It can be resumed only with the same.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Setup {
    /// Labels with versions and arguments.
    pub solvers: Vec<String>,
    pub languages: Vec<String>,
    /// The largest size of formulas.
    pub size: usize,
    /// The random seed of a swarm.
    pub swarm: Option<u64>,
    pub symbols: usize,
    pub constants: usize,
    pub operators: Vec<String>,
    pub form: String,
    /// Seconds for one question.
    pub timeout: f64,
    /// The version of gainsay.
    pub version: String,
}

/// The progress of a sweep.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct State {
    /// All pieces below this number are done.
    pub done: u64,
    /// Further pieces that are done.
    pub done_beyond: BTreeSet<u64>,
    /// Seconds of all runs.
    pub seconds: f64,
    /// The number of formulas; each was asked of all solvers.
    pub formulas: u64,
    pub levels: BTreeMap<String, Level>,
    pub bugs: Vec<Bug>,
    /// Suspicions that were not confirmed; only the first ones are kept.
    pub not_shown: Vec<NotShown>,
    pub alarms: Vec<String>,
    /// The statement about each solver at the end of the last run.
    #[serde(default)]
    pub statements: Vec<Statement>,
}

/// The result of a sweep for one solver, in a sentence.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Statement {
    /// Its label.
    pub solver: String,
    pub text: String,
}

/// A suspicion that was not confirmed.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct NotShown {
    pub solver: String,
    pub formula: String,
    /// What the solver printed.
    pub reply: String,
}

/// The formulas of one language and size.
#[derive(Clone, Default, Serialize, Deserialize, Debug)]
pub struct Level {
    pub language: String,
    pub size: usize,
    pub formulas: u64,
    /// Outcomes by solver.
    pub counts: BTreeMap<String, Count>,
}

/// A bug that a sweep found.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Bug {
    /// The key of its bucket.
    pub key: String,
    pub kind: String,
    pub solver: String,
    pub operators: Vec<String>,
    pub formula: String,
    /// Why it is a bug, in a sentence.
    pub why: String,
    /// The name of its folder.
    pub folder: String,
    /// The number of formulas that seem to show it.
    pub seen: u64,
}

impl Bug {
    pub(super) fn new(bug: &triage::Bug, folder: &Path, formula: &str, operators: BTreeSet<String>) -> Bug {
        let best = bug.best();
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        Bug {
            key: bug.bucket().key(),
            kind: best.finding.kind.word().to_owned(),
            solver: best.finding.solver.clone(),
            operators: operators.into_iter().collect(),
            formula: formula.to_owned(),
            why: best.finding.why.clone(),
            folder: name.unwrap_or_default(),
            seen: 1,
        }
    }
}

/// The results of a piece.
pub(super) struct Done {
    piece: Piece,
    pub formulas: u64,
    pub counts: BTreeMap<String, Count>,
    pub bugs: Vec<Bug>,
    /// How often known bugs showed again, by key.
    pub again: BTreeMap<String, u64>,
    pub not_shown: Vec<NotShown>,
    pub alarms: Vec<String>,
}

impl Done {
    pub fn nothing(piece: &Piece) -> Done {
        Done {
            piece: piece.clone(),
            formulas: 0,
            counts: BTreeMap::new(),
            bugs: Vec::new(),
            again: BTreeMap::new(),
            not_shown: Vec::new(),
            alarms: Vec::new(),
        }
    }
}

/// The most unconfirmed suspicions that are kept.
const MOST_NOT_SHOWN: usize = 100;

impl State {
    pub(super) fn add(
        &mut self,
        done: Done,
        sweep: &Sweep<'_>,
        watcher: &mut dyn Watcher,
    ) -> Result<(), WorkError> {
        self.done_beyond.insert(done.piece.number);
        while self.done_beyond.remove(&self.done) {
            self.done += 1;
        }
        self.formulas += done.formulas;
        let language = sweep.plan.languages[done.piece.language].name;
        let size = done.piece.size;
        let level = self.levels.entry(format!("{language} {size:02}")).or_default();
        (level.language, level.size) = (language.to_owned(), size);
        level.formulas += done.formulas;
        for (solver, count) in &done.counts {
            *level.counts.entry(solver.clone()).or_default() += count;
        }
        for (key, seen) in &done.again {
            self.bugs.iter_mut().filter(|bug| bug.key == *key).for_each(|bug| bug.seen += seen);
        }
        for bug in done.bugs {
            watcher.notice(Event::Bug(&bug));
            self.bugs.push(bug);
        }
        for alarm in done.alarms {
            watcher.notice(Event::Alarm(&alarm));
            self.alarms.push(alarm);
        }
        let room = MOST_NOT_SHOWN.saturating_sub(self.not_shown.len());
        self.not_shown.extend(done.not_shown.into_iter().take(room));
        Ok(())
    }

    /// The outcomes of all formulas by solver.
    pub fn totals(&self) -> BTreeMap<&str, Count> {
        let mut totals: BTreeMap<&str, Count> = BTreeMap::new();
        for level in self.levels.values() {
            for (solver, count) in &level.counts {
                *totals.entry(solver).or_default() += count;
            }
        }
        totals
    }
}

impl WorkSetup for Setup {
    const WORK: &'static str = "a sweep";

    fn difference(&self, other: &Setup) -> Option<&'static str> {
        let differs = [
            ("list of solvers", self.solvers != other.solvers),
            ("list of languages", self.languages != other.languages),
            ("size", self.size != other.size),
            ("swarm", self.swarm != other.swarm),
            (
                "number of symbols or constants",
                (self.symbols, self.constants) != (other.symbols, other.constants),
            ),
            ("list of operators", self.operators != other.operators),
            ("form of questions", self.form != other.form),
            ("time limit", self.timeout != other.timeout),
            ("version of gainsay", self.version != other.version),
        ];
        differs.into_iter().find(|(_, differs)| *differs).map(|(what, _)| what)
    }
}
