//! A bug as the page shows it: a row of the list, and all its details.

use super::known::{Fact, Told};
use super::{difference, values};
use crate::docket::{Case, Life, State};
use gainsay_engine::files::{ForeignFile, ForeignFolder, MOST_FILES};
use gainsay_engine::report::filing::{Entry, theory};
use gainsay_engine::report::{BugRecord, quote};
use gainsay_engine::triage::{History, ReleaseVerdict, Trial};
use gainsay_guests::solver::release_key;
use gainsay_judge::judge::Basis;
use gainsay_lang::quote::visible;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A row of the list of bugs.
#[derive(Clone, Debug)]
pub struct Row {
    pub name: String,
    pub title: String,
    pub solver: String,
    pub version: String,
    pub kind: &'static str,
    pub gravity: u8,
    pub certainty: &'static str,
    pub state: String,
    pub state_word: &'static str,
    pub is_settled: bool,
    pub theory: String,
    pub count: u64,
    /// The number of buckets of campaigns that belong to it.
    pub seen: usize,
    pub since: String,
    pub until: String,
    /// A letter for each release that was tried (`verdict_letters`).
    pub trials: BTreeMap<String, char>,
    pub size: usize,
}

/// A bug of a campaign or a docket.
#[derive(Clone)]
pub struct Bug {
    pub name: String,
    pub folder: ForeignFolder,
    pub record: BugRecord,
    pub life: Option<Life>,
    pub row: Row,
}

/// What releases did as letters: `!` bad, `.` good, others neither.
fn verdict_letters(history: &History) -> BTreeMap<String, char> {
    let letter = |trial: &Trial| match trial.verdict {
        _ if history.is_bad(trial) => '!',
        _ if history.is_good(trial) => '.',
        ReleaseVerdict::NotTried => '_',
        ReleaseVerdict::NotInstalled | ReleaseVerdict::CannotBeAsked => 'x',
        ReleaseVerdict::Rejected => '-',
        _ => '?',
    };
    history.trials.iter().map(|trial| (trial.release.clone(), letter(trial))).collect()
}

impl Row {
    /// The order of the list: settled bugs last, then the gravest first.
    pub fn rank(&self) -> (bool, u8, bool, usize, String) {
        (self.is_settled, self.gravity, self.certainty != "proved", self.size, self.name.clone())
    }

    /// A compact array, since there may be hundreds of rows.
    pub fn json(&self, page: &str, releases: &[String]) -> Value {
        let strip: String = releases.iter().map(|release| self.trials.get(release).unwrap_or(&'_')).collect();
        json!([
            page,
            visible(&self.title),
            self.solver,
            self.version,
            self.kind,
            self.gravity,
            self.certainty,
            self.state,
            self.state_word,
            self.theory,
            self.count,
            self.seen,
            self.since,
            self.until,
            strip.trim_end_matches('_'),
        ])
    }
}

impl Bug {
    /// `None` for a bucket without a report.
    pub fn of_entry(entry: &Entry) -> Option<Bug> {
        let (record, folder) = (entry.record.clone()?, entry.folder.clone()?);
        Some(Bug::new(folder.name(), folder, record, None, entry.count))
    }

    pub fn of_case(case: &Case) -> Bug {
        let Case { name, record, life, .. } = case.clone();
        let count = life.count();
        Bug::new(name, case.files(), record, Some(life), count)
    }

    fn new(name: String, folder: ForeignFolder, record: BugRecord, life: Option<Life>, count: u64) -> Bug {
        // The name becomes part of a path, and must not lead anywhere else.
        let name: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
            .collect();
        let state = life.as_ref().map_or(State::Open, |life| life.state.clone());
        let finding = &record.finding;
        let mut trials = record.releases.as_ref().map(verdict_letters).unwrap_or_default();
        if let Some(life) = &life {
            for sighting in life.sightings.iter().filter(|sighting| !sighting.version.is_empty()) {
                trials.insert(sighting.version.clone(), '!');
            }
        }
        if !record.program.version.is_empty() {
            trials.insert(record.program.version.clone(), '!');
        }
        let unknown = || (String::new(), String::new());
        let (since, until) = record.releases.as_ref().map_or_else(unknown, History::in_short);
        let row = Row {
            name: name.clone(),
            title: record.fault.clone(),
            solver: record.program.name.clone(),
            version: record.program.version.clone(),
            kind: finding.kind.word(),
            gravity: finding.kind.row().gravity,
            certainty: finding.certainty.word(),
            state_word: state.word(),
            is_settled: state.is_settled(),
            state: state.to_string(),
            theory: theory(&record.script),
            count,
            seen: life.as_ref().map_or(1, |life| life.sightings.len()),
            since,
            until,
            trials,
            size: record.script.len(),
        };
        Bug { name, folder, record, life, row }
    }

    pub fn title(&self) -> String {
        self.record.title()
    }

    /// The results of retests, as facts about releases.
    pub fn retests(&self) -> impl Iterator<Item = Fact> {
        let retests = self.life.iter().flat_map(|life| &life.retests);
        let facts = retests.filter_map(|(label, told)| Fact::new(label, Told::Retest(told.fate.clone())));
        facts.filter(|fact| fact.solver == self.row.solver)
    }

    /// Its files for download.
    pub fn files(&self) -> Vec<(String, ForeignFile)> {
        let own = ["bug.json".to_owned(), "life.json".to_owned()];
        let seen =
            self.life.iter().flat_map(|life| &life.sightings).filter_map(|sighting| sighting.script.clone());
        let names = self.record.files.iter().cloned().chain(own).chain(seen);
        let names: BTreeSet<String> = names.filter(|name| self.folder.has(name)).take(MOST_FILES).collect();
        names.into_iter().map(|name| (name.clone(), self.folder.file(&name))).collect()
    }

    /// The data of its page; its files are below `base`.
    pub fn details(&self, base: &str) -> Value {
        let record = &self.record;
        let read = |file: &str| self.folder.text(file).ok();
        let steps = read("seed-1.smt2").zip(read("steps.smt2"));
        let steps = steps.and_then(|(seed, made)| difference(&seed, &made));
        let wrong_model =
            record.model.as_deref().filter(|_| record.finding.kind.row().rests_on == Basis::Model);
        let under_wrong = wrong_model.map_or(Vec::new(), |model| values(&record.script, model));
        let under_right =
            record.evidence.model.as_deref().map_or(Vec::new(), |model| values(&record.script, model));
        let files: Vec<Value> =
            self.files().iter().map(|(name, file)| json!([name, file.length().unwrap_or(0)])).collect();
        json!({
            "row": self.row.json("", &[]), "name": self.name, "title": record.title(), "why": record.finding.why,
            "signature": record.finding.signature, "lines": record.finding.details, "expected": record.expected,
            "actual": record.actual, "program": record.program, "logic": record.logic.as_ref().unwrap_or(&record.needed_logic),
            "script": cut(&record.script), "output": cut(&record.output),
            "model": wrong_model.map(cut), "under_wrong": under_wrong,
            "evidence": {
                "kind": record.evidence.kind, "answer": record.evidence.answer,
                "model": record.evidence.model.as_deref().map(cut),
                "seeds": record.evidence.seeds, "rules": record.evidence.rules,
            },
            "under_right": under_right, "others": record.others, "correct_with": record.correct_with,
            "origin": record.origin, "diff": steps, "releases": self.releases(), "story": self.story(),
            "commands": self.commands(), "files": files, "base": base, "life": self.life, "count": self.row.count,
            "bucket": record.bucket,
        })
    }

    /// For each release, the oldest first, its letter and what it said.
    fn releases(&self) -> Vec<Value> {
        let said = |release: &String| {
            let trials = self.record.releases.iter().flat_map(|history| &history.trials);
            trials.filter(|trial| trial.release == *release).map(|trial| trial.said.clone()).next()
        };
        let mut all: Vec<(&String, &char)> = self.row.trials.iter().collect();
        all.sort_by_key(|(release, _)| release_key(release));
        all.into_iter().map(|(release, letter)| json!([release, letter, said(release)])).collect()
    }

    fn story(&self) -> Vec<String> {
        self.record.releases.as_ref().map_or(Vec::new(), History::story)
    }

    /// Commands that show the bug, each with its purpose.
    fn commands(&self) -> Vec<Value> {
        let program = &self.record.program;
        let mut commands = vec![
            json!(["the solver alone", program.command]),
            json!(["shows it, and says whether it does", "sh repro.sh"]),
            json!(["another build", "SOLVER='./build/solver' sh repro.sh"]),
            json!([
                "a second opinion",
                format!("gainsay check bug.smt2 --solver \"{}@{};cvc5\"", program.name, program.version)
            ]),
            json!([
                "which releases have it",
                format!("gainsay bisect bug.smt2 --solver {}", quote(&program.name))
            ]),
        ];
        if let Some(unit) = &self.record.origin.unit {
            let command = format!("gainsay bugs {} replay {}", quote(&unit.campaign), unit.finding);
            commands.push(json!(["the original test again, byte for byte", command]));
        }
        commands
    }
}

/// The most characters of a text in a page.
const LONGEST: usize = 20_000;

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}\n; .. the rest is in the file", &text[..end]),
        None => text.to_owned(),
    }
}
