//! `gainsay bugs`: the bugs of a campaign, and what to do with them.

mod export;

use super::bisect::{Versions, describe, right_answer};
use super::{catalogue, number, print, print_data, seconds};
use crate::consult::as_it_stands;
use crate::report::filing::{Entry, entries, unique_bugs};
use crate::report::quote;
use crate::script::Script;
use crate::solver::{Catalogue, Limits, SolverSpec};
use crate::store::Store;
use crate::triage::{Inquest, Strip, bisect, can_bisect};
use crate::words::counted;
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Show the bugs of a campaign, find out which releases have them, and hand them out to be reported
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay bugs monday                                     the gravest first
  gainsay bugs monday show 17
  gainsay bugs monday bisect                 which releases have them, and which fixed them
  gainsay bugs monday export --format md --out to-send --recheck
  gainsay bugs monday export --format junit > bugs.xml

Exit codes: 0 fine, 2 wrong usage, a folder without a campaign, or a solver that cannot be run.")]
pub struct Args {
    /// The campaign's folder
    campaign: PathBuf,
    #[command(subcommand)]
    action: Option<Action>,
    /// The file with solvers of your own [default: gainsay.toml in this folder, if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

#[derive(clap::Subcommand)]
enum Action {
    /// One line a bug, the gravest first; those are taken for the same that the same releases have and fix
    List {
        /// Also what is disputed or no bug
        #[arg(long)]
        all: bool,
        /// One JSON array
        #[arg(long)]
        json: bool,
    },
    /// All that is known about a bug
    Show {
        /// The bug's number, as the list has it
        #[arg(value_parser = number)]
        id: i64,
    },
    /// Try the releases of the solver: which have the bug, and which one fixed it
    Bisect {
        /// The bug's number [default: all that were not tried yet]
        #[arg(value_parser = number)]
        id: Option<i64>,
        /// The releases: FROM..TO, FROM.., ..TO, or a list with `,` [default: all]
        #[arg(long, value_name = "VERSIONS", value_parser = Versions::parse)]
        versions: Option<Versions>,
        /// Seconds for each question
        #[arg(short, long, default_value_t = 10.0, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
        timeout: f64,
    },
    /// Hand bugs out to be reported, no more of a solver than its people want
    Export(export::Args),
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let mut store = Store::look_into(&args.campaign)?;
    let catalogue = catalogue(args.config)?;
    let entries = entries(&mut store, &args.campaign, &catalogue.profiles)?;
    match args.action.unwrap_or(Action::List { all: false, json: false }) {
        Action::List { all, json } => list(&args.campaign, entries, all, json)?,
        Action::Show { id } => show(find(&entries, id)?)?,
        Action::Bisect { id, versions, timeout } => {
            try_releases(entries, id, versions.as_ref(), &Limits::seconds(timeout), &catalogue)?;
        }
        Action::Export(how) => export::run(&args.campaign, entries, &how, &catalogue)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn find(entries: &[Entry], id: i64) -> anyhow::Result<&Entry> {
    entries.iter().find(|entry| entry.id == id).with_context(|| {
        let known: Vec<String> = entries.iter().map(|entry| entry.id.to_string()).collect();
        match known.as_slice() {
            [] => format!("there is no bug {id}, nor any other"),
            known => format!("there is no bug {id}; there are {}", known.join(", ")),
        }
    })
}

fn list(campaign: &Path, entries: Vec<Entry>, all: bool, json: bool) -> anyhow::Result<()> {
    let (listed, left_out): (Vec<Entry>, Vec<Entry>) =
        entries.into_iter().partition(|entry| all || entry.is_bug);
    if json {
        return export::print_json(&listed);
    }
    let numbers = unique_bugs(&listed);
    let width = listed.iter().map(|entry| entry.solver.len()).max().unwrap_or(0).max("solver".len());
    if !listed.is_empty() {
        say!("  bug same as kind             findings  first bad fixed in  {:width$} what", "solver");
    }
    for (at, (entry, number)) in listed.iter().zip(&numbers).enumerate() {
        let same = numbers[..at].iter().position(|earlier| earlier == number);
        let same = same.map_or(String::new(), |same| listed[same].id.to_string());
        let known = entry.known.as_ref().map(|known| format!(" [known: {}]", known.link));
        let (first_bad, fixed) = releases(entry);
        say!(
            "{:>5} {same:>7} {:16} {:>8}  {first_bad:9} {fixed:9} {:width$} {}{}",
            entry.id,
            entry.kind.word(),
            entry.count,
            entry.solver,
            matter(entry),
            known.unwrap_or_default()
        );
    }
    say!("{}", sum(&listed, &numbers));
    let campaign = quote(&campaign.to_string_lossy());
    if let Some(first) = listed.first() {
        say!("all about one: gainsay bugs {campaign} show {}", first.id);
    }
    if listed.iter().any(|entry| is_open(entry) && has_releases(entry)) {
        say!("which releases have them: gainsay bugs {campaign} bisect");
    }
    if !left_out.is_empty() {
        let notes = counted(left_out.len(), "note");
        say!("{notes} on what is disputed or no bug: gainsay bugs {campaign} list --all");
    }
    Ok(())
}

/// How many bugs there are, and how many different ones.
fn sum(entries: &[Entry], numbers: &[usize]) -> String {
    let bugs = entries.iter().zip(numbers).filter(|(entry, _)| entry.is_bug);
    let different: BTreeSet<usize> = bugs.clone().map(|(_, number)| *number).collect();
    let (count, different) = (bugs.count(), different.len());
    let mut sum = counted(count, "bug");
    if different < count {
        sum += &format!(
            " ({}: what the same releases have and fix is taken for the same)",
            counted(different, "sort")
        );
    }
    match entries.len() - count {
        0 => sum,
        notes => format!("{sum}, {}", counted(notes, "note")),
    }
}

/// Whether there are releases that can be tried.
fn has_releases(entry: &Entry) -> bool {
    can_bisect(entry.kind) && !entry.profile.install.is_empty()
}

/// The first bad release and the one that fixed it, in a word each.
fn releases(entry: &Entry) -> (&str, &str) {
    let Some(strip) = &entry.strip else { return ("?", "?") };
    let fixed = strip.fixed_in().unwrap_or(if strip.is_in_newest() { "no" } else { "?" });
    (strip.first_bad().unwrap_or("none"), fixed)
}

/// The title without the solver and its version.
fn matter(entry: &Entry) -> &str {
    entry.title.split_once(": ").map_or(&entry.title, |(_, matter)| matter)
}

fn show(entry: &Entry) -> anyhow::Result<()> {
    say!("# {}\n", entry.title);
    say!("bug {}, {} of the form `{}`", entry.id, counted(entry.count, "finding"), entry.key);
    if let Some(folder) = &entry.folder {
        say!("folder: {}", folder.display());
    }
    if let Some(known) = &entry.known {
        say!("known: {} ({})", known.what, known.link);
    }
    if let Some(strip) = &entry.strip {
        say!("{}", describe(strip));
    }
    match entry.report.is_empty() {
        true => say!("\n{}\n\n{}", entry.why, entry.script),
        false => say!("\n{}", entry.report),
    }
    Ok(())
}

fn try_releases(
    mut entries: Vec<Entry>,
    id: Option<i64>,
    versions: Option<&Versions>,
    limits: &Limits,
    catalogue: &Catalogue,
) -> anyhow::Result<()> {
    if let Some(id) = id {
        find(&entries, id)?;
    }
    let is_meant = |entry: &Entry| match id {
        Some(id) => entry.id == id,
        None => is_open(entry),
    };
    for entry in entries.iter_mut().filter(|entry| is_meant(entry)) {
        say!("{:>5} {}", entry.id, entry.title);
        match bisect_entry(entry, versions, limits, catalogue, &|| false)? {
            Some(strip) => say!("{}\n", describe(&strip)),
            None => say!("releases cannot be tried for it"),
        }
    }
    Ok(())
}

/// Whether a bug's releases were not tried yet.
pub fn is_open(entry: &Entry) -> bool {
    entry.is_bug && entry.strip.is_none()
}

/// Tries releases for a bug, and keeps in its folder what they do. None if that cannot be done, or not to the end.
pub fn bisect_entry(
    entry: &mut Entry,
    versions: Option<&Versions>,
    limits: &Limits,
    catalogue: &Catalogue,
    stop: &dyn Fn() -> bool,
) -> anyhow::Result<Option<Strip>> {
    if !has_releases(entry) {
        return Ok(None);
    }
    let releases = Versions::choose(versions, catalogue, &entry.profile)?;
    let Some(strip) = strip_of(entry, &releases, limits, catalogue, stop)? else { return Ok(None) };
    let folder = entry.folder.clone().unwrap_or_default();
    entry.set_strip(strip.clone()).with_context(|| format!("cannot write to {}", folder.display()))?;
    Ok(Some(strip))
}

/// What these releases do with the script of a bug; none if it was told to stop.
fn strip_of(
    entry: &Entry,
    releases: &[String],
    limits: &Limits,
    catalogue: &Catalogue,
    stop: &dyn Fn() -> bool,
) -> anyhow::Result<Option<Strip>> {
    let script = as_it_stands(&Script::read(&entry.script));
    if !script.asks() {
        bail!("the script of bug {} asks nothing", entry.id);
    }
    let truth = right_answer(&script, catalogue, limits)?;
    let inquest = Inquest { script: &script, keep_options: true, truth, limits: *limits, stop };
    let spec = SolverSpec {
        name: None,
        program: entry.profile.name.clone(),
        version: None,
        arguments: entry.arguments.clone(),
    };
    Ok(bisect(&inquest, catalogue, &spec, releases, Some(entry.kind))?)
}

/// Prints files one after the other, with an empty line between them; scripts each with its name, since they look alike.
fn print_all(files: &[(String, String)]) -> anyhow::Result<()> {
    for (at, (name, text)) in files.iter().enumerate() {
        let between = if at == 0 { "" } else { "\n" };
        if name.ends_with(".smt2") {
            print_data(&format!("{between}; {name}\n{text}"))?;
        } else {
            print(&format!("{between}{text}"))?;
        }
    }
    Ok(())
}
