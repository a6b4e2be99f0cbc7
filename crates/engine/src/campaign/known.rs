//! Which buckets and answers the campaign has seen, and the reward of a unit for new ones.

use super::worker::UnitOutcome;
use gainsay_lang::answer::Outcome;
use gainsay_lang::hash::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

/// The buckets and the kinds of answers that all workers and earlier runs have seen.
#[derive(Default)]
pub struct Known {
    /// Whether a bucket holds bugs, by its key.
    buckets: Mutex<HashMap<String, bool>>,
    answers: Mutex<HashSet<(String, String)>>,
}

/// Rewards. A bug in a new bucket is what hunting is about.
mod worth {
    pub const NEW_BUG: f64 = 1.0;
    /// Findings that are no proved bugs: disagreements and the like.
    pub const NEW_NOTE: f64 = 0.1;
    pub const NEW_CODE: f64 = 0.05;
    pub const NEW_ANSWER: f64 = 0.02;
    pub const KNOWN_FINDING: f64 = 0.01;
    /// Performance notes (slow, unknown, ..) earn nothing: `evolve` looks for those.
    pub const NOTHING: f64 = 0.0;
}

/// The most kinds of answers that are told apart, to bound the memory.
const MOST_ANSWERS: usize = 1 << 12;
/// The length of the part of a solver's message that tells its kind.
const TELLING: usize = 40;

impl Known {
    pub fn new(buckets: impl IntoIterator<Item = (String, bool)>) -> Known {
        Known { buckets: Mutex::new(buckets.into_iter().collect()), ..Known::default() }
    }

    /// Adds buckets that other workers know.
    pub fn hear(&self, buckets: impl IntoIterator<Item = (String, bool)>) {
        for (key, is_bug) in buckets {
            self.note_bucket(key, is_bug);
        }
    }

    /// Whether a bucket is known to hold a bug.
    pub fn has_bug(&self, key: &str) -> bool {
        self.buckets.lock().unwrap_or_else(PoisonError::into_inner).get(key).copied().unwrap_or(false)
    }

    /// The reward of a unit. Everything new in it is known from then on.
    pub fn reward(&self, outcome: &UnitOutcome) -> f64 {
        let findings = outcome.findings.iter().map(|found| {
            let finding = &found.bug.best().finding;
            let is_bug = finding.is_bug();
            match self.note_bucket(found.bug.bucket().key(), is_bug) {
                _ if !is_bug && !finding.kind.is_error() => worth::NOTHING,
                Some(known) if known || !is_bug => worth::KNOWN_FINDING,
                _ if is_bug => worth::NEW_BUG,
                _ => worth::NEW_NOTE,
            }
        });
        let answers = outcome.complaints.iter().filter(|(solver, word, text)| {
            // Timeouts are frequent and say little, so they earn no reward.
            *word != Outcome::Timeout.word() && self.note_answer(solver, word, text)
        });
        let places = outcome.coverage.iter().filter(|row| row.new > 0).count();
        findings.sum::<f64>() + answers.count() as f64 * worth::NEW_ANSWER + places as f64 * worth::NEW_CODE
    }

    /// Whether the bucket was known to hold a bug; `None` if it is new.
    fn note_bucket(&self, key: String, is_bug: bool) -> Option<bool> {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        let before = buckets.get(&key).copied();
        buckets.insert(key, is_bug || before.unwrap_or(false));
        before
    }

    fn note_answer(&self, solver: &str, word: &str, text: &str) -> bool {
        // Names and numbers of the script do not make a new kind.
        let plain = text.chars().filter(|letter| letter.is_ascii_alphabetic() || *letter == ' ');
        let kind = format!("{word} {}", plain.take(TELLING).collect::<String>());
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.len() < MOST_ANSWERS && answers.insert((solver.to_owned(), kind))
    }
}
