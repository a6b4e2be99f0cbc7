//! A guest is a contained process of a solver: all its descendants die with it, and with gainsay.
//!
//! There is no `pre_exec`: it would make std fork, which takes long when gainsay's own memory is large. So limits
//! are set from outside right after the start, and what a process would have to request for itself (to die with
//! its parent) is achieved by other means:
//!
//! - When a guest ends, its process group is killed, and all its orphans, which the kernel makes our children: every
//!   child that we did not start and that does not belong to another live guest. A mark in its environment tells to
//!   which guest an orphan belongs; an orphan without a mark belongs to none.
//! - When gainsay itself is killed, a watching shell notices this by a closed pipe, and kills every process with our
//!   brand: a resource limit without effect whose value no other process has. Descendants inherit it, and it survives
//!   changes of the environment and of the session.

use super::Limits;
use super::os::{self, Death, Pid};
use super::proc::{self, Stat};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError, RwLock};
use std::time::{Duration, Instant};

/// The environment variable that holds a guest's mark.
const MARK: &str = "GAINSAY_GUEST";
/// The environment variable that marks a watching shell. The shell ends by itself, so it is never treated as an
/// orphan, even if gainsay runs inside gainsay.
const WATCHING: &str = "GAINSAY_WATCHING";
/// The password of a campaign's database server, which solvers must not see.
const PASSWORD: &str = "PGPASSWORD";

/// Programs with a sanitizer look for leaks when they end unless told otherwise, and most solvers leave freeing
/// memory to the system on purpose. Users who want leak reports set this option in one of the two variables.
const LEAKS: &str = "detect_leaks";
const LEAK_OPTIONS: &str = "LSAN_OPTIONS";
const ADDRESS_OPTIONS: &str = "ASAN_OPTIONS";

/// Waits until its standard input is closed, then kills every process with the brand `$1` except itself, and
/// removes the temporary files and folders whose names begin with `$2`.
const WATCH: &str = r#"
read -r _
for _ in 1 2 3 4 5 6 7 8 9 10; do
    found=no
    for file in $(grep -ls "realtime timeout .* $1 " /proc/[0-9]*/limits); do
        pid=${file#/proc/}
        pid=${pid%/limits}
        [ "$pid" != $$ ] && kill -9 "$pid" 2>/dev/null && found=yes
    done
    [ $found = yes ] || break
done
rm -rf "$2"*"#;

/// The watching shell of this process, started together with the first guest.
static WATCHER: LazyLock<io::Result<Child>> = LazyLock::new(|| {
    os::adopt_orphans()?;
    let brand = os::brand(process_number())?;
    let watcher = Command::new("sh")
        .args(["-c", WATCH, "gainsay-watcher", &brand.to_string()])
        .arg(temp_prefix())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .env(WATCHING, "1")
        // An interrupt from the terminal must reach us and not the watcher.
        .process_group(0)
        .spawn()?;
    started().insert(watcher.id() as Pid, "watcher".to_owned());
    Ok(watcher)
});

/// Held shared while a process is started and until it is entered in `STARTED`.
static STARTING: RwLock<()> = RwLock::new(());

/// The processes that we started in groups of their own and have not cleaned up yet, with their marks.
static STARTED: Mutex<BTreeMap<Pid, String>> = Mutex::new(BTreeMap::new());

fn started() -> MutexGuard<'static, BTreeMap<Pid, String>> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running solver. Dropping it kills it.
#[derive(Debug)]
pub struct Guest {
    pub pid: Pid,
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
    /// Becomes readable when the process ends.
    pub ended: OwnedFd,
    /// When its memory is checked next.
    next_look: Instant,
    mark: String,
    dead: bool,
    /// Released after the process is dead.
    _folder: Folder,
}

/// No folder could be created for a solver to run in.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", std::env::temp_dir().display())]
pub struct NoFolder {
    source: io::Error,
}

impl Guest {
    /// Starts a process with these limits in a folder of its own. All its pipes are non-blocking.
    pub fn start(command: &mut Command, limits: &Limits) -> io::Result<Guest> {
        if let Err(error) = &*WATCHER {
            return Err(io::Error::new(error.kind(), format!("cannot start the watching shell: {error}")));
        }
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}-", process_mark(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = Folder::take().map_err(|source| io::Error::other(NoFolder { source }))?;
        let mut guest = Guest::start_in(command, mark, folder)?;
        guest.prepare(limits)?;
        Ok(guest)
    }

    fn start_in(command: &mut Command, mark: String, folder: Folder) -> io::Result<Guest> {
        command.env(MARK, &mark).env_remove(PASSWORD).process_group(0).current_dir(&folder.0);
        let is_set = |variable| std::env::var(variable).is_ok_and(|options| options.contains(LEAKS));
        if !is_set(ADDRESS_OPTIONS) && std::env::var_os(LEAK_OPTIONS).is_none() {
            command.env(LEAK_OPTIONS, format!("{LEAKS}=0"));
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
        let mut child = command.spawn()?;
        let pid = child.id() as Pid;
        started().insert(pid, mark.clone());
        drop(starting);
        let ended = os::pidfd(pid).inspect_err(|_| {
            finish(pid, &mark);
        })?;
        Ok(Guest {
            pid,
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            ended,
            next_look: Instant::now(),
            mark,
            dead: false,
            _folder: folder,
        })
    }

    /// The time until the memory is checked next: the process needs at least that long to reach the limit.
    pub fn time_to_next_look(&self) -> Duration {
        self.next_look.saturating_duration_since(Instant::now())
    }

    /// The memory of the process and all its descendants, if it exceeds the limit. Checks only when it is time to.
    pub fn excess(&mut self, limit: u64) -> Option<u64> {
        if !self.time_to_next_look().is_zero() {
            return None;
        }
        let mut family = proc::family(self.pid);
        family.extend(orphans().into_iter().filter(|(_, mark)| *mark == self.mark).map(|(pid, _)| pid));
        let held = proc::resident(&family, limit);
        self.next_look = Instant::now() + time_to_fill(limit.saturating_sub(held));
        (held > limit).then_some(held)
    }

    /// Kills the process and all its descendants, and returns how it ended.
    pub fn end(mut self) -> Option<Death> {
        self.dead = true;
        finish(self.pid, &self.mark)
    }

    fn prepare(&mut self, limits: &Limits) -> io::Result<()> {
        let pipes = [
            self.stdin.as_ref().map(AsFd::as_fd),
            self.stdout.as_ref().map(AsFd::as_fd),
            self.stderr.as_ref().map(AsFd::as_fd),
        ];
        pipes.into_iter().flatten().try_for_each(os::set_nonblocking)?;
        // Fails only if the process has ended already, and then it leaves no core dump.
        let _ = os::forbid_core_dumps(self.pid);
        self.next_look += time_to_fill(limits.memory);
        Ok(())
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        if !self.dead {
            finish(self.pid, &self.mark);
        }
    }
}

/// An empty folder that a guest runs in, so that its files end up nowhere else. Folders are reused: creating one
/// takes longer than many a question.
#[derive(Debug)]
struct Folder(PathBuf);

static FREE_FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

impl Folder {
    fn take() -> io::Result<Folder> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let free = FREE_FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).pop();
        if let Some(folder) = free.filter(|folder| folder.is_dir()) {
            return Ok(Folder(folder));
        }
        let mut path = temp_prefix().into_os_string();
        path.push(format!("folder-{}", COUNT.fetch_add(1, Ordering::Relaxed)));
        fs::create_dir(&path)?;
        Ok(Folder(path.into()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let is_empty = fs::read_dir(&self.0).is_ok_and(|mut entries| entries.next().is_none());
        if is_empty {
            FREE_FOLDERS.lock().unwrap_or_else(PoisonError::into_inner).push(std::mem::take(&mut self.0));
        } else {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}

/// The least time in which this many bytes of memory can be filled, within bounds on how often memory is checked.
fn time_to_fill(bytes: u64) -> Duration {
    /// No program was seen to fill more per second.
    const FASTEST: u64 = 8 << 30;
    const SHORTEST: Duration = Duration::from_millis(2);
    const LONGEST: Duration = Duration::from_millis(100);
    let time = Duration::from_secs_f64(bytes as f64 / FASTEST as f64);
    time.clamp(SHORTEST, LONGEST)
}

fn finish(pid: Pid, mark: &str) -> Option<Death> {
    os::kill_group(pid);
    let death = os::reap(pid);
    started().remove(&pid);
    kill_orphans(mark);
    death
}

/// Kills and reaps what is left of a guest whose own process is dead, and orphans that belong to no live guest.
fn kill_orphans(mark: &str) {
    let lost = || {
        let mut orphans = orphans();
        orphans.retain(|(_, other)| other == mark || !started().values().any(|alive| alive == other));
        orphans
    };
    while !lost().is_empty() {
        // With this lock no process is just being started, so none is mistaken for an orphan.
        let alone = STARTING.write().unwrap_or_else(PoisonError::into_inner);
        let lost = lost();
        lost.iter().for_each(|(pid, _)| os::kill(*pid));
        drop(alone);
        // Their children become ours in turn: the next round finds them.
        for (pid, _) in lost {
            os::reap(pid);
        }
    }
}

/// Children of ours that we did not start, with their marks. Processes that other code of this program starts,
/// such as tests, are in our own group; guests never are.
fn orphans() -> Vec<(Pid, String)> {
    let (us, our_group) = (std::process::id() as Pid, os::own_group());
    let is_orphan = |pid: &Pid| {
        !started().contains_key(pid)
            && Stat::read(*pid).is_some_and(|stat| stat.parent == us && stat.group != our_group)
    };
    let with_mark = |pid| (pid, proc::variable(pid, MARK).unwrap_or_default());
    let is_watcher = |pid: &Pid| proc::variable(*pid, WATCHING).is_some();
    proc::adopted().into_iter().filter(|pid| is_orphan(pid) && !is_watcher(pid)).map(with_mark).collect()
}

/// The prefix of all temporary files and folders of this process.
pub fn temp_prefix() -> PathBuf {
    std::env::temp_dir().join(format!("gainsay-{}-", process_mark()))
}

/// The prefix of the marks of all guests of this process: its id, and its start time because ids are reused.
fn process_mark() -> String {
    let (process, start) = *PROCESS;
    format!("{process}-{start}")
}

/// As `process_mark`, but a number.
fn process_number() -> u64 {
    let (process, start) = *PROCESS;
    (u64::from(process) << 40) ^ start
}

static PROCESS: LazyLock<(u32, u64)> = LazyLock::new(|| {
    let start = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    (std::process::id(), start.as_micros() as u64)
});
