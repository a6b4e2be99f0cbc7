//! `gainsay docket`: bugs across campaigns, and their states.

mod add;
mod advisories;
mod list;
mod retest;
mod same;

use super::process::timestamp;
use super::{FAILED, FOUND, LimitArgs, at_least, catalogue, choose_solvers, known_solvers, print_data};
use crate::docket::{Case, Docket, State, read_issues, resembling};
use crate::report::filing::Features;
use crate::words::counted;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Track bugs across campaigns: duplicates, states, what still shows
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay docket add monday tuesday                    the bugs of two campaigns, each once
  gainsay docket add monday --bisect                   first find the releases that have each
  gainsay docket same --set                            mark what now looks like a duplicate
  gainsay docket                                       the list, gravest first
  gainsay docket show 1a2b3c4d                         any unambiguous part of a name
  gainsay docket set 1a2b3c4d reported https://example.org/issues/7
  gainsay docket set 1a2b3c4d fixed 4.12.3
  gainsay docket retest --solver z3@5.4.0              every bug of z3 asked again
  gainsay docket retest --solver ./build/z3 --json > retest.json
  gainsay docket match exported-issues                 known already?
  gainsay docket advisories --solver z3                which release gets what wrong
  gainsay docket audit queries/ --solver z3@4.12.2     and which of your own queries that affects

The docket is a folder for git: one folder a bug, with its report, and `life.json`, which records
where it was seen, and its states.
Exit codes: 0 fine; of `retest`: 0 no bug shows, 10 one still shows, or another one in its place,
11 a fixed one came back, 2 something could not be asked, 3 a question got no answer, or all got
nothing but `unknown`.")]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// The folder of the docket
    #[arg(short, long, global = true, value_name = "FOLDER", default_value = "docket")]
    docket: PathBuf,
    /// Print JSON
    #[arg(long, global = true)]
    json: bool,
    /// The author of the change [default: $USER]
    #[arg(long, global = true, value_name = "NAME")]
    by: Option<String>,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(clap::Subcommand)]
enum Action {
    /// List the bugs, gravest first
    List(list::Args),
    /// Add the bugs of campaigns, and say which are duplicates, and why
    Add(add::Args),
    /// List bugs of the docket that now look like duplicates, and why
    Same(same::Args),
    /// Show everything known about a bug
    Show {
        /// The bug's name, or a part of it
        name: String,
    },
    /// Set the state of a bug
    Set {
        /// The bug's name, or a part of it
        name: String,
        #[arg(value_enum)]
        state: StateWord,
        /// The link of `reported`, the release of `fixed` and `came-back`, the other bug of `duplicate`
        value: Option<String>,
        /// Why, in a sentence
        #[arg(long, default_value = "")]
        why: String,
    },
    /// Ask a release or a build about every bug again
    Retest(retest::Args),
    /// Compare the bugs with the issues of a tracker
    Match {
        /// A folder of issues: JSON as the tracker exports it, or .smt2 files
        issues: PathBuf,
    },
    /// Show what each release gets wrong
    Advisories(advisories::Args),
    Audit(Box<super::audit::Args>),
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum StateWord {
    Open,
    Reported,
    Fixed,
    CameBack,
    Duplicate,
    Invalid,
    WontFix,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let (by, when) = (who(args.by.as_deref()), timestamp());
    let author = (by.as_str(), when.as_str());
    match args.action.unwrap_or(Action::List(list::Args::default())) {
        Action::List(how) => list::run(&Docket::open(&args.docket)?, &how, args.json)?,
        Action::Add(how) => {
            let catalogue = if how.asks() { catalogue(args.config)? } else { known_solvers(args.config)? };
            add::run(&args.docket, &how, &catalogue, author, args.json)?;
        }
        Action::Same(how) => same::run(&mut Docket::open(&args.docket)?, &how, author, args.json)?,
        Action::Show { name } => {
            let docket = Docket::open(&args.docket)?;
            list::show(&docket.cases[docket.find(&name)?], args.json)?;
        }
        Action::Set { name, state, value, why } => {
            let mut docket = Docket::open(&args.docket)?;
            let (at, state) = (docket.find(&name)?, (state, value));
            set(&mut docket, at, state, &why, author)?;
        }
        Action::Retest(how) => {
            let mut docket = Docket::open(&args.docket)?;
            let catalogue = catalogue(args.config)?;
            return retest::run(&mut docket, &how, &catalogue, author, args.json);
        }
        Action::Match { issues } => match_issues(&mut Docket::open(&args.docket)?, &issues, args.json)?,
        Action::Audit(how) => return super::audit::run(*how),
        Action::Advisories(how) => advisories::run(&Docket::open(&args.docket)?, &how, args.json)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn who(by: Option<&str>) -> String {
    let user = || std::env::var("USER").ok().filter(|user| !user.is_empty());
    by.map(str::to_owned).or_else(user).unwrap_or_else(|| "somebody".to_owned())
}

fn set(
    docket: &mut Docket,
    at: usize,
    (word, value): (StateWord, Option<String>),
    why: &str,
    (who, when): (&str, &str),
) -> anyhow::Result<()> {
    let needed = |what: &str| value.clone().with_context(|| format!("give {what} after the state"));
    let state = match word {
        StateWord::Open => State::Open,
        StateWord::Reported => State::Reported,
        StateWord::Fixed => State::FixedIn(needed("the release")?),
        StateWord::CameBack => State::CameBack(needed("the release")?),
        StateWord::Invalid => State::Invalid,
        StateWord::WontFix => State::WontFix,
        StateWord::Duplicate => {
            let other = docket.find(&needed("the name of the other bug")?)?;
            if other == at {
                bail!("a bug is no duplicate of itself");
            }
            State::DuplicateOf(docket.cases[other].name.clone())
        }
    };
    let case = &mut docket.cases[at];
    let _lock = case.reopen()?;
    if let StateWord::Reported = word {
        case.life.link = Some(needed("the link of the report")?);
    }
    case.life.set(state, who, when, why);
    case.save_life()?;
    say!("{}: {}", case.name, case.life.state);
    Ok(())
}

fn match_issues(docket: &mut Docket, folder: &Path, json: bool) -> anyhow::Result<()> {
    let (issues, strange) =
        read_issues(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    for path in &strange {
        remark!("{} is not an issue, nor a list of issues", path.display());
    }
    if issues.is_empty() {
        bail!("{} has no issues: neither JSON of a tracker's export nor .smt2 files", folder.display());
    }
    let mut matched = 0;
    let mut told: Vec<Value> = Vec::new();
    for case in &mut docket.cases {
        let found = resembling(&Features::of(&case.record), &issues);
        matched += usize::from(!found.is_empty());
        for other in &found {
            if json {
                told.push(json!({"bug": case.name, "maybe": other}));
            } else {
                say!("{}: {}", case.name, other.line());
            }
        }
        if found != case.life.resembles {
            let _lock = case.reopen()?;
            case.life.resembles = found;
            case.save()?;
        }
    }
    match json {
        true => say!("{}", Value::Array(told)),
        false => say!(
            "{} of {} may be known, of {}",
            matched,
            counted(docket.cases.len(), "bug"),
            counted(issues.len(), "issue")
        ),
    }
    Ok(())
}

/// A bug as JSON.
fn facts(case: &Case) -> Value {
    let record = &case.record;
    json!({
        "bug": case.name, "title": record.title(), "kind": record.finding.kind, "certainty": record.finding.certainty,
        "solver": record.program.name, "version": record.program.version, "life": case.life,
        "releases": record.releases.as_ref().map(crate::triage::History::facts), "script": record.script,
        "correct_with": record.correct_with, "folder": case.folder,
    })
}
