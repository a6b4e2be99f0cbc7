//! Limits how many suspicions of one sort are examined: one bug shows many times, and each examination takes
//! time.

use crate::store::Leases;
use gainsay_judge::judge::{Basis, Finding};
use gainsay_lang::hash::HashMap;
use gainsay_lang::rng::digest_with;
use gainsay_prove::evidence::Test;
use std::sync::{Mutex, PoisonError};

/// How often suspicions of each sort were seen by all workers of this process.
#[derive(Default)]
pub struct SuspectThrottle(Mutex<HashMap<u64, u64>>);

/// This many of one sort are all examined.
const ALL_OF: u64 = 20;
/// As `ALL_OF`, for a known bug, and for notes about speed, memory, `unknown` answers and the size of cores.
const FEW_OF: u64 = 3;
/// After that, one in this many.
const ONE_OF: u64 = 10;
/// As `ONE_OF`, for such notes.
const LITTLE_OF: u64 = 200;
/// The most sorts that are told apart, to bound the memory.
const MOST_SORTS: usize = 1 << 16;

impl SuspectThrottle {
    /// Whether a suspicion should be examined. In a shared campaign, it must be due both among this process's
    /// and among those of all workers.
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
        // If the server is lost, nothing can be counted; the collector will report the loss.
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

/// The sort of a suspicion, which costs nothing to compute. Possible bugs differ by signature or operators, the
/// rest by logic.
fn rough(finding: &Finding, test: &Test) -> String {
    let usage = test.script().usage();
    let by = match &finding.signature {
        Some(signature) => signature.clone(),
        None if finding.is_bug() => {
            usage.operators.iter().map(|(id, _)| id.op().name).collect::<Vec<_>>().join(" ")
        }
        None => usage.logic().to_owned(),
    };
    // Under whatever options, it is the same solver.
    let solver = finding.solver.split(' ').next().unwrap_or_default();
    format!("{} {solver} {by}", finding.kind.word())
}
