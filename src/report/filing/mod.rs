//! The bugs of a campaign, in the order and number in which their solvers' people want to hear of them.

mod formats;
mod quota;

pub use formats::{Format, theory};
pub use quota::{Filed, Selection, select};

use super::text::{FOLD, with_releases, without_releases};
use crate::judge::FindingKind;
use crate::quote::from_markdown;
use crate::script::Script;
use crate::solver::{KnownIssue, Profile, Profiles, version_key};
use crate::store::{BucketRow, FindingRow, Store, StoreError};
use crate::triage::{Edge, Strip};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A bucket of a campaign, with what is in its folder.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The number of its first finding.
    pub id: i64,
    pub kind: FindingKind,
    /// As findings name it, with version and options.
    pub solver: String,
    pub profile: Profile,
    pub version: String,
    /// The options that it needs.
    pub arguments: Vec<String>,
    pub certainty: String,
    pub is_bug: bool,
    pub why: String,
    /// How many findings are taken for it.
    pub count: u64,
    /// What its findings have in common.
    pub key: String,
    pub title: String,
    /// Where its files are, if they are.
    pub folder: Option<PathBuf>,
    /// The smallest script that shows it.
    pub script: String,
    /// The report without what only matters to us; empty without a folder.
    pub report: String,
    /// A regression test in the form of cvc5's.
    pub regression: Option<String>,
    /// What it is known as.
    pub known: Option<KnownIssue>,
    /// What other releases do.
    pub strip: Option<Strip>,
}

/// The file with what other releases do.
const STRIP: &str = "bisect.json";

/// All buckets of a campaign, those first that are to be reported first.
pub fn entries(store: &mut Store, campaign: &Path, profiles: &Profiles) -> Result<Vec<Entry>, StoreError> {
    let mut entries = Vec::new();
    for bucket in store.buckets()? {
        // A kind that this release does not know is another release's business.
        let Some(kind) = FindingKind::from_word(&bucket.kind) else { continue };
        entries.extend(entry(store, campaign, profiles, bucket, kind)?);
    }
    entries.sort_by_cached_key(Entry::rank);
    Ok(entries)
}

fn entry(
    store: &mut Store,
    campaign: &Path,
    profiles: &Profiles,
    bucket: BucketRow,
    kind: FindingKind,
) -> Result<Option<Entry>, StoreError> {
    let Some(FindingRow { finding, .. }) = store.finding(bucket.first)? else { return Ok(None) };
    let solver = store.solver(&bucket.solver)?;
    let profile_name = solver.as_ref().map_or(bucket.solver.as_str(), |solver| &solver.profile);
    let profile = profiles.get(profile_name).cloned().unwrap_or_else(|| Profile::unknown(profile_name));
    let folder = bucket.folder.as_deref().and_then(|path| find_folder(Path::new(path), campaign));
    let read = |file: &str| folder.as_ref().and_then(|folder| fs::read_to_string(folder.join(file)).ok());
    let report = read(super::REPORT).unwrap_or_default();
    let title = report.lines().next().and_then(|line| line.strip_prefix("# "));
    let title = title.map_or_else(|| plain_title(&bucket.solver, &finding.why), from_markdown);
    let mut entry = Entry {
        id: bucket.first,
        kind,
        certainty: finding.certainty,
        is_bug: bucket.bug,
        why: finding.why,
        count: bucket.count,
        title,
        script: read(super::BUG).unwrap_or(finding.script),
        report: essence(&report),
        regression: read(super::REGRESSION),
        known: None,
        strip: read(STRIP).and_then(|text| serde_json::from_str(&text).ok()),
        version: solver.as_ref().map(|solver| solver.version.clone()).unwrap_or_default(),
        arguments: solver.map(|solver| solver.arguments).unwrap_or_default(),
        solver: bucket.solver,
        key: bucket.key,
        profile,
        folder,
    };
    entry.known = entry.profile.known.iter().find(|known| entry.is_known_as(known)).cloned();
    Ok(Some(entry))
}

/// The folder as it was written down, relative to wherever that was; or where campaigns have it.
fn find_folder(path: &Path, campaign: &Path) -> Option<PathBuf> {
    let beside = campaign.join("bugs").join(path.file_name()?);
    [path.to_owned(), beside].into_iter().find(|path| path.is_dir())
}

/// What stands for a title where there is no report. Findings say "it answers .."; here is the subject.
fn plain_title(solver: &str, why: &str) -> String {
    why.strip_prefix("it ").map_or_else(|| format!("{solver}: {why}"), |why| format!("{solver} {why}"))
}

/// A report without its title, without what other releases do, and without what is folded away.
fn essence(report: &str) -> String {
    let body = report.split_once('\n').map_or("", |(_, body)| body);
    let body = without_releases(body);
    body.split(FOLD).next().unwrap_or_default().trim().to_owned()
}

impl Entry {
    /// Wrong unsat, wrong sat, invalid model, crash, the rest; what is proved before what is not, what is small first.
    pub fn rank(&self) -> (bool, u8, FindingKind, bool, usize, i64) {
        let group = match self.kind {
            FindingKind::WrongUnsat => 0,
            FindingKind::WrongSat => 1,
            FindingKind::InvalidModel => 2,
            FindingKind::Crash | FindingKind::Sanitizer => 3,
            _ => 4,
        };
        let is_proved = self.certainty == crate::judge::Certainty::Proved.word();
        (!self.is_bug, group, self.kind, !is_proved, self.script.len(), self.id)
    }

    /// Whether it is this issue: all that the issue says must fit.
    pub fn is_known_as(&self, known: &KnownIssue) -> bool {
        // The key ends with the signature or the form of the formula.
        let form = self.key.split_once(": ").map_or("", |(_, form)| form);
        let used = || {
            let usage = Script::read(&self.script).usage();
            usage.operators.iter().map(|(operator, _)| operator.op().name).collect::<BTreeSet<_>>()
        };
        known.kind.as_ref().is_none_or(|kind| kind == self.kind.word())
            && known.signature.as_ref().is_none_or(|signature| form.contains(signature))
            && known.shape.as_ref().is_none_or(|shape| form == shape)
            && known.until.as_ref().is_none_or(|until| version_key(&self.version) <= version_key(until))
            && (known.operators.is_empty() || {
                let used = used();
                known.operators.iter().all(|operator| used.contains(operator.as_str()))
            })
            && (known.signature.is_some() || known.shape.is_some() || !known.operators.is_empty())
    }

    /// Keeps what other releases do, in its report, too.
    pub fn set_strip(&mut self, strip: Strip) -> io::Result<()> {
        if let Some(folder) = &self.folder {
            fs::write(folder.join(STRIP), serde_json::to_string_pretty(&strip)?)?;
            let path = folder.join(super::REPORT);
            let report = fs::read_to_string(&path)?;
            fs::write(&path, with_releases(&report, &strip))?;
        }
        self.strip = Some(strip);
        Ok(())
    }
}

/// A number for each entry, the same for those that are taken for one bug: of the same theory, which came and went between the same
/// releases, and both wrong answers, or both crashes, and so on. Of those of which that is not known, each is one.
pub fn unique_bugs(entries: &[Entry]) -> Vec<usize> {
    let mut numbers: BTreeMap<(&str, String), usize> = BTreeMap::new();
    entries
        .iter()
        .map(|entry| {
            let next = numbers.len() + 1;
            let edges = entry.strip.as_ref().and_then(|strip| Some((strip.beginning()?, strip.end()?)));
            let signs = match edges {
                Some((beginning, Edge { bad, good: Some(good), .. })) => {
                    let (symptom, theory) = (symptom(entry.kind), theory(&entry.script));
                    let good_before = beginning.good.unwrap_or_default();
                    [symptom, &theory, good_before, beginning.bad, bad, good].join(" ")
                }
                _ => entry.key.clone(),
            };
            *numbers.entry((entry.profile.name.as_str(), signs)).or_insert(next)
        })
        .collect()
}

/// What kinds of findings look like from outside. One bug may show as a wrong answer either way, a false model, or a wrong core.
fn symptom(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::WrongUnsat
        | FindingKind::WrongSat
        | FindingKind::InvalidModel
        | FindingKind::InvalidCore => "unsound",
        other => other.word(),
    }
}
