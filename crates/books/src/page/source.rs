//! The sources of a page: campaigns, dockets, evolutions and sweeps, read while other processes write them.

use super::bug::Bug;
use super::campaign::CampaignData;
use super::known::{Fact, Told};
use crate::docket::{Advisory, Docket, DocketError, MARK, advisories};
use gainsay_engine::files::{ForeignFile, ForeignFolder};
use gainsay_engine::report::filing::{Home, folder_of_bugs};
use gainsay_engine::store::{Store, StoreError, folder_of, is_shared};
use gainsay_engine::sweep::{PAGE, State, Statement};
use gainsay_guests::solver::{Profiles, release_key};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// A folder with work of gainsay.
pub struct Source {
    /// The name of its folder.
    pub name: String,
    path: PathBuf,
    kind: Kind,
    pub bugs: Vec<Bug>,
    /// Which of its files were not read, and why.
    pub refused: Vec<String>,
    /// Times and lengths of its files when it was last read.
    stamp: Option<Stamp>,
    campaign: Option<CampaignData>,
    advisories: Vec<Advisory>,
}

/// How far a sweep is.
const STATE: &str = "state.json";

type Stamp = Vec<(SystemTime, u64)>;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Campaign,
    Docket,
    Evolution,
    Sweep,
    /// Nothing but folders of bugs.
    Bugs,
}

#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error(
        "{} is neither a campaign nor a docket, nor the folder of `gainsay evolve` or `gainsay enumerate`, and has no folders of bugs",
        .0.display()
    )]
    Strange(PathBuf),
    #[error("cannot look into {}: {source}", path.display())]
    Hidden { path: PathBuf, source: std::io::Error },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Docket(#[from] DocketError),
}

impl Source {
    pub fn open(path: &Path) -> Result<Source, SourceError> {
        let has = |file: &str| {
            let there = path.join(file).try_exists();
            there.map_err(|source| SourceError::Hidden { path: path.to_owned(), source })
        };
        let kind = match () {
            () if is_shared(path) || has("campaign.db")? => Kind::Campaign,
            () if has(MARK)? => Kind::Docket,
            () if has("report.md")? && has("front.svg")? => Kind::Evolution,
            () if has(PAGE)? => Kind::Sweep,
            () if folder_of_bugs(path)?.is_some() => Kind::Bugs,
            () => return Err(SourceError::Strange(path.to_owned())),
        };
        let full = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let name = folder_of(&full).file_name().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Source {
            name,
            path: full,
            kind,
            bugs: Vec::new(),
            refused: Vec::new(),
            stamp: None,
            campaign: None,
            advisories: Vec::new(),
        })
    }

    pub fn word(&self) -> &'static str {
        match self.kind {
            Kind::Campaign => "campaign",
            Kind::Docket => "docket",
            Kind::Evolution => "evolution",
            Kind::Sweep => "sweep",
            Kind::Bugs => "bugs",
        }
    }

    /// Reads it again if it has changed; returns whether it has.
    pub fn refresh(&mut self, profiles: &Profiles, now: u64) -> Result<bool, SourceError> {
        let stamp = self.now_stamp();
        if self.stamp.as_ref() == Some(&stamp) {
            return Ok(self.campaign.as_mut().is_some_and(|campaign| campaign.set_now(now)));
        }
        match self.kind {
            Kind::Campaign => {
                let mut home = Home::open(&self.path)?;
                if let Home::Campaign(_, store) = &mut home {
                    self.campaign = Some(CampaignData::read(store, now)?);
                }
                self.read_bugs(&mut home, profiles)?;
            }
            Kind::Docket => {
                let docket = Docket::open(&self.path)?;
                self.advisories = advisories(&docket);
                self.bugs = docket.cases.iter().map(Bug::of_case).collect();
                self.refused = docket.refused;
            }
            Kind::Sweep | Kind::Bugs if folder_of_bugs(&self.path)?.is_some() => {
                self.read_bugs(&mut Home::open(&self.path)?, profiles)?;
            }
            Kind::Sweep | Kind::Bugs | Kind::Evolution => {}
        }
        self.stamp = Some(stamp);
        Ok(true)
    }

    fn read_bugs(&mut self, home: &mut Home, profiles: &Profiles) -> Result<(), SourceError> {
        let (entries, refused) = home.entries(profiles)?;
        self.bugs = entries.iter().filter_map(Bug::of_entry).collect();
        self.refused = refused;
        Ok(())
    }

    /// The buckets of campaigns that its bugs were seen in.
    pub fn sightings(&self) -> impl Iterator<Item = (&str, &str)> {
        let lives = self.bugs.iter().filter_map(|bug| bug.life.as_ref());
        let sightings = lives.flat_map(|life| &life.sightings);
        sightings.map(|sighting| (sighting.campaign.as_str(), sighting.bucket.as_str()))
    }

    /// Its facts about releases of solvers, besides bugs.
    pub fn facts(&self) -> Vec<Fact> {
        match self.kind {
            Kind::Campaign => self.campaign.as_ref().map_or(Vec::new(), CampaignData::facts),
            Kind::Docket => self.bugs.iter().flat_map(Bug::retests).collect(),
            Kind::Sweep => {
                let state = self.folder().text(STATE).unwrap_or_default();
                let statements =
                    serde_json::from_str(&state).map_or(Vec::new(), |state: State| state.statements);
                let fact = |said: Statement| Fact::new(&said.solver, Told::Sweep(said.text));
                statements.into_iter().filter_map(fact).collect()
            }
            Kind::Evolution | Kind::Bugs => Vec::new(),
        }
    }

    fn now_stamp(&self) -> Stamp {
        if is_shared(&self.path) {
            return self.stamp_of_server().unwrap_or_default();
        }
        let files: Vec<PathBuf> = match self.kind {
            Kind::Campaign => {
                ["campaign.db", "campaign.db-wal", "bugs"].map(|file| self.path.join(file)).into()
            }
            Kind::Docket => files_below(&self.path),
            Kind::Evolution => vec![self.path.join("report.md")],
            Kind::Sweep | Kind::Bugs => {
                let places = [self.path.clone(), self.path.join("bugs")];
                let bugs = places.iter().flat_map(|place| files_below(place));
                [PAGE, STATE].iter().map(|file| self.path.join(file)).chain(bugs).collect()
            }
        };
        let stamp = |path: &PathBuf| {
            fs::metadata(path).ok().and_then(|data| Some((data.modified().ok()?, data.len())))
        };
        files.iter().filter_map(stamp).collect()
    }

    /// For a campaign on a server: the numbers of units and buckets change when something is written.
    fn stamp_of_server(&self) -> Result<Stamp, StoreError> {
        let mut store = Store::look_into(&self.path)?;
        let (units, (buckets, _)) = (store.done().count(), store.count_buckets()?);
        Ok(vec![(UNIX_EPOCH, units), (UNIX_EPOCH, buckets)])
    }

    /// The images and texts that its page shows.
    pub fn files(&self) -> Vec<(String, ForeignFile)> {
        let mut found = Vec::new();
        if self.kind == Kind::Evolution {
            let plots = ["front.svg", "times.svg", "history.svg"];
            found.extend(plots.map(|name| (name.to_owned(), self.folder().file(name))));
            for (number, defect) in self.defects().iter().enumerate() {
                let names = defect.names().map_or(Vec::new(), |(names, _)| names);
                let named = |name: String| (format!("defect-{}-{name}", number + 1), defect.file(&name));
                found.extend(names.into_iter().map(named));
            }
        }
        found.retain(|(_, file)| file.length().is_some());
        found.sort_by(|(one, _), (other, _)| one.cmp(other));
        found
    }

    /// Its folder, which may come from anyone.
    fn folder(&self) -> ForeignFolder {
        ForeignFolder::new(&self.path)
    }

    fn defects(&self) -> Vec<ForeignFolder> {
        let defects = self.folder().below("defects");
        (1..)
            .map(|number: u32| defects.below(&number.to_string()))
            .take_while(|folder| folder.check().is_ok())
            .collect()
    }

    /// Its card on the first page.
    pub fn in_short(&self, page: &str) -> Value {
        let open = self.bugs.iter().filter(|bug| !bug.row.is_settled).count();
        let campaign = self.campaign.as_ref().map(CampaignData::in_short);
        json!({
            "name": self.name, "page": page, "kind": self.word(), "bugs": self.bugs.len(), "open": open,
            "campaign": campaign,
        })
    }

    /// The data of its page; its files are below `base`.
    pub fn data(&self, base: &str) -> Value {
        let read = |file: &str| self.folder().text(file).unwrap_or_default();
        match self.kind {
            Kind::Campaign => self.campaign.as_ref().map_or(Value::Null, CampaignData::json),
            Kind::Docket => json!({"advisories": self.by_solver()}),
            Kind::Sweep => json!({"text": read(PAGE)}),
            Kind::Bugs => json!({}),
            Kind::Evolution => {
                let images: Vec<String> = self
                    .files()
                    .into_iter()
                    .filter(|(name, _)| name.ends_with(".svg"))
                    .map(|(name, _)| format!("{base}{name}"))
                    .collect();
                let text = |defect: &ForeignFolder| defect.text("report.md").unwrap_or_default();
                let defects: Vec<String> = self.defects().iter().map(text).collect();
                json!({"text": read("report.md"), "images": images, "defects": defects})
            }
        }
    }

    /// For each solver, the bugs of each release.
    fn by_solver(&self) -> Vec<Value> {
        let solvers: BTreeSet<&str> = self.advisories.iter().map(|one| one.solver.as_str()).collect();
        let table = |solver: &str| {
            let own: Vec<&Advisory> = self.advisories.iter().filter(|one| one.solver == solver).collect();
            let releases: BTreeSet<&String> =
                own.iter().flat_map(|one| one.bad.iter().chain(&one.good)).collect();
            let mut releases: Vec<&String> = releases.into_iter().collect();
            releases.sort_by_key(|release| release_key(release));
            let wrong = |release: &String| -> Vec<&str> {
                own.iter().filter(|one| one.concerns(release)).map(|one| one.bug.as_str()).collect()
            };
            let rows: Vec<Value> =
                releases.into_iter().map(|release| json!([release, wrong(release)])).collect();
            json!({"solver": solver, "releases": rows, "advisories": own})
        };
        solvers.into_iter().map(table).collect()
    }
}

/// The files that say what became of the bugs in a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let folders = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let files = folders.flat_map(|folder| [folder.join("life.json"), folder.join("bug.json")]);
    let mut files: Vec<PathBuf> = files.collect();
    files.sort();
    files
}
