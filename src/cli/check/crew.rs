//! Examines many scripts in parallel, and reports the results in order.

use super::super::process::listen_to_signals;
use crate::solver::interrupt;
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often to check whether the user wants to stop.
const TICK: Duration = Duration::from_millis(100);

/// A message while the work goes on.
pub enum News<T> {
    /// The number of files that are done; results of some may wait for their turn.
    Progress(usize),
    /// A result of the next file, or of a part of it.
    Done(T),
}

/// Does the work for each path with this many workers, and reports results in the order of paths; those of the
/// path whose turn it is, part by part at once. Returns whether all was done: a signal or an error of `tell`
/// ends the work early.
pub fn work_through<T: Send>(
    paths: &[PathBuf],
    jobs: usize,
    work: impl Fn(&Path, &mut dyn FnMut(T)) + Sync,
    mut tell: impl FnMut(News<T>) -> anyhow::Result<()>,
) -> anyhow::Result<bool> {
    let stop = listen_to_signals()?;
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 0..jobs.clamp(1, paths.len().max(1)) {
            let (sender, work, next, stop) = (sender.clone(), &work, &next, &stop);
            let work = move || {
                while let number = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(path) = paths.get(number).filter(|_| !stop.is_set())
                {
                    // An interrupted check proves nothing.
                    let send = |part| if stop.is_set() { Ok(()) } else { sender.send((number, part)) };
                    // If the receiver is gone, the stop flag is set soon.
                    work(path, &mut |part| drop(send(Some(part))));
                    if stop.is_set() || send(None).is_err() {
                        return;
                    }
                }
            };
            if let Err(error) = std::thread::Builder::new().spawn_scoped(scope, work) {
                stop.set();
                interrupt(true);
                return Err(error).context("cannot start a thread");
            }
        }
        drop(sender);
        let mut waiting: BTreeMap<usize, Vec<Option<T>>> = BTreeMap::new();
        let (mut told, mut done) = (0, 0);
        let result = loop {
            match receiver.recv_timeout(TICK) {
                Ok((number, part)) => {
                    done += usize::from(part.is_none());
                    waiting.entry(number).or_default().push(part);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if stop.is_set() {
                interrupt(true);
            }
            let mut failed = tell(News::Progress(done));
            while failed.is_ok()
                && let Some(parts) = waiting.remove(&told)
            {
                told += usize::from(matches!(parts.last(), Some(None)));
                failed = parts.into_iter().flatten().try_for_each(|part| tell(News::Done(part)));
            }
            if failed.is_err() {
                stop.set();
                interrupt(true);
                break failed;
            }
        };
        result.map(|()| told == paths.len())
    })
}
