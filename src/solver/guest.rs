//! A guest is a solver's process that nothing gets out of: all its descendants die with it, and with us.
//!
//! No `pre_exec`: it would make std fork, which takes long when our own memory is large. So the limits are
//! set from outside right after the start, and what a process would have to ask for itself (to die with its
//! parent) is done by two other means. Every guest carries a mark in its environment, which its descendants
//! inherit. When it ends we kill its group and all orphans with its mark, which the kernel hands to us. And
//! when we are killed ourselves, a watching shell, which notices that by a closed pipe, kills everything that
//! carries a mark of ours.

use super::Limits;
use super::os::{self, Death, Pid, Resource};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The environment variable that holds a guest's mark.
const MARK: &str = "GAINSAY_GUEST";

/// Waits until its standard input is closed, then kills whatever carries a mark that begins with `$1`, and removes the
/// temporary files and folders whose names begin with `$2`.
const WATCH: &str = r#"
read -r _
for _ in 1 2 3 4 5 6 7 8 9 10; do
    found=$(grep -ls "GAINSAY_GUEST=$1-" /proc/[0-9]*/environ)
    [ -n "$found" ] || break
    for file in $found; do
        pid=${file#/proc/}
        kill -9 "${pid%/environ}" 2>/dev/null
    done
done
rm -rf "$2"*"#;

/// The watching shell of this process, started with the first guest.
static WATCHER: LazyLock<io::Result<Child>> = LazyLock::new(|| {
    os::adopt_orphans()?;
    Command::new("sh")
        .args(["-c", WATCH, "gainsay-watcher", &process_mark()])
        .arg(temp_prefix())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // An interrupt from the terminal must reach us and not the watcher.
        .process_group(0)
        .spawn()
});

/// A running solver. Dropping it kills it.
#[derive(Debug)]
pub struct Guest {
    pub pid: Pid,
    pub stdin: Option<ChildStdin>,
    pub stdout: Option<ChildStdout>,
    pub stderr: Option<ChildStderr>,
    /// Becomes readable when the process ends.
    pub ended: OwnedFd,
    mark: String,
    dead: bool,
}

impl Guest {
    /// Starts a process with these limits; all its pipes return at once when there is nothing to do.
    pub fn start(command: &mut Command, limits: &Limits) -> io::Result<Guest> {
        if let Err(error) = &*WATCHER {
            return Err(io::Error::new(error.kind(), format!("cannot start the watching shell: {error}")));
        }
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let mark = format!("{}-{}-", process_mark(), COUNT.fetch_add(1, Ordering::Relaxed));
        command.env(MARK, &mark).process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let pid = child.id() as Pid;
        let ended = os::pidfd(pid).inspect_err(|_| {
            finish(pid, &mark);
        })?;
        let guest = Guest {
            pid,
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
            ended,
            mark,
            dead: false,
        };
        guest.prepare(limits)?;
        Ok(guest)
    }

    /// Sets what the process may use from now on; the kernel counts CPU time in whole seconds.
    pub fn limit(&self, limits: &Limits) {
        let used = os::cpu_time(self.pid).unwrap_or_default();
        let seconds = used.saturating_add(limits.cpu).as_secs_f64().ceil() as u64;
        // A process that has ended already cannot be limited, and need not be.
        let _ = os::limit(self.pid, Resource::CpuSeconds, seconds);
        let _ = os::limit(self.pid, Resource::AddressSpace, limits.memory);
    }

    /// Kills the process with all its descendants, and says how it ended.
    pub fn end(mut self) -> Option<Death> {
        self.dead = true;
        finish(self.pid, &self.mark)
    }

    fn prepare(&self, limits: &Limits) -> io::Result<()> {
        let pipes = [
            self.stdin.as_ref().map(AsFd::as_fd),
            self.stdout.as_ref().map(AsFd::as_fd),
            self.stderr.as_ref().map(AsFd::as_fd),
        ];
        pipes.into_iter().flatten().try_for_each(os::set_nonblocking)?;
        let _ = os::limit(self.pid, Resource::CoreDump, 0);
        self.limit(limits);
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

fn finish(pid: Pid, mark: &str) -> Option<Death> {
    os::kill_group(pid);
    let death = os::reap(pid);
    bury_orphans(pid, mark);
    death
}

/// Kills and reaps what is left of a guest whose own process is dead: its orphans are our children now.
fn bury_orphans(leader: Pid, mark: &str) {
    while let orphans = orphans(leader, mark)
        && !orphans.is_empty()
    {
        for pid in orphans {
            // Its own children become ours in turn: the next round finds them.
            os::kill(pid);
            os::reap(pid);
        }
    }
}

/// Children of ours that descend from this guest.
fn orphans(leader: Pid, mark: &str) -> Vec<Pid> {
    let us = std::process::id() as Pid;
    // Ids are given in ascending order, so descendants have larger ones, unless the numbers ran out and began
    // anew.
    let from = if last_pid() < leader { 0 } else { leader };
    let candidates = proc_pids().filter(|&pid| {
        let Some(stat) = (pid > from).then(|| Stat::read(pid)).flatten() else {
            return false;
        };
        if stat.parent != us {
            return false;
        }
        // A dead one has no environment any more, but only a guest's descendants leave our session.
        let escaped_and_died = stat.dead && stat.session != os::session_of_self();
        stat.group == leader || escaped_and_died || carries(pid, mark)
    });
    candidates.collect()
}

fn proc_pids() -> impl Iterator<Item = Pid> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}

/// The id that was given last.
fn last_pid() -> Pid {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_ascii_whitespace().last().and_then(|word| word.parse().ok()).unwrap_or(0)
}

fn carries(pid: Pid, mark: &str) -> bool {
    let wanted = format!("{MARK}={mark}");
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.split(|&byte| byte == 0).any(|variable| variable == wanted.as_bytes())
}

/// The fields of `/proc/PID/stat` that tell where a process belongs.
struct Stat {
    dead: bool,
    parent: Pid,
    group: Pid,
    session: Pid,
}

impl Stat {
    fn read(pid: Pid) -> Option<Stat> {
        let text = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
        // The name, in parentheses, may itself hold spaces and parentheses.
        let after_name = text.iter().rposition(|&byte| byte == b')')? + 1;
        let text = String::from_utf8_lossy(&text[after_name..]);
        let mut fields = text.split_ascii_whitespace();
        let dead = fields.next()? == "Z";
        let mut number = || fields.next()?.parse().ok();
        Some(Stat { dead, parent: number()?, group: number()?, session: number()? })
    }
}

/// What the names of all temporary files and folders of this process begin with.
pub fn temp_prefix() -> PathBuf {
    std::env::temp_dir().join(format!("gainsay-{}-", process_mark()))
}

/// What the marks of all guests of this process begin with: its id, and its start time because ids are used
/// again.
fn process_mark() -> String {
    static PROCESS: LazyLock<String> = LazyLock::new(|| {
        let start = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        format!("{}-{}", std::process::id(), start.as_micros())
    });
    PROCESS.clone()
}
