//! The folder of a bug that is new.

use super::Campaign;
use crate::report;
use crate::store::StoreError;
use crate::triage::{Bug, Unit};
use std::path::PathBuf;

/// Writes the folder of the first finding of a bucket, if it is a bug.
pub fn write(
    campaign: &Campaign<'_>,
    bug: &mut Bug,
    id: i64,
    unit: u64,
) -> Result<Option<PathBuf>, StoreError> {
    if !bug.original.finding.is_bug() {
        return Ok(None);
    }
    let (name, seed) = (campaign.name.clone(), campaign.plan.seed);
    bug.unit = Some(Unit { campaign: name, finding: id, unit, seed });
    let written = report::write(&campaign.bugs, bug);
    written.map(Some).map_err(|source| StoreError::Report { path: campaign.bugs.clone(), source })
}
