//! System calls that std does not offer, each behind a safe function.
//!
//! With `segment.rs` the only files with `unsafe` in them. Linux only.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::Duration;

pub type Pid = libc::pid_t;

/// How a process ended, as reported by the kernel.
#[derive(Clone, Copy, Debug)]
pub struct Death {
    /// The exit code, or the signal that killed it.
    pub exit: Result<i32, i32>,
    pub cpu: Duration,
    pub peak_memory: u64,
}

/// The event to wait for on a descriptor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interest {
    Read,
    Write,
}

/// Makes this process the parent of descendants whose own parent died, so that none of them can escape.
pub fn adopt_orphans() -> io::Result<()> {
    // SAFETY: this prctl takes integers only.
    check(unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }).map(drop)
}

/// Prevents a running process from leaving a core dump when it crashes.
pub fn forbid_core_dumps(pid: Pid) -> io::Result<()> {
    let mut bounds = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `bounds` lives through both calls.
    unsafe {
        check(libc::prlimit(pid, libc::RLIMIT_CORE, std::ptr::null(), &raw mut bounds))?;
        bounds.rlim_cur = 0;
        check(libc::prlimit(pid, libc::RLIMIT_CORE, &raw const bounds, std::ptr::null_mut())).map(drop)
    }
}

/// The limit on the address space of this process and those that it starts, if there is one, in bytes.
pub fn own_address_limit() -> Option<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` lives through the call.
    let read = unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) };
    (read == 0 && limit.rlim_cur != libc::RLIM_INFINITY).then_some(limit.rlim_cur)
}

/// A descriptor that becomes readable when the process ends.
pub fn pidfd(pid: Pid) -> io::Result<OwnedFd> {
    // SAFETY: the call takes integers only, and the new descriptor has no other owner.
    unsafe {
        let fd = libc::syscall(libc::SYS_pidfd_open, pid, 0);
        check(fd as i32).map(|fd| OwnedFd::from_raw_fd(fd))
    }
}

/// Makes a descriptor non-blocking.
pub fn set_nonblocking(fd: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: the descriptor is open as long as it is borrowed, and no memory is passed.
    unsafe {
        let flags = check(libc::fcntl(fd.as_raw_fd(), libc::F_GETFL))?;
        check(libc::fcntl(fd.as_raw_fd(), libc::F_SETFL, flags | libc::O_NONBLOCK)).map(drop)
    }
}

/// Waits until one of the descriptors is ready (or closed at the other end), and says which are.
pub fn poll(waiting: &[(BorrowedFd<'_>, Interest)], timeout: Duration) -> io::Result<Vec<bool>> {
    let entry = |(fd, interest): &(BorrowedFd<'_>, Interest)| {
        let events = if *interest == Interest::Read { libc::POLLIN } else { libc::POLLOUT };
        libc::pollfd { fd: fd.as_raw_fd(), events, revents: 0 }
    };
    let mut entries: Vec<libc::pollfd> = waiting.iter().map(entry).collect();
    // Rounded up, so that the last millisecond before a deadline is slept, not spent polling.
    let milliseconds = timeout.as_micros().div_ceil(1000).min(i32::MAX as u128) as i32;
    // SAFETY: the pointer and the length describe `entries`, which lives through the call.
    let result =
        check(unsafe { libc::poll(entries.as_mut_ptr(), entries.len() as libc::nfds_t, milliseconds) });
    match result {
        Ok(_) => Ok(entries.iter().map(|entry| entry.revents != 0).collect()),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(vec![false; waiting.len()]),
        Err(error) => Err(error),
    }
}

/// Kills one process; it is not an error if it is gone already.
pub fn kill(pid: Pid) {
    // SAFETY: the call takes integers only.
    unsafe { libc::kill(pid, libc::SIGKILL) };
}

/// Kills every process of a group.
pub fn kill_group(leader: Pid) {
    kill(-leader);
}

/// Waits for a child to end and removes it from the process table. `None`: it is not our child.
pub fn reap(pid: Pid) -> Option<Death> {
    let mut status = 0;
    // SAFETY: rusage is plain integers, for which zero is a value.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to locals that live through the call.
        match check(unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) }) {
            Ok(_) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
    let exit =
        if libc::WIFSIGNALED(status) { Err(libc::WTERMSIG(status)) } else { Ok(libc::WEXITSTATUS(status)) };
    let cpu = duration(usage.ru_utime) + duration(usage.ru_stime);
    Some(Death { exit, cpu, peak_memory: usage.ru_maxrss as u64 * 1024 })
}

/// The CPU time that a running process has used, all its threads together.
pub fn cpu_time(pid: Pid) -> Option<Duration> {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both pointers are to locals that live through the calls.
    unsafe {
        if libc::clock_getcpuclockid(pid, &raw mut clock) != 0 {
            return None;
        }
        check(libc::clock_gettime(clock, &raw mut time)).ok()?;
    }
    Some(Duration::new(time.tv_sec as u64, time.tv_nsec as u32))
}

/// The process group of this process.
pub fn own_group() -> Pid {
    // SAFETY: the call takes nothing.
    unsafe { libc::getpgrp() }
}

pub fn page_size() -> u64 {
    // SAFETY: the call takes an integer only.
    unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(1) as u64
}

/// Gives this process, and all processes that it will start, a resource limit as a brand, and returns its value,
/// which depends on `number` so that no other process has it. The limit bounds the CPU time of processes with
/// real-time priority, in microseconds, and is so large that none reaches it.
pub fn brand(number: u64) -> io::Result<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` lives through the call.
    check(unsafe { libc::getrlimit(libc::RLIMIT_RTTIME, &raw mut limit) })?;
    // The limit can only be lowered, so the inherited one is the maximum.
    let most = limit.rlim_max.min(1 << 62);
    let value = most / 2 + number % (most / 4).max(1);
    limit = libc::rlimit { rlim_cur: value, rlim_max: value };
    // SAFETY: as above.
    check(unsafe { libc::setrlimit(libc::RLIMIT_RTTIME, &raw const limit) })?;
    Ok(value)
}

/// Turns a write beyond the file size limit into an error that can be reported, instead of a silent death.
pub fn survive_file_size_limit() {
    // SAFETY: to ignore a signal calls nothing.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}

fn duration(time: libc::timeval) -> Duration {
    Duration::from_secs(time.tv_sec as u64) + Duration::from_micros(time.tv_usec as u64)
}

fn check(result: libc::c_int) -> io::Result<libc::c_int> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}
