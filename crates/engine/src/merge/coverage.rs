//! Coverage of all parts together, as if all had begun at the same time.

use crate::store::{CoverageRow, Snapshot, tell_again};
use std::collections::{BTreeMap, BTreeSet};

/// The united rows. A row tells what a unit was the first to reach, so this is recomputed in the order of time.
pub fn unite(parts: &[&Snapshot]) -> Vec<CoverageRow> {
    let mut units: BTreeMap<(u64, &str), CoverageRow> = BTreeMap::new();
    for row in parts.iter().flat_map(|part| &part.coverage) {
        let known = units.entry((row.unit, &row.solver)).or_insert_with(|| row.clone());
        let places: BTreeSet<u32> = known.places.iter().chain(&row.places).copied().collect();
        known.places = places.into_iter().collect();
        known.seconds = known.seconds.min(row.seconds);
    }
    let mut rows: Vec<CoverageRow> = units.into_values().collect();
    tell_again(&mut rows);
    rows
}
