//! A session asks one process about many scripts, with `(reset)` between them, because starting a solver
//! takes longer than most small scripts.
//!
//! Each script stands between two `(echo)` markers that no script can know, and only what comes between them
//! is its answer. Whatever else happens, the process is thrown away, and the script is asked again in a fresh
//! one if the answer is in doubt. Some scripts are always also asked in a fresh process: if the two disagree,
//! something was carried over from one script to the next, and this solver gets no more sessions.

use super::guest::Guest;
use super::marker::Marker;
use super::os;
use super::output;
use super::proc::resident_peak;
use super::process::{Progress, Received, Stop, exchange, exit_of, needs_incremental, peak_memory, waiting};
use super::question::as_asked;
use super::{Ask, AskError, Limits, Solver};
use crate::answer::{Answer, Exit, Outcome};
use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::time::{Duration, Instant};

/// How long sessions last and how closely they are watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SessionConfig {
    /// A new process after so many scripts, because solvers do not free all memory on `(reset)`.
    pub restart_after: usize,
    /// Every so many scripts one is also asked in a fresh process.
    pub sample_every: usize,
}

impl Default for SessionConfig {
    fn default() -> SessionConfig {
        SessionConfig { restart_after: 500, sample_every: 100 }
    }
}

/// Asks through a process that is kept alive; falls back to fresh processes where that is not possible.
#[derive(Debug)]
pub struct Session {
    solver: Solver,
    config: SessionConfig,
    live: Option<Live>,
    /// By the live process, or by the last one that lived.
    seen: Seen,
    asked: usize,
    confusions: usize,
    /// How many scripts in a row had options that the live process must not get.
    strangers: usize,
    off: Option<SessionsOff>,
}

/// So many scripts in a row with options of their own get processes of their own, as one now and then must not cost the
/// session; with the next one the session changes over.
const TOLERATED_STRANGERS: usize = 2;
/// A solver whose replies could not be told apart so many times gets no more sessions.
const TOLERATED_CONFUSIONS: usize = 5;

/// Why a session cannot go on: a warning for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SessionsOff {
    /// A session and a fresh process gave different answers.
    StateLeak {
        solver: String,
        script: String,
        in_session: Outcome,
        fresh: Outcome,
        /// The scripts that the process had seen before, as far as they were kept: the last ones.
        before: Vec<String>,
    },
    /// It does not answer each script before the next comes.
    NoReply { solver: String },
}

impl fmt::Display for SessionsOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SessionsOff::StateLeak { solver, in_session, fresh, .. } => write!(
                f,
                "{solver} says {} in a session but {} in a fresh process: it carries state over (reset)",
                in_session.word(),
                fresh.word()
            ),
            SessionsOff::NoReply { solver } => write!(
                f,
                "{solver} does not answer script by script; going on without sessions, which is slower"
            ),
        }
    }
}

/// A process that waits for scripts.
#[derive(Debug)]
struct Live {
    guest: Guest,
    /// What it may use.
    limits: Limits,
    scripts: usize,
    /// The `set-option` commands that it has seen, where `(reset)` does not undo them.
    options: Vec<String>,
}

/// The last scripts that a process has seen: what is left of it when it is gone.
#[derive(Debug, Default)]
struct Seen {
    scripts: VecDeque<String>,
    bytes: usize,
}

impl Seen {
    /// Older scripts are forgotten when all take more than this.
    const MOST_BYTES: usize = 4 << 20;

    fn add(&mut self, script: &str) {
        self.bytes += script.len();
        self.scripts.push_back(script.to_owned());
        while self.bytes > Seen::MOST_BYTES
            && let Some(oldest) = self.scripts.pop_front()
        {
            self.bytes -= oldest.len();
        }
    }

    /// All but the last.
    fn before_last(&self) -> Vec<String> {
        self.scripts.iter().take(self.scripts.len().saturating_sub(1)).cloned().collect()
    }
}

impl Session {
    pub fn new(solver: Solver, config: SessionConfig) -> Session {
        let seen = Seen::default();
        Session { solver, config, live: None, seen, asked: 0, confusions: 0, strangers: 0, off: None }
    }

    /// Set when sessions turned out not to work for this solver.
    pub fn off(&self) -> Option<&SessionsOff> {
        self.off.as_ref()
    }

    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// Whether a script is better asked in a process of its own than in the live one.
    fn is_stranger(&mut self, script: &SessionScript) -> bool {
        let spoils = self.live.as_ref().is_some_and(|live| live.spoils(script));
        self.strangers = if spoils { self.strangers + 1 } else { 0 };
        spoils && self.strangers <= TOLERATED_STRANGERS
    }

    /// Asks the live process; `None` if its output does not show what belongs to the script.
    fn ask_live(&mut self, script: &SessionScript, limits: &Limits) -> Result<Option<Answer>, AskError> {
        if let Some(live) = &self.live
            && (live.scripts >= self.config.restart_after || live.spoils(script))
        {
            self.live = None;
        }
        if self.live.is_none() {
            self.seen = Seen::default();
            self.live = Live::start(&self.solver, limits)?;
        }
        let Some(mut live) = self.live.take() else {
            self.off = Some(SessionsOff::NoReply { solver: self.solver.label() });
            return Ok(None);
        };
        live.scripts += 1;
        live.options.clone_from(&script.lasting_options);
        self.seen.add(&script.text);
        let asked = live.ask(&self.solver, &script.text, limits);
        let (survivor, answer) = asked.map_err(|source| self.solver.failure(source))?;
        self.live = survivor;
        if answer.is_none() {
            self.confusions += 1;
            if self.confusions >= TOLERATED_CONFUSIONS {
                self.off = Some(SessionsOff::NoReply { solver: self.solver.label() });
            }
        }
        Ok(answer)
    }

    /// Compares the answer to the script that was asked last with that of a fresh process, which counts.
    pub fn check(&mut self, script: &str, in_session: &Answer, limits: &Limits) -> Result<Answer, AskError> {
        let fresh = self.solver.ask_fresh(script, limits)?;
        if contradict(&in_session.outcome, &fresh.outcome) {
            self.live = None;
            self.off = Some(SessionsOff::StateLeak {
                solver: self.solver.label(),
                script: script.to_owned(),
                in_session: in_session.outcome.clone(),
                fresh: fresh.outcome.clone(),
                before: self.seen.before_last(),
            });
        }
        Ok(fresh)
    }
}

impl Ask for Session {
    fn ask(&mut self, script: &str, limits: &Limits) -> Result<Answer, AskError> {
        let suitable = if self.off.is_none() { SessionScript::new(script, &self.solver) } else { None };
        let answer = match suitable {
            Some(prepared) if !self.is_stranger(&prepared) => self.ask_live(&prepared, limits)?,
            _ => None,
        };
        let Some(answer) = answer else { return self.solver.ask_fresh(script, limits) };
        self.asked += 1;
        // A crash may be the work of an earlier script, and is rare enough to look at each.
        if self.asked.is_multiple_of(self.config.sample_every) || matches!(answer.outcome, Outcome::Crash(_))
        {
            return self.check(script, &answer, limits);
        }
        Ok(answer)
    }
}

/// Answers that one deterministic solver cannot both give. Where time or memory decide, anything can happen.
fn contradict(a: &Outcome, b: &Outcome) -> bool {
    let depends_on_resources =
        |outcome: &Outcome| matches!(outcome, Outcome::Unknown(_) | Outcome::Timeout | Outcome::OutOfMemory);
    !depends_on_resources(a) && !depends_on_resources(b) && a.word() != b.word()
}

/// While a process has a CPU limit, the kernel tells its CPU time only to the nearest tick, which is longer
/// than most scripts take; so there is none where the limit on wall time comes first anyway.
fn session_limits(limits: &Limits) -> Limits {
    let cpu = if limits.cpu < limits.wall { limits.cpu } else { Duration::MAX };
    Limits { cpu, ..*limits }
}

/// A script made fit for a session.
struct SessionScript {
    text: String,
    lasting_options: Vec<String>,
}

impl SessionScript {
    /// `None` if the script must have a process of its own.
    fn new(script: &str, solver: &Solver) -> Option<SessionScript> {
        let profile = &solver.profile;
        profile.session.as_ref().and(profile.stdin.as_ref())?;
        let excluded = profile.never_in_sessions.iter().any(|text| script.contains(text));
        if excluded || needs_incremental(script) && !profile.incremental_sessions {
            return None;
        }
        let script = as_asked(script);
        // A command without end would swallow the marker.
        let commands = output::commands(&script)?;
        // Nothing after it counts, and it would end the session.
        let commands: Vec<&str> =
            commands.into_iter().take_while(|command| output::head(command) != "exit").collect();
        let options: Vec<&str> =
            commands.iter().copied().filter(|c| output::head(c) == "set-option").collect();
        let lasting = if profile.reset_clears_options { Vec::new() } else { options };
        Some(SessionScript {
            text: commands.join("\n"),
            lasting_options: lasting.into_iter().map(str::to_owned).collect(),
        })
    }
}

impl Live {
    /// Starts a process and waits until it answers, so that its start does not count for the first script.
    fn start(solver: &Solver, limits: &Limits) -> Result<Option<Live>, AskError> {
        let profile = &solver.profile;
        let mut command = solver.command();
        command.args(profile.session.iter().flatten()).args(profile.stdin.iter().flatten());
        let own_limits = session_limits(limits);
        let guest = waiting(|| Guest::start(&mut command, &own_limits));
        let guest = guest.map_err(|source| solver.failure(source))?;
        let mut live = Live { guest, limits: own_limits, scripts: 0, options: Vec::new() };
        let ready = Marker::new("ready");
        let patience = Limits { wall: limits.wall.max(Duration::from_secs(5)), ..*limits };
        let mut received = Received::default();
        let greeting = format!("{}\n", ready.command());
        let stop = live.exchange(&greeting, &patience, &mut received, &ready);
        Ok((stop.ok() == Some(Stop::Satisfied)).then_some(live))
    }

    /// Whether options of an earlier script would still be set.
    fn spoils(&self, script: &SessionScript) -> bool {
        !self.options.is_empty() && self.options != script.lasting_options
    }

    /// Sets what the next script may use. Only CPU time has to be set for each: it is counted from the start of the process.
    fn limit(&mut self, limits: Limits) {
        if self.limits != limits || limits.cpu != Duration::MAX {
            self.guest.limit(&limits);
            self.limits = limits;
        }
    }

    /// Asks about one script. Returns itself if it can be asked again, and the answer if it can be told from the rest.
    fn ask(
        mut self,
        solver: &Solver,
        script: &str,
        limits: &Limits,
    ) -> io::Result<(Option<Live>, Option<Answer>)> {
        let (begin, end) = (Marker::new("begin"), Marker::new("end"));
        let pid = self.guest.pid;
        self.limit(session_limits(limits));
        // Makes the kernel forget the peak of earlier scripts; where it cannot, the peak is the session's.
        let _ = std::fs::write(format!("/proc/{pid}/clear_refs"), "5");
        let cpu_before = os::cpu_time(pid).unwrap_or_default();
        let start = Instant::now();
        // The reset comes last, so that the solver is busy with it while we think about the answer.
        let input = format!("{}\n{script}\n{}\n(reset)\n", begin.command(), end.command());
        let mut received = Received::default();
        let stop = self.exchange(&input, limits, &mut received, &end)?;
        let wall = start.elapsed();
        let mut cpu = os::cpu_time(pid).unwrap_or_default().saturating_sub(cpu_before);
        let mut peak = received.peak_memory.max(resident_peak(pid));
        let (survivor, exit) = if stop == Stop::Satisfied {
            (Some(self), Exit::Alive)
        } else {
            let death = self.guest.end();
            peak = death.map_or(peak, |death| peak_memory(death.peak_memory, peak));
            cpu = death.map_or(cpu, |death| death.cpu.saturating_sub(cpu_before));
            (None, exit_of(stop, death))
        };
        let Some(from) = begin.end_of_line(&received.stdout, 0) else {
            return Ok((None, None));
        };
        let to = end.start_of_line(&received.stdout, from).unwrap_or(received.stdout.len());
        let stdout = &received.stdout[from..to];
        let answer = Answer::read(stdout, &received.stderr, exit, &solver.profile, script);
        Ok((survivor, Some(answer.measured(wall, cpu, peak, limits))))
    }

    /// Sends the text and waits for the marker.
    fn exchange(
        &mut self,
        text: &str,
        limits: &Limits,
        received: &mut Received,
        until: &Marker,
    ) -> io::Result<Stop> {
        let mut searched = 0;
        exchange(&mut self.guest, text.as_bytes(), false, limits, received, |received| {
            let found = until.end_of_line(&received.stdout, searched).is_some();
            searched = received.stdout.len().saturating_sub(until.line_length());
            if found { Progress::All } else { Progress::None }
        })
    }
}
