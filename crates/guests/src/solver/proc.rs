//! What `/proc` tells about processes.

use super::os::Pid;
use std::fs::{self, File};
use std::io::Read;

/// The fields of `/proc/PID/stat` that place a process in the process tree.
pub struct Stat {
    pub parent: Pid,
    pub group: Pid,
}

impl Stat {
    pub fn read(pid: Pid) -> Option<Stat> {
        let text = read(pid, "stat")?;
        // The name, in parentheses, may itself hold spaces and parentheses.
        let (_, after_name) = text.rsplit_once(')')?;
        let mut fields = after_name.split_ascii_whitespace().skip(1);
        let mut number = || fields.next()?.parse().ok();
        Some(Stat { parent: number()?, group: number()? })
    }
}

/// The children that the kernel gave to this process because their parents died, and perhaps others. The kernel
/// assigns them to the first thread.
pub fn adopted() -> Vec<Pid> {
    let us = std::process::id() as Pid;
    // Not every kernel has this file.
    children_of_thread(us, us).unwrap_or_else(|| {
        all().filter(|&pid| Stat::read(pid).is_some_and(|stat| stat.parent == us)).collect()
    })
}

/// A process and its descendants, except those that lost their parent.
pub fn family(head: Pid) -> Vec<Pid> {
    let mut family = vec![head];
    let mut at = 0;
    while let Some(&pid) = family.get(at) {
        for thread in numbers(&format!("/proc/{pid}/task")) {
            family.extend(children_of_thread(pid, thread).unwrap_or_default());
        }
        at += 1;
    }
    family
}

/// The value of a variable in a process's environment; `None` if it is not set or the process is dead.
pub fn variable(pid: Pid, name: &str) -> Option<String> {
    let environment = fs::read(format!("/proc/{pid}/environ")).ok()?;
    let mut variables = environment.split(|&byte| byte == 0);
    let value = variables.find_map(|variable| variable.strip_prefix(name.as_bytes())?.strip_prefix(b"="))?;
    Some(String::from_utf8_lossy(value).into_owned())
}

/// The resident memory of processes together, in bytes.
pub fn resident(pids: &[Pid], enough: u64) -> u64 {
    let resident: u64 = pids.iter().map(|&pid| resident_of(pid)).sum();
    // Shared memory was counted for each of them. The exact share takes long to compute, so it is done only if
    // needed.
    if pids.len() > 1 && resident > enough {
        return pids.iter().map(|&pid| share_of(pid).unwrap_or_else(|| resident_of(pid))).sum();
    }
    resident
}

fn resident_of(pid: Pid) -> u64 {
    let text = read(pid, "statm").unwrap_or_default();
    let pages: u64 = text.split_ascii_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    pages * super::os::page_size()
}

/// Its memory, with shared pages divided by the number of processes that share them.
fn share_of(pid: Pid) -> Option<u64> {
    let text = read(pid, "smaps_rollup")?;
    kilobytes(&text, "Pss:")
}

/// The largest resident memory of a live process so far, in bytes.
pub fn resident_peak(pid: Pid) -> u64 {
    let text = read(pid, "status").unwrap_or_default();
    kilobytes(&text, "VmHWM:").unwrap_or(0)
}

fn kilobytes(text: &str, name: &str) -> Option<u64> {
    let value = text.lines().find_map(|line| line.strip_prefix(name))?;
    Some(value.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// A short file about a process, read with a single call, since some are read for every script.
fn read(pid: Pid, name: &str) -> Option<String> {
    let mut text = [0; 4096];
    let length = File::open(format!("/proc/{pid}/{name}")).ok()?.read(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text[..length]).into_owned())
}

fn children_of_thread(pid: Pid, thread: Pid) -> Option<Vec<Pid>> {
    let text = fs::read_to_string(format!("/proc/{pid}/task/{thread}/children")).ok()?;
    Some(text.split_ascii_whitespace().filter_map(|word| word.parse().ok()).collect())
}

fn all() -> impl Iterator<Item = Pid> {
    numbers("/proc")
}

fn numbers(folder: &str) -> impl Iterator<Item = Pid> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
}
