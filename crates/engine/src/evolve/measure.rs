//! Asks the target and the references, and measures how long they take.
//!
//! Times are CPU times without the time for starting the solver. The target gets a new process for each
//! question. The references answer in sessions, which is less precise: only large differences matter here, and
//! these are examined in separate processes.

use super::individual::Draft;
use super::target::Target;
use super::wording::Wording;
use gainsay_guests::coverage::{CoverageError, Probe, Source, Trace};
use gainsay_guests::solver::{Ask, AskError, Limits, Session, SessionConfig, Solver, is_interrupted};
use gainsay_lang::answer::{Answer, Outcome, Status};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How a solver's run on a question ended.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// It ran out of time.
    NotDone,
    OutOfMemory,
    Crash,
    /// It rejected the script.
    Refused,
    /// Serialised as the word for the status, as the others are.
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

/// How one solver's run ended, and how long it took.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Timed {
    pub ending: Ending,
    /// CPU time, the least of all runs. At most the limit.
    pub seconds: f64,
    /// Wall-clock time of the same run.
    pub clock: f64,
    /// Steps, if the solver counts them.
    pub work: Option<u64>,
    pub runs: u32,
}

impl Timed {
    /// Adds another run: the least time has the least noise.
    pub fn and(&mut self, again: Timed) {
        if again.seconds < self.seconds {
            *self = Timed { runs: self.runs, ..again };
        }
        self.runs += 1;
    }
}

/// The runs of all solvers on a question.
#[derive(Clone, PartialEq, Serialize, Deserialize, Debug)]
pub struct Measure {
    pub target: Timed,
    pub references: Vec<Timed>,
    /// The limit of each solver, in seconds.
    pub limit: f64,
}

/// Times below this count as this in ratios.
pub const SHORTEST: f64 = 0.01;

impl Measure {
    /// The time of the fastest reference that has an answer; the limit if none has.
    pub fn reference_seconds(&self) -> f64 {
        let answered = self.references.iter().filter(|timed| timed.ending.is_answer());
        answered.map(|timed| timed.seconds).fold(self.limit, f64::min)
    }

    /// The target's time divided by that of the best reference.
    pub fn ratio(&self) -> f64 {
        self.target.seconds / self.reference_seconds().max(SHORTEST)
    }

    /// Whether the target ran out of time and a reference answered.
    pub fn is_timeout(&self) -> bool {
        self.target.ending == Ending::NotDone && self.references.iter().any(|timed| timed.ending.is_answer())
    }

    /// Whether the target ran out of time while a reference was fast: a candidate for a defect.
    pub fn is_defect(&self) -> bool {
        self.target.ending == Ending::NotDone && self.reference_seconds() <= self.limit / FAST
    }

    /// Something wrong other than the time: contrary answers, or a crash.
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

/// A solver with its startup time.
#[derive(Clone, Debug)]
pub struct Runner {
    pub solver: Solver,
    pub startup: f64,
    /// The syntax in which it is asked.
    pub wording: Wording,
    /// Its limit of memory in bytes.
    memory: u64,
}

/// A script with nothing but a question, to measure the startup time.
const NOTHING: &str = "(set-logic QF_UF)\n(check-sat)\n";

impl Runner {
    /// Measures the solver's startup time and finds out which syntax it accepts.
    pub fn new(solver: Solver, memory: u64) -> Result<Runner, AskError> {
        let limits = Limits { memory, ..Limits::seconds(30.0) };
        let mut startup = f64::INFINITY;
        for _ in 0..3 {
            startup = startup.min(solver.ask_fresh(NOTHING, &limits)?.cpu.as_secs_f64());
        }
        let wording = Wording::of(&solver, &limits)?;
        Ok(Runner { solver, startup, wording, memory })
    }

    /// The same solver with another command.
    pub fn through(&self, solver: &Solver) -> Runner {
        Runner { solver: solver.clone(), ..self.clone() }
    }

    /// Asks in a new process, with this many seconds of CPU time.
    pub fn ask(&self, text: &str, seconds: f64) -> Result<Timed, AskError> {
        let limits = limits(seconds + self.startup, self.memory);
        let answer = self.wording.ask(&self.solver, &mut CountingWork(&self.solver), text, &limits)?;
        Ok(self.timed(&answer, seconds, self.startup))
    }

    fn timed(&self, answer: &Answer, limit: f64, startup: f64) -> Timed {
        let seconds = (answer.cpu.as_secs_f64() - startup).clamp(0.0, limit);
        let ending = match Ending::of(&answer.outcome) {
            // Some solvers give up when the kernel signals that their time is up.
            Ending::Answered(Status::Unknown) if seconds >= limit => Ending::NotDone,
            ending => ending,
        };
        let clock = answer.wall.as_secs_f64();
        Timed { ending, seconds, clock, work: self.solver.work_of(answer), runs: 1 }
    }
}

/// Asks in a new process, and also for the number of steps.
struct CountingWork<'a>(&'a Solver);

impl Ask for CountingWork<'_> {
    fn ask(&mut self, text: &str, limits: &Limits) -> Result<Answer, AskError> {
        self.0.ask_fresh(&self.0.asking_for_work(text), limits)
    }
}

/// This much CPU time, and enough wall-clock time to get it on a busy machine: a solver that is stopped by the
/// clock is not necessarily slow.
fn limits(seconds: f64, memory: u64) -> Limits {
    let cpu = Duration::from_secs_f64(seconds);
    Limits { memory, ..Limits::computing(cpu) }
}

/// The target and the references, ready for several workers.
pub struct Bench {
    pub target: Target,
    pub references: Vec<Runner>,
    /// The limit for each question and solver, in seconds.
    pub limit: f64,
    workers: Vec<Mutex<Worker>>,
    /// What the target's coverage counts (`edges` or `lines`), if it reports any.
    pub unit: Option<&'static str>,
}

struct Worker {
    sessions: Vec<Session>,
    probe: Option<Probe>,
}

/// The measurements of a question.
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

/// Stack of a worker: scripts are printed and dropped without recursion, but solvers' output is read with some.
const STACK: usize = 64 << 20;

impl Bench {
    /// Coverage is read from the first target.
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

    /// How many questions are asked at once.
    pub fn workers(&self) -> usize {
        self.workers.len()
    }

    /// Asks all solvers about each text in new processes, with this limit in seconds; `None` where it was
    /// interrupted.
    pub fn measure_alone(&self, texts: &[String], limit: f64) -> Result<Vec<Option<Measure>>, MeasureError> {
        self.each(texts.len(), |_, at| {
            let target = self.target.ask(&texts[at], limit)?;
            let references = self.references.iter().map(|reference| reference.ask(&texts[at], limit));
            Ok(Some(Measure { target, references: references.collect::<Result<_, _>>()?, limit }))
        })
    }

    /// Measures drafts in parallel; `None` where it was interrupted.
    pub fn measure(&self, drafts: &[Draft]) -> Result<Vec<Option<Measured>>, MeasureError> {
        self.each(drafts.len(), |worker, at| worker.measure(self, &drafts[at].text).map(Some))
    }

    /// The target's trace for each text; `None` where it was interrupted or the target reports none.
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

    /// Runs `work` for `count` items in parallel. Items in progress at an interruption are left out.
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

    /// Asks the target and reads its trace. Its process is new, so the trace is of this question only.
    fn target(&mut self, bench: &Bench, text: &str) -> Result<(Timed, Option<Arc<Trace>>), MeasureError> {
        let Some(probe) = &mut self.probe else { return Ok((bench.target.ask(text, bench.limit)?, None)) };
        probe.clear();
        let timed = bench.target.ask_through(probe.solver(), text, bench.limit)?;
        Ok((timed, Some(Arc::new(probe.read()?))))
    }
}
