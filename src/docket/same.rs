//! Whether two bugs are one, and why.
//!
//! What a question looks like around the mistake does not make another bug: dialogues are made flat, and names and values are
//! left out. Two bugs are never taken for one if a release has the one and not the other.

use super::Outline;
use crate::judge::FindingKind;
use crate::report::BugRecord;
use crate::report::filing::{symptom, theory};
use crate::script::Script;
use crate::triage::{Cause, History};
use std::collections::BTreeSet;

/// What is compared of a bug.
#[derive(Clone, Debug)]
pub struct Features {
    /// As the solver's authors call it.
    solver: String,
    kind: FindingKind,
    signature: Option<String>,
    theory: String,
    /// The operators that tell the cause, whatever the form of the question is.
    operators: BTreeSet<String>,
    outline: Option<Outline>,
    /// The outline as a text.
    shape: Option<String>,
    mended_by: BTreeSet<Vec<String>>,
    releases: Option<History>,
}

impl Features {
    pub fn of(record: &BugRecord) -> Features {
        let script = Script::read(&record.script);
        let question = script.question();
        let outline = Outline::of(&question);
        let kind = record.finding.kind;
        Features {
            solver: record.program.name.clone(),
            kind,
            signature: record.finding.signature.clone(),
            theory: theory(&record.script),
            operators: Cause::of(kind, &question, None).operators().map(str::to_owned).collect(),
            shape: outline.as_ref().and_then(Outline::text),
            outline,
            mended_by: record.correct_with.iter().cloned().collect(),
            releases: record.releases.clone(),
        }
    }

    pub fn outline(&self) -> Option<&Outline> {
        self.outline.as_ref()
    }

    pub fn shape(&self) -> Option<&str> {
        self.shape.as_deref()
    }

    pub fn signature(&self) -> Option<&str> {
        self.signature.as_deref()
    }

    pub fn operators(&self) -> &BTreeSet<String> {
        &self.operators
    }
}

/// Why two are taken for one bug; `None` if they are not.
pub fn same(one: &Features, other: &Features) -> Option<String> {
    if one.solver != other.solver || symptom(one.kind) != symptom(other.kind) || differ_by_release(one, other)
    {
        return None;
    }
    // Faults are told apart by their place, and by nothing else.
    if one.signature.is_some() || other.signature.is_some() {
        let is_same = one.signature == other.signature;
        return is_same.then(|| "the same signature".to_owned());
    }
    if one.shape.is_some() && one.shape == other.shape {
        return Some("the same script but for names and values".to_owned());
    }
    if one.operators.is_empty() || other.operators.is_empty() {
        return None;
    }
    if one.operators == other.operators {
        return Some(format!("the same operators: {}", listed(&one.operators)));
    }
    let shared: BTreeSet<String> = one.operators.intersection(&other.operators).cloned().collect();
    if let Some((bad, good)) = gone_with(one).filter(|edge| gone_with(other).as_ref() == Some(edge))
        && one.theory == other.theory
    {
        return Some(format!("of one theory ({}), and both went between {bad} and {good}", one.theory));
    }
    let common = one.mended_by.intersection(&other.mended_by).next();
    if let Some(options) = common
        && (!shared.is_empty() || one.theory == other.theory && one.mended_by == other.mended_by)
    {
        let what = if shared.is_empty() {
            format!("of one theory ({})", one.theory)
        } else {
            format!("both have {}", listed(&shared))
        };
        return Some(format!("{what}, and {} mends both", options.join(" ")));
    }
    let (left, right) = (one.outline.as_ref()?, other.outline.as_ref()?);
    let is_part = left.is_part_of(right) || right.is_part_of(left);
    is_part
        .then(|| format!("one remains of the other when things are left out: {}", listed(&shared)))
        .filter(|_| !shared.is_empty())
}

/// Whether a release that was asked about both has one of them only.
fn differ_by_release(one: &Features, other: &Features) -> bool {
    let (Some(left), Some(right)) = (&one.releases, &other.releases) else { return false };
    left.trials.iter().any(|trial| {
        let same = right.trials.iter().find(|other| other.release == trial.release);
        same.is_some_and(|other| {
            left.is_bad(trial) && right.is_good(other) || left.is_good(trial) && right.is_bad(other)
        })
    })
}

/// The releases between which it went.
fn gone_with(features: &Features) -> Option<(String, String)> {
    let end = features.releases.as_ref()?.end()?;
    Some((end.bad.to_owned(), end.good?.to_owned()))
}

fn listed(operators: &BTreeSet<String>) -> String {
    operators.iter().map(String::as_str).collect::<Vec<_>>().join(", ")
}
