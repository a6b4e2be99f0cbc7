//! The JSON form of a finding.

use super::{Certainty, Finding, FindingKind};
use serde::Serialize;

#[derive(Serialize)]
pub struct Record {
    kind: FindingKind,
    solver: String,
    certainty: Certainty,
    /// Follows from the certainty; stated so that readers need not know how.
    bug: bool,
    why: String,
    signature: Option<String>,
    details: Vec<String>,
}

impl From<Finding> for Record {
    fn from(finding: Finding) -> Record {
        let bug = finding.is_bug();
        let Finding { kind, solver, certainty, why, signature, details } = finding;
        Record { kind, solver, certainty, bug, why, signature, details }
    }
}
