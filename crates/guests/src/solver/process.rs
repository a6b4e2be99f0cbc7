//! One exchange with a solver's process: sends input, drains output and enforces limits; and a fresh process for a
//! script.

use super::asides::{first_aside, is_worth_asking, join, marked, one_by_one};
use super::guest::{Guest, NoFolder, temp_prefix};
use super::os::{self, Death, Interest, Pid};
use super::proc::resident_peak;
use super::reading::{measured, read_answer};
use super::sent::as_asked;
use super::{Ask, AskError, Limits, Solver};
use gainsay_lang::answer::{Answer, Exit, Limit};
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

/// What the caller of an exchange finds in the output so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing that it waits for.
    None,
    /// A part of it: the time limits start again.
    Part,
    All,
}

/// The output of a process so far.
#[derive(Debug, Default)]
pub struct Received {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// The largest resident memory seen while the process was alive.
    pub peak_memory: u64,
}

impl Received {
    fn len(&self) -> usize {
        self.stdout.len() + self.stderr.len()
    }

    /// Clears it for the next exchange.
    pub fn clear(&mut self) {
        self.stdout.clear();
        self.stderr.clear();
        self.peak_memory = 0;
    }

    fn note_memory(&mut self, held: u64) {
        self.peak_memory = self.peak_memory.max(held);
    }
}

/// Ends all current and future questions of this process as if their time were up, or allows questions again. For
/// a program that is about to end.
pub fn interrupt(on: bool) {
    INTERRUPTED.store(on, Ordering::Relaxed);
}

/// Whether the user has interrupted the program, so that asking makes no sense.
pub fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// The CPU time that this program itself has used.
pub fn own_cpu_time() -> Duration {
    os::cpu_time(std::process::id() as Pid).unwrap_or_default()
}

/// The total time that this thread has waited for solvers.
pub fn time_waited() -> Duration {
    WAITED.get()
}

thread_local! {
    static WAITED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

static INTERRUPTED: AtomicBool = AtomicBool::new(false);
/// The longest time until an interruption is noticed.
const INTERRUPT_CHECK: Duration = Duration::from_millis(100);
/// The shortest interval between checks of a process's CPU time.
const SHORTEST_CPU_CHECK: Duration = Duration::from_millis(1);

/// Sends `input` and collects output until `progress` reports that it is complete, the process ends, or a limit is
/// hit. Never blocks for long: a solver that does not read, does not write, or floods us is stopped at the limit.
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

/// Counts the time of `what` as time waited for solvers, once even in nested calls.
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
    // "Without limit" is more than a clock can represent.
    let deadline_from_now = || Instant::now() + limits.wall.min(Duration::from_secs(1 << 32));
    // The kernel's own CPU limit is not used: it counts whole seconds, and while it enforces a limit it counts
    // clock ticks, which are far off on a busy core.
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
        // A single thread cannot use up the remaining CPU time faster than this.
        let patience =
            left.min(INTERRUPT_CHECK).min(guest.time_to_next_look()).min(cpu_left.max(SHORTEST_CPU_CHECK));
        let ended = wait_for_something(guest, !input.is_empty(), patience)?;
        send(guest, &mut input)?;
        let before = received.len();
        drain(guest, received, limits.output)?;
        // A process that ends when its input ends may be gone later. A session's memory is read once, at the end
        // of the exchange.
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
        // Not before everything is sent: the rest would come at the head of the next input, or never.
        if input.is_empty() && has_all {
            return Ok(Stop::Satisfied);
        }
        // The pipes held all output written before its end when they were drained. A child that still holds a pipe
        // is not waited for.
        if ended {
            return Ok(Stop::Ended);
        }
    }
}

/// Waits until the process can be written to or read from, has ended (then returns `true`), or the timeout is
/// over.
fn wait_for_something(guest: &Guest, sending: bool, timeout: Duration) -> io::Result<bool> {
    let mut waiting = vec![(guest.ended.as_fd(), Interest::Read)];
    waiting.extend(guest.stdout.as_ref().map(|pipe| (pipe.as_fd(), Interest::Read)));
    waiting.extend(guest.stderr.as_ref().map(|pipe| (pipe.as_fd(), Interest::Read)));
    if sending {
        waiting.extend(guest.stdin.as_ref().map(|pipe| (pipe.as_fd(), Interest::Write)));
    }
    Ok(os::poll(&waiting, timeout)?[0])
}

/// Writes as much as the pipe takes. A solver that has closed its input gets no more.
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

/// Reads what is available from both pipes, up to the limit.
fn drain(guest: &mut Guest, received: &mut Received, limit: usize) -> io::Result<()> {
    let room = limit.saturating_sub(received.stderr.len());
    read_available(&mut guest.stdout, &mut received.stdout, room)?;
    let room = limit.saturating_sub(received.stdout.len());
    read_available(&mut guest.stderr, &mut received.stderr, room)
}

fn read_available<R: Read>(pipe: &mut Option<R>, into: &mut Vec<u8>, limit: usize) -> io::Result<()> {
    /// The size of most outputs, so that one read suffices.
    const USUAL: usize = 4096;
    let Some(open) = pipe.as_mut().filter(|_| into.len() < limit) else { return Ok(()) };
    into.reserve(USUAL);
    match open.take((limit - into.len()) as u64).read_to_end(into) {
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
        Ok(_) if into.len() >= limit => {}
        Ok(_) => *pipe = None,
        // This is our failure, not silence of the solver.
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
        let script = match as_asked(script) {
            Ok(script) => script,
            Err(why) => return Ok(Answer::not_asked(why)),
        };
        if self.profile.echoes() {
            return self.run_on(&marked(&script), limits);
        }
        match one_by_one(&script) {
            Some(scripts) => self.ask_one_by_one(&scripts, limits),
            None => self.run_on(&script, limits),
        }
    }

    /// Asks scripts that differ only in their asides, each in a process of its own.
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

    /// As `ask_fresh`, but passes the script unchanged: the program need not be a solver.
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

    /// The output of the program with a variable in its environment and without input.
    pub fn printed_with(&self, variable: &str, value: &str) -> Result<String, AskError> {
        let mut command = self.command();
        let run = run(command.env(variable, value), b"", &Limits::for_little());
        let run = run.map_err(|source| self.failure(source))?;
        Ok(String::from_utf8_lossy(&run.stdout).into_owned())
    }

    /// Arguments that a fresh process needs for a script in addition to its usual ones.
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

/// The result of running a process to its end.
pub struct Run {
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    pub exit: Exit,
    pub wall: Duration,
    pub cpu: Duration,
    pub peak_memory: u64,
}

/// Runs a process to its end or its limits. Counts as time waited for solvers, including start and end.
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

/// How a run ended; its process is gone.
pub fn exit_of(stop: Stop, death: Option<Death>) -> Exit {
    match (stop, death.map(|death| death.exit)) {
        (Stop::Hit(limit), _) => Exit::Killed(limit),
        // A CPU limit of the user's shell.
        (_, Some(Err(libc::SIGXCPU))) => Exit::Killed(Limit::Cpu),
        (_, Some(Err(signal))) => Exit::Signal(signal),
        (_, Some(Ok(code))) => Exit::Code(code),
        (_, None) => Exit::Code(0),
    }
}

/// The peak memory of a process. The kernel's count begins with the memory of the process that started it, which
/// is ours; if it is not larger than that, only what was seen while the process lived is meaningful.
pub fn peak_memory(counted: u64, seen: u64) -> u64 {
    if counted > resident_peak(std::process::id() as Pid) { counted } else { seen }
}

/// Whether some solvers need incremental mode for the script.
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
        // Never follow a link or write into a file that someone else created there.
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
