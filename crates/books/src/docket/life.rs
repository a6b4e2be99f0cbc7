//! The life of a bug: its state and who set it, where it was seen, and what later releases do.

use gainsay_engine::triage::Fate;
use gainsay_guests::solver::release_key;
use gainsay_judge::judge::FindingKind;
use gainsay_lang::quote::markdown;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// Everything that a docket knows of a bug beyond its report.
#[derive(Clone, Default, PartialEq, Debug, Serialize, Deserialize)]
pub struct Life {
    pub state: State,
    /// Where it was reported.
    #[serde(default)]
    pub link: Option<String>,
    /// In the order of time.
    pub sightings: Vec<Sighting>,
    pub events: Vec<Event>,
    /// The latest retest with each solver, by label.
    #[serde(default)]
    pub retests: BTreeMap<String, Retest>,
    /// Issues in trackers that may be the same bug.
    #[serde(default)]
    pub resembles: Vec<Resemblance>,
}

/// The state of a bug.
#[derive(Clone, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum State {
    #[default]
    Open,
    Reported,
    /// The release with the fix.
    FixedIn(String),
    /// It was fixed, but this release has it again.
    CameBack(String),
    /// The name of the other bug.
    DuplicateOf(String),
    Invalid,
    WontFix,
}

/// A change of state.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Event {
    /// UTC, as `2026-02-28 13:37:00`.
    pub when: String,
    pub who: String,
    pub state: State,
    #[serde(default)]
    pub why: String,
}

/// A bucket of a campaign that belongs to the bug.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sighting {
    pub campaign: String,
    /// The random seed of the campaign.
    pub seed: u64,
    pub bucket: String,
    /// The id of its first finding.
    pub finding: i64,
    /// The number of its findings.
    pub count: u64,
    /// The solver's label in the campaign: with version and options.
    pub solver: String,
    pub version: String,
    /// Sightings may differ in kind: one bug may show as a wrong answer of either sort, or as a wrong model.
    pub kind: FindingKind,
    /// When it was added to the docket.
    pub when: String,
    /// The file with its script, if that differs from the report's.
    #[serde(default)]
    pub script: Option<String>,
    /// Why it counts as the same bug; empty for the first.
    #[serde(default)]
    pub why: String,
}

/// The result of asking a solver again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Retest {
    pub when: String,
    pub fate: String,
    pub said: String,
}

/// An issue in a tracker that may be the same bug.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resemblance {
    /// Its number, or the name of its file.
    pub issue: String,
    pub title: String,
    #[serde(default)]
    pub link: Option<String>,
    pub why: String,
}

impl State {
    /// Its name on the command line and in filters.
    pub fn word(&self) -> &'static str {
        match self {
            State::Open => "open",
            State::Reported => "reported",
            State::FixedIn(_) => "fixed",
            State::CameBack(_) => "came-back",
            State::DuplicateOf(_) => "duplicate",
            State::Invalid => "invalid",
            State::WontFix => "wont-fix",
        }
    }

    /// Whether it needs no more attention.
    pub fn is_settled(&self) -> bool {
        match self {
            State::Open | State::Reported | State::CameBack(_) => false,
            State::FixedIn(_) | State::DuplicateOf(_) | State::Invalid | State::WontFix => true,
        }
    }

    /// Whether it is a bug of its own, as far as is known.
    pub fn is_bug(&self) -> bool {
        !matches!(self, State::DuplicateOf(_) | State::Invalid)
    }

    /// Whether a bug that shows in this release came back: it was fixed in this or an older one.
    pub fn is_back_in(&self, release: &str) -> bool {
        match self {
            State::FixedIn(fixed) => !release.is_empty() && release_key(release) >= release_key(fixed),
            _ => false,
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            State::FixedIn(release) => write!(f, "fixed in {release}"),
            State::CameBack(release) => write!(f, "came back in {release}"),
            State::DuplicateOf(name) => write!(f, "duplicate of {name}"),
            State::WontFix => f.write_str("won't fix"),
            State::Open | State::Reported | State::Invalid => f.write_str(self.word()),
        }
    }
}

impl From<State> for String {
    fn from(state: State) -> String {
        state.to_string()
    }
}

impl TryFrom<String> for State {
    type Error = String;

    fn try_from(text: String) -> Result<State, String> {
        let after = |words: &str| text.strip_prefix(words).map(str::to_owned);
        let plain = [State::Open, State::Reported, State::Invalid, State::WontFix];
        let state = plain.into_iter().find(|state| state.to_string() == text);
        let state = state.or_else(|| after("fixed in ").map(State::FixedIn));
        let state = state.or_else(|| after("came back in ").map(State::CameBack));
        let state = state.or_else(|| after("duplicate of ").map(State::DuplicateOf));
        state.ok_or_else(|| format!("`{text}` is not a state"))
    }
}

impl Life {
    /// Changes the state, and records who did it.
    pub fn set(&mut self, state: State, who: &str, when: &str, why: &str) {
        self.state = state.clone();
        self.events.push(Event { when: when.to_owned(), who: who.to_owned(), state, why: why.to_owned() });
    }

    /// The number of findings in all campaigns.
    pub fn count(&self) -> u64 {
        self.sightings.iter().map(|sighting| sighting.count).sum()
    }

    /// The result of the latest retest with a solver.
    pub fn fate(&self, label: &str) -> Option<Fate> {
        let told = self.retests.get(label)?;
        Fate::ALL.into_iter().find(|fate| fate.word() == told.fate)
    }
}

impl Resemblance {
    /// One line for a terminal.
    pub fn line(&self) -> String {
        let Resemblance { issue, title, link, why } = self;
        let link = link.as_ref().map_or(String::new(), |link| format!(" ({link})"));
        format!("maybe the same as {issue}: {title}{link}: {why}")
    }

    /// The line for a report.
    pub fn markdown(&self) -> String {
        markdown(&self.line())
    }
}
