//! The folder of a bug that is new.

use super::digest;
use super::worker::Found;
use crate::store::{NewFinding, StoreError};
use std::path::{Path, PathBuf};

/// Writes the folder of the first finding of a bucket, if it is a bug. A folder that a killed campaign left is replaced.
pub fn write(
    bugs: &Path,
    finding: &NewFinding,
    found: &Found,
    id: i64,
) -> Result<Option<PathBuf>, StoreError> {
    if !finding.bug {
        return Ok(None);
    }
    let folder = bugs.join(name(finding));
    let failed = |source| StoreError::Report { path: folder.clone(), source };
    std::fs::create_dir_all(&folder).map_err(failed)?;
    std::fs::write(folder.join("bug.smt2"), &finding.script).map_err(failed)?;
    std::fs::write(folder.join("output.txt"), found.confirmed.output()).map_err(failed)?;
    let text = format!("{} {}: {} (finding {id})\n", finding.solver, finding.kind, finding.why);
    std::fs::write(folder.join("report.md"), text).map_err(failed)?;
    Ok(Some(folder))
}

/// The same for the same bucket, whenever it is found.
fn name(finding: &NewFinding) -> String {
    let solver: String =
        finding.solver.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect();
    format!("{}-{solver}-{:08x}", finding.kind, digest(0, &finding.bucket) as u32)
}
