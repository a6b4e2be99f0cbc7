//! Processes that may use so much CPU time, with all that they start: seconds on the clock say little on a machine that
//! others use as well.

use anyhow::Context;
use gainsay_peers::measure::cpu_of_children;
use std::fs::File;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// So long a process has to end in good order.
const GRACE: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Becomes the parent of all processes below that lose theirs, so that none is left behind or not counted.
pub fn adopt_orphans() -> anyhow::Result<()> {
    // SAFETY: the call takes integers only.
    let failed = unsafe { libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1) } != 0;
    if failed {
        return Err(std::io::Error::last_os_error()).context("cannot adopt processes");
    }
    Ok(())
}

/// Runs a process until it ends, or has used so much CPU time and was interrupted. What it prints goes to a file. Returns the
/// CPU time of all its processes.
pub fn run(command: &mut Command, cpu: f64, told: &Path) -> anyhow::Result<f64> {
    let before = cpu_of_children();
    let output = File::create(told).with_context(|| told.display().to_string())?;
    let errors = File::create(told.with_extension("errors"))?;
    // SAFETY: between fork and exec only this call is made, which takes integers.
    unsafe {
        command.pre_exec(|| match libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGINT) {
            0 => Ok(()),
            _ => Err(std::io::Error::last_os_error()),
        });
    }
    let spawned = command.stdin(Stdio::null()).stdout(output).stderr(errors).spawn();
    let mut child = spawned.with_context(|| format!("cannot run {command:?}"))?;
    // A process that waits for something uses no CPU time at all.
    let most = Duration::from_secs_f64(60.0 + 10.0 * cpu);
    let start = Instant::now();
    let mut interrupted: Option<Instant> = None;
    while child.try_wait()?.is_none() {
        match interrupted {
            None if used_below(&child) >= cpu || start.elapsed() > most => {
                signal(child.id(), libc::SIGINT);
                interrupted = Some(Instant::now());
            }
            Some(since) if since.elapsed() > GRACE => signal(child.id(), libc::SIGKILL),
            _ => {}
        }
        std::thread::sleep(LOOK_EVERY);
    }
    end_orphans();
    Ok(cpu_of_children() - before)
}

/// Ends the processes that have lost their parents to us, and theirs.
pub fn end_orphans() {
    loop {
        let own = std::process::id();
        let children: Vec<u32> = processes()
            .into_iter()
            .filter(|process| process.parent == own)
            .map(|process| process.id)
            .collect();
        if children.is_empty() {
            return;
        }
        for child in children {
            signal(child, libc::SIGKILL);
            // SAFETY: the call takes integers, and writes nowhere.
            unsafe { libc::waitpid(child as libc::pid_t, std::ptr::null_mut(), 0) };
        }
    }
}

fn signal(process: u32, signal: libc::c_int) {
    // SAFETY: the call takes integers only.
    unsafe { libc::kill(process as libc::pid_t, signal) };
}

struct Process {
    id: u32,
    parent: u32,
    /// Seconds, with those of the children that it waited for.
    cpu: f64,
}

/// The CPU time of a process and all below it so far.
fn used_below(child: &Child) -> f64 {
    let all = processes();
    let mut below = vec![child.id()];
    let mut at = 0;
    while at < below.len() {
        let parent = below[at];
        below.extend(all.iter().filter(|process| process.parent == parent).map(|process| process.id));
        at += 1;
    }
    all.iter().filter(|process| below.contains(&process.id)).map(|process| process.cpu).sum()
}

fn processes() -> Vec<Process> {
    let entries = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| process(entry.file_name().to_str()?.parse().ok()?)).collect()
}

fn process(id: u32) -> Option<Process> {
    let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    // The name of the program stands in parentheses, and may contain anything.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    const PARENT: usize = 1;
    const TIMES: std::ops::Range<usize> = 11..15;
    let ticks: u64 = fields.get(TIMES)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    // SAFETY: the call takes an integer only.
    let per_second = unsafe { libc::sysconf(libc::_SC_CLK_TCK) }.max(1);
    Some(Process { id, parent: fields.get(PARENT)?.parse().ok()?, cpu: ticks as f64 / per_second as f64 })
}
