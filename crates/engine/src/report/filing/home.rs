//! Places with bugs: a campaign, or any folder with folders of bugs, such as that of `gainsay enumerate`, where a bug is known by
//! its `bug.json` alone.

use super::{Entry, entries};
use crate::files::{ForeignFolder, Refused};
use crate::report::{BugRecord, DATA, REGRESSION};
use crate::store::{Store, StoreError, folder_of};
use gainsay_guests::solver::{Profile, Profiles};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A place with bugs.
#[derive(Debug)]
pub enum Home {
    Campaign(PathBuf, Box<Store>),
    /// The folder whose folders are the bugs.
    Folders(PathBuf, ForeignFolder),
}

/// In the folder of some work.
const BUGS: &str = "bugs";
const PAGE: &str = "page.md";
/// The largest number of bugs that is read from a folder.
const MOST_BUGS: usize = 10_000;

impl Home {
    /// Opens a campaign, in a folder or on a server, or a folder with folders of bugs: its own, or those of its folder `bugs`.
    pub fn open(path: &Path) -> Result<Home, StoreError> {
        match Store::look_into(path) {
            Ok(store) => Ok(Home::Campaign(path.to_owned(), Box::new(store))),
            Err(StoreError::NoCampaign(_)) => {
                let folder = folder_of_bugs(path)?.ok_or_else(|| StoreError::NoBugs(path.to_owned()))?;
                Ok(Home::Folders(path.to_owned(), folder))
            }
            Err(error) => Err(error),
        }
    }

    /// Its bugs in the order in which they should be reported, and the files that were refused, with the reason.
    pub fn entries(&mut self, profiles: &Profiles) -> Result<(Vec<Entry>, Vec<String>), StoreError> {
        match self {
            Home::Campaign(path, store) => {
                let mut found = entries(store, path, profiles)?;
                let refused = found.iter_mut().flat_map(|entry| std::mem::take(&mut entry.refused)).collect();
                Ok((found, refused))
            }
            Home::Folders(_, folder) => entries_of(folder, profiles),
        }
    }

    /// The number that the campaign's random choices come from.
    pub fn seed(&mut self) -> Result<u64, StoreError> {
        match self {
            Home::Campaign(_, store) => Ok(store.setup()?.seed),
            Home::Folders(..) => Ok(0),
        }
    }

    /// Sends the folder of a bug, in which something was written, to the server that the campaign is on.
    pub fn update_folder(&mut self, folder: &Path) -> Result<(), StoreError> {
        match self {
            Home::Campaign(_, store) => store.update_folder(folder),
            Home::Folders(..) => Ok(()),
        }
    }

    /// The reasons why a campaign tested nothing, if it did not: no tests, or solvers without answers.
    pub fn idle(&mut self) -> Result<Vec<String>, StoreError> {
        let Home::Campaign(_, store) = self else { return Ok(Vec::new()) };
        let tally = store.tally()?;
        if tally.tests == 0 {
            return Ok(vec!["no test was made".to_owned()]);
        }
        let answers = tally.answers_by_solver().into_iter();
        let silent =
            answers.filter(|(_, outcomes)| !["sat", "unsat"].iter().any(|word| outcomes.contains_key(word)));
        Ok(silent.map(|(solver, _)| format!("{solver} answered nothing in {} tests", tally.tests)).collect())
    }

    /// The folder for the record of what was exported.
    pub fn folder(&self) -> PathBuf {
        match self {
            Home::Campaign(path, _) => folder_of(path),
            Home::Folders(path, _) => path.clone(),
        }
    }
}

impl Entry {
    /// Whether it names options of its solver, by which that could write files, and was neither written by this user's gainsay nor
    /// trusted by the user.
    pub fn has_foreign_options(&self) -> bool {
        let is_own = match (&self.row, &self.record, &self.folder) {
            (Some(row), ..) => row.is_trusted(),
            (None, Some(record), Some(folder)) => record.trusts_arguments(folder),
            _ => false,
        };
        !self.arguments.is_empty() && !is_own
    }
}

/// The folder whose folders are bugs, if there is one.
pub fn folder_of_bugs(path: &Path) -> Result<Option<ForeignFolder>, StoreError> {
    let own = ForeignFolder::new(path);
    let inner = own.below(BUGS);
    match inner.check() {
        Ok(()) => return Ok(Some(inner)),
        Err(Refused::Failed(source)) => return Err(StoreError::Folder { path: inner.path(), source }),
        Err(_) => {}
    }
    // A sweep that found nothing has no folder of bugs, and says so in its page.
    let holds_bugs = |name: &String| name == PAGE || own.below(name).has(DATA);
    Ok(own.names_up_to(MOST_BUGS).is_ok_and(|(names, _)| names.iter().any(holds_bugs)).then_some(own))
}

/// The bugs of a folder, numbered in the order of their names.
fn entries_of(folder: &ForeignFolder, profiles: &Profiles) -> Result<(Vec<Entry>, Vec<String>), StoreError> {
    let failed = |why: Refused| StoreError::Folder { path: folder.path(), source: why.into() };
    let (names, _) = folder.names_up_to(MOST_BUGS).map_err(failed)?;
    let (mut entries, mut refused) = (Vec::new(), Vec::new());
    for name in names {
        let bug = folder.below(&name);
        match read(&bug, DATA, &mut refused)?.map(|text| serde_json::from_str::<BugRecord>(&text)) {
            Some(Ok(record)) => {
                let regression = read(&bug, REGRESSION, &mut refused)?;
                entries.push(entry(entries.len() as i64 + 1, record, bug, regression, profiles));
            }
            Some(Err(why)) => {
                refused.push(format!("{} is not understood: {why}", bug.path().join(DATA).display()));
            }
            None => {}
        }
    }
    entries.sort_by_cached_key(Entry::rank);
    Ok((entries, refused))
}

/// The text of a file, if it is there and may be read.
fn read(folder: &ForeignFolder, file: &str, refused: &mut Vec<String>) -> Result<Option<String>, StoreError> {
    let path = || folder.path().join(file);
    match folder.text(file) {
        Ok(text) => Ok(Some(text)),
        Err(Refused::Missing) => Ok(None),
        // A plain file among the folders.
        Err(_) if folder.path().is_file() => Ok(None),
        // A disk that cannot be read is another matter than a file that is not there.
        Err(Refused::Failed(source)) if source.kind() != ErrorKind::PermissionDenied => {
            Err(StoreError::Folder { path: path(), source })
        }
        Err(why) => {
            refused.push(format!("{} is not read: {why}", path().display()));
            Ok(None)
        }
    }
}

fn entry(
    id: i64,
    record: BugRecord,
    folder: ForeignFolder,
    regression: Option<String>,
    profiles: &Profiles,
) -> Entry {
    let name = &record.program.name;
    let entry = Entry {
        id,
        is_numbered_for_good: false,
        finding: record.finding.clone(),
        profile: profiles.get(name).cloned().unwrap_or_else(|| Profile::unknown(name)),
        version: record.program.version.clone(),
        arguments: record.program.arguments.clone(),
        count: 1,
        key: record.bucket.clone(),
        cause: record.cause.clone(),
        title: record.title(),
        fault: record.fault.clone(),
        folder: Some(folder),
        refused: Vec::new(),
        script: record.script.clone(),
        regression,
        known: None,
        history: record.releases.clone(),
        record: Some(record),
        row: None,
    };
    entry.with_known_issue()
}
