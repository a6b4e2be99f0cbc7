//! Work in several threads at once. If no thread can be started, the work is done in the current one.

use std::sync::{Mutex, PoisonError};
use std::thread::{Builder, scope};

/// Maps all items at once, each in a thread of its own, and keeps their order. A thread that
/// panics gives the default.
pub fn in_parallel<I: Send, T: Send + Default>(
    items: impl Iterator<Item = I>,
    work: impl Fn(I) -> T + Sync,
) -> Vec<T> {
    let slots: Vec<Mutex<Option<I>>> = items.map(|item| Mutex::new(Some(item))).collect();
    let work = |slot: &Mutex<Option<I>>| {
        let item = slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        item.map(&work).unwrap_or_default()
    };
    let work = &work;
    scope(|scope| {
        let start = |slot| Builder::new().spawn_scoped(scope, move || work(slot)).map_err(|_| slot);
        let runs: Vec<_> = slots.iter().map(start).collect();
        let end = |run: Result<std::thread::ScopedJoinHandle<'_, T>, _>| match run {
            Ok(thread) => thread.join().unwrap_or_default(),
            Err(slot) => work(slot),
        };
        runs.into_iter().map(end).collect()
    })
}

/// Runs `work` in `count` threads and waits for all of them. The threads share out the work among themselves.
pub fn in_threads(count: usize, work: impl Fn() + Sync) {
    let work = &work;
    scope(|scope| {
        let started = (0..count).take_while(|_| Builder::new().spawn_scoped(scope, work).is_ok()).count();
        if started == 0 && count > 0 {
            work();
        }
    });
}
