//! Helpers of long-running subcommands: signals, cores, and folders named after the time.

use crate::campaign::Stop;
use crate::solver::{interrupt, own_cpu_time};
use anyhow::Context;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant, SystemTime};

pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// CPU time for ending in good order after a signal: what has to be written takes little.
const WORK_LEFT: Duration = Duration::from_millis(1200);
/// The same on the clock, since a busy machine may let us wait.
const TIME_LEFT: Duration = Duration::from_secs(8);
const TICK: Duration = Duration::from_millis(50);

/// The first signal asks the work to end in good order, the second ends it immediately. Work that does not
/// check the flag, such as reading or encoding a huge script, is ended soon after the first one: solvers are
/// killed with us, and results are in files and databases.
pub fn listen_to_signals() -> anyhow::Result<Stop> {
    listen(|| {})
}

/// As [`listen_to_signals`], and interrupts the questions in progress: for work whose result so far is useful
/// without them.
pub fn listen_and_interrupt() -> anyhow::Result<Stop> {
    listen(|| interrupt(true))
}

fn listen(on_signal: fn()) -> anyhow::Result<Stop> {
    let stop = Stop::default();
    let flag = stop.clone();
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])
        .context("cannot listen to signals, and so not stop in good order")?;
    let listener = move || {
        for signal in signals.forever() {
            if flag.0.swap(true, Ordering::Relaxed) {
                signal_hook::low_level::exit(128 + signal);
            }
            on_signal();
            remark!("stopping (press Ctrl-C again to quit at once)");
            // If this thread cannot be started, the work ends by itself or by a second signal.
            let _ = in_background(move || end_soon(128 + signal));
        }
    };
    in_background(listener)?;
    Ok(stop)
}

/// Ends the program when it takes too long to end by itself.
fn end_soon(code: i32) {
    let (begun, before) = (Instant::now(), own_cpu_time());
    while begun.elapsed() < TIME_LEFT && own_cpu_time().saturating_sub(before) < WORK_LEFT {
        std::thread::sleep(TICK);
    }
    signal_hook::low_level::exit(code);
}

/// Runs `work` in a detached thread.
pub fn in_background(work: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    std::thread::Builder::new().spawn(work).map(drop).context("cannot start a thread")
}

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// The current time as `2026-02-28 13:37:00`, in UTC.
pub fn timestamp() -> String {
    let name = time_name(now());
    let (date, time) = name.rsplit_once('-').unwrap_or((&name, ""));
    let pairs: Vec<&str> = [0, 2, 4].iter().filter_map(|&at| time.get(at..at + 2)).collect();
    format!("{date} {}", pairs.join(":"))
}

/// A folder that does not exist yet, named after the time.
pub fn new_folder(parent: &str) -> PathBuf {
    let name = time_name(now());
    let folder = PathBuf::from(parent).join(&name);
    let others = (2..).map(|number| folder.with_file_name(format!("{name}-{number}")));
    [folder.clone()].into_iter().chain(others).find(|folder| !folder.exists()).unwrap_or(folder)
}

/// Seconds since 1970 as `2026-02-28-133700`, in UTC.
pub fn time_name(seconds: u64) -> String {
    let (mut days, time) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60);
    format!("{year}-{month:02}-{:02}-{hour:02}{minute:02}{second:02}", days + 1)
}
