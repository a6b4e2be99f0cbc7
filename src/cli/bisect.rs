//! `gainsay bisect`: which releases of a solver are wrong about a script.

use super::{BAD_INPUT, FOUND, catalogue, choose_solvers, megabytes, read_text, seconds};
use crate::evidence::Expect;
use crate::script::Script;
use crate::solver::{Catalogue, Limits, Profile, SolverSpec, release_key};
use crate::triage::{Inquest, Strip, bisect, truth};
use anyhow::{Context, bail};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

/// Say which releases of a solver are wrong about a script: the first bad one, and the one that fixed it
///
/// Releases that are not there are installed. The right answer comes from trying all assignments, from a model that gainsay's
/// evaluator accepts, from two other solvers that prove unsat, from --expect, or, if nothing else is known, from the
/// script's own `:status`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay bisect bug.smt2 --solver z3                        all releases that packages offer
  gainsay bisect bug.smt2 --solver z3 --versions 4.8.5..5.4.0
  gainsay bisect bug.smt2 --solver \"z3 smt.arith.solver=2\" --versions 4.12.2,5.4.0 --expect sat

The strip has one character a release, the oldest first: . right, ! wrong, C crash, ? unknown or
too slow, - rejected, x cannot be installed. If a bug comes and goes, it is fixed in the first
right release after the last wrong one.
Exit codes: 10 the newest release is wrong, 0 only older ones are, 1 none is, 2 wrong usage or a
solver that cannot be run.")]
pub struct Args {
    /// The script, with one question; `-` is standard input
    file: PathBuf,
    /// The solver, with options if it needs some
    #[arg(short, long, value_name = "SOLVER")]
    solver: String,
    /// The releases: FROM..TO, FROM.., ..TO, or a list with `,` [default: all]
    #[arg(long, value_name = "VERSIONS", value_parser = Versions::parse)]
    versions: Option<Versions>,
    /// The right answer
    #[arg(long, value_name = "ANSWER", value_parser = ["sat", "unsat"])]
    expect: Option<String>,
    /// Time for each question: seconds, or as in 500ms or 2m
    #[arg(short, long, default_value_t = 10.0, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
    timeout: f64,
    /// Memory for each process: megabytes, or a size such as 512M or 4G
    #[arg(long, default_value_t = 4096, value_name = "SIZE", value_parser = megabytes)]
    memory: u64,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// The file with solvers of your own [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// Releases as users choose them.
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
            false => Err("versions are wanted, as in 4.8.5..5.4.0 or 4.12.2,5.4.0".to_owned()),
        }
    }

    /// The releases that are meant, the oldest first, and what is to be said about them.
    pub fn choose(
        versions: Option<&Versions>,
        catalogue: &Catalogue,
        profile: &Profile,
    ) -> anyhow::Result<Vec<String>> {
        if let Some(Versions::List(list)) = versions {
            let mut list = list.clone();
            list.sort_by_key(|version| release_key(version));
            return Ok(list);
        }
        let (mut releases, failure) = catalogue.releases(profile);
        if let Some(failure) = failure {
            if releases.is_empty() {
                bail!(failure);
            }
            remark!("only the releases that are installed are tried: {failure}");
        }
        if let Some(Versions::Between { from, to }) = versions {
            let is_within = |version: &String| {
                let key = release_key(version);
                from.as_ref().is_none_or(|from| key >= release_key(from))
                    && to.as_ref().is_none_or(|to| key <= release_key(to))
            };
            releases.retain(is_within);
        }
        if releases.is_empty() {
            bail!("no release of {} is known in this range", profile.name);
        }
        if versions.is_none() {
            remark!(
                "trying all {} releases of {}; --versions takes some of them",
                releases.len(),
                profile.name
            );
        }
        Ok(releases)
    }
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let script = Script::read(&read_text(&args.file)?);
    if !script.asks() {
        bail!("{} asks nothing: it has no (check-sat) that is understood", args.file.display());
    }
    let catalogue = catalogue(args.config)?;
    let (spec, profile) = known(&args.solver, &catalogue)?;
    if spec.version.is_some() {
        bail!("give the releases with --versions");
    }
    let releases = Versions::choose(args.versions.as_ref(), &catalogue, profile)?;
    let limits = Limits { memory: args.memory << 20, ..Limits::seconds(args.timeout) };
    let truth = match args.expect.as_deref() {
        Some(answer) => Some((answer == "sat", "so it was said".to_owned())),
        None => right_answer(&script, &catalogue, &limits)?,
    };
    let inquest = Inquest { script: &script, keep_options: false, truth, limits, stop: &|| false };
    let Some(strip) = bisect(&inquest, &catalogue, &spec, &releases, None)? else { bail!("it was stopped") };
    tell(&inquest, &strip, args.json)
}

/// A solver that has releases.
pub fn known<'a>(text: &str, catalogue: &'a Catalogue) -> anyhow::Result<(SolverSpec, &'a Profile)> {
    let spec: SolverSpec = text.parse()?;
    let profile = catalogue.profiles.get(&spec.program);
    let profile = profile.with_context(|| format!("`{}` has no releases that are known", spec.program))?;
    Ok((spec, profile))
}

/// The right answer, from what can be proved; else from what the script itself says.
pub fn right_answer(
    script: &Script,
    catalogue: &Catalogue,
    limits: &Limits,
) -> anyhow::Result<Option<(bool, String)>> {
    if let Some(known) = truth(script, &choose_solvers(catalogue, &[])?, limits)? {
        return Ok(Some(known));
    }
    let status = script.info(":status").map(str::trim);
    let claimed = [Expect::Sat, Expect::Unsat].into_iter().find(|expect| Some(expect.word()) == status);
    Ok(claimed.map(|expect| (expect == Expect::Sat, "the script says so".to_owned())))
}

fn tell(inquest: &Inquest<'_>, strip: &Strip, json: bool) -> anyhow::Result<ExitCode> {
    let answer = |satisfiable: bool| if satisfiable { Expect::Sat } else { Expect::Unsat }.word();
    let right = inquest.truth.as_ref().map(|(satisfiable, why)| (answer(*satisfiable), why));
    if json {
        say!(
            "{}",
            json!({
                "solver": strip.solver, "kind": strip.kind, "right": right.map(|right| right.0),
                "because": right.map(|right| right.1), "strip": strip.text(), "first_bad": strip.first_bad(),
                "fixed_in": strip.fixed_in(), "in_newest": strip.is_in_newest(), "releases": strip.trials,
            })
        );
    } else {
        match right {
            Some((answer, why)) => say!("right:     {answer} ({why})"),
            None => say!("right:     nobody knows; give it with --expect"),
        }
        say!("{}", describe(strip));
    }
    Ok(ExitCode::from(match strip.first_bad() {
        None => BAD_INPUT,
        Some(_) if strip.is_in_newest() => FOUND,
        Some(_) => 0,
    }))
}

/// The strip, and what it comes to.
pub fn describe(strip: &Strip) -> String {
    let mut lines = Vec::new();
    if let (Some(first), Some(last)) = (strip.trials.first(), strip.trials.last()) {
        lines.push(format!(
            "{:10} {} {} {}",
            format!("{}:", strip.solver),
            first.release,
            strip.text(),
            last.release
        ));
    }
    let or = |release: Option<&str>, without: &str| release.unwrap_or(without).to_owned();
    if let Some(kind) = &strip.kind {
        lines.push(format!("first bad: {} ({kind})", or(strip.first_bad(), "none")));
        let without = if strip.is_in_newest() { "none, the newest has it" } else { "not known" };
        lines.push(format!("fixed in:  {}", or(strip.fixed_in(), without)));
    } else {
        lines.push("first bad: none".to_owned());
    }
    for (first, last, said) in strip.runs() {
        let releases = if first == last { first.to_owned() } else { format!("{first} to {last}") };
        lines.push(format!("  {releases}: {}", said.lines().next().unwrap_or_default()));
    }
    lines.join("\n")
}
