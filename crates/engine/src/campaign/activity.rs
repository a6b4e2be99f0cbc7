//! What the workers are doing now, for progress displays.

use std::fmt;
use std::sync::{Mutex, PoisonError};

/// What a worker is doing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Doing {
    /// Long activities come first, since they are shown first.
    Reducing {
        kind: &'static str,
        solver: String,
    },
    Confirming {
        kind: &'static str,
        solver: String,
    },
    /// Reads seeds, and asks solvers about those of unknown status.
    Seeds,
    #[default]
    Testing,
}

impl fmt::Display for Doing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doing::Reducing { kind, solver } => write!(f, "reducing {kind} of {solver}"),
            Doing::Confirming { kind, solver } => write!(f, "confirming {kind} of {solver}"),
            Doing::Seeds => f.write_str("finding out the answers of seeds"),
            Doing::Testing => f.write_str("testing"),
        }
    }
}

/// One slot for each worker.
pub struct Activity(Vec<Mutex<Doing>>);

impl Activity {
    pub fn new(workers: usize) -> Activity {
        Activity((0..workers).map(|_| Mutex::default()).collect())
    }

    pub fn set(&self, worker: usize, doing: Doing) {
        if let Some(place) = self.0.get(worker) {
            *place.lock().unwrap_or_else(PoisonError::into_inner) = doing;
        }
    }

    /// What is being done, each thing once.
    pub fn now(&self) -> Vec<Doing> {
        let mut all: Vec<Doing> =
            self.0.iter().map(|place| place.lock().unwrap_or_else(PoisonError::into_inner).clone()).collect();
        all.sort();
        all.dedup();
        all
    }
}
