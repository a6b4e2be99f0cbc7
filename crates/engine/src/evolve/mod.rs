//! Evolution: searches for questions that take one solver long and another not.
//!
//! After Ren, Fan, Li, Zhou and Jiang, "Multi-Objective Evolutionary Algorithm for String SMT Solver Testing"
//! (paper 004, MulStringFuzz), for any theory.
//!
//! ```text
//! Origins -> drafts -> Bench (target, references) -> individuals -> ranks (NSGA-II) -> parents -> vary, cross -> drafts
//!                                        \-> candidates -> Examiner: reduce, confirm alone, scale -> Defect -> its folder
//! ```
//!
//! All random choices come from the evolution's random seed. They also depend on times, so no two runs are the
//! same.

mod begin;
mod defect;
mod folder;
mod growth;
mod individual;
pub mod known;
mod measure;
pub mod nsga;
mod objectives;
mod report;
mod results;
mod scale;
mod search;
pub mod series;
mod shapes;
mod slow;
mod state;
mod target;
mod vary;
mod wording;

pub use begin::Origins;
pub use defect::{Defect, Family, Point, Row};
pub use growth::{Growth, fit};
pub use individual::{Draft, Individual};
pub use measure::{Bench, Ending, Measure, MeasureError, Timed};
pub use objectives::{VARIANTS, Variant, complexity, time_score};
pub use results::{ResultOf, ResultSet, Tally};
pub use scale::{Knob, knobs};
pub use search::{Search, Settings};
pub use shapes::{SHAPES, Shape};
pub use state::{Candidate, Moment, Setup, State, Suspicion};
pub use target::Target;
pub use vary::{VARIATIONS, Variation, cross, vary, vary_by};
pub use wording::Wording;

use crate::files::{WorkError, WorkFolder};
use defect::{Examiner, INTERRUPTED};
use gainsay_guests::solver::interrupt;
use known::{Place, Rest, place, without};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

/// An evolution that is about to run.
pub struct Evolution<'a> {
    pub settings: Settings,
    pub setup: &'a Setup,
    pub origins: &'a Origins,
    pub bench: &'a Bench,
    pub folder: &'a WorkFolder,
    /// The number of generations, counted over all runs; `None`: no end.
    pub generations: Option<u64>,
    /// The search ends after this many defects.
    pub defects: usize,
    /// The largest limit for the target when it is asked alone, in seconds.
    pub confirm_limit: f64,
    /// The limit for each question of the result set, in seconds, if the user wants one.
    pub final_limit: Option<f64>,
    pub jobs: usize,
    /// Seconds since this run began.
    pub clock: &'a dyn Fn() -> f64,
    /// Set while it searches: when the time is up, only the search is interrupted.
    pub is_searching: &'a AtomicBool,
    /// Whether the time of the search is up.
    pub is_late: &'a dyn Fn() -> bool,
    /// Whether the user has asked to stop.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// What happens in an evolution.
pub enum Event<'a> {
    /// A generation was written.
    Generation(&'a State),
    Suspicion(&'a Suspicion),
    /// A candidate is about to be examined; how many there are.
    Examining(usize),
    Dismissed(&'a str),
    Defect(&'a Defect, &'a Path),
    /// The result set is being asked; how many members are left.
    Results(usize),
}

/// Receives the events of an evolution.
pub trait Watcher {
    fn notice(&mut self, event: Event<'_>);
}

#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    #[error(transparent)]
    State(#[from] WorkError),
    #[error(transparent)]
    Measure(#[from] MeasureError),
    #[error("no first population: {0} takes none of the scripts that were made ({1}) for these logics")]
    NoPopulation(String, u64),
}

/// Runs an evolution to its end. Candidates are examined at once, so that the search can turn to something
/// else.
pub fn run(evolution: &Evolution<'_>, state: State, watcher: &mut dyn Watcher) -> Result<State, EvolveError> {
    let mut search = Search::new(evolution.settings, evolution.origins, evolution.bench, state)?;
    let before = search.state.seconds;
    let is_over = || (evolution.is_late)() || (evolution.is_stopped)();
    while !is_over() {
        let is_enough = evolution.generations.is_some_and(|most| search.state.generation >= most);
        if is_enough && search.has_begun() {
            break;
        }
        let suspicions = search.state.suspicions.len();
        evolution.is_searching.store(true, Ordering::Relaxed);
        search.step()?;
        evolution.is_searching.store(false, Ordering::Relaxed);
        if !search.has_begun() && !is_over() {
            let target = evolution.setup.target.clone();
            return Err(EvolveError::NoPopulation(target, search.state.tests));
        }
        search.remember(before + (evolution.clock)());
        evolution.folder.save(&search.state)?;
        for suspicion in &search.state.suspicions[suspicions..] {
            watcher.notice(Event::Suspicion(suspicion));
        }
        watcher.notice(Event::Generation(&search.state));
        if !is_over() && examine_one(evolution, &mut search.state, watcher)? && !is_over() {
            search.leave_known()?;
        }
    }
    let front = search.front();
    let mut state = search.state;
    // The time of the search is up, or is up by now; its candidates are examined all the same.
    while !(evolution.is_stopped)() && next(evolution, &state).is_some() {
        interrupt(false);
        examine_one(evolution, &mut state, watcher)?;
    }
    ask_results(evolution, &mut state, watcher)?;
    report::write(evolution, &state, &front)?;
    Ok(state)
}

/// Asks about the last population with the long limit, if the user gave one.
fn ask_results(
    evolution: &Evolution<'_>,
    state: &mut State,
    watcher: &mut dyn Watcher,
) -> Result<(), EvolveError> {
    let Some(limit) = evolution.final_limit.filter(|_| !(evolution.is_stopped)()) else { return Ok(()) };
    interrupt(false);
    watcher.notice(Event::Results(state.members.len()));
    results::ask(evolution.bench, state, limit, evolution.is_stopped, |state| {
        let done = state.results.as_ref().map_or(0, |results| results.members.len());
        watcher.notice(Event::Results(state.members.len().saturating_sub(done)));
        Ok(evolution.folder.save(state)?)
    })
}

/// The simplest candidate that was not examined; `None` if there are enough defects.
fn next(evolution: &Evolution<'_>, state: &State) -> Option<usize> {
    if state.defects.len() >= evolution.defects {
        return None;
    }
    let open = (0..state.candidates.len()).filter(|&at| state.candidates[at].fate.is_none());
    open.min_by_key(|&at| state.candidates[at].complexity)
}

/// Examines a candidate; returns whether it is a defect.
fn examine_one(
    evolution: &Evolution<'_>,
    state: &mut State,
    watcher: &mut dyn Watcher,
) -> Result<bool, EvolveError> {
    let Some(at) = next(evolution, state) else { return Ok(false) };
    let open = state.unconfirmed().count();
    watcher.notice(Event::Examining(open));
    let examiner =
        Examiner { bench: evolution.bench, confirm_limit: evolution.confirm_limit, jobs: evolution.jobs };
    let kept = match examiner.examine(&state.candidates[at])? {
        Ok(defect) => keep(evolution, state, defect, watcher)?,
        Err(why) if why == INTERRUPTED => return Ok(false),
        Err(why) => Err(why),
    };
    if let Err(why) = &kept {
        watcher.notice(Event::Dismissed(why));
    }
    let is_defect = kept.is_ok();
    state.candidates[at].fate = Some(kept.map_or_else(|why| why, |number| format!("defect {number}")));
    evolution.folder.save(state)?;
    Ok(is_defect)
}

/// Keeps a defect and returns its number. The inner error says that it is known and not smaller.
fn keep(
    evolution: &Evolution<'_>,
    state: &mut State,
    defect: Defect,
    watcher: &mut dyn Watcher,
) -> Result<Result<usize, String>, EvolveError> {
    let at = match place(&state.defects, &defect) {
        Place::New => state.defects.len(),
        Place::InsteadOf(at) => at,
        Place::Again(at) => return Ok(Err(format!("it is defect {} again", at + 1))),
    };
    let path = folder::write(evolution, at + 1, &defect)?;
    watcher.notice(Event::Defect(&defect, &path));
    match state.defects.get_mut(at) {
        Some(larger) => *larger = defect,
        None => state.defects.push(defect),
    }
    dismiss_known(state);
    Ok(Ok(at + 1))
}

/// Dismisses candidates with the pattern of a known defect: the search will find others if there are any.
fn dismiss_known(state: &mut State) {
    let patterns = state.patterns();
    for candidate in state.candidates.iter_mut().filter(|candidate| candidate.fate.is_none()) {
        if without(&candidate.text, &candidate.origin, &patterns) != Rest::All {
            candidate.fate = Some("has all operators of a known defect".to_owned());
        }
    }
}

/// The folder of a defect.
pub fn defect_folder(folder: &WorkFolder, number: usize) -> PathBuf {
    folder.path.join(format!("defects/{number}"))
}
