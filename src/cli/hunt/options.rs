//! The options of a hunt: from the command line, then the `[hunt]` table of `gainsay.toml`, then defaults.

use super::super::settings::Settings;
use super::super::{at_least, duration, megabytes, seconds};
use crate::answer::Status;
use crate::campaign::{EQUAL, LEARN, OPTIONS, Shard, range_of_units};
use crate::store::Setup;
use crate::strategy::{Scope, Strategy, default_strategies};
use anyhow::{Context, bail};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

/// What can be set on the command line and in the file, under the same names.
#[derive(clap::Args, Deserialize, Default)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// Seeds: scripts, folders or patterns [default: the built-in ones]
    #[serde(deserialize_with = "read_list")]
    pub seeds: Vec<String>,
    /// A solver: name, name@version, "name=command arguments" or a command line; separate several by `;`, or
    /// repeat the option
    #[arg(short, long = "solver", value_name = "SOLVER")]
    #[serde(deserialize_with = "read_list")]
    pub solver: Vec<String>,
    /// Take the solvers from this file, written by `gainsay cluster prepare`; a program with another hash is
    /// refused
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub pins: Option<PathBuf>,
    /// How long to hunt, such as 60s, 90m, 1h30m [default: until Ctrl-C]
    #[arg(long = "for", value_name = "TIME", value_parser = duration)]
    #[serde(rename = "for", deserialize_with = "read_duration")]
    pub time: Option<Duration>,
    /// Stop after N units of work, each of which makes one test, or none where nothing applies
    #[arg(long, value_name = "N")]
    #[serde(deserialize_with = "read_number")]
    pub tests: Option<u64>,
    /// Do part K of N equal parts of the units, and leave the others to other machines; `gainsay merge`
    /// merges the parts
    #[arg(long, value_name = "K/N", conflicts_with = "units")]
    #[serde(skip)]
    pub shard: Option<Shard>,
    /// Do only the units from A up to B, such as 500..1000, for instance a part that was lost
    #[arg(long, value_name = "A..B", value_parser = range_of_units)]
    #[serde(skip)]
    pub units: Option<Range<u64>>,
    /// Units of work per seed (above 50: a multiple of 50); the campaign ends when every seed is used up
    #[arg(short, long, value_name = "N", conflicts_with = "tests", value_parser = at_least(1))]
    #[serde(deserialize_with = "read_positive")]
    pub iterations: Option<u64>,
    /// Time for each question and solver: seconds, or as in 500ms or 2m [default: 2]
    #[arg(short, long, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    #[serde(deserialize_with = "read_seconds")]
    pub timeout: Option<f64>,
    /// Give each question the full timeout; by default, most get as much time as questions of their kind have
    /// needed
    #[arg(long)]
    pub fixed_limits: bool,
    /// Ask some questions under options drawn from the solvers' own lists: `safe` ones; `all` that keep the
    /// question as it is, even those that a solver calls experimental; or none (`off`) [default: safe]
    #[arg(long, value_name = "WHICH", value_parser = OPTIONS)]
    #[serde(deserialize_with = "read_options")]
    pub options: Option<String>,
    /// Memory for each solver: megabytes, or a size such as 512M or 4G [default: 4096]
    #[arg(long, value_name = "SIZE", value_parser = megabytes)]
    #[serde(deserialize_with = "read_megabytes")]
    pub memory: Option<u64>,
    /// Number of workers [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = at_least(1))]
    #[serde(deserialize_with = "read_positive")]
    pub jobs: Option<u64>,
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help = about_strategies())]
    #[serde(deserialize_with = "read_words")]
    pub strategy: Vec<String>,
    /// Only seeds and tests of these logics, separated by commas
    #[arg(long, value_name = "LOGICS", value_delimiter = ',')]
    #[serde(deserialize_with = "read_words")]
    pub logic: Vec<String>,
    /// Only tests with this answer
    #[arg(long, value_name = "ANSWER", value_parser = ["sat", "unsat"])]
    #[serde(deserialize_with = "read_answer")]
    pub status: Option<String>,
    /// Only tests whose bit-vectors have at most N bits
    #[arg(long, value_name = "N", value_parser = at_least(1))]
    #[serde(deserialize_with = "read_positive")]
    pub max_width: Option<u64>,
    /// A file with your own rules, in addition to the shipped ones; each is tried first, and refused with a
    /// counterexample if it is wrong
    #[arg(long, value_name = "FILE")]
    pub rules: Vec<PathBuf>,
    /// The answer of seeds that do not state their own
    #[arg(short, long, value_name = "ANSWER", value_parser = ["sat", "unsat"])]
    #[serde(deserialize_with = "read_answer")]
    pub oracle: Option<String>,
    /// Where to write the folders of bugs [default: bugs/ in the campaign's folder]
    #[arg(short, long, value_name = "DIR")]
    pub bugs: Option<PathBuf>,
    /// At the end, find out which releases have the bugs and which fixed them: all releases, FROM..TO, or a
    /// list separated by commas
    #[arg(long, value_name = "VERSIONS", num_args = 0..=1, require_equals = true, default_missing_value = "..")]
    pub bisect: Option<String>,
    /// The random seed, from which all choices follow [default: 0]
    #[arg(long, value_name = "N")]
    #[serde(deserialize_with = "read_number")]
    pub seed: Option<u64>,
    /// Keep tests that reach new code as seeds; needs a solver built with coverage counters
    /// (instrument/README.md)
    #[arg(long, value_name = "GUIDE", value_parser = ["coverage"])]
    #[serde(deserialize_with = "read_guide")]
    pub guide: Option<String>,
    /// How time is divided among strategies and sizes: `learn` gives more to those that find more, `equal`
    /// gives each its turn [default: learn]
    #[arg(long, value_name = "HOW", value_parser = ["learn", "equal"])]
    #[serde(deserialize_with = "read_schedule")]
    pub schedule: Option<String>,
    /// The campaign's folder, or its address on a PostgreSQL server that many machines share; an existing
    /// campaign is resumed [default: a new folder in campaigns/]
    #[arg(long, value_name = "DIR")]
    pub campaign: Option<PathBuf>,
}

/// The help of `--strategy`, which names what is used by default.
fn about_strategies() -> String {
    let names: Vec<&str> = default_strategies().map(Strategy::name).collect();
    format!("Strategies, separated by commas [default: {}]", names.join(","))
}

impl Options {
    /// Takes options that are not set from the file.
    pub fn or(self, file: Options) -> Options {
        let list = |own: Vec<String>, other: Vec<String>| if own.is_empty() { other } else { own };
        // Either one says when the campaign ends.
        let is_counted = self.tests.is_some() || self.iterations.is_some();
        // A part ends with its units, however often it is interrupted.
        let ends = is_counted || self.time.is_some() && self.shard.is_none();
        Options {
            seeds: list(self.seeds, file.seeds),
            solver: list(self.solver, file.solver),
            pins: self.pins,
            time: if ends || self.time.is_some() { self.time } else { file.time },
            tests: if ends { self.tests } else { file.tests },
            shard: self.shard,
            units: self.units,
            iterations: if ends { self.iterations } else { file.iterations },
            timeout: self.timeout.or(file.timeout),
            fixed_limits: self.fixed_limits || file.fixed_limits,
            options: self.options.or(file.options),
            memory: self.memory.or(file.memory),
            jobs: self.jobs.or(file.jobs),
            strategy: list(self.strategy, file.strategy),
            logic: list(self.logic, file.logic),
            status: self.status.or(file.status),
            max_width: self.max_width.or(file.max_width),
            rules: if self.rules.is_empty() { file.rules } else { self.rules },
            oracle: self.oracle.or(file.oracle),
            bugs: self.bugs.or(file.bugs),
            bisect: self.bisect.or(file.bisect),
            seed: self.seed.or(file.seed),
            guide: self.guide.or(file.guide),
            schedule: self.schedule.or(file.schedule),
            campaign: self.campaign.or(file.campaign),
        }
    }

    /// Takes options that are not set from a campaign that is resumed.
    pub fn or_as_before(self, setup: Option<&Setup>) -> Options {
        let Some(setup) = setup else { return self };
        let list = |own: Vec<String>, before: &[String]| if own.is_empty() { before.to_vec() } else { own };
        Options {
            seeds: list(self.seeds, &setup.seeds),
            strategy: list(self.strategy, &setup.strategies),
            logic: list(self.logic, &setup.logics),
            oracle: self.oracle.or_else(|| setup.status.clone()),
            status: self.status.or_else(|| setup.only_status.clone()),
            max_width: self.max_width.or(setup.max_width.map(u64::from)),
            seed: self.seed.or(Some(setup.seed)),
            guide: self.guide.or_else(|| setup.guide.clone()),
            schedule: self.schedule.or_else(|| Some(setup.schedule.clone())),
            options: self.options.or_else(|| setup.options.clone()),
            timeout: self.timeout.or(Some(setup.timeout)),
            memory: self.memory.or(Some(setup.memory >> 20)),
            // The folder for bugs counts only if this user chose it.
            bugs: self.bugs.or_else(|| setup.trusted_bugs().map(PathBuf::from)),
            ..self
        }
    }

    /// Of a file's options, keeps those that a resumed campaign does not determine.
    pub fn beside(self, setup: Option<&Setup>) -> Options {
        if setup.is_none() {
            return self;
        }
        let Options { time, tests, iterations, jobs, bisect, fixed_limits, .. } = self;
        Options { time, tests, iterations, jobs, bisect, fixed_limits, ..Options::default() }
    }

    /// The default schedule. Parts of a split campaign cannot learn from each other; with equal turns they make
    /// the same tests as one machine.
    pub fn usual_schedule(&self) -> &'static str {
        if self.shard.is_some() || self.units.is_some() { EQUAL } else { LEARN }
    }

    /// The status that the user claims for seeds.
    pub fn claimed(&self) -> Status {
        self.oracle.as_deref().and_then(Status::from_word).unwrap_or_default()
    }

    /// The limits on tests.
    pub fn scope(&self) -> Scope {
        Scope::new(&self.logic, self.status.as_deref(), self.max_width)
    }

    /// The `[hunt]` table of a settings file.
    pub fn of(settings: &Settings) -> anyhow::Result<Options> {
        // Other tables of the file belong to other parts of the program.
        #[derive(Deserialize)]
        struct File {
            #[serde(default)]
            hunt: Options,
        }
        let parse = || -> anyhow::Result<Options> {
            let options =
                toml::from_str::<File>(&settings.text).map_err(|error| anyhow::anyhow!("{error}"))?.hunt;
            if options.iterations.is_some() && options.tests.is_some() {
                bail!(
                    "[hunt] has both `iterations` and `tests`, which both say when the campaign ends; remove one"
                );
            }
            Ok(options)
        };
        parse().with_context(|| settings.path.display().to_string())
    }
}

/// A value of the file, read as the command line reads it.
fn read<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    parse: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>, D::Error> {
    let text = match toml::Value::deserialize(deserializer)? {
        toml::Value::String(text) => text,
        toml::Value::Array(_) => return Err(D::Error::custom("expected one value, not a list")),
        toml::Value::Table(_) => return Err(D::Error::custom("expected one value, not a table")),
        other => other.to_string(),
    };
    parse(&text).map(Some).map_err(D::Error::custom)
}

/// One word, or a list of words.
fn read_list<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let wrong =
        || D::Error::custom("expected a text in quotes, or a list of them, such as [\"one\", \"two\"]");
    match toml::Value::deserialize(deserializer)? {
        toml::Value::String(text) => Ok(vec![text]),
        toml::Value::Array(items) => {
            let text = |item| if let toml::Value::String(text) = item { Ok(text) } else { Err(wrong()) };
            items.into_iter().map(text).collect()
        }
        _ => Err(wrong()),
    }
}

/// Words separated by commas, or a list of them.
fn read_words<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let list = read_list(deserializer)?;
    Ok(list.iter().flat_map(|text| text.split(',')).map(|word| word.trim().to_owned()).collect())
}

/// Functions for serde, each of which reads a value as the command line reads it.
macro_rules! readers {
    ($($name:ident: $type:ty = $parse:expr;)*) => {$(
        fn $name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<$type>, D::Error> {
            read(deserializer, $parse)
        }
    )*};
}

readers! {
    read_duration: Duration = duration;
    read_seconds: f64 = seconds;
    read_megabytes: u64 = megabytes;
    read_number: u64 = at_least(0);
    read_positive: u64 = at_least(1);
    read_answer: String = one_of(&["sat", "unsat"], "expected \"sat\" or \"unsat\"");
    read_schedule: String = one_of(&["learn", "equal"], "expected \"learn\" or \"equal\"");
    read_options: String = one_of(&OPTIONS, "expected \"safe\", \"all\" or \"off\"");
    read_guide: String = one_of(&["coverage"], "expected \"coverage\", the only guide there is");
}

fn one_of(words: &[&str], wrong: &str) -> impl Fn(&str) -> Result<String, String> {
    move |text| if words.contains(&text) { Ok(text.to_owned()) } else { Err(wrong.to_owned()) }
}
