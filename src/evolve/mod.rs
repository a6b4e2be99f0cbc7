//! Evolution: questions that one solver takes long for and another does not.
//!
//! After Ren, Fan, Li, Zhou and Jiang, "Multi-Objective Evolutionary Algorithm for String SMT Solver Testing" (paper 004,
//! MulStringFuzz), for any theory.
//!
//! ```text
//! Origins -> drafts -> Bench (target, references) -> individuals -> ranks (NSGA-II) -> parents -> vary, cross -> drafts
//!                                        \-> candidates -> Examiner: reduce, confirm alone, scale -> Defect -> its folder
//! ```
//!
//! All choices come from the evolution's number; what is chosen from depends on times, so no two runs are the same.

mod begin;
mod defect;
mod folder;
mod growth;
mod individual;
mod measure;
mod nsga;
mod objectives;
mod report;
mod scale;
mod search;
mod shapes;
mod slow;
mod state;
mod vary;

pub use begin::Origins;
pub use defect::{Defect, Family, Point, Row};
pub use growth::{Growth, fit};
pub use individual::{Draft, Individual};
pub use measure::{Bench, Ending, Measure, MeasureError, Timed};
pub use objectives::{VARIANTS, Variant, complexity, time_score};
pub use scale::{Knob, knobs};
pub use search::{Search, Settings};
pub use shapes::{SHAPES, Shape};
pub use state::{Candidate, Folder, Moment, Setup, State, StateError, Suspicion};
pub use vary::{VARIATIONS, Variation, cross, vary, vary_by};

use crate::script::Script;
use crate::solver::interrupt;
use defect::{Examiner, INTERRUPTED, operators_of};
use std::path::{Path, PathBuf};

/// An evolution that is about to run.
pub struct Evolution<'a> {
    pub settings: Settings,
    pub setup: &'a Setup,
    pub origins: &'a Origins,
    pub bench: &'a Bench,
    pub folder: &'a Folder,
    /// How many generations there are in all, counting those of earlier runs; no end without it.
    pub generations: Option<u64>,
    /// How many defects are looked for among the candidates.
    pub defects: usize,
    /// Seconds of the largest limit that the target gets alone.
    pub confirm_limit: f64,
    pub jobs: usize,
    /// Seconds since this run began.
    pub clock: &'a dyn Fn() -> f64,
    /// Whether the time of the search is up.
    pub is_late: &'a dyn Fn() -> bool,
    /// Whether the user wants an end.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// What happens in an evolution.
pub enum Event<'a> {
    /// A generation was written.
    Generation(&'a State),
    Suspicion(&'a Suspicion),
    /// A candidate is about to be looked into: its number, and how many there are.
    Examining(usize, usize),
    Dismissed(&'a str),
    Defect(&'a Defect, &'a Path),
}

/// Whoever wants to know what happens.
pub trait Watcher {
    fn notice(&mut self, event: Event<'_>);
}

#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Measure(#[from] MeasureError),
    #[error("no first population: {0} takes none of the {1} scripts that were made for these logics")]
    NoPopulation(String, u64),
}

/// Runs an evolution to its end: searches, then looks into what was found.
pub fn run(evolution: &Evolution<'_>, state: State, watcher: &mut dyn Watcher) -> Result<State, EvolveError> {
    let mut search = Search::new(evolution.settings, evolution.origins, evolution.bench, state)?;
    let before = search.state.seconds;
    loop {
        let is_enough = evolution.generations.is_some_and(|most| search.state.generation >= most);
        if (evolution.is_late)() || (evolution.is_stopped)() || is_enough && search.has_begun() {
            break;
        }
        let suspicions = search.state.suspicions.len();
        search.step()?;
        if !search.has_begun() && !(evolution.is_late)() && !(evolution.is_stopped)() {
            let target = evolution.setup.target.clone();
            return Err(EvolveError::NoPopulation(target, search.state.tests));
        }
        search.remember(before + (evolution.clock)());
        evolution.folder.save(&search.state)?;
        for suspicion in &search.state.suspicions[suspicions..] {
            watcher.notice(Event::Suspicion(suspicion));
        }
        watcher.notice(Event::Generation(&search.state));
    }
    let front = search.front();
    let mut state = search.state;
    if !(evolution.is_stopped)() {
        interrupt(false);
        examine(evolution, &mut state, watcher)?;
    }
    report::write(evolution, &state, &front)?;
    Ok(state)
}

/// Looks into candidates, the simplest first, until there are enough defects.
fn examine(
    evolution: &Evolution<'_>,
    state: &mut State,
    watcher: &mut dyn Watcher,
) -> Result<(), EvolveError> {
    let examiner =
        Examiner { bench: evolution.bench, confirm_limit: evolution.confirm_limit, jobs: evolution.jobs };
    let mut order: Vec<usize> =
        (0..state.candidates.len()).filter(|&at| state.candidates[at].fate.is_none()).collect();
    order.sort_by_key(|&at| state.candidates[at].complexity);
    let count = order.len();
    for (number, at) in order.into_iter().enumerate() {
        if state.defects.len() >= evolution.defects || (evolution.is_stopped)() {
            break;
        }
        if let Some(like) = like(state, &state.candidates[at].text) {
            state.candidates[at].fate = Some(format!("has all operators of defect {like}"));
            continue;
        }
        watcher.notice(Event::Examining(number + 1, count));
        match examiner.examine(&state.candidates[at])? {
            Ok(defect) => {
                let number = state.defects.len() + 1;
                let path = folder::write(evolution, number, &defect)?;
                state.candidates[at].fate = Some(format!("defect {number}"));
                watcher.notice(Event::Defect(&defect, &path));
                state.defects.push(defect);
            }
            Err(why) if why == INTERRUPTED => break,
            Err(why) => {
                watcher.notice(Event::Dismissed(&why));
                state.candidates[at].fate = Some(why);
            }
        }
        evolution.folder.save(state)?;
    }
    evolution.folder.save(state)?;
    Ok(())
}

/// The number of a defect whose operators a candidate has all: it is taken for the same one.
fn like(state: &State, text: &str) -> Option<usize> {
    let own = operators_of(&Script::read(text));
    let is_like = |defect: &Defect| defect.operators.iter().all(|operator| own.contains(operator));
    state.defects.iter().position(is_like).map(|at| at + 1)
}

/// Where the folder of a defect is.
pub fn defect_folder(folder: &Folder, number: usize) -> PathBuf {
    folder.0.join(format!("defects/{number}"))
}
