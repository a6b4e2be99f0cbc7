//! Adding findings of campaigns to the docket.

use super::{BUG, Case, Docket, DocketError, DocketLock, LIFE, Life, REPORT, Sighting, State, has, write};
use gainsay_engine::files::{ForeignFolder, MOST_FILES, Refused, plain};
use gainsay_engine::report::BugRecord;
use gainsay_engine::report::filing::{Entry, Features, same};
use gainsay_engine::triage::{ReleaseVerdict, Trial};
use std::{fs, io};

/// The result of adding a bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Added {
    /// It is a new bug with this name.
    New(String),
    /// It is the same as the bug with this name, for this reason.
    Same(String, String),
    /// It was added before.
    Known(String),
    /// It is a bug that was fixed, seen again in this release.
    Back(String, String),
}

impl Added {
    /// The name of the bug that it is or belongs to.
    pub fn name(&self) -> &str {
        match self {
            Added::New(name) | Added::Same(name, _) | Added::Known(name) | Added::Back(name, _) => name,
        }
    }
}

/// The most scripts of other sightings that are kept with a bug.
const MOST_SCRIPTS: usize = 20;

/// Adds bugs to a docket, in the name of a user and at a time.
pub struct Clerk<'a> {
    docket: &'a mut Docket,
    /// The features of the cases, in their order.
    features: Vec<Features>,
    who: &'a str,
    when: &'a str,
    /// The files that were not copied, with the reason: a campaign of another user may contain links, pipes or huge
    /// files.
    pub refused: Vec<String>,
}

impl<'a> Clerk<'a> {
    pub fn new(docket: &'a mut Docket, who: &'a str, when: &'a str) -> Clerk<'a> {
        let features = docket.cases.iter().map(|case| Features::of(&case.record)).collect();
        Clerk { docket, features, who, when, refused: Vec::new() }
    }

    /// Adds a bucket of a campaign. `None` if it is not a bug, or has no report.
    pub fn add(&mut self, campaign: &str, seed: u64, entry: &Entry) -> Result<Option<Added>, DocketError> {
        let (Some(record), Some(folder), true) = (&entry.record, &entry.folder, entry.finding.is_bug())
        else {
            return Ok(None);
        };
        let sighting = Sighting {
            campaign: campaign.to_owned(),
            seed,
            bucket: entry.key.clone(),
            finding: entry.id,
            count: entry.count,
            solver: entry.finding.solver.clone(),
            version: entry.version.clone(),
            kind: entry.finding.kind,
            when: self.when.to_owned(),
            script: None,
            why: String::new(),
        };
        if let Some(known) = self.count_again(&sighting)? {
            return Ok(Some(known));
        }
        let own = Features::of(record);
        let found = self.features.iter().enumerate().find_map(|(at, other)| Some((at, same(other, &own)?)));
        let added = match found {
            Some((at, why)) => self.join(at, Sighting { why, ..sighting }, record)?,
            None => {
                self.features.push(own);
                self.begin(sighting, record, folder)?
            }
        };
        Ok(Some(added))
    }

    /// Updates the count of a bucket that was added before.
    fn count_again(&mut self, now: &Sighting) -> Result<Option<Added>, DocketError> {
        let knows = |case: &&mut Case| case.life.sightings.iter().any(|one| one.is_of_bucket(now));
        let Some(case) = self.docket.cases.iter_mut().find(knows) else { return Ok(None) };
        let _lock = case.reopen()?;
        let known = case.life.sightings.iter_mut().find(|sighting| sighting.is_of_bucket(now));
        if known.is_some_and(|known| std::mem::replace(&mut known.count, now.count) != now.count) {
            case.save_life()?;
        }
        Ok(Some(Added::Known(case.name.clone())))
    }

    /// Begins a new case.
    fn begin(
        &mut self,
        sighting: Sighting,
        record: &BugRecord,
        from: &ForeignFolder,
    ) -> Result<Added, DocketError> {
        let _lock = DocketLock::take(&self.docket.folder)?;
        let name = self.docket.free_name(&from.name())?;
        let life = Life { sightings: vec![sighting], ..Life::default() };
        let mut case =
            Case { folder: self.docket.folder.join(&name), name: name.clone(), record: record.clone(), life };
        case.life.set(State::Open, self.who, self.when, "");
        self.refused.extend(copy(from, &case)?);
        self.docket.cases.push(case);
        Ok(Added::New(name))
    }

    /// Adds a sighting to an existing case.
    fn join(&mut self, at: usize, mut sighting: Sighting, record: &BugRecord) -> Result<Added, DocketError> {
        let case = &mut self.docket.cases[at];
        let _lock = case.reopen()?;
        let number = case.life.sightings.len() + 1;
        if record.script != case.record.script && number <= MOST_SCRIPTS {
            let file = format!("seen-{number}.smt2");
            write(&case.folder.join(&file), &record.script)?;
            sighting.script = Some(file);
        }
        let release = sighting.version.clone();
        let mut added = Added::Same(case.name.clone(), sighting.why.clone());
        if case.life.state.is_back_in(&release) {
            let why = format!("{}, and seen in {release} by {}", case.life.state, sighting.campaign);
            case.life.set(State::CameBack(release.clone()), self.who, self.when, &why);
            added = Added::Back(case.name.clone(), release.clone());
        }
        case.life.sightings.push(sighting);
        // The release has the bug, even if it showed in another way.
        if case.record.releases.is_some() && !release.is_empty() {
            let verdict = ReleaseVerdict::Bad(case.record.finding.kind);
            case.note_trial(Trial { release, verdict, said: record.actual.clone() });
            self.features[at] = Features::of(&case.record);
        }
        case.save()?;
        Ok(added)
    }
}

impl Sighting {
    /// Whether both are of one bucket of one campaign.
    fn is_of_bucket(&self, other: &Sighting) -> bool {
        (&self.campaign, self.seed, &self.bucket) == (&other.campaign, other.seed, &other.bucket)
    }
}

impl Docket {
    fn free_name(&self, wanted: &str) -> Result<String, DocketError> {
        let (mut name, mut number) = (wanted.to_owned(), 1);
        loop {
            // A folder without `life.json` is left from an attempt that was interrupted.
            if !has(&self.folder.join(&name), LIFE)? {
                return Ok(name);
            }
            number += 1;
            name = format!("{wanted}-{number}");
        }
    }
}

/// Copies the files of a report, `life.json` last: a folder without it does not count as a bug. Returns what
/// was not copied, and why.
fn copy(from: &ForeignFolder, case: &Case) -> Result<Vec<String>, DocketError> {
    let failed = |source| DocketError::Write { path: case.folder.clone(), source };
    fs::create_dir_all(&case.folder).map_err(failed)?;
    // A link would make the following writes go elsewhere.
    if !fs::symlink_metadata(&case.folder).map_err(failed)?.is_dir() {
        return Err(failed(io::ErrorKind::NotADirectory.into()));
    }
    let mut refused = Vec::new();
    for name in case.record.files.iter().take(MOST_FILES) {
        // These files are written anew.
        if [LIFE, BUG, REPORT].contains(&name.as_str()) {
            continue;
        }
        let to = case.folder.join(name);
        // An interrupted attempt may have left the file.
        if plain(name).is_some()
            && let Err(error) = fs::remove_file(&to)
            && error.kind() != io::ErrorKind::NotFound
        {
            return Err(failed(error));
        }
        match from.file(name).copy_to(&to) {
            Ok(()) | Err(Refused::Missing) => {}
            Err(Refused::Failed(source)) => return Err(failed(source)),
            Err(why) => refused.push(format!("{} is not copied: {why}", from.path().join(name).display())),
        }
    }
    case.save()?;
    Ok(refused)
}
