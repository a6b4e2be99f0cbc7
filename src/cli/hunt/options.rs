//! What a hunt was asked for: flags, then the `[hunt]` table of `gainsay.toml`, then defaults.

use super::super::{LEAST_MEMORY, at_least, duration, seconds};
use crate::store::Setup;
use anyhow::{Context, bail};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What can be set on the command line and in the file, under the same names.
#[derive(clap::Args, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// Seeds: scripts, folders, patterns [default: the built-in ones]
    pub seeds: Vec<String>,
    /// A solver: name, name@version, "name=command arguments", a command line, or several of them with `;` between
    #[arg(short, long = "solver", value_name = "SOLVER")]
    pub solver: Vec<String>,
    /// How long to hunt, such as 60s, 90m, 1h30m [default: until Ctrl-C]
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    #[serde(rename = "for", deserialize_with = "read_duration")]
    pub time: Option<Duration>,
    /// How many units of work the campaign has; each makes one test, or none where nothing applies
    #[arg(long, value_name = "N")]
    pub tests: Option<u64>,
    /// How many units each seed gets, above 50 rounded up to a multiple of 50; the campaign ends when all have got theirs
    #[arg(short, long, value_name = "N", conflicts_with = "tests", value_parser = at_least(1))]
    pub iterations: Option<u64>,
    /// Seconds for each question and solver [default: 2]
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub timeout: Option<f64>,
    /// Megabytes of memory for each solver, 64 at least [default: 4096]
    #[arg(long, value_name = "MB", value_parser = at_least(LEAST_MEMORY))]
    pub memory: Option<u64>,
    /// How many workers there are [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = at_least(1))]
    pub jobs: Option<u64>,
    /// Strategies, with commas between [default: all but concat]
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub strategy: Vec<String>,
    /// Only seeds of these logics, with commas between
    #[arg(long, value_name = "LOGICS", value_delimiter = ',')]
    pub logic: Vec<String>,
    /// The answer that all seeds get that do not say themselves
    #[arg(short, long, value_name = "ANSWER", value_parser = ["sat", "unsat"])]
    pub oracle: Option<String>,
    /// Where the folders of bugs go [default: bugs in the campaign's folder]
    #[arg(short, long, value_name = "DIR")]
    pub bugs: Option<PathBuf>,
    /// When the hunt ends, find out which releases have its bugs, and which fixed them: all, FROM..TO, or a list with `,`
    #[arg(long, value_name = "VERSIONS", num_args = 0..=1, require_equals = true, default_missing_value = "..")]
    pub bisect: Option<String>,
    /// The number from which all random choices come [default: 0]
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Keep tests that reach new code as seeds, for solvers that were built to tell (coverage/README.md)
    #[arg(long, value_name = "GUIDE", value_parser = ["coverage"])]
    pub guide: Option<String>,
    /// The campaign's folder; one that exists goes on where it stopped [default: a new one in campaigns/]
    #[arg(long, value_name = "DIR")]
    pub campaign: Option<PathBuf>,
}

impl Options {
    /// Fills what was not given from the file.
    pub fn or(self, file: Options) -> Options {
        let list = |own: Vec<String>, other: Vec<String>| if own.is_empty() { other } else { own };
        // Either says when the campaign ends.
        let ends = self.tests.is_some() || self.iterations.is_some() || self.time.is_some();
        Options {
            seeds: list(self.seeds, file.seeds),
            solver: list(self.solver, file.solver),
            time: if ends { self.time } else { file.time },
            tests: if ends { self.tests } else { file.tests },
            iterations: if ends { self.iterations } else { file.iterations },
            timeout: self.timeout.or(file.timeout),
            memory: self.memory.or(file.memory),
            jobs: self.jobs.or(file.jobs),
            strategy: list(self.strategy, file.strategy),
            logic: list(self.logic, file.logic),
            oracle: self.oracle.or(file.oracle),
            bugs: self.bugs.or(file.bugs),
            bisect: self.bisect.or(file.bisect),
            seed: self.seed.or(file.seed),
            guide: self.guide.or(file.guide),
            campaign: self.campaign.or(file.campaign),
        }
    }

    /// Fills what was not given from a campaign that goes on: what decides its tests, and with what it was run.
    pub fn or_as_before(self, setup: Option<&Setup>) -> Options {
        let Some(setup) = setup else { return self };
        let list = |own: Vec<String>, before: &[String]| if own.is_empty() { before.to_vec() } else { own };
        Options {
            seeds: list(self.seeds, &setup.seeds),
            strategy: list(self.strategy, &setup.strategies),
            logic: list(self.logic, &setup.logics),
            oracle: self.oracle.or_else(|| setup.status.clone()),
            seed: self.seed.or(Some(setup.seed)),
            guide: self.guide.or_else(|| setup.guide.clone()),
            timeout: self.timeout.or(Some(setup.timeout)),
            memory: self.memory.or(Some(setup.memory >> 20)),
            bugs: self.bugs.or_else(|| setup.bugs.as_ref().map(PathBuf::from)),
            ..self
        }
    }

    /// Leaves of a file only what does not concern a campaign that goes on.
    pub fn beside(self, setup: Option<&Setup>) -> Options {
        if setup.is_none() {
            return self;
        }
        let Options { time, tests, iterations, jobs, bisect, .. } = self;
        Options { time, tests, iterations, jobs, bisect, ..Options::default() }
    }

    /// The `[hunt]` table of a file.
    pub fn read(path: &Path) -> anyhow::Result<Options> {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        // Other tables of the file belong to other parts of the program.
        #[derive(Deserialize)]
        struct File {
            #[serde(default)]
            hunt: Options,
        }
        let parse = || -> anyhow::Result<Options> {
            let options = toml::from_str::<File>(&text).map_err(|error| anyhow::anyhow!("{error}"))?.hunt;
            options.check()?;
            Ok(options)
        };
        parse().with_context(|| path.display().to_string())
    }

    /// What the command line checks by itself.
    fn check(&self) -> anyhow::Result<()> {
        if let Some(timeout) = self.timeout
            && let Err(why) = seconds(&timeout.to_string())
        {
            bail!("[hunt] timeout = {timeout}: {why}");
        }
        for (name, value) in [("iterations", self.iterations), ("jobs", self.jobs)] {
            if value == Some(0) {
                bail!("[hunt] {name} = 0: at least 1 is wanted");
            }
        }
        if let Some(memory) = self.memory.filter(|&memory| memory < LEAST_MEMORY) {
            bail!("[hunt] memory = {memory}: at least {LEAST_MEMORY} is wanted");
        }
        if self.iterations.is_some() && self.tests.is_some() {
            bail!("[hunt] has both `iterations` and `tests`; one of them says when the campaign ends");
        }
        if let Some(guide) = self.guide.as_deref().filter(|guide| *guide != "coverage") {
            bail!("[hunt] guide = \"{guide}\": coverage is the only guide");
        }
        match self.oracle.as_deref() {
            None | Some("sat" | "unsat") => Ok(()),
            Some(other) => bail!("[hunt] oracle = \"{other}\": sat or unsat is wanted"),
        }
    }
}

fn read_duration<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
    /// As on the command line, a number alone is one of seconds.
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a time is wanted, such as \"60s\", \"90m\", \"2h\" or \"1h30m\"")]
    enum Time {
        Seconds(u64),
        Text(String),
    }
    let text = match Time::deserialize(deserializer)? {
        Time::Seconds(seconds) => seconds.to_string(),
        Time::Text(text) => text,
    };
    duration(&text).map(Some).map_err(serde::de::Error::custom)
}
