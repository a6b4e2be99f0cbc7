//! Learns which operators a solver rejects.

use super::source::Source;
use gainsay_guests::solver::Rewritten;
use gainsay_lang::hash::HashMap;
use gainsay_lang::script::walk::Walker;
use gainsay_lang::script::{Term, Terms};
use gainsay_lang::theory::OpId;

/// Counts of rejections by operator.
#[derive(Default)]
pub struct Refusals {
    /// How often an operator was in rejected and in accepted terms, counted in units with rejections. The key
    /// also says whether it was applied to more arguments than it declares.
    counts: HashMap<(OpId, bool), (u32, u32)>,
    /// Operators that are rejected with more arguments than they declare.
    not_long: Vec<OpId>,
    walker: Walker,
}

/// An operator in this many rejected terms, and in no accepted one, counts as unknown to the solver.
const REFUSALS: u32 = 2;

impl Refusals {
    /// Whether a term applies an operator to more arguments than the solver accepts.
    pub fn is_too_long(&mut self, terms: &Terms, term: Term) -> bool {
        let Refusals { not_long, walker, .. } = self;
        let is_long = |(op, is_long): (OpId, bool)| is_long && not_long.contains(&op);
        !not_long.is_empty() && applications(walker, terms, term).any(is_long)
    }

    /// Excludes operators that the solver does not know from the sources.
    pub fn learn(&mut self, terms: &Terms, results: &[(Term, Rewritten)], sources: &mut [&mut dyn Source]) {
        if !results.iter().any(|(_, result)| matches!(result, Rewritten::Refused(_))) {
            return;
        }
        for (term, result) in results {
            let (refused, taken) = match result {
                Rewritten::Refused(_) => (1, 0),
                Rewritten::Term(_) => (0, 1),
                _ => continue,
            };
            for applied in applications(&mut self.walker, terms, *term) {
                let counts = self.counts.entry(applied).or_default();
                *counts = (counts.0 + refused, counts.1 + taken);
            }
        }
        let is_unknown = |counts: &(u32, u32)| counts.0 >= REFUSALS && counts.1 == 0;
        let unknown = || self.counts.iter().filter(|(_, counts)| is_unknown(counts)).map(|(key, _)| *key);
        self.not_long = unknown().filter(|key| key.1).map(|key| key.0).collect();
        let short: Vec<OpId> = unknown().filter(|key| !key.1).map(|key| key.0).collect();
        for source in sources {
            source.leave_out(&short);
        }
    }
}

/// The operators of a term, and whether each has more arguments than it declares.
fn applications(walker: &mut Walker, terms: &Terms, root: Term) -> impl Iterator<Item = (OpId, bool)> {
    walker.postorder(terms, &[root]).iter().filter_map(|&term| {
        let op = terms.op(term)?;
        Some((op, terms.children(term).len() > op.op().signature.args.len()))
    })
}
