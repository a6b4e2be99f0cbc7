//! What was reached by all parts together, as if all had begun at the same time.

use crate::coverage::BRANCH;
use crate::hash::HashSet;
use crate::store::{CoverageRow, Snapshot};
use std::collections::{BTreeMap, BTreeSet};

/// A row tells what a unit was the first to reach, so all rows are told again, in the order of time.
pub fn unite(parts: &[&Snapshot]) -> Vec<CoverageRow> {
    let mut units: BTreeMap<(u64, &str), CoverageRow> = BTreeMap::new();
    for row in parts.iter().flat_map(|part| &part.coverage) {
        let known = units.entry((row.unit, &row.solver)).or_insert_with(|| row.clone());
        let places: BTreeSet<u32> = known.places.iter().chain(&row.places).copied().collect();
        known.places = places.into_iter().collect();
        known.seconds = known.seconds.min(row.seconds);
    }
    let mut rows: Vec<CoverageRow> = units.into_values().collect();
    rows.sort_by(|a, b| a.seconds.total_cmp(&b.seconds).then(a.unit.cmp(&b.unit)));
    let mut by_anybody: HashSet<(String, u32)> = HashSet::default();
    let mut by_strategy: HashSet<(String, String, u32)> = HashSet::default();
    for row in &mut rows {
        let CoverageRow { solver, strategy, places, .. } = row;
        places.retain(|place| by_strategy.insert((solver.clone(), strategy.clone(), *place)));
        let new = places.iter().filter(|place| by_anybody.insert((solver.clone(), **place)));
        row.new = new.filter(|place| **place < BRANCH).count() as u64;
    }
    rows.retain(|row| !row.places.is_empty());
    rows
}
