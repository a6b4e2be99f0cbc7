//! How closely suspicions are looked at: one bug shows many times, and each look takes time from the hunt.

use crate::evidence::Test;
use crate::hash::HashMap;
use crate::judge::{Basis, Finding};
use crate::rng::digest_with;
use crate::store::Leases;
use std::sync::{Mutex, PoisonError};

/// How often suspicions of each sort were seen, by all workers.
#[derive(Default)]
pub struct SuspectThrottle(Mutex<HashMap<u64, u64>>);

/// This many of one sort are all looked at ..
const ALL_OF: u64 = 20;
/// .. and this many if a bug is known that looks the same, or if it cannot be a wrong answer.
const FEW_OF: u64 = 3;
/// One of so many after that ..
const ONE_OF: u64 = 10;
/// .. and of what is only worse than it could be.
const LITTLE_OF: u64 = 200;
/// No more sorts than this are told apart, so that memory stays as it is.
const MOST_SORTS: usize = 1 << 16;

impl SuspectThrottle {
    /// Whether a suspicion is worth a closer look. In a shared campaign, what is worth it here must also be so among those of
    /// all workers.
    pub fn is_worth_a_look(
        &self,
        finding: &Finding,
        test: &Test,
        is_known: bool,
        leases: Option<&Leases>,
    ) -> bool {
        let key = digest_with(0, &rough(finding, test));
        let is_little = matches!(finding.kind.row().rests_on, Basis::Comparison | Basis::CoreSize);
        let all_of = if is_known || is_little { FEW_OF } else { ALL_OF };
        let one_of = if is_little { LITTLE_OF } else { ONE_OF };
        let is_due = |count: u64| count <= all_of || (count - all_of).is_multiple_of(one_of);
        // Where the server is lost, others cannot be asked; the collector will notice.
        is_due(self.count(key)) && leases.is_none_or(|leases| leases.count_suspicion(key).is_ok_and(is_due))
    }

    fn count(&self, key: u64) -> u64 {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.len() >= MOST_SORTS && !seen.contains_key(&key) {
            seen.clear();
        }
        let count = seen.entry(key).or_default();
        *count += 1;
        *count
    }
}

/// What suspicions of one sort have in common, without any work: what may be a bug is told apart by the operators, the rest
/// by the logic.
fn rough(finding: &Finding, test: &Test) -> String {
    let usage = test.script().usage();
    let by = match &finding.signature {
        Some(signature) => signature.clone(),
        None if finding.is_bug() => {
            usage.operators.iter().map(|(id, _)| id.op().name).collect::<Vec<_>>().join(" ")
        }
        None => usage.logic().to_owned(),
    };
    // It is the same solver under whatever options.
    let solver = finding.solver.split(' ').next().unwrap_or_default();
    format!("{} {solver} {by}", finding.kind.word())
}
