//! One exchange with a solver's process: feeding it, draining it, watching the clock; and a fresh process for a script.

use super::asides::{first_aside, is_worth_asking, join, marked, one_by_one};
use super::guest::{Guest, NoFolder, temp_prefix};
use super::os::{self, Death, Interest, Pid};
use super::proc::resident_peak;
use super::question::as_asked;
use super::reading::{measured, read_answer};
use super::{Ask, AskError, Limits, Solver};
use crate::answer::{Answer, Exit, Limit};
use std::cell::Cell;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why an exchange stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The caller has seen what it was waiting for.
    Satisfied,
    /// The process has ended, and its output was read to the end.
    Ended,
    Hit(Limit),
}

/// What the caller of an exchange makes of what has come so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing that it waits for.
    None,
    /// A part of it: the limits on time begin anew.
    Part,
    All,
}

/// What has come from a process so far.
#[derive(Debug, Default)]
pub struct Received {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The largest resident memory that was seen while the process was alive.
    pub peak_memory: u64,
}

impl Received {
    fn len(&self) -> usize {
        self.stdout.len() + self.stderr.len()
    }

    /// Forgets all, for the next exchange.
    pub fn clear(&mut self) {
        self.stdout.clear();
        self.stderr.clear();
        self.peak_memory = 0;
    }

    fn note_memory(&mut self, held: u64) {
        self.peak_memory = self.peak_memory.max(held);
    }
}

/// Ends all questions of this process that are being asked, and all that will be, as if their time were up; or lets them be
/// asked again. For a program that is about to end.
pub fn interrupt(on: bool) {
    INTERRUPTED.store(on, Ordering::Relaxed);
}

/// Whether there is no point in asking any more.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The CPU time that this program has used itself.
pub fn own_cpu_time() -> Duration {
    os::cpu_time(std::process::id() as Pid).unwrap_or_default()
}

/// How long this thread has waited for solvers so far.
pub fn time_waited() -> Duration {
    WAITED.get()
}

thread_local! {
    static WAITED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// How soon an interruption is noticed.
const ATTENTION: Duration = Duration::from_millis(100);
/// We do not look more often than this at the CPU time of a process.
const SHORT: Duration = Duration::from_millis(1);

/// Sends `input` and collects output until `progress` says that it is all, the process ends, or a limit is hit. Never
/// blocks for long: a solver that does not read, does not write, or floods us is left at the limit.
pub fn exchange(
    guest: &mut Guest,
    input: &[u8],
    close_input: bool,
    limits: &Limits,
    received: &mut Received,
    progress: impl FnMut(&Received) -> Progress,
) -> io::Result<Stop> {
    waiting(|| exchange_until(guest, input, close_input, limits, received, progress))
}

/// Counts the time of something as time that we wait for solvers, unless that is counted already.
pub fn waiting<T>(what: impl FnOnce() -> T) -> T {
    let (start, before) = (Instant::now(), WAITED.get());
    let result = what();
    WAITED.set(before + start.elapsed());
    result
}

fn exchange_until(
    guest: &mut Guest,
    mut input: &[u8],
    close_input: bool,
    limits: &Limits,
    received: &mut Received,
    mut progress: impl FnMut(&Received) -> Progress,
) -> io::Result<Stop> {
    // "Without limit" is more than a clock can hold.
    let deadline_from_now = || Instant::now() + limits.wall.min(Duration::from_secs(1 << 32));
    // The kernel is not asked to limit it: it counts in whole seconds, and while it has a limit to watch it counts ticks of its
    // clock, which on a busy core are far from the truth.
    let cpu_time = |guest: &Guest| os::cpu_time(guest.pid).unwrap_or_default();
    let cpu_from_now =
        |guest: &Guest| (limits.cpu < limits.wall).then(|| cpu_time(guest).saturating_add(limits.cpu));
    let (mut deadline, mut most_cpu) = (deadline_from_now(), cpu_from_now(guest));
    let mut has_all = false;
    loop {
        if input.is_empty() && close_input {
            guest.stdin = None;
        }
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || is_interrupted() {
            received.note_memory(resident_peak(guest.pid));
            return Ok(Stop::Hit(Limit::Wall));
        }
        let cpu_left = most_cpu.map_or(Duration::MAX, |most| most.saturating_sub(cpu_time(guest)));
        if cpu_left.is_zero() {
            received.note_memory(resident_peak(guest.pid));
            return Ok(Stop::Hit(Limit::Cpu));
        }
        if let Some(held) = guest.excess(limits.memory) {
            received.note_memory(held);
            return Ok(Stop::Hit(Limit::Memory));
        }
        // It takes no less time to use up so much of the CPU, but for programs with threads.
        let patience = left.min(ATTENTION).min(guest.time_to_next_look()).min(cpu_left.max(SHORT));
        let ended = wait_for_something(guest, !input.is_empty(), patience)?;
        send(guest, &mut input)?;
        let before = received.len();
        drain(guest, received, limits.output)?;
        // A process that ends with its input may be gone afterwards; a session is asked once, at the end of the exchange.
        if close_input && received.len() > before && !ended {
            received.note_memory(resident_peak(guest.pid));
        }
        if received.len() >= limits.output {
            return Ok(Stop::Hit(Limit::Output));
        }
        match progress(received) {
            Progress::None => {}
            Progress::Part => (deadline, most_cpu) = (deadline_from_now(), cpu_from_now(guest)),
            Progress::All => has_all = true,
        }
        // Not before all is sent: the rest would come at the head of the next input, or never.
        if input.is_empty() && has_all {
            return Ok(Stop::Satisfied);
        }
        // All that it wrote before its end was in the pipe when we drained it; a child that still holds the
        // pipe is not waited for.
        if ended {
            return Ok(Stop::Ended);
        }
    }
}

/// Returns when the process can be written to or read from, or has ended (then `true`), or time is up.
fn wait_for_something(guest: &Guest, sending: bool, timeout: Duration) -> io::Result<bool> {
    let mut waiting = vec![(guest.ended.as_fd(), Interest::Read)];
    waiting.extend(guest.stdout.as_ref().map(|pipe| (pipe.as_fd(), Interest::Read)));
    waiting.extend(guest.stderr.as_ref().map(|pipe| (pipe.as_fd(), Interest::Read)));
    if sending {
        waiting.extend(guest.stdin.as_ref().map(|pipe| (pipe.as_fd(), Interest::Write)));
    }
    Ok(os::poll(&waiting, timeout)?[0])
}

/// Writes as much as the pipe takes. A solver that has closed its input gets no more of it.
fn send(guest: &mut Guest, input: &mut &[u8]) -> io::Result<()> {
    while let Some(pipe) = guest.stdin.as_mut()
        && !input.is_empty()
    {
        match pipe.write(input) {
            Ok(written) => *input = &input[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => break,
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                guest.stdin = None;
                *input = &[];
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads what there is from both pipes, up to the limit.
fn drain(guest: &mut Guest, received: &mut Received, limit: usize) -> io::Result<()> {
    let room = limit.saturating_sub(received.stderr.len());
    read_available(&mut guest.stdout, &mut received.stdout, room)?;
    let room = limit.saturating_sub(received.stdout.len());
    read_available(&mut guest.stderr, &mut received.stderr, room)
}

fn read_available<R: Read>(pipe: &mut Option<R>, into: &mut Vec<u8>, limit: usize) -> io::Result<()> {
    /// As much as a solver mostly writes at once, so that it is read at once.
    const USUAL: usize = 4096;
    let Some(open) = pipe.as_mut().filter(|_| into.len() < limit) else { return Ok(()) };
    into.reserve(USUAL);
    match open.take((limit - into.len()) as u64).read_to_end(into) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
        Ok(_) if into.len() >= limit => {}
        Ok(_) => *pipe = None,
        // Not the solver's silence.
        Err(error) => return Err(error),
    }
    Ok(())
}

impl Ask for Solver {
    fn ask(&mut self, script: &str, limits: &Limits) -> Result<Answer, AskError> {
        self.ask_fresh(script, limits)
    }
}

impl Solver {
    /// Asks in a process of its own, which is gone with all its descendants when this returns.
    pub fn ask_fresh(&self, script: &str, limits: &Limits) -> Result<Answer, AskError> {
        let script = as_asked(script);
        if self.profile.echoes() {
            return self.run_on(&marked(&script), limits);
        }
        match one_by_one(&script) {
            Some(scripts) => self.ask_one_by_one(&scripts, limits),
            None => self.run_on(&script, limits),
        }
    }

    /// Asks scripts that differ in what they ask behind the answer, each in a process of its own.
    fn ask_one_by_one(&self, scripts: &[String], limits: &Limits) -> Result<Answer, AskError> {
        let mut answer: Option<Answer> = None;
        for script in scripts {
            let Some(answer) = &mut answer else {
                answer = Some(self.run_on(script, limits)?);
                continue;
            };
            let aside = first_aside(script);
            let is_worth_it = answer.is_complete() && is_worth_asking(aside, &answer.outcome);
            let other = if is_worth_it { Some(self.run_on(script, limits)?) } else { None };
            join(answer, other, aside);
        }
        match answer {
            Some(answer) => Ok(answer),
            None => self.run_on("", limits),
        }
    }

    /// As `ask_fresh`, but the program gets the script to the letter: it need not be a solver.
    pub fn run_on(&self, script: &str, limits: &Limits) -> Result<Answer, AskError> {
        let mut command = self.command();
        command.args(self.arguments_for(script));
        let run = match &self.profile.stdin {
            Some(arguments) => run(command.args(arguments), script.as_bytes(), limits),
            None => {
                let file = TempFile::create(script)
                    .map_err(|source| AskError::TempFile { command: self.command_line(), source })?;
                run(command.arg(&file.0), b"", limits)
            }
        };
        let run = run.map_err(|source| self.failure(source))?;
        let answer = self.as_judged(read_answer(&run.stdout, &run.stderr, run.exit, &self.profile, script));
        Ok(measured(answer, run.wall, run.cpu, run.peak_memory, limits))
    }

    /// What the program prints when it finds a variable in its environment, and no input.
    pub fn printed_with(&self, variable: &str, value: &str) -> Result<String, AskError> {
        let mut command = self.command();
        let run = run(command.env(variable, value), b"", &Limits::for_little());
        let run = run.map_err(|source| self.failure(source))?;
        Ok(String::from_utf8_lossy(&run.stdout).into_owned())
    }

    /// What a fresh process needs for a script beyond its usual arguments.
    pub fn arguments_for(&self, script: &str) -> &[String] {
        if needs_incremental(script) { &self.profile.options.incremental } else { &[] }
    }

    pub(super) fn failure(&self, source: io::Error) -> AskError {
        let command = self.command_line();
        match source.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<NoFolder>) {
            true => AskError::Folder { command, source },
            false => AskError::Run { command, source },
        }
    }
}

/// What a process left behind.
pub struct Run {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub exit: Exit,
    pub wall: Duration,
    pub cpu: Duration,
    pub peak_memory: u64,
}

/// Runs a process to its end or its limits. That it starts and ends is its work, and not ours.
pub fn run(command: &mut Command, input: &[u8], limits: &Limits) -> io::Result<Run> {
    waiting(|| run_to_end(command, input, limits))
}

fn run_to_end(command: &mut Command, input: &[u8], limits: &Limits) -> io::Result<Run> {
    let start = Instant::now();
    let mut guest = Guest::start(command, limits)?;
    let mut received = Received::default();
    let stop = exchange(&mut guest, input, true, limits, &mut received, |_| Progress::None)?;
    let wall = start.elapsed();
    let death = guest.end();
    Ok(Run {
        stdout: received.stdout,
        stderr: received.stderr,
        exit: exit_of(stop, death),
        wall,
        cpu: death.map_or(Duration::ZERO, |death| death.cpu),
        peak_memory: peak_memory(death.map_or(0, |death| death.peak_memory), received.peak_memory),
    })
}

/// How a run ended whose process is gone now.
pub fn exit_of(stop: Stop, death: Option<Death>) -> Exit {
    match (stop, death.map(|death| death.exit)) {
        (Stop::Hit(limit), _) => Exit::Killed(limit),
        // A limit of the user's shell.
        (_, Some(Err(libc::SIGXCPU))) => Exit::Killed(Limit::Cpu),
        (_, Some(Err(signal))) => Exit::Signal(signal),
        (_, Some(Ok(code))) => Exit::Code(code),
        (_, None) => Exit::Code(0),
    }
}

/// The kernel's count begins with the memory of the process that started it, which is ours; below that only
/// what was seen while the process lived tells.
pub fn peak_memory(counted: u64, seen: u64) -> u64 {
    if counted > resident_peak(std::process::id() as Pid) { counted } else { seen }
}

/// Whether some solvers answer the script only in incremental mode.
pub fn needs_incremental(script: &str) -> bool {
    ["(push", "(reset-assertions"].iter().any(|command| script.contains(command))
        || script.matches("(check-sat").count() > 1
}

/// A script in a file that is removed when it is no longer needed.
struct TempFile(PathBuf);

impl TempFile {
    fn create(script: &str) -> io::Result<TempFile> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mut path = temp_prefix().into_os_string();
        path.push(format!("{}.smt2", COUNT.fetch_add(1, Ordering::Relaxed)));
        let file = TempFile(path.into());
        // Never through a link or into a file that someone else put there.
        let mut open = std::fs::OpenOptions::new().write(true).create_new(true).open(&file.0)?;
        open.write_all(script.as_bytes())?;
        Ok(file)
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
