//! Many scripts at once: workers take them in order, and what comes of them is told in order.

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

/// What is told while the work goes on.
pub enum News<T> {
    /// So many files are done; some of them may still wait for their turn to be told.
    Progress(usize),
    /// What came of the next file.
    Done(T),
}

/// Does the work for each path, so many at once, and tells what came of it in the order of the paths. Whether all was done:
/// a signal ends it early, and so does a `tell` that fails.
pub fn work_through<T: Send>(
    paths: &[PathBuf],
    jobs: usize,
    work: impl Fn(&Path) -> T + Sync,
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
                    let done = work(path);
                    // An interrupted check proves nothing.
                    if stop.is_set() || sender.send((number, done)).is_err() {
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
        let (mut waiting, mut told, mut done) = (BTreeMap::new(), 0, 0);
        let result = loop {
            match receiver.recv_timeout(TICK) {
                Ok((number, outcome)) => {
                    waiting.insert(number, outcome);
                    done += 1;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break Ok(()),
            }
            if stop.is_set() {
                interrupt(true);
            }
            let mut failed = tell(News::Progress(done));
            while let Some(outcome) = waiting.remove(&told).filter(|_| failed.is_ok()) {
                told += 1;
                failed = tell(News::Done(outcome));
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
