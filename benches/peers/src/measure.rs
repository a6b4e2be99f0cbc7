//! What is measured, and how.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What is the same for all.
#[derive(Clone)]
pub struct Course {
    pub seeds: PathBuf,
    pub oracle: String,
    /// As gainsay calls it.
    pub solver: String,
    /// Its executable.
    pub program: String,
    /// Another one, for tools that compare two; the same one without it.
    pub second: Option<Second>,
    /// What all processes get in their environment.
    pub environment: Vec<(String, String)>,
    /// Of one hunt.
    pub time: Duration,
}

#[derive(Clone)]
pub struct Second {
    /// As gainsay calls it.
    pub solver: String,
    pub program: String,
}

impl Course {
    /// What is measured under other conditions is something else.
    pub fn name(&self, what: &str, tool: &str) -> String {
        let folders: Vec<_> = self.seeds.iter().rev().take(2).map(|name| name.to_string_lossy()).collect();
        let seeds = folders.into_iter().rev().collect::<Vec<_>>().join("-");
        let solver = self.solver.rsplit('/').next().unwrap_or_default();
        format!("{what} {solver} {seeds} {:.0}s {tool}", self.time.as_secs_f64())
    }
}

/// Times of single mutants in seconds.
#[derive(Deserialize, Default)]
pub struct Making {
    /// From a seed that was read before, to the text.
    pub making: Vec<f64>,
    /// From the file of a seed.
    pub whole: Vec<f64>,
    /// Of a mutant's text, on average.
    pub bytes: f64,
}

/// What a hunt came to.
#[derive(Clone, Copy, Default, Serialize, Deserialize, Debug)]
pub struct Hunt {
    /// That solvers were asked.
    pub questions: u64,
    pub seconds: f64,
    /// The part of the time that was spent waiting for the solver.
    pub solver_share: f64,
    /// Seconds, with all solvers.
    pub cpu: f64,
    /// Bytes, without solvers.
    pub peak_memory: u64,
}

impl Hunt {
    /// With what came after it.
    pub fn add(&mut self, more: Hunt) {
        let in_solver = self.seconds * self.solver_share + more.seconds * more.solver_share;
        self.questions += more.questions;
        self.seconds += more.seconds;
        self.solver_share = in_solver / self.seconds;
        self.cpu += more.cpu;
        self.peak_memory = self.peak_memory.max(more.peak_memory);
    }
}

/// What a process left behind.
pub struct Run {
    pub stdout: String,
    pub cpu: f64,
    pub peak_memory: u64,
}

/// Stays on one core, with all processes that are started from now on.
pub fn stay_on(core: usize) -> anyhow::Result<()> {
    // SAFETY: the set is plain integers, for which zero is a value, and lives through the calls.
    let failed = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        libc::CPU_SET(core, &mut set);
        libc::sched_setaffinity(0, size_of::<libc::cpu_set_t>(), &raw const set)
    };
    if failed != 0 {
        anyhow::bail!("there is no core {core}: {}", std::io::Error::last_os_error());
    }
    Ok(())
}

/// So long a process has to end in good order.
const GRACE: Duration = Duration::from_secs(30);

/// Runs a process to its end, or until it is interrupted after some time.
pub fn run(command: &mut Command, time: Option<Duration>) -> anyhow::Result<Run> {
    let cpu_before = cpu_of_children();
    let start = Instant::now();
    let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
    let mut child = spawned.with_context(|| format!("cannot run {command:?}"))?;
    let reader = child.stdout.take().map(|mut pipe| {
        std::thread::spawn(move || {
            let mut text = Vec::new();
            std::io::Read::read_to_end(&mut pipe, &mut text).map(|_| text)
        })
    });
    let (mut peak_memory, mut interrupted) = (0, None);
    while child.try_wait()?.is_none() {
        peak_memory = peak_memory.max(resident_peak(&child));
        match interrupted {
            None if time.is_some_and(|time| start.elapsed() > time) => {
                interrupt(&child);
                interrupted = Some(Instant::now());
            }
            Some(since) if since.elapsed() > GRACE => child.kill()?,
            _ => {}
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let stdout = reader.and_then(|reader| reader.join().ok()).transpose()?.unwrap_or_default();
    let stdout = String::from_utf8_lossy(&stdout).into_owned();
    Ok(Run { stdout, cpu: cpu_of_children() - cpu_before, peak_memory })
}

fn resident_peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

fn interrupt(child: &Child) {
    // SAFETY: the call takes integers only.
    unsafe { libc::kill(child.id() as libc::pid_t, libc::SIGINT) };
}

/// The CPU time of all processes that we waited for, and of all that they waited for.
pub fn cpu_of_children() -> f64 {
    cpu_of(libc::RUSAGE_CHILDREN)
}

/// The CPU time of this process and of all that it waited for.
pub fn cpu_of_all() -> f64 {
    cpu_of(libc::RUSAGE_SELF) + cpu_of_children()
}

fn cpu_of(who: libc::c_int) -> f64 {
    // SAFETY: rusage is plain integers, for which zero is a value, and lives through the call.
    let usage = unsafe {
        let mut usage: libc::rusage = std::mem::zeroed();
        libc::getrusage(who, &raw mut usage);
        usage
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// The middle one.
pub fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
