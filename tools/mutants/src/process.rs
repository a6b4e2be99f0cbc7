//! A run of the test program with limits of time and memory.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

/// How a run ended, and its CPU time.
pub struct Run {
    pub status: ExitStatus,
    pub cpu: Duration,
}

impl Run {
    /// The outcome in a word.
    pub fn outcome(&self) -> &'static str {
        match (self.status.success(), self.status.signal()) {
            (true, _) => "survived",
            (_, Some(libc::SIGXCPU | libc::SIGKILL | libc::SIGALRM)) => "endless",
            (_, Some(_)) => "crashed",
            _ => "failed",
        }
    }
}

/// The memory limit: more than tests need, but a mutant that fills the memory must not disturb others.
const MEMORY: u64 = 6 << 30;

/// Runs some tests sequentially until one fails, with an empty PATH and without solvers.
pub fn run(
    program: &Path,
    folder: &Path,
    tests: &[&str],
    seconds: u64,
    environment: &[(&str, &str)],
) -> io::Result<Run> {
    let mut command = Command::new(program);
    command.args(["-Z", "unstable-options", "--fail-fast", "--quiet", "--exact", "--test-threads=1"]);
    command.args(tests).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null());
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("PATH", "")
        .env("GAINSAY_HOME", "/nonexistent")
        .env("RUST_BACKTRACE", "0");
    command.envs(environment.iter().copied());
    // Only async-signal-safe calls are allowed after a fork.
    unsafe {
        command.pre_exec(move || {
            limit(libc::RLIMIT_CPU, seconds)?;
            limit(libc::RLIMIT_AS, MEMORY)?;
            limit(libc::RLIMIT_CORE, 0)?;
            // Ends a mutant that waits for ever.
            libc::alarm(u32::try_from(60 + 20 * seconds).unwrap_or(u32::MAX));
            Ok(())
        });
    }
    let child = command.spawn()?;
    let (mut status, mut usage) = (0, unsafe { std::mem::zeroed::<libc::rusage>() });
    let process = i32::try_from(child.id()).map_err(io::Error::other)?;
    if unsafe { libc::wait4(process, &raw mut status, 0, &raw mut usage) } < 0 {
        return Err(io::Error::last_os_error());
    }
    Ok(Run { status: ExitStatus::from_raw(status), cpu: time(usage.ru_utime) + time(usage.ru_stime) })
}

fn limit(resource: libc::__rlimit_resource_t, most: u64) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
    match unsafe { libc::setrlimit(resource, &raw const limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

fn time(time: libc::timeval) -> Duration {
    Duration::new(time.tv_sec.unsigned_abs(), 1000 * time.tv_usec.unsigned_abs() as u32)
}
