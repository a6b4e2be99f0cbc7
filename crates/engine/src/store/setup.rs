//! The setup of a campaign: everything that determines its tests, and how it was last run.

use super::database::Connection;
use super::rows::shown;
use super::schema::Failure;
use super::values::{Row, bind};
use super::{Store, StoreError};
use crate::seeds::{Library, SeedsError};
use gainsay_guests::solver::{Limits, Profile, Profiles, Solver, is_sealed, is_trusted, seal};
use gainsay_lang::answer::Status;
use gainsay_lang::rng::digest;
use gainsay_prove::rules::RuleFile;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::time::Duration;

/// The setup of a campaign. The first part determines every byte of every test and never changes; the second
/// describes the last run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Setup {
    /// The random seed.
    pub seed: u64,
    /// The seed files and folders as the user named them; empty: the built-in seeds.
    pub seeds: Vec<String>,
    /// A digest of the list of seeds.
    pub seeds_digest: String,
    pub strategies: Vec<String>,
    /// The logics of seeds; empty: all.
    pub logics: Vec<String>,
    /// The status that the user claims for all seeds.
    pub status: Option<String>,
    /// Units in a block, which share a seed.
    pub block: u64,
    /// What guides the choice of seeds: `coverage` or nothing.
    #[serde(default)]
    pub guide: Option<String>,
    /// How turns are given to arms: `learn` or `equal`.
    pub schedule: String,
    /// The logics of tests; empty: all.
    #[serde(default)]
    pub only_logics: Vec<String>,
    /// The answer that tests must have, if limited.
    #[serde(default)]
    pub only_status: Option<String>,
    /// The largest width of bit-vectors in tests, if limited.
    #[serde(default)]
    pub max_width: Option<u32>,
    /// The user's own rules.
    #[serde(default)]
    pub rules: Vec<RuleFile>,

    /// The version of gainsay that ran it last.
    pub version: String,
    /// Seconds for one question.
    pub timeout: f64,
    /// Bytes of memory for one solver.
    pub memory: u64,
    pub solvers: Vec<SolverRow>,
    /// Which options solvers get in some turns: `safe`, `all` or `off`.
    #[serde(default)]
    pub options: Option<String>,
    /// The folder for bugs, if it is not the campaign's own.
    #[serde(default)]
    pub bugs: Option<String>,
    /// The seal on that folder: proves that this user chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bugs_seal: Option<String>,
    /// The number of units of the whole campaign, if it has an end.
    #[serde(default)]
    pub units: Option<u64>,
    /// The range of units of this part of a split campaign, end exclusive.
    #[serde(default)]
    pub part: Option<(u64, u64)>,
}

/// A solver with everything needed to run it again.
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
    /// The arguments for reading from standard input, if it can.
    #[serde(default)]
    pub stdin: Option<Vec<String>>,
    /// The known solver that its line about its version names, if its file name tells nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// The SHA-256 of its program, which is the same on all machines.
    #[serde(default)]
    pub digest: Option<String>,
    /// The seal on how it is run: proves that this user's gainsay wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seal: Option<String>,
}

/// No question takes longer.
const LONGEST: Duration = Duration::from_secs(1 << 32);

/// The kinds of sealed settings.
const PROGRAM: &str = "absolute program";
const BUGS: &str = "bugs";

impl SolverRow {
    pub fn of(solver: &Solver) -> SolverRow {
        let row = SolverRow {
            label: solver.label(),
            name: solver.name.clone(),
            version: solver.version.clone(),
            profile: solver.profile.name.clone(),
            // It may be run from another folder.
            argv: solver.full_argv(),
            environment: solver.environment.clone(),
            arguments: solver.arguments.clone(),
            is_own: solver.is_own,
            stdin: solver.profile.stdin.clone(),
            like: solver.profile.like.clone(),
            digest: solver.digest(),
            seal: None,
        };
        let digest = row.digest.as_ref().filter(|_| row.is_own);
        SolverRow { seal: seal(PROGRAM, &row.how_it_runs(digest)), ..row }
    }

    /// Whether its command line may be run: this user's gainsay wrote it, and a program of the user's own is still the same; or the
    /// user trusts it as it is now.
    pub fn is_trusted(&self) -> bool {
        let now = self.digest_now();
        self.is_sealed(now.as_ref().filter(|_| self.is_own))
            || is_trusted(PROGRAM, &self.how_it_runs(now.as_ref()), None)
    }

    /// Whether this user's gainsay wrote it, but the program is another one now.
    pub fn has_changed(&self) -> bool {
        self.is_own && self.is_sealed(self.digest.as_ref()) && self.digest != self.digest_now()
    }

    fn is_sealed(&self, digest: Option<&String>) -> bool {
        is_sealed(PROGRAM, &self.how_it_runs(digest), self.seal.as_deref())
    }

    fn digest_now(&self) -> Option<String> {
        Solver::of_command(&self.argv).digest()
    }

    /// The text that is sealed: everything that determines which program is run and how. Paths are absolute, because
    /// a relative one means another program in another folder.
    fn how_it_runs(&self, digest: Option<&String>) -> String {
        let argv = Solver::of_command(&self.argv).full_argv();
        let SolverRow { environment, arguments, stdin, is_own, .. } = self;
        serde_json::json!([argv, environment, arguments, stdin, is_own, digest]).to_string()
    }

    /// The solver as the campaign used it.
    pub fn solver(self, profiles: &Profiles) -> Solver {
        let profile = profiles.get(&self.profile).cloned();
        let mut profile = profile.unwrap_or_else(|| {
            let unknown = Profile::unknown(&self.profile);
            match self.like.as_ref().and_then(|name| profiles.get(name)) {
                Some(known) => unknown.recognised_as(known),
                None => unknown,
            }
        });
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

/// A difference to the last run of a campaign that is allowed.
pub type Notice = String;

impl Setup {
    /// Makes all names safe for a terminal: a campaign may come from anyone.
    fn shown(mut self) -> Setup {
        let words = self.strategies.iter_mut().chain(&mut self.logics).chain(&mut self.only_logics);
        let words = words.chain([&mut self.version, &mut self.schedule, &mut self.seeds_digest]);
        let solvers = self.solvers.iter_mut();
        let names =
            solvers.flat_map(|row| [&mut row.label, &mut row.name, &mut row.version, &mut row.profile]);
        words.chain(names).for_each(|word| *word = shown(word));
        self
    }

    /// The setup, unless no campaign can have it: a campaign may come from anyone.
    fn if_possible(self) -> Result<Setup, Failure> {
        let is_time = |seconds: f64| {
            seconds > 0.0 && Duration::try_from_secs_f64(seconds).is_ok_and(|time| time <= LONGEST)
        };
        match () {
            () if !is_time(self.timeout) => Err(Failure::Foreign("it has a time limit that is none")),
            () if self.block == 0 => Err(Failure::Foreign("it has blocks without units")),
            () if self.part.is_some_and(|(first, end)| first > end) => {
                Err(Failure::Foreign("it has a part that ends before it begins"))
            }
            () => Ok(self),
        }
    }

    /// The setup with another folder for bugs, chosen by the user.
    pub fn with_bugs(self, bugs: Option<String>) -> Setup {
        let bugs_seal = bugs.as_ref().and_then(|bugs| seal(BUGS, bugs));
        Setup { bugs, bugs_seal, ..self }
    }

    /// The folder for bugs, if this user chose it.
    pub fn trusted_bugs(&self) -> Option<&str> {
        self.bugs.as_deref().filter(|bugs| is_trusted(BUGS, bugs, self.bugs_seal.as_deref()))
    }

    /// The limits of one question.
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

    /// Differences in what determines the tests: the old and the new value of each.
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
            // The same seeds may be named in different ways.
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

    /// Why two campaigns cannot be merged: differences in what determines tests and answers. Paths of solvers
    /// do not matter, their programs do.
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
        // Only of solvers in both whose programs are known.
        let programs = |setup: &Setup, other: &Setup| {
            let of_other = |label: &str| other.solvers.iter().find(|solver| solver.label == label);
            let known = setup.solvers.iter().filter(|solver| {
                of_other(&solver.label).is_some_and(|other| other.digest.is_some() && solver.digest.is_some())
            });
            known
                .filter_map(|solver| Some(format!("{} {:.12}", solver.label, solver.digest.as_ref()?)))
                .collect::<Vec<_>>()
                .join(", ")
        };
        let parts = [
            ("another version of gainsay", self.version.clone(), now.version.clone()),
            ("other solvers", labels(self), labels(now)),
            ("other programs of these solvers", programs(self, now), programs(now, self)),
            ("another timeout", format!("{} s", self.timeout), format!("{} s", now.timeout)),
            ("another memory limit", format!("{} MB", self.memory >> 20), format!("{} MB", now.memory >> 20)),
        ];
        let notice =
            |(name, before, now)| format!("this campaign was last run with {name}: {before} (now: {now})");
        parts.into_iter().filter(|(_, before, now)| before != now).map(notice).collect()
    }
}

impl Store {
    /// Compares a setup with the stored one, or stores it if there is none.
    pub(super) fn agree(&mut self, now: &Setup) -> Result<Vec<Notice>, StoreError> {
        let (campaign, is_shared) = (self.campaign(), self.is_shared());
        self.database.attempt(|connection| {
            connection.transaction(|connection| {
                let before = read(connection)?;
                let mut differences = before.as_ref().map_or(Vec::new(), |before| before.differences(now));
                let mut notices = before.as_ref().map_or(Vec::new(), |before| before.notices(now));
                // Workers of a shared campaign must work alike, and parts are merged by what they were last run
                // with.
                if is_shared || now.part.is_some() {
                    differences.append(&mut notices);
                }
                if !differences.is_empty() {
                    let folder = campaign.clone();
                    return Err(Failure::Other(StoreError::Differs { folder, differences }));
                }
                if before.is_none() || !is_shared {
                    write_setup(connection, now)?;
                }
                Ok(notices)
            })
        })
    }

    /// The setup of the campaign in a folder or at an address. `None` if there is no campaign.
    pub fn setup_in(folder: &Path) -> Result<Option<Setup>, StoreError> {
        match Store::look_into(folder) {
            Err(StoreError::NoCampaign(_) | StoreError::NoSharedCampaign(_)) => Ok(None),
            store => store?.database.attempt(read),
        }
    }

    /// The setup of the last run.
    pub fn setup(&mut self) -> Result<Setup, StoreError> {
        self.database.attempt(|connection| read(connection)?.ok_or(Failure::Foreign("it was never begun")))
    }

    /// A solver that the campaign has used.
    pub fn solver(&mut self, label: &str) -> Result<Option<SolverRow>, StoreError> {
        let sql = "SELECT how FROM solvers WHERE label = ?1";
        self.database.find(sql, bind![label], |row| parse(&row.get::<String>(0)?))
    }
}

pub(super) fn read(connection: &mut Connection) -> Result<Option<Setup>, Failure> {
    let found = connection.query("SELECT value FROM campaign WHERE key = 'setup'", &[])?;
    let setup = |row: &Row| parse::<Setup>(&row.get::<String>(0)?)?.shown().if_possible();
    found.first().map(setup).transpose()
}

pub(super) fn parse<T: for<'a> Deserialize<'a>>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|_| Failure::Foreign("what it was begun with cannot be read"))
}

pub(super) fn write_setup(connection: &mut Connection, setup: &Setup) -> Result<(), Failure> {
    let sql =
        "INSERT INTO campaign (key, value) VALUES ('created', CAST(CURRENT_TIMESTAMP AS TEXT)), ('seed', ?1)
        ON CONFLICT DO NOTHING";
    connection.execute(sql, bind![setup.seed.to_string()])?;
    let sql = "INSERT INTO campaign (key, value) VALUES ('setup', ?1), ('version', ?2)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value";
    connection.execute(sql, bind![to_json(setup)?, setup.version])?;
    setup.solvers.iter().try_for_each(|solver| write_solver(connection, solver))
}

pub(super) fn write_solver(connection: &mut Connection, solver: &SolverRow) -> Result<(), Failure> {
    let sql = "INSERT INTO solvers (label, how) VALUES (?1, ?2) ON CONFLICT (label) DO UPDATE SET how = excluded.how";
    connection.execute(sql, bind![solver.label, to_json(solver)?]).map(drop)
}

pub(super) fn to_json(value: &impl Serialize) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|_| Failure::Foreign("no text"))
}
