//! Solvers for the tests: the fake one, and real ones.

use crate::support::{PATIENCE, catalogue, python};
use gainsay::solver::{Catalogue, Limits, Profiles, Solver};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

pub const QUESTION: &str = "(set-logic QF_LIA)\n(check-sat)\n";

/// A fake solver with a command line that no other process has.
pub struct Fake {
    pub solver: Solver,
    token: String,
}

impl Fake {
    /// It reads standard input, and sessions are allowed.
    pub fn new(mode: &str) -> Fake {
        Fake::with_profile(mode, "stdin = []\nsession = []")
    }

    pub fn with_profile(mode: &str, more: &str) -> Fake {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let token = format!("fake-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/solver/fake_solver.py");
        let python = python();
        let text = format!(
            "[solver.fake]\ncommand = ['{python}', '-I', '-S', '{script}', '{mode}', '{token}']\n{more}\n\
             [solver.fake.patterns]\ncrash = ['Fatal failure within']\nout_of_memory = ['std::bad_alloc']"
        );
        let mut profiles = Profiles::shipped();
        profiles.add_text("fake.toml", &text).expect("the fake profile is right");
        let catalogue = Catalogue { profiles, ..catalogue() };
        Fake { solver: catalogue.solver("fake").expect("python3 is there"), token }
    }

    /// Processes of this solver that are still there.
    pub fn survivors(&self) -> usize {
        self.processes().len()
    }

    /// By their numbers.
    pub fn processes(&self) -> BTreeSet<String> {
        processes_with(&self.token)
    }
}

/// The processes with this text in their command line, zombies not counted.
pub fn processes_with(text: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir("/proc").expect("Linux").flatten();
    let with_text = entries.filter(|entry| {
        let line = std::fs::read(entry.path().join("cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains(text)
    });
    with_text.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Whether a process is dead and nobody has waited for it.
pub fn is_zombie(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('Z'))
}

/// For those that end by themselves: long enough for a busy machine to start Python.
pub fn limits() -> Limits {
    Limits::seconds(PATIENCE)
}
