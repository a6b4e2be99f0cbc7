//! The page: campaigns, dockets and other work of gainsay as a web site, served live or written as files.
//!
//! Every page is the same small document with its data as JSON, which one script turns into elements, as text
//! and never as markup. So what is served and what is written show the same, and a page works from a folder without a server.
//! All valid paths are listed ([`Site::paths`]): no name from outside ever becomes a path.

mod bug;
mod campaign;
mod diff;
mod document;
mod known;
mod source;
mod values;
mod weights;

pub use bug::Row;
pub use diff::{Line, difference};
pub use document::{CONTENT_SECURITY_POLICY, json_for_html};
pub use source::{Source, SourceError};
pub use values::{Valued, values};

use bug::Bug;
use document::document;
use gainsay_engine::files::{ForeignFile, Refused};
use gainsay_guests::solver::{Profiles, release_key};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;

/// The web site.
pub struct Site {
    sources: Vec<Source>,
    /// Whether pages poll for changes.
    live: bool,
    profiles: Profiles,
    /// All valid paths.
    places: BTreeMap<String, Place>,
}

/// The target of a path.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Place {
    /// A file of the program, with its content type.
    Asset(&'static str, &'static str),
    Home,
    /// Further rows of a list of bugs, from this number on: of a source, or `None`: of the first page.
    More(Option<usize>, usize),
    Source(usize),
    Bug(usize, usize),
    File(ForeignFile),
}

/// The content at a path.
#[derive(Clone, Debug)]
pub struct Content {
    pub kind: &'static str,
    pub bytes: Vec<u8>,
}

const HTML: &str = "text/html; charset=utf-8";
const JSON: &str = "application/json";
const CODE: &str = "text/javascript";
const IMAGE: &str = "image/svg+xml";
/// Files that all pages share.
const ASSETS: [(&str, &str, &str); 3] = [
    ("page.css", "text/css", include_str!("assets/page.css")),
    ("page.js", CODE, include_str!("assets/page.js")),
    ("page.svg", IMAGE, include_str!("assets/page.svg")),
];
/// The number of bugs in a page; further ones follow in separate files.
const ROWS: usize = 400;

impl Site {
    pub fn open(paths: &[PathBuf], profiles: Profiles, live: bool, now: u64) -> Result<Site, SourceError> {
        let sources = paths.iter().map(|path| Source::open(path)).collect::<Result<_, _>>()?;
        let mut site = Site { sources, live, profiles, places: BTreeMap::new() };
        site.refresh(now)?;
        Ok(site)
    }

    /// Reads again what has changed; returns whether anything has. `now` is in seconds since 1970.
    pub fn refresh(&mut self, now: u64) -> Result<bool, SourceError> {
        let (mut changed, mut failure) = (false, None);
        for source in &mut self.sources {
            match source.refresh(&self.profiles, now) {
                Ok(is_new) => changed |= is_new,
                Err(error) => failure = Some(error),
            }
        }
        if changed {
            self.places = self.find_places();
        }
        failure.map_or(Ok(changed), Err)
    }

    fn find_places(&self) -> BTreeMap<String, Place> {
        let mut places = BTreeMap::from([("index.html".to_owned(), Place::Home)]);
        places.extend(ASSETS.map(|(name, kind, text)| (name.to_owned(), Place::Asset(kind, text))));
        for only in [None].into_iter().chain((0..self.sources.len()).map(Some)) {
            for from in (ROWS..self.listed(only).len()).step_by(ROWS) {
                places.insert(more(only, from), Place::More(only, from));
            }
        }
        for (at, source) in self.sources.iter().enumerate() {
            places.insert(source_page(at), Place::Source(at));
            for (name, file) in source.files() {
                places.insert(format!("s{}/{name}", at + 1), Place::File(file));
            }
            for (number, bug) in source.bugs.iter().enumerate() {
                places.insert(bug_page(at, &bug.name), Place::Bug(at, number));
                for (name, file) in bug.files() {
                    places.insert(format!("{}/{name}", bug_folder(at, &bug.name)), Place::File(file));
                }
            }
        }
        places
    }

    /// The files of all sources that were refused, with the reason.
    pub fn refused(&self) -> impl Iterator<Item = &String> {
        self.sources.iter().flat_map(|source| &source.refused)
    }

    /// All valid paths.
    pub fn paths(&self) -> Vec<String> {
        self.places.keys().cloned().collect()
    }

    /// The content at a path. Each page is also available as data, with `.json` in place of `.html`.
    pub fn content(&self, path: &str) -> io::Result<Option<Content>> {
        let path = if path.is_empty() { "index.html" } else { path };
        let (page, as_data) = match path.strip_suffix(".json") {
            Some(name) if self.places.contains_key(&format!("{name}.html")) => (format!("{name}.html"), true),
            _ => (path.to_owned(), false),
        };
        let html = |title: &str, data: Value| match as_data {
            true => Content { kind: JSON, bytes: data.to_string().into_bytes() },
            false => Content { kind: HTML, bytes: document(title, &data).into_bytes() },
        };
        let Some(place) = self.places.get(&page) else { return Ok(None) };
        Ok(Some(match *place {
            Place::Asset(kind, text) => Content { kind, bytes: text.into() },
            Place::Home => html("gainsay", self.home()),
            Place::More(only, from) => {
                let rows: Vec<Value> = self.rows(only).skip(from).take(ROWS).collect();
                let text = format!("gainsayMore({});\n", json_for_html(&json!(rows)));
                Content { kind: CODE, bytes: text.into_bytes() }
            }
            Place::Source(at) => html(&self.sources[at].name, self.source(at)),
            Place::Bug(at, number) => {
                let source = &self.sources[at];
                let title = source.bugs[number].title();
                html(&title, self.bug(at, number))
            }
            Place::File(ref file) => {
                let kind = if file.name.ends_with(".svg") { IMAGE } else { "text/plain; charset=utf-8" };
                match file.bytes() {
                    Ok(bytes) => Content { kind, bytes },
                    Err(Refused::Failed(source)) => return Err(source),
                    Err(_) => return Ok(None),
                }
            }
        }))
    }

    /// The bugs of a source, or of all sources; then bugs of campaigns that are in a docket are listed once.
    fn listed(&self, only: Option<usize>) -> Vec<(&Row, usize)> {
        let known: BTreeSet<(&str, &str)> = self.sources.iter().flat_map(Source::sightings).collect();
        let mut listed: Vec<(&Row, usize)> = Vec::new();
        for (at, source) in self.sources.iter().enumerate() {
            let is_elsewhere = |bug: &Bug| {
                bug.life.is_none() && known.contains(&(source.name.as_str(), bug.record.bucket.as_str()))
            };
            let meant = |bug: &&Bug| only.map_or(!is_elsewhere(bug), |only| only == at);
            listed.extend(source.bugs.iter().filter(meant).map(|bug| (&bug.row, at)));
        }
        listed.sort_by_cached_key(|(row, _)| row.rank());
        listed
    }

    fn rows(&self, only: Option<usize>) -> impl Iterator<Item = Value> + '_ {
        let releases = self.releases();
        self.listed(only).into_iter().map(move |(row, at)| {
            let own = releases.get(&row.solver).map_or(&[][..], Vec::as_slice);
            row.json(&bug_page(at, &row.name), own)
        })
    }

    /// All releases with which bugs were tried, by solver, the oldest first.
    fn releases(&self) -> BTreeMap<String, Vec<String>> {
        let mut all: BTreeMap<String, BTreeSet<&String>> = BTreeMap::new();
        for bug in self.sources.iter().flat_map(|source| &source.bugs) {
            all.entry(bug.row.solver.clone()).or_default().extend(bug.row.trials.keys());
        }
        let sorted = |releases: BTreeSet<&String>| {
            let mut releases: Vec<String> = releases.into_iter().cloned().collect();
            releases.sort_by_key(|release| release_key(release));
            releases
        };
        all.into_iter().map(|(solver, releases)| (solver, sorted(releases))).collect()
    }

    fn list(&self, only: Option<usize>) -> Value {
        let rows: Vec<Value> = self.rows(only).collect();
        let (total, first) = (rows.len(), rows.into_iter().take(ROWS));
        let more: Vec<String> = (ROWS..total).step_by(ROWS).map(|from| more(only, from)).collect();
        json!({"rows": first.collect::<Vec<_>>(), "total": total, "more": more, "releases": self.releases()})
    }

    fn sources_in_short(&self) -> Vec<Value> {
        let short = |(at, source): (usize, &Source)| source.in_short(&source_page(at));
        self.sources.iter().enumerate().map(short).collect()
    }

    fn home(&self) -> Value {
        json!({"view": "home", "live": self.live, "sources": self.sources_in_short(), "bugs": self.list(None), "known": known::known(&self.sources, source_page)})
    }

    fn source(&self, at: usize) -> Value {
        let source = &self.sources[at];
        json!({
            "view": source.word(), "live": self.live, "name": source.name, "sources": self.sources_in_short(),
            "bugs": self.list(Some(at)), "data": source.data(&format!("s{}/", at + 1)),
            "known": known::known(&self.sources, source_page),
        })
    }

    fn bug(&self, at: usize, number: usize) -> Value {
        let bug = &self.sources[at].bugs[number];
        json!({
            "view": "bug", "live": self.live, "from": {"page": source_page(at), "name": self.sources[at].name},
            "bug": bug.details(&format!("{}/", bug_folder(at, &bug.name))),
        })
    }
}

fn source_page(at: usize) -> String {
    format!("s{}.html", at + 1)
}

fn bug_folder(at: usize, name: &str) -> String {
    format!("s{}.{name}", at + 1)
}

fn bug_page(at: usize, name: &str) -> String {
    format!("{}.html", bug_folder(at, name))
}

fn more(only: Option<usize>, from: usize) -> String {
    let source = only.map_or(String::new(), |at| format!("s{}.", at + 1));
    format!("{source}bugs-{}.js", from / ROWS + 1)
}
