//! Findings of campaigns come into the docket.

use super::{BUG, Case, Docket, DocketError, Features, LIFE, Life, Sighting, State, plain, same, write};
use crate::report::BugRecord;
use crate::report::filing::Entry;
use crate::solver::release_key;
use crate::triage::{ReleaseVerdict, Trial};
use std::fs;
use std::path::Path;

/// A campaign, as sightings name it.
struct Source<'a> {
    campaign: &'a str,
    seed: u64,
}

/// What became of a bucket.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Added {
    /// It is a bug of its own, by its name.
    New(String),
    /// It is taken for this bug, and why.
    Same(String, String),
    /// It was added before.
    Known(String),
    /// It was fixed, and was seen again in this release.
    Back(String, String),
}

impl Added {
    /// The bug that it is, or is taken for.
    pub fn name(&self) -> &str {
        match self {
            Added::New(name) | Added::Same(name, _) | Added::Known(name) | Added::Back(name, _) => name,
        }
    }
}

/// So many scripts of other sightings are kept with a bug.
const MOST_SCRIPTS: usize = 20;

/// Adds a bucket of a campaign. `None` if it is no bug, or has no report.
pub fn add(
    docket: &mut Docket,
    features: &mut Vec<Features>,
    source: (&str, u64),
    entry: &Entry,
    (who, when): (&str, &str),
) -> Result<Option<Added>, DocketError> {
    let (Some(record), Some(folder), true) = (&entry.record, &entry.folder, entry.finding.is_bug()) else {
        return Ok(None);
    };
    let source = Source { campaign: source.0, seed: source.1 };
    let sighting = |why: String| Sighting {
        campaign: source.campaign.to_owned(),
        seed: source.seed,
        bucket: entry.key.clone(),
        finding: entry.id,
        count: entry.count,
        solver: entry.finding.solver.clone(),
        version: entry.version.clone(),
        kind: entry.finding.kind,
        when: when.to_owned(),
        script: None,
        why,
    };
    if let Some(at) = docket.cases.iter().position(|case| case.sighting(&source, entry).is_some()) {
        let case = &mut docket.cases[at];
        if let Some(known) = case.sighting(&source, entry)
            && case.life.sightings[known].count != entry.count
        {
            case.life.sightings[known].count = entry.count;
            case.save_life()?;
        }
        return Ok(Some(Added::Known(case.name.clone())));
    }
    let own = Features::of(record);
    let found = features.iter().enumerate().find_map(|(at, other)| Some((at, same(other, &own)?)));
    let Some((at, why)) = found else {
        let life = Life { sightings: vec![sighting(String::new())], ..Life::default() };
        let name = docket.free_name(&folder.file_name().unwrap_or_default().to_string_lossy());
        let folder_of = docket.folder.join(&name);
        let mut case = Case { folder: folder_of, name: name.clone(), record: record.clone(), life };
        case.life.set(State::Open, who, when, "");
        copy(folder, &case)?;
        docket.cases.push(case);
        features.push(own);
        return Ok(Some(Added::New(name)));
    };
    let case = &mut docket.cases[at];
    let mut sighting = sighting(why.clone());
    let number = case.life.sightings.len() + 1;
    if record.script != case.record.script && number <= MOST_SCRIPTS {
        let file = format!("seen-{number}.smt2");
        write(&case.folder.join(&file), &record.script)?;
        sighting.script = Some(file);
    }
    let mut added = Added::Same(case.name.clone(), why);
    if case.life.state.is_back_in(&entry.version) {
        let fixed = case.life.state.to_string();
        let told = format!("{fixed}, and seen in {} by {}", entry.version, source.campaign);
        case.life.set(State::CameBack(entry.version.clone()), who, when, &told);
        added = Added::Back(case.name.clone(), entry.version.clone());
    }
    case.life.sightings.push(sighting);
    // A release that has it was seen to have it.
    let kind = record.finding.kind;
    if case.record.releases.is_some() && !entry.version.is_empty() {
        let (release, said) = (entry.version.clone(), record.actual.clone());
        case.record.note_trial(Trial { release, verdict: ReleaseVerdict::Bad(kind), said });
        features[at] = Features::of(&case.record);
    }
    case.save()?;
    Ok(Some(added))
}

impl Case {
    /// Where the bucket of a campaign stands among its sightings.
    fn sighting(&self, source: &Source<'_>, entry: &Entry) -> Option<usize> {
        self.life.sightings.iter().position(|sighting| {
            (sighting.campaign.as_str(), sighting.seed) == (source.campaign, source.seed)
                && sighting.bucket == entry.key
        })
    }
}

impl Docket {
    fn free_name(&self, wanted: &str) -> String {
        let others = (2..).map(|number| format!("{wanted}-{number}"));
        let mut names = [wanted.to_owned()].into_iter().chain(others);
        names.find(|name| !self.folder.join(name).exists()).unwrap_or_default()
    }
}

/// Copies the files of a report, `life.json` last: without it, a folder is no bug.
fn copy(from: &Path, case: &Case) -> Result<(), DocketError> {
    let failed = |source| DocketError::Write { path: case.folder.clone(), source };
    fs::create_dir_all(&case.folder).map_err(failed)?;
    for file in case.record.files.iter().filter_map(|file| plain(file)) {
        let (from, to) = (from.join(file), case.folder.join(file));
        if from.is_file() && file != LIFE && file != BUG {
            fs::copy(&from, &to).map_err(failed)?;
        }
    }
    case.save()
}

impl BugRecord {
    /// Notes what a release did, in place of what it did before, among those that were asked earlier.
    pub fn note_trial(&mut self, trial: Trial) {
        let kind = self.finding.kind;
        let history = self.releases.get_or_insert_with(|| {
            let (release, said) = (self.program.version.clone(), self.actual.clone());
            let seen = Trial { release, verdict: ReleaseVerdict::Bad(kind), said };
            crate::triage::History::new(&self.program.name, Some(kind), vec![seen], false)
        });
        let key = release_key(&trial.release);
        match history.trials.iter_mut().find(|known| release_key(&known.release) == key) {
            Some(known) => *known = trial,
            None => {
                let at = history.trials.iter().position(|known| release_key(&known.release) > key);
                history.trials.insert(at.unwrap_or(history.trials.len()), trial);
            }
        }
    }
}
