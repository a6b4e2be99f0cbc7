//! Interrupts the questions in progress when the time of a search is up, or when the user stops it.

use super::super::process::{in_background, listen_to_signals};
use crate::solver::interrupt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Watches one evolution after the other.
pub struct Watch {
    deadline: Arc<Mutex<Option<Instant>>>,
    /// Set while the search runs: only that is interrupted when the time is up.
    pub is_searching: Arc<AtomicBool>,
    is_late: Arc<AtomicBool>,
    is_stopped: Arc<AtomicBool>,
}

impl Watch {
    pub fn new() -> anyhow::Result<Watch> {
        let watch = Watch {
            deadline: Arc::default(),
            is_searching: Arc::default(),
            is_late: Arc::default(),
            is_stopped: listen_to_signals()?.0,
        };
        let (deadline, is_searching) = (watch.deadline.clone(), watch.is_searching.clone());
        let (is_late, is_stopped) = (watch.is_late.clone(), watch.is_stopped.clone());
        in_background(move || {
            loop {
                std::thread::sleep(Duration::from_millis(50));
                let deadline = locked(&deadline);
                let is_up = deadline.is_some_and(|deadline| Instant::now() >= deadline);
                // Interrupt before setting the flag, so that whoever sees the flag finds everything
                // interrupted.
                if is_stopped.load(Ordering::Relaxed) {
                    interrupt(true);
                } else if is_up && !is_late.load(Ordering::Relaxed) {
                    interrupt(is_searching.load(Ordering::Relaxed));
                    is_late.store(true, Ordering::Relaxed);
                }
            }
        })?;
        Ok(watch)
    }

    /// Starts the clock of an evolution with this much time for its search; returns the start.
    pub fn begin(&self, time: Option<Duration>) -> Instant {
        let start = Instant::now();
        let mut deadline = locked(&self.deadline);
        // A deadline that overflows never comes.
        *deadline = time.and_then(|time| start.checked_add(time));
        self.is_late.store(time.is_some_and(|time| time.is_zero()), Ordering::Relaxed);
        interrupt(self.is_stopped());
        start
    }

    pub fn is_late(&self) -> bool {
        self.is_late.load(Ordering::Relaxed)
    }

    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// The flag that stops everything.
    pub fn stop(&self) -> Arc<AtomicBool> {
        self.is_stopped.clone()
    }
}

fn locked(deadline: &Mutex<Option<Instant>>) -> MutexGuard<'_, Option<Instant>> {
    deadline.lock().unwrap_or_else(PoisonError::into_inner)
}
