//! Asks the target and the references, and measures how long they take.
//!
//! Times are CPU times without what starting the solver takes. The target is asked in a process of its own each time; the
//! references in sessions, since only what is far apart is looked into, and that in processes of their own.

use super::individual::Draft;
use super::target::Target;
use super::wording::Wording;
use crate::answer::{Answer, Outcome, Status};
use crate::coverage::{CoverageError, Probe, Source, Trace};
use crate::solver::{Ask, AskError, Limits, Session, SessionConfig, Solver, is_interrupted};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How a question ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Out of time.
    NotDone,
    OutOfMemory,
    Crash,
    /// It did not take the script.
    Refused,
    /// Written as its word, as the others are.
    #[serde(untagged)]
    Answered(Status),
}

impl Ending {
    fn of(outcome: &Outcome) -> Ending {
        match outcome {
            Outcome::Sat | Outcome::Unsat | Outcome::Unknown(_) => Ending::Answered(outcome.status()),
            Outcome::Timeout => Ending::NotDone,
            Outcome::OutOfMemory => Ending::OutOfMemory,
            Outcome::Crash(_) => Ending::Crash,
            Outcome::Rejected(_) | Outcome::NotJudged(_) | Outcome::NotAsked(_) => Ending::Refused,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Ending::Answered(status) => status.word(),
            Ending::NotDone => "not done",
            Ending::OutOfMemory => "out of memory",
            Ending::Crash => "crash",
            Ending::Refused => "refused",
        }
    }

    /// Whether the question was answered.
    pub fn is_answer(self) -> bool {
        matches!(self, Ending::Answered(status) if status.is_known())
    }
}

/// What one solver did, and how long it took.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Timed {
    pub ending: Ending,
    /// CPU time: the least of all runs, and the limit where it was not done.
    pub seconds: f64,
    /// Seconds on the clock from start to end, of the same run.
    pub clock: f64,
    /// Steps, where the solver counts them.
    pub work: Option<u64>,
    pub runs: u32,
}

impl Timed {
    /// What is known after another run: the least time is the one with the least noise in it.
    pub fn and(&mut self, again: Timed) {
        if again.seconds < self.seconds {
            *self = Timed { runs: self.runs, ..again };
        }
        self.runs += 1;
    }
}

/// What all solvers did with a question.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Measure {
    pub target: Timed,
    pub references: Vec<Timed>,
    /// Seconds that each had.
    pub limit: f64,
}

/// The shortest time that ratios are about.
pub const SHORTEST: f64 = 0.01;

impl Measure {
    /// The time of the fastest reference that has an answer; the limit if none has.
    pub fn reference_seconds(&self) -> f64 {
        let answered = self.references.iter().filter(|timed| timed.ending.is_answer());
        answered.map(|timed| timed.seconds).fold(self.limit, f64::min)
    }

    /// How many times longer the target takes than the best reference.
    pub fn ratio(&self) -> f64 {
        self.target.seconds / self.reference_seconds().max(SHORTEST)
    }

    /// Whether the target was not done and a reference was.
    pub fn is_timeout(&self) -> bool {
        self.target.ending == Ending::NotDone && self.references.iter().any(|timed| timed.ending.is_answer())
    }

    /// Whether the target was not done while a reference was fast: worth a closer look.
    pub fn is_defect(&self) -> bool {
        self.target.ending == Ending::NotDone && self.reference_seconds() <= self.limit / FAST
    }

    /// What is wrong beside the time: two contrary answers, or a crash.
    pub fn suspicion(&self) -> Option<&'static str> {
        let all = || self.references.iter().chain([&self.target]).map(|timed| timed.ending);
        if [Status::Sat, Status::Unsat]
            .iter()
            .all(|&status| all().any(|ending| ending == Ending::Answered(status)))
        {
            return Some("contrary answers");
        }
        all().any(|ending| ending == Ending::Crash).then_some("crash")
    }
}

/// A reference is fast if it takes no more than the limit divided by this.
pub const FAST: f64 = 5.0;

/// A solver with the time that it takes for nothing.
#[derive(Clone, Debug)]
pub struct Runner {
    pub solver: Solver,
    pub startup: f64,
    /// How it is asked.
    pub wording: Wording,
    /// Bytes that it may use.
    memory: u64,
}

/// Says nothing, and asks.
const NOTHING: &str = "(set-logic QF_UF)\n(check-sat)\n";

impl Runner {
    /// Finds out how long the solver takes to start, and which names it knows.
    pub fn new(solver: Solver, memory: u64) -> Result<Runner, AskError> {
        let limits = Limits { memory, ..Limits::seconds(30.0) };
        let mut startup = f64::INFINITY;
        for _ in 0..3 {
            startup = startup.min(solver.ask_fresh(NOTHING, &limits)?.cpu.as_secs_f64());
        }
        let wording = Wording::of(&solver, &limits)?;
        Ok(Runner { solver, startup, wording, memory })
    }

    /// The same solver, run another way.
    pub fn through(&self, solver: &Solver) -> Runner {
        Runner { solver: solver.clone(), ..self.clone() }
    }

    /// Asks in a process of its own, with so many seconds of CPU time.
    pub fn ask(&self, text: &str, seconds: f64) -> Result<Timed, AskError> {
        let limits = limits(seconds + self.startup, self.memory);
        let answer = self.wording.ask(&self.solver, &mut CountingWork(&self.solver), text, &limits)?;
        Ok(self.timed(&answer, seconds, self.startup))
    }

    fn timed(&self, answer: &Answer, limit: f64, startup: f64) -> Timed {
        let seconds = (answer.cpu.as_secs_f64() - startup).clamp(0.0, limit);
        let ending = match Ending::of(&answer.outcome) {
            // Some give up when the kernel tells them that their time is up.
            Ending::Answered(Status::Unknown) if seconds >= limit => Ending::NotDone,
            ending => ending,
        };
        let clock = answer.wall.as_secs_f64();
        Timed { ending, seconds, clock, work: self.solver.work_of(answer), runs: 1 }
    }
}

/// Asks in a process of its own, and how many steps it took.
struct CountingWork<'a>(&'a Solver);

impl Ask for CountingWork<'_> {
    fn ask(&mut self, text: &str, limits: &Limits) -> Result<Answer, AskError> {
        self.0.ask_fresh(&self.0.asking_for_work(text), limits)
    }
}

/// So much CPU time, and enough wall time to get it on a busy machine: a solver that is stopped by the clock is not
/// necessarily slow.
fn limits(seconds: f64, memory: u64) -> Limits {
    let cpu = Duration::from_secs_f64(seconds);
    Limits { memory, ..Limits::computing(cpu) }
}

/// The solvers, ready to be asked by several workers at once.
pub struct Bench {
    pub target: Target,
    pub references: Vec<Runner>,
    /// Seconds for each question and solver.
    pub limit: f64,
    workers: Vec<Mutex<Worker>>,
    /// What coverage is counted in, if the target tells.
    pub unit: Option<&'static str>,
}

struct Worker {
    sessions: Vec<Session>,
    probe: Option<Probe>,
}

/// What is known about a question that was asked.
pub struct Measured {
    pub measure: Measure,
    pub trace: Option<Arc<Trace>>,
}

#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    #[error(transparent)]
    Ask(#[from] AskError),
    #[error(transparent)]
    Coverage(#[from] CoverageError),
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
}

/// Scripts are printed and dropped without recursion, but what is read from solvers is not.
const STACK: usize = 64 << 20;

impl Bench {
    /// The first target is the one whose code is looked at.
    pub fn new(
        target: Solver,
        more_targets: Vec<Solver>,
        references: Vec<Solver>,
        limit: f64,
        memory: u64,
        jobs: usize,
    ) -> Result<Bench, MeasureError> {
        let source = Source::find(&target)?;
        let mut workers = Vec::new();
        for _ in 0..jobs.max(1) {
            let sessions =
                references.iter().map(|solver| Session::new(solver.clone(), SessionConfig::default()));
            let probe = source.as_ref().map(|source| source.probe(&target)).transpose()?;
            workers.push(Mutex::new(Worker { sessions: sessions.collect(), probe }));
        }
        let unit = source.as_ref().map(Source::unit);
        let runners = |solvers: Vec<Solver>| -> Result<Vec<Runner>, AskError> {
            solvers.into_iter().map(|solver| Runner::new(solver, memory)).collect()
        };
        let target = Target::new(Runner::new(target, memory)?, runners(more_targets)?);
        Ok(Bench { target, references: runners(references)?, limit, workers, unit })
    }

    /// The targets, then the references.
    pub fn runners(&self) -> impl Iterator<Item = &Runner> {
        self.target.runners().chain(&self.references)
    }

    /// How many are asked at once.
    pub fn workers(&self) -> usize {
        self.workers.len()
    }

    /// Asks all solvers about each of these texts in processes of their own, with so many seconds; `None` where it was
    /// interrupted.
    pub fn measure_alone(&self, texts: &[String], limit: f64) -> Result<Vec<Option<Measure>>, MeasureError> {
        self.each(texts.len(), |_, at| {
            let target = self.target.ask(&texts[at], limit)?;
            let references = self.references.iter().map(|reference| reference.ask(&texts[at], limit));
            Ok(Some(Measure { target, references: references.collect::<Result<_, _>>()?, limit }))
        })
    }

    /// Measures drafts, as many at once as there are workers; `None` where it was interrupted.
    pub fn measure(&self, drafts: &[Draft]) -> Result<Vec<Option<Measured>>, MeasureError> {
        self.each(drafts.len(), |worker, at| worker.measure(self, &drafts[at].text).map(Some))
    }

    /// What the target does with each of these texts; `None` where it was interrupted or does not tell.
    pub fn traces(&self, texts: &[&str]) -> Result<Vec<Option<Arc<Trace>>>, MeasureError> {
        self.each(texts.len(), |worker, at| Ok(worker.target(self, texts[at])?.1))
    }

    /// Asks the target once more.
    pub fn repeat(&self, measures: &mut [(&str, &mut Measure)]) -> Result<(), MeasureError> {
        let texts: Vec<&str> = measures.iter().map(|measure| measure.0).collect();
        let again = self.each(texts.len(), |_, at| Ok(Some(self.target.ask(texts[at], self.limit)?)))?;
        for ((_, measure), again) in measures.iter_mut().zip(again) {
            if let Some(again) = again {
                measure.target.and(again);
            }
        }
        Ok(())
    }

    /// Does something for each of so many items; what was going on when everything was interrupted is left out.
    fn each<T: Send>(
        &self,
        count: usize,
        work: impl Fn(&mut Worker, usize) -> Result<Option<T>, MeasureError> + Sync,
    ) -> Result<Vec<Option<T>>, MeasureError> {
        let next = AtomicUsize::new(0);
        let results: Vec<Mutex<Result<Option<T>, MeasureError>>> =
            (0..count).map(|_| Mutex::new(Ok(None))).collect();
        let run = |worker: &Mutex<Worker>| {
            let mut worker = worker.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                if at >= count || is_interrupted() {
                    return;
                }
                let result = work(&mut worker, at);
                if !is_interrupted() {
                    *results[at].lock().unwrap_or_else(PoisonError::into_inner) = result;
                }
            }
        };
        std::thread::scope(|scope| {
            for worker in &self.workers {
                let builder = std::thread::Builder::new().stack_size(STACK);
                builder.spawn_scoped(scope, || run(worker)).map_err(MeasureError::Thread)?;
            }
            Ok::<(), MeasureError>(())
        })?;
        results.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
    }
}

impl Worker {
    fn measure(&mut self, bench: &Bench, text: &str) -> Result<Measured, MeasureError> {
        let limit = bench.limit;
        let (target, trace) = self.target(bench, text)?;
        let mut references = Vec::new();
        for (session, runner) in self.sessions.iter_mut().zip(&bench.references) {
            let limits = limits(limit, runner.memory);
            let answer = runner.wording.ask(&runner.solver, session, text, &limits)?;
            references.push(runner.timed(&answer, limit, 0.0));
        }
        Ok(Measured { measure: Measure { target, references, limit }, trace })
    }

    /// Asks the target, and looks what it did. Its process is a new one, so nothing else is in the trace.
    fn target(&mut self, bench: &Bench, text: &str) -> Result<(Timed, Option<Arc<Trace>>), MeasureError> {
        let Some(probe) = &mut self.probe else { return Ok((bench.target.ask(text, bench.limit)?, None)) };
        probe.clear();
        let timed = bench.target.ask_through(probe.solver(), text, bench.limit)?;
        Ok((timed, Some(Arc::new(probe.read()?))))
    }
}
