//! Sweeps: asks solvers about all small formulas of a logic, thousands per second.
//!
//! ```text
//! Language rows --Plan--> pieces of work --worker: Formulas, Volley--> Count, suspects --look--> Bug, report
//! ```
//!
//! Suspicious replies are examined as in a hunt: the text is parsed, decided by exhaustive search, asked again
//! in fresh processes, and judged. The result of a sweep is a statement about a release: all of these formulas,
//! and their outcomes.

mod asker;
mod count;
mod look;
mod page;
mod plan;
mod state;
mod worker;

pub use count::{Count, Outcome};
pub use page::{PAGE, page, statements};
pub use plan::{Mode, Piece, Plan, languages_known_to};
pub use state::{Bug, NotShown, Setup, State, Statement};

use crate::campaign::Stop;
use crate::files::{WorkError, WorkFolder};
use crate::triage::Ignores;
use gainsay_guests::solver::{AskError, Limits, Solver, interrupt};
use state::Done;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// A sweep that is about to run.
pub struct Sweep<'a> {
    pub plan: Plan,
    pub solvers: &'a [Solver],
    /// The limits of one question.
    pub limits: Limits,
    pub ignores: Ignores,
    pub folder: &'a WorkFolder,
    pub jobs: usize,
    pub time: Option<Duration>,
    pub stop: Stop,
    /// The name of the form of questions, for solvers that have it.
    pub form: String,
}

/// What happens in a sweep.
pub enum Event<'a> {
    /// A new bug.
    Bug(&'a Bug),
    /// A mistake of gainsay itself.
    Alarm(&'a str),
    Progress(&'a State),
}

pub trait Watcher {
    fn notice(&mut self, event: Event<'_>);
}

#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    State(#[from] WorkError),
    #[error("cannot write the report of a bug: {0}")]
    Report(std::io::Error),
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

/// How often the state is saved.
const SAVE_EVERY: Duration = Duration::from_secs(5);
/// How often progress is reported.
const TELL_EVERY: Duration = Duration::from_millis(500);
/// How often the deadline and the stop flag are checked.
const ATTENTION: Duration = Duration::from_millis(100);

/// Runs or resumes a sweep until all is asked, or it is stopped.
pub fn run(sweep: &Sweep<'_>, mut state: State, watcher: &mut dyn Watcher) -> Result<State, SweepError> {
    let start = Instant::now();
    let (before, deadline) = (state.seconds, sweep.time.and_then(|time| start.checked_add(time)));
    let queue = Mutex::new(plan::Queue::new(&sweep.plan, &state));
    let known = look::Known::of(&state);
    let is_over = || sweep.stop.is_set() || deadline.is_some_and(|deadline| Instant::now() >= deadline);
    let (sender, receiver) = sync_channel(sweep.jobs * 2);
    let result = std::thread::scope(|scope| {
        for _ in 0..sweep.jobs {
            let (sender, queue, known, is_over) = (sender.clone(), &queue, &known, &is_over);
            let work = move || worker::work(sweep, queue, known, is_over, &sender);
            let started = std::thread::Builder::new().spawn_scoped(scope, work);
            if let Err(error) = started {
                sweep.stop.set();
                return Err(SweepError::Thread(error));
            }
        }
        drop(sender);
        let result = collect(sweep, receiver, &mut state, watcher, &is_over);
        if result.is_err() {
            sweep.stop.set();
            interrupt(true);
        }
        result
    });
    interrupt(false);
    state.seconds = before + start.elapsed().as_secs_f64();
    let saved = sweep.folder.save(&state);
    result?;
    saved?;
    Ok(state)
}

/// Collects the results of workers until all have ended; after an error it returns at once.
fn collect(
    sweep: &Sweep<'_>,
    receiver: Receiver<Result<Done, SweepError>>,
    state: &mut State,
    watcher: &mut dyn Watcher,
    is_over: &dyn Fn() -> bool,
) -> Result<(), SweepError> {
    let (before, start) = (state.seconds, Instant::now());
    let (mut saved, mut told) = (start, start);
    loop {
        match receiver.recv_timeout(ATTENTION) {
            Ok(done) => state.add(done?, sweep, watcher)?,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        // Questions in progress are interrupted, and asked again when the sweep is resumed.
        if is_over() {
            interrupt(true);
        }
        state.seconds = before + start.elapsed().as_secs_f64();
        if saved.elapsed() >= SAVE_EVERY {
            sweep.folder.save(state)?;
            saved = Instant::now();
        }
        if told.elapsed() >= TELL_EVERY {
            watcher.notice(Event::Progress(state));
            told = Instant::now();
        }
    }
}
