//! `gainsay bisect`: which releases of a solver are wrong about a script.

use super::process::listen_and_interrupt;
use super::{BAD_INPUT, FOUND, LimitArgs, catalogue, choose_solvers, read_text};
use crate::answer::Status;
use crate::evidence::Truth;
use crate::script::{Script, question_lines};
use crate::solver::{Catalogue, Limits, Profile, SolverSpec, release_key};
use crate::triage::{History, Progress, ReleaseCheck, Releases, bisect, truth};
use crate::words::counted;
use anyhow::{Context, bail};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Find the releases of a solver that are wrong about a script
///
/// Missing releases are installed. By default a binary search tries about 2 log2(n) of n releases, and says
/// which ones it did not try; --all tries every one. The right answer comes from exhaustive search, from a
/// model that gainsay's evaluator accepts, from two families of solvers that say unsat, from --expect, or, if
/// nothing else is known, from the script's own `:status`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay bisect bug.smt2 --solver z3                        search all releases
  gainsay bisect bug.smt2 --solver z3@4.12.2                 start from a release that is bad
  gainsay bisect bug.smt2 --solver ./build/z3                the releases of the same solver
  gainsay bisect bug.smt2 --solver z3 --versions 4.8.5..5.4.0 --all
  gainsay bisect bug.smt2 --solver \"z3 smt.arith.solver=2\" --versions 4.12.2,5.4.0 --expect sat

The strip has one character for each release, oldest first: . right, ! wrong, C crash, ? unknown or
too slow, - rejected, ~ cannot be asked so (it does not know an option), x not installable, _ not
tried. Nothing is concluded about releases that were not tried or cannot be asked. Ctrl-C stops the
search and prints what is known so far.
Exit codes: 10 the newest release asked is wrong, 0 only older ones are, 1 none of those asked is,
2 wrong usage, or no release gave an answer that can be judged, 130 stopped by Ctrl-C.")]
pub struct Args {
    /// The script; `-` is standard input
    file: PathBuf,
    /// The solver, with options if it needs some; a release such as z3@4.12.2 is where the search starts
    #[arg(short, long, value_name = "SOLVER")]
    solver: String,
    /// The releases: FROM..TO, FROM.., ..TO, or a list such as 4.12.2,5.4.0, all of which are tried [default:
    /// all]
    #[arg(long, value_name = "VERSIONS", value_parser = Versions::parse)]
    versions: Option<Versions>,
    /// Try every release instead of searching
    #[arg(long)]
    all: bool,
    /// Which question to ask, counted from 1, if the script has several [default: the last]
    #[arg(long, value_name = "N")]
    question: Option<usize>,
    /// The right answer
    #[arg(long, value_name = "ANSWER", value_parser = ["sat", "unsat"])]
    expect: Option<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// A choice of releases by the user.
#[derive(Clone, Debug)]
pub enum Versions {
    Between { from: Option<String>, to: Option<String> },
    List(Vec<String>),
}

impl Versions {
    pub fn parse(text: &str) -> Result<Versions, String> {
        let version = |word: &str| Some(word.trim().to_owned()).filter(|word| !word.is_empty());
        let versions = match text.split_once("..") {
            Some((from, to)) => Versions::Between { from: version(from), to: version(to) },
            None => Versions::List(text.split(',').filter_map(version).collect()),
        };
        let words: Vec<&String> = match &versions {
            Versions::Between { from, to } => from.iter().chain(to).collect(),
            Versions::List(list) => list.iter().collect(),
        };
        let is_version = |word: &&String| word.starts_with(|c: char| c.is_ascii_digit());
        match words.iter().all(is_version) && (!words.is_empty() || text == "..") {
            true => Ok(versions),
            false => Err("expected versions, such as 4.8.5..5.4.0 or 4.12.2,5.4.0".to_owned()),
        }
    }

    /// The chosen releases. Those of a list are all tried.
    pub fn choose(
        versions: Option<&Versions>,
        every: bool,
        start: Option<&str>,
        catalogue: &Catalogue,
        profile: &Profile,
    ) -> anyhow::Result<Releases> {
        let start = start.map(str::to_owned);
        if let Some(Versions::List(list)) = versions {
            let mut names = list.clone();
            names.sort_by_key(|version| release_key(version));
            return Ok(Releases { names, complete: false, every: true, start });
        }
        let (mut names, failure) = catalogue.releases(profile);
        if let Some(failure) = &failure {
            if names.is_empty() {
                bail!("{failure}");
            }
            remark!("only installed releases are tried: {failure}");
        }
        if let Some(Versions::Between { from, to }) = versions {
            let is_within = |version: &String| {
                let key = release_key(version);
                from.as_ref().is_none_or(|from| key >= release_key(from))
                    && to.as_ref().is_none_or(|to| key <= release_key(to))
            };
            names.retain(is_within);
        }
        if names.is_empty() {
            bail!("no release of {} is known in this range", profile.name);
        }
        Ok(Releases { names, complete: failure.is_none(), every, start })
    }
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let script = question(&args)?;
    let catalogue = catalogue(args.config)?;
    let (spec, start) = known(&args.solver, &catalogue)?;
    let profile = catalogue.profiles.get(&spec.program).context("the solver has no profile")?;
    let releases = Versions::choose(args.versions.as_ref(), args.all, start.as_deref(), &catalogue, profile)?;
    let limits = args.limits.limits();
    let truth = match args.expect.as_deref().and_then(Status::from_word) {
        Some(answer) => Truth::new(answer, "given by --expect"),
        None => right_answer(&script, &catalogue, &limits)?,
    };
    let stop = listen_and_interrupt()?;
    let is_stopped = || stop.is_set();
    let check = ReleaseCheck { script: &script, keep_options: false, truth, limits, stop: &is_stopped };
    let history = bisect(&check, &catalogue, &spec, &releases, None, &mut show_progress)?;
    let code = tell(&check, &history, args.json)?;
    Ok(if stop.is_set() { ExitCode::from(STOPPED) } else { code })
}

/// The exit code that a shell reports for a program stopped by Ctrl-C.
const STOPPED: u8 = 130;

/// Reports each release that was tried.
pub fn show_progress(progress: Progress<'_>) {
    let Progress { trial, tried, most } = progress;
    remark!("  {tried} of at most {most}: {} {}", trial.release, first_line(&trial.said));
}

/// The script up to the chosen question; reports which one that is if there are several.
fn question(args: &Args) -> anyhow::Result<Script> {
    let text = read_text(&args.file)?;
    let script = Script::read(&text);
    let file = args.file.display();
    if !script.asks() {
        bail!("{file} asks nothing: it has no (check-sat) that gainsay understands");
    }
    if !script.is_understood() && args.expect.is_none() {
        bail!(
            "gainsay does not understand all of {file} (`gainsay info {file}` says why), so give the right answer with --expect"
        );
    }
    let count = script.count_questions();
    let number = args.question.unwrap_or(count);
    let Some(question) = script.up_to_question(number) else {
        bail!("{file} has {}, so there is no question {number}", counted(count, "question"));
    };
    if count > 1 {
        let line =
            question_lines(&text).get(number - 1).map_or(String::new(), |line| format!(", line {line}"));
        let choice = if args.question.is_none() { "; choose another with --question N" } else { "" };
        remark!("question {number} of {count}{line}{choice}");
    }
    Ok(question)
}

/// A solver with known releases, and the release that was named, if any. For a program, the releases of the
/// solver that it is a build of.
pub fn known(text: &str, catalogue: &Catalogue) -> anyhow::Result<(SolverSpec, Option<String>)> {
    let spec: SolverSpec = text.parse()?;
    let is_release = spec.name.is_none() && catalogue.profiles.get(&spec.program).is_some();
    let (program, start) = if is_release {
        (spec.program.clone(), spec.version.clone())
    } else {
        let solver = catalogue.resolve(&spec)?;
        (solver.profile.name.clone(), Some(solver.version).filter(|version| !version.is_empty()))
    };
    let known = catalogue.profiles.iter().filter(|profile| !profile.install.is_empty());
    let known: Vec<&str> = known.map(|profile| profile.name.as_str()).collect();
    if !known.contains(&program.as_str()) {
        bail!("gainsay knows no releases of `{}`; it knows those of {}", spec.program, known.join(", "));
    }
    if !is_release {
        let version = start.as_deref().unwrap_or_default();
        remark!("{} is {program} {version}: trying the releases of {program}", spec.program);
    }
    Ok((SolverSpec { name: None, program, version: None, arguments: spec.arguments }, start))
}

/// The right answer, if it can be proved; otherwise what the script itself claims.
pub fn right_answer(script: &Script, catalogue: &Catalogue, limits: &Limits) -> anyhow::Result<Truth> {
    let known = truth(script, &choose_solvers(catalogue, &[])?, limits)?;
    // With several questions, it is not clear which one the status is about.
    if known.answer.is_known() || script.count_questions() > 1 {
        return Ok(known);
    }
    let claimed = script.info(":status").and_then(|word| Status::from_word(word.trim()));
    Ok(Truth::new(claimed.unwrap_or_default(), "the script's :status"))
}

fn tell(check: &ReleaseCheck<'_>, history: &History, json: bool) -> anyhow::Result<ExitCode> {
    let Truth { answer, why } = &check.truth;
    let right = answer.is_known().then(|| (answer.word(), why));
    let is_stopped = (check.stop)();
    if json {
        let mut facts = json!({
            "solver": history.solver, "kind": history.kind, "right": right.map(|right| right.0),
            "because": right.map(|right| right.1), "releases": history.trials, "stopped": is_stopped,
        });
        if let Some(object) = facts.as_object_mut() {
            object.extend(history.facts());
        }
        say!("{facts}");
    } else {
        if is_stopped {
            say!("stopped; so far:");
        }
        match right {
            Some((answer, why)) => say!("right:     {answer} ({why})"),
            None => say!("right:     unknown; give it with --expect"),
        }
        say!("{}", describe(history));
    }
    if !history.tells_anything() && !is_stopped {
        bail!("no release of {} gave an answer that can be judged", history.solver);
    }
    Ok(ExitCode::from(match history.beginning() {
        None => BAD_INPUT,
        Some(_) if history.is_in_newest() => FOUND,
        Some(_) => 0,
    }))
}

/// The history with conclusions.
pub fn describe(history: &History) -> String {
    let mut lines = Vec::new();
    if let (Some(first), Some(last)) = (history.trials.first(), history.trials.last()) {
        let solver = format!("{}:", history.solver);
        lines.push(format!("{solver:10} {} {} {}", first.release, history.text(), last.release));
    }
    lines.extend(history.story());
    for (first, last, said) in history.runs() {
        let releases = if first == last { first.to_owned() } else { format!("{first} to {last}") };
        lines.push(format!("  {releases}: {}", first_line(said)));
    }
    lines.join("\n")
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
