//! The bugs of a campaign or of a folder, in the order in which they should be reported, and no more than the solvers' developers want.

mod find;
mod formats;
mod home;
mod outline;
mod quota;
mod same;

pub use find::{Folders, FoundFolder};
pub use formats::{Format, theories, theory};
pub use home::{Home, folder_of_bugs};
pub use outline::Outline;
pub use quota::{Filed, Selection, select};
pub use same::{Features, repeats, same};

use super::BugRecord;
use super::text::report;
use crate::files::{ForeignFolder, Refused};
use crate::store::{BucketRow, FindingRow, NewFinding, SolverRow, Store, StoreError};
use crate::triage::{Cause, History};
use gainsay_guests::solver::{KnownIssue, Profile, Profiles, version_key};
use gainsay_judge::judge::{Certainty, Finding, FindingKind};
use gainsay_lang::script::Script;
use std::io;
use std::path::Path;

/// A bug: a bucket of a campaign, with what is in its folder, or a folder alone.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The number of its first finding; in a folder of bugs, its place among them.
    pub id: i64,
    /// Whether it keeps that number when more bugs are found.
    pub is_numbered_for_good: bool,
    /// With the solver as findings name it: its version and options.
    pub finding: Finding,
    pub profile: Profile,
    pub version: String,
    /// The options that the bug needs.
    pub arguments: Vec<String>,
    /// How the campaign runs its solver; of a folder alone, that is not known.
    pub row: Option<SolverRow>,
    /// The number of findings in the bucket.
    pub count: u64,
    /// The key of the bucket.
    pub key: String,
    /// The common cause of its findings.
    pub cause: Cause,
    pub title: String,
    /// The title without the solver and its version.
    pub fault: String,
    /// The folder with its files, if there is one.
    pub folder: Option<ForeignFolder>,
    /// The files of its folder that were refused, with the reason.
    pub refused: Vec<String>,
    /// The facts in its folder.
    pub record: Option<BugRecord>,
    /// The smallest script that shows it.
    pub script: String,
    /// A regression test in cvc5's format.
    pub regression: Option<String>,
    /// The known issue that it matches, if any.
    pub known: Option<KnownIssue>,
    /// What other releases do.
    pub history: Option<History>,
}

/// All buckets of a campaign, in the order in which they should be reported.
pub fn entries(store: &mut Store, campaign: &Path, profiles: &Profiles) -> Result<Vec<Entry>, StoreError> {
    let mut entries = Vec::new();
    let folders = Folders::of(store, campaign)?;
    for bucket in store.buckets()? {
        // A kind of finding that this release does not know is left to other releases.
        if FindingKind::from_word(&bucket.kind).is_some() {
            entries.extend(entry(store, &folders, profiles, bucket)?);
        }
    }
    entries.sort_by_cached_key(Entry::rank);
    Ok(entries)
}

fn entry(
    store: &mut Store,
    folders: &Folders,
    profiles: &Profiles,
    bucket: BucketRow,
) -> Result<Option<Entry>, StoreError> {
    let Some(FindingRow { finding: NewFinding { finding, script, .. }, .. }) = store.finding(bucket.first)?
    else {
        return Ok(None);
    };
    let solver = store.solver(&bucket.solver)?;
    let profile_name = solver.as_ref().map_or(bucket.solver.as_str(), |solver| &solver.profile);
    let profile = profiles.get(profile_name).cloned().unwrap_or_else(|| Profile::unknown(profile_name));
    let FoundFolder { folder, refused } = match bucket.folder.as_deref() {
        Some(path) => folders.find(store, path)?,
        None => FoundFolder::default(),
    };
    let mut refused: Vec<String> = refused.into_iter().collect();
    let mut read = |file: &str| {
        let Some(folder) = &folder else { return Ok(None) };
        let path = || folder.path().join(file);
        match folder.text(file) {
            Ok(text) => Ok(Some(text)),
            Err(Refused::Missing) => Ok(None),
            // A file that cannot be read because of the disk is not a missing file.
            Err(Refused::Failed(source)) => Err(StoreError::Folder { path: path(), source }),
            Err(why) => {
                refused.push(format!("{} is not read: {why}", path().display()));
                Ok(None)
            }
        }
    };
    let record: Option<BugRecord> = read(super::DATA)?.and_then(|text| serde_json::from_str(&text).ok());
    let regression = read(super::REGRESSION)?;
    let script = record.as_ref().map_or(script, |record| record.script.clone());
    let (title, fault) = match &record {
        Some(record) => (record.title(), record.fault.clone()),
        None => plain_title(&finding),
    };
    let entry = Entry {
        id: bucket.first,
        is_numbered_for_good: true,
        count: bucket.count,
        title,
        fault,
        cause: match &record {
            Some(record) => record.cause.clone(),
            None => Cause::of(finding.kind, &Script::read(&script), finding.signature.as_deref()),
        },
        script,
        regression,
        known: None,
        history: record.as_ref().and_then(|record| record.releases.clone()),
        record,
        version: solver.as_ref().map(|solver| solver.version.clone()).unwrap_or_default(),
        arguments: solver.as_ref().map(|solver| solver.arguments.clone()).unwrap_or_default(),
        row: solver,
        finding,
        key: bucket.key,
        profile,
        folder,
        refused,
    };
    Ok(Some(entry.with_known_issue()))
}

/// The title and the fault of a finding without a report. A finding says "it answers .."; here the solver's
/// name replaces "it".
fn plain_title(Finding { solver, why, .. }: &Finding) -> (String, String) {
    match why.strip_prefix("it ") {
        Some(why) => (format!("{solver} {why}"), format!("{solver} {why}")),
        None => (format!("{solver}: {why}"), why.clone()),
    }
}

impl Entry {
    /// The order of reporting: bugs before notes, then the gravest first, then proved ones, then small ones.
    pub fn rank(&self) -> (bool, u8, bool, usize, i64) {
        let Finding { kind, certainty, .. } = &self.finding;
        let is_bug = self.finding.is_bug();
        (!is_bug, kind.row().gravity, *certainty != Certainty::Proved, self.script.len(), self.id)
    }

    /// With the issue that it is known as, by its solver's profile.
    fn with_known_issue(mut self) -> Entry {
        self.known = self.profile.known.iter().find(|known| self.is_known_as(known)).cloned();
        self
    }

    /// Whether it is this issue: all that the issue says must fit.
    pub fn is_known_as(&self, known: &KnownIssue) -> bool {
        let form = self.cause.form();
        let uses = |operators: &[String]| {
            let used = Script::read(&self.script).usage().operators;
            operators.iter().all(|name| used.iter().any(|(operator, _)| operator.op().name == name))
        };
        known.kind.as_ref().is_none_or(|kind| kind == self.finding.kind.word())
            && known.signature.as_ref().is_none_or(|signature| form.contains(signature.as_str()))
            && known.shape.as_ref().is_none_or(|shape| form == *shape)
            && known.until.as_ref().is_none_or(|until| version_key(&self.version) <= version_key(until))
            && (known.operators.is_empty() || uses(&known.operators))
            && (known.signature.is_some() || known.shape.is_some() || !known.operators.is_empty())
    }

    /// Records what other releases do, also in its folder.
    pub fn set_history(&mut self, history: History) -> io::Result<()> {
        self.history = Some(history);
        if let (Some(folder), Some(record)) = (&self.folder, &mut self.record) {
            record.releases.clone_from(&self.history);
            folder.replace(super::DATA, &record.to_json()?)?;
            folder.replace(super::REPORT, &report(record))?;
        }
        Ok(())
    }
}

/// For each entry, the earlier one that is the same bug, and why.
pub fn same_as(entries: &[Entry]) -> Vec<Option<(i64, String)>> {
    let features = |entry: &Entry| {
        let mut record = entry.record.clone().filter(|_| entry.finding.is_bug())?;
        record.releases.clone_from(&entry.history);
        Some(Features::of(&record))
    };
    let all: Vec<Option<Features>> = entries.iter().map(features).collect();
    repeats(&all).into_iter().map(|same| same.map(|(at, why)| (entries[at].id, why))).collect()
}

/// What a kind of finding looks like from outside. One bug may show as a wrong answer of either sort, a wrong
/// model or a wrong core.
pub fn symptom(kind: FindingKind) -> &'static str {
    if kind.row().rests_on.is_meaning() { "unsound" } else { kind.word() }
}
