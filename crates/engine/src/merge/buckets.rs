//! Buckets of a merged campaign: the same bug found in several parts is one bucket.

use crate::store::{BucketRow, FindingRow, Snapshot};
use std::collections::BTreeMap;

/// The buckets of all findings. `numbers` maps the ids of each part's findings to their new ids. Of the parts'
/// rows for a bucket, one with a report is preferred, then the one with the lowest new id of its first finding.
pub fn unite(parts: &[&Snapshot], findings: &[FindingRow], numbers: &[BTreeMap<i64, i64>]) -> Vec<BucketRow> {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    findings.iter().for_each(|row| *counts.entry(&row.finding.bucket).or_default() += 1);
    let mut first: BTreeMap<&str, (bool, i64, &BucketRow)> = BTreeMap::new();
    for (part, numbers) in parts.iter().zip(numbers) {
        for bucket in &part.buckets {
            let Some(number) = numbers.get(&bucket.first) else { continue };
            let candidate = (bucket.folder.is_none(), *number, bucket);
            let best = first.entry(&bucket.key).or_insert(candidate);
            if (candidate.0, candidate.1) < (best.0, best.1) {
                *best = candidate;
            }
        }
    }
    let mut buckets: Vec<BucketRow> = first
        .values()
        .map(|(_, first, bucket)| BucketRow {
            first: *first,
            count: counts.get(bucket.key.as_str()).copied().unwrap_or(0),
            ..(*bucket).clone()
        })
        .collect();
    // The order in which a store returns buckets.
    buckets.sort_by(|a, b| {
        let rank = |row: &BucketRow| (!row.bug, row.kind.clone(), row.solver.clone(), u64::MAX - row.count);
        (rank(a), &a.key).cmp(&(rank(b), &b.key))
    });
    buckets
}
