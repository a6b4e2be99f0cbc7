//! The docket: bugs across campaigns, machines and releases, in a folder meant for git.
//!
//! Each bug has a folder with the files of its report ([`gainsay_engine::report`]) and `life.json`: where it was seen,
//! its state, and who set that and when. There is nothing else: no database, and no numbering, so that two
//! people can add bugs independently.

mod add;
mod advisory;
mod life;
mod retest;
mod tracker;

pub use add::{Added, Clerk};
pub use advisory::{Advisory, advisories};
pub use life::{Event, Life, Resemblance, Retest, Sighting, State};
pub use retest::{Retested, note, retest};
pub use tracker::{Issue, read_issues, resembling};

use gainsay_engine::files::{ForeignFolder, Refused, replace};
use gainsay_engine::report::filing::{Features, repeats};
use gainsay_engine::report::{BugRecord, report};
use gainsay_engine::triage::{History, ReleaseVerdict, Trial};
use gainsay_guests::solver::release_key;
use gainsay_judge::judge::FindingKind;
use gainsay_lang::quote::{one_line, visible};
use gainsay_lang::words::did_you_mean;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder of bugs.
#[derive(Clone, Debug)]
pub struct Docket {
    pub folder: PathBuf,
    /// The bugs: open ones first, then the gravest.
    pub cases: Vec<Case>,
    /// The files that were refused, with the reason: a docket of another user may contain links, pipes or huge files.
    pub refused: Vec<String>,
}

/// A bug with its life.
#[derive(Clone, Debug)]
pub struct Case {
    /// The name of its folder, given when it was first added.
    pub name: String,
    pub folder: PathBuf,
    pub record: BugRecord,
    pub life: Life,
}

#[derive(Debug, thiserror::Error)]
pub enum DocketError {
    #[error(
        "{} is not a docket: it has no {MARK}; `gainsay docket add CAMPAIGN --docket {}` begins one",
        .0.display(),
        .0.display()
    )]
    NoDocket(PathBuf),
    #[error("{} is not empty and not a docket: choose another folder", .0.display())]
    Taken(PathBuf),
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("{} is not read: {why}", path.display())]
    Refused { path: PathBuf, why: Refused },
    #[error("cannot write {}: {source}", path.display())]
    Write { path: PathBuf, source: io::Error },
    #[error("{} cannot be understood ({why}); take it from an earlier commit, or remove its folder", path.display())]
    Broken { path: PathBuf, why: String },
    #[error("there is no bug `{name}` in the docket{hint}")]
    Unknown { name: String, hint: String },
    #[error("`{name}` may be {}: give more of the name", candidates.join(" or "))]
    Ambiguous { name: String, candidates: Vec<String> },
}

/// The file that marks a folder as a docket.
pub const MARK: &str = "docket.json";
const LIFE: &str = "life.json";
const BUG: &str = "bug.json";
const REPORT: &str = "report.md";

/// Whether a folder has this file; an error if that cannot be told.
fn has(folder: &Path, file: &str) -> Result<bool, DocketError> {
    let path = folder.join(file);
    is_file(&path).map_err(|source| DocketError::Read { path, source })
}

fn is_file(path: &Path) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(data) => Ok(data.is_file()),
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// Keeps other commands from changing a docket until it is dropped, or the process ends.
#[must_use]
#[derive(Debug)]
pub struct DocketLock(#[expect(dead_code, reason = "held, not read")] fs::File);

impl DocketLock {
    /// Waits until no other command changes the docket. The lock is on the file that marks it, which stays what it
    /// is, so that no further file comes into the folder.
    fn take(folder: &Path) -> Result<DocketLock, DocketError> {
        let path = folder.join(MARK);
        let file = fs::File::options().append(true).open(&path);
        let locked = file.and_then(|file| file.lock().map(|()| file));
        locked.map(DocketLock).map_err(|source| DocketError::Write { path, source })
    }
}

impl Docket {
    /// Reads a docket.
    pub fn open(folder: &Path) -> Result<Docket, DocketError> {
        if !has(folder, MARK)? {
            return Err(DocketError::NoDocket(folder.to_owned()));
        }
        let failed = |source| DocketError::Read { path: folder.to_owned(), source };
        let (mut cases, mut refused) = (Vec::new(), Vec::new());
        for entry in fs::read_dir(folder).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let case = ForeignFolder::new(folder).below(&name);
            let has_life = has(&entry.path(), LIFE)?;
            match case.check() {
                Ok(()) if has_life => cases.push(Case::read(entry.path(), &case)?),
                // A link to a folder. Entries without `life.json`, such as `.git`, are none of ours.
                Err(why) if has_life => {
                    refused.push(format!("{} is not read: {why}", entry.path().display()));
                }
                _ => {}
            }
        }
        cases.sort_by_cached_key(Case::rank);
        Ok(Docket { folder: folder.to_owned(), cases, refused })
    }

    /// Reads a docket, or begins one in an empty or missing folder.
    pub fn open_or_begin(folder: &Path) -> Result<Docket, DocketError> {
        if !has(folder, MARK)? {
            let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
            if !is_empty {
                return Err(DocketError::Taken(folder.to_owned()));
            }
            write(&folder.join(MARK), "{\"docket\": 1}\n")?;
        }
        Docket::open(folder)
    }

    /// Whether a folder is known to be a docket.
    pub fn is_in(folder: &Path) -> bool {
        folder.join(MARK).is_file()
    }

    /// The bug with this name, or with this unique part of a name.
    pub fn find(&self, name: &str) -> Result<usize, DocketError> {
        if let Some(at) = self.cases.iter().position(|case| case.name == name) {
            return Ok(at);
        }
        let has_part = |at: &usize| self.cases[*at].name.contains(name);
        match (0..self.cases.len()).filter(has_part).collect::<Vec<_>>().as_slice() {
            [only] => Ok(*only),
            [] => {
                let names = self.cases.iter().map(|case| case.name.as_str());
                Err(DocketError::Unknown { name: name.to_owned(), hint: did_you_mean(name, names) })
            }
            several => {
                const MOST: usize = 5;
                let candidates = several.iter().take(MOST).map(|&at| self.cases[at].name.clone()).collect();
                Err(DocketError::Ambiguous { name: name.to_owned(), candidates })
            }
        }
    }
}

impl Docket {
    /// Bugs that are the same as an earlier one by what is known now: the index of each, of the other, and why.
    pub fn repeats(&self) -> Vec<(usize, usize, String)> {
        let features = |case: &Case| case.life.state.is_bug().then(|| Features::of(&case.record));
        let all: Vec<Option<Features>> = self.cases.iter().map(features).collect();
        let found = repeats(&all).into_iter().enumerate();
        found.filter_map(|(at, other)| other.map(|(first, why)| (at, first, why))).collect()
    }
}

impl Case {
    fn read(folder: PathBuf, files: &ForeignFolder) -> Result<Case, DocketError> {
        let (record, life) =
            (read_json(files, BUG, |_| {})?, read_json(files, LIFE, |life| clean(life, false))?);
        Ok(Case { name: files.name(), folder, record, life })
    }

    /// Its files, to be read with care: they may come from anyone.
    pub fn files(&self) -> ForeignFolder {
        ForeignFolder::new(self.folder.parent().unwrap_or(Path::new("."))).below(&self.name)
    }

    /// Locks the docket for a change of this bug, and reads it again: another command may have changed it since.
    pub fn reopen(&mut self) -> Result<DocketLock, DocketError> {
        let lock = DocketLock::take(self.folder.parent().unwrap_or(Path::new(".")))?;
        *self = Case::read(self.folder.clone(), &self.files())?;
        Ok(lock)
    }

    /// Writes `life.json`.
    pub fn save_life(&self) -> Result<(), DocketError> {
        write_json(&self.folder.join(LIFE), &self.life)
    }

    /// Writes its facts, report and life.
    pub fn save(&self) -> Result<(), DocketError> {
        write_json(&self.folder.join(BUG), &self.record)?;
        let mut text = report(&self.record);
        if !self.life.resembles.is_empty() {
            text.push_str("\n## Maybe the same as\n\n");
            self.life.resembles.iter().for_each(|other| text.push_str(&format!("- {}\n", other.markdown())));
        }
        write(&self.folder.join(REPORT), &text)?;
        self.save_life()
    }

    /// Records what a release did, in place of an earlier record. Also records the releases of all sightings.
    pub fn note_trial(&mut self, trial: Trial) {
        let Case { record, life, .. } = self;
        let history = record.releases.get_or_insert_with(|| {
            History::new(&record.program.name, Some(record.finding.kind), Vec::new(), false)
        });
        let key = |trial: &Trial| release_key(&trial.release);
        for sighting in life.sightings.iter().filter(|sighting| !sighting.version.is_empty()) {
            // However it showed there, it is this bug.
            let (release, verdict) = (sighting.version.clone(), ReleaseVerdict::Bad(record.finding.kind));
            let seen = Trial { release, verdict, said: "seen in a campaign".to_owned() };
            if history.trials.iter().all(|known| key(known) != key(&seen)) {
                history.trials.push(seen);
            }
        }
        // Next to a release that was not known before, others may be missing.
        history.complete &= history.trials.iter().any(|known| key(known) == key(&trial));
        history.trials.retain(|known| key(known) != key(&trial));
        history.trials.push(trial);
        history.trials.sort_by_key(key);
    }

    /// The order of bugs: open ones first, then the gravest, then small scripts.
    fn rank(&self) -> (bool, u8, usize, String) {
        let gravity = self.record.finding.kind.row().gravity;
        (self.life.state.is_settled(), gravity, self.record.script.len(), self.name.clone())
    }

    /// All scripts that are known to show it, each with its kind of finding.
    pub fn scripts(&self) -> Vec<(String, FindingKind)> {
        let files = self.files();
        let read = |file: &String| files.text(file).ok();
        let other = |sighting: &Sighting| Some((read(sighting.script.as_ref()?)?, sighting.kind));
        let first = (self.record.script.clone(), self.record.finding.kind);
        [first].into_iter().chain(self.life.sightings.iter().filter_map(other)).collect()
    }
}

/// What a file says, after `clean` has seen its values.
fn read_json<T: DeserializeOwned>(
    folder: &ForeignFolder,
    name: &str,
    clean: impl Fn(&mut Value),
) -> Result<T, DocketError> {
    let path = folder.path().join(name);
    let text = folder.text(name).map_err(|why| DocketError::Refused { path: path.clone(), why })?;
    let read = || {
        let mut value: Value = serde_json::from_str(&text)?;
        clean(&mut value);
        T::deserialize(value)
    };
    read().map_err(|why: serde_json::Error| DocketError::Broken {
        path,
        why: one_line(&why.to_string()).into_owned(),
    })
}

/// Makes the texts of a life harmless for a terminal. Only reasons and replies have several lines. Buckets are not shown, but
/// compared with those of campaigns.
fn clean(value: &mut Value, has_lines: bool) {
    match value {
        Value::String(text) if has_lines => *text = visible(text).into_owned(),
        Value::String(text) => *text = one_line(text).into_owned(),
        Value::Array(items) => items.iter_mut().for_each(|item| clean(item, has_lines)),
        Value::Object(fields) => {
            let fields = std::mem::take(fields).into_iter().map(|(name, mut value)| {
                if name != "bucket" {
                    clean(&mut value, matches!(&*name, "why" | "said"));
                }
                (one_line(&name).into_owned(), value)
            });
            *value = Value::Object(fields.collect());
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn write_json(path: &Path, value: &impl serde::Serialize) -> Result<(), DocketError> {
    let broken = |why: serde_json::Error| DocketError::Broken { path: path.to_owned(), why: why.to_string() };
    write(path, &(serde_json::to_string_pretty(value).map_err(broken)? + "\n"))
}

fn write(path: &Path, text: &str) -> Result<(), DocketError> {
    replace(path, text).map_err(|source| DocketError::Write { path: path.to_owned(), source })
}
