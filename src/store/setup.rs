//! What a campaign is: all that decides which tests it makes, and with which solvers it was last run.

use super::schema::Failure;
use super::{Store, StoreError};
use crate::answer::Status;
use crate::rng::digest;
use crate::rules::RuleFile;
use crate::seeds::{Library, SeedsError};
use crate::solver::{Limits, Profile, Profiles, Solver};
use rusqlite::{Connection, OptionalExtension};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a campaign was begun with. The first part decides the bytes of every test, and never changes.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The number from which all random choices come.
    pub seed: u64,
    /// The seeds as the user named them; none means the built-in ones.
    pub seeds: Vec<String>,
    /// A digest of the list of the seeds.
    pub seeds_digest: String,
    pub strategies: Vec<String>,
    /// Logics to which the seeds are limited; none means no limit.
    pub logics: Vec<String>,
    /// The status that the user gives to all seeds.
    pub status: Option<String>,
    /// For how many units in a row a seed is used.
    pub block: u64,
    /// What decides which tests become seeds themselves: `coverage`, or nothing.
    #[serde(default)]
    pub guide: Option<String>,
    /// What decides how units are shared out: `learn` or `equal`.
    pub schedule: String,
    /// What its tests are limited to: logics, ..
    #[serde(default)]
    pub only_logics: Vec<String>,
    /// .. the answer that they must get, ..
    #[serde(default)]
    pub only_status: Option<String>,
    /// .. and the most bits of a bit-vector.
    #[serde(default)]
    pub max_width: Option<u32>,
    /// Rules of the user's own.
    #[serde(default)]
    pub rules: Vec<RuleFile>,

    /// The release that ran it last.
    pub version: String,
    /// Seconds for a question.
    pub timeout: f64,
    /// Bytes for a solver.
    pub memory: u64,
    pub solvers: Vec<SolverRow>,
    /// Where the folders of bugs go, if not into the campaign's.
    #[serde(default)]
    pub bugs: Option<String>,
    /// How many units the whole campaign has, if it has an end.
    #[serde(default)]
    pub units: Option<u64>,
    /// The units that are done here, from the first to the one after the last, if others are done elsewhere.
    #[serde(default)]
    pub part: Option<(u64, u64)>,
}

/// A solver, such that it can be run again.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SolverRow {
    pub label: String,
    pub name: String,
    pub version: String,
    pub profile: String,
    pub argv: Vec<String>,
    pub environment: Vec<(String, String)>,
    pub arguments: Vec<String>,
    #[serde(default)]
    pub is_own: bool,
    /// The arguments with which it reads standard input, if it does.
    #[serde(default)]
    pub stdin: Option<Vec<String>>,
    /// The SHA-256 of its program, by which it is the same on all machines.
    #[serde(default)]
    pub digest: Option<String>,
}

impl SolverRow {
    pub fn of(solver: &Solver) -> SolverRow {
        SolverRow {
            label: solver.label(),
            name: solver.name.clone(),
            version: solver.version.clone(),
            profile: solver.profile.name.clone(),
            argv: solver.argv.clone(),
            environment: solver.environment.clone(),
            arguments: solver.arguments.clone(),
            is_own: solver.is_own,
            stdin: solver.profile.stdin.clone(),
            digest: solver.digest(),
        }
    }

    /// The solver as a campaign used it.
    pub fn solver(self, profiles: &Profiles) -> Solver {
        let profile = profiles.get(&self.profile).cloned();
        let mut profile = profile.unwrap_or_else(|| Profile::unknown(&self.profile));
        profile.stdin = profile.stdin.or(self.stdin);
        Solver {
            profile,
            name: self.name,
            version: self.version,
            argv: self.argv,
            environment: self.environment,
            arguments: self.arguments,
            is_own: self.is_own,
        }
    }
}

/// Something that differs from the last run of a campaign, and may.
pub type Notice = String;

impl Setup {
    /// What a solver may use for one question.
    pub fn limits(&self) -> Limits {
        Limits { memory: self.memory, ..Limits::seconds(self.timeout) }
    }

    /// The solvers of the last run.
    pub fn solvers(&self, profiles: &Profiles) -> Vec<Solver> {
        self.solvers.iter().map(|row| row.clone().solver(profiles)).collect()
    }

    /// The seeds as they are now.
    pub fn library(&self) -> Result<Library, SeedsError> {
        let claimed = self.status.as_deref().and_then(Status::from_word);
        Library::choose(&self.seeds, &self.logics, claimed.unwrap_or_default())
    }

    /// What decides the tests and is not the same: what it was, and what it would be.
    fn differences(&self, now: &Setup) -> Vec<String> {
        let list = |words: &[String]| if words.is_empty() { "all".to_owned() } else { words.join(",") };
        let width = |setup: &Setup| setup.max_width.map_or("any".to_owned(), |width| width.to_string());
        let rules = |setup: &Setup| {
            let one = |file: &RuleFile| format!("{} {:x}", file.name, digest(file.text.bytes()));
            if setup.rules.is_empty() {
                "none".to_owned()
            } else {
                setup.rules.iter().map(one).collect::<Vec<_>>().join(", ")
            }
        };
        let or_none = |word: &Option<String>| word.clone().unwrap_or_else(|| "none".to_owned());
        let parts = [
            ("--seed", self.seed.to_string(), now.seed.to_string()),
            // The same seeds may be named in another way.
            ("seeds", self.seeds_digest.clone(), now.seeds_digest.clone()),
            ("--strategy", list(&self.strategies), list(&now.strategies)),
            ("--logic", list(&self.logics), list(&now.logics)),
            ("--oracle", or_none(&self.status), or_none(&now.status)),
            ("--iterations, up to 50", self.block.to_string(), now.block.to_string()),
            ("--schedule", self.schedule.clone(), now.schedule.clone()),
            ("--guide", or_none(&self.guide), or_none(&now.guide)),
            ("--logic of tests", list(&self.only_logics), list(&now.only_logics)),
            ("--status", or_none(&self.only_status), or_none(&now.only_status)),
            ("--max-width", width(self), width(now)),
            ("--rules", rules(self), rules(now)),
        ];
        let differ = parts.into_iter().filter(|(_, before, now)| before != now);
        differ.map(|(name, before, now)| format!("{name}: {before}, not {now}")).collect()
    }

    /// Why two campaigns are not parts of one: what decides tests and answers, and is not the same. Where solvers are does not
    /// matter, what they are does.
    pub fn conflicts(&self, other: &Setup) -> Vec<String> {
        let mut conflicts = self.differences(other);
        let limits = |setup: &Setup| format!("{} s, {} MB", setup.timeout, setup.memory >> 20);
        let labels = |setup: &Setup| {
            setup.solvers.iter().map(|solver| solver.label.clone()).collect::<Vec<_>>().join(", ")
        };
        let parts = [
            ("version of gainsay", self.version.clone(), other.version.clone()),
            ("limits", limits(self), limits(other)),
            ("solvers", labels(self), labels(other)),
        ];
        let differ = parts.into_iter().filter(|(_, one, other)| one != other);
        conflicts.extend(differ.map(|(name, one, other)| format!("{name}: {one}, not {other}")));
        for (one, other) in self.solvers.iter().zip(&other.solvers) {
            if let (Some(ours), Some(theirs)) = (&one.digest, &other.digest)
                && one.label == other.label
                && ours != theirs
            {
                conflicts.push(format!("program of {}: sha256 {ours}, not {theirs}", one.label));
            }
        }
        conflicts
    }

    fn notices(&self, now: &Setup) -> Vec<Notice> {
        let labels = |setup: &Setup| {
            setup.solvers.iter().map(|solver| solver.label.clone()).collect::<Vec<_>>().join(", ")
        };
        let parts = [
            ("another version of gainsay", self.version.clone(), now.version.clone()),
            ("other solvers", labels(self), labels(now)),
            ("another timeout", format!("{} s", self.timeout), format!("{} s", now.timeout)),
            ("another memory limit", format!("{} MB", self.memory >> 20), format!("{} MB", now.memory >> 20)),
        ];
        let notice =
            |(name, before, now)| format!("this campaign was last run with {name}: {before} (now: {now})");
        parts.into_iter().filter(|(_, before, now)| before != now).map(notice).collect()
    }
}

impl Store {
    /// Compares with what the campaign was begun with, or notes it if it begins now.
    pub(super) fn agree(&mut self, now: &Setup) -> Result<Vec<Notice>, StoreError> {
        let folder = self.path.parent().unwrap_or(&self.path).to_owned();
        self.attempt(|connection| {
            let before = read(connection)?;
            let differences = before.as_ref().map_or(Vec::new(), |before| before.differences(now));
            if !differences.is_empty() {
                return Err(Failure::Other(StoreError::Differs { folder, differences }));
            }
            write(connection, now)?;
            Ok(before.map_or(Vec::new(), |before| before.notices(now)))
        })
    }

    /// What the campaign in a folder was last run with. `None` if there is none that can be read; [`Store::open`] says why.
    pub fn setup_in(folder: &Path) -> Option<Setup> {
        Store::look_into(folder).ok()?.setup().ok()
    }

    /// What the campaign was last run with.
    pub fn setup(&mut self) -> Result<Setup, StoreError> {
        self.attempt(|connection| read(connection)?.ok_or(Failure::Foreign("it was never begun")))
    }

    /// A solver that the campaign has used.
    pub fn solver(&mut self, label: &str) -> Result<Option<SolverRow>, StoreError> {
        self.attempt(|connection| {
            let sql = "SELECT how FROM solvers WHERE label = ?1";
            let text: Option<String> = connection.query_row(sql, [label], |row| row.get(0)).optional()?;
            text.map(|text| parse(&text)).transpose()
        })
    }
}

pub(super) fn read(connection: &Connection) -> Result<Option<Setup>, Failure> {
    let sql = "SELECT value FROM campaign WHERE key = 'setup'";
    let text: Option<String> = connection.query_row(sql, [], |row| row.get(0)).optional()?;
    text.map(|text| parse(&text)).transpose()
}

pub(super) fn parse<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|_| Failure::Foreign("what it was begun with cannot be read"))
}

fn write(connection: &mut Connection, setup: &Setup) -> Result<(), Failure> {
    let transaction = connection.transaction()?;
    write_setup(&transaction, setup)?;
    Ok(transaction.commit()?)
}

pub(super) fn write_setup(transaction: &Connection, setup: &Setup) -> Result<(), Failure> {
    transaction.execute(
        "INSERT OR IGNORE INTO campaign VALUES ('created', datetime('now')), ('seed', ?1)",
        [setup.seed.to_string()],
    )?;
    transaction.execute(
        "INSERT OR REPLACE INTO campaign VALUES ('setup', ?1), ('version', ?2)",
        [&to_json(setup)?, &setup.version],
    )?;
    setup.solvers.iter().try_for_each(|solver| write_solver(transaction, solver))
}

pub(super) fn write_solver(connection: &Connection, solver: &SolverRow) -> Result<(), Failure> {
    connection
        .execute("INSERT OR REPLACE INTO solvers VALUES (?1, ?2)", [&solver.label, &to_json(solver)?])?;
    Ok(())
}

pub(super) fn to_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|_| Failure::Foreign("no text"))
}
