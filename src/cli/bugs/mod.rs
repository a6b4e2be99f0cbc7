//! `gainsay bugs`: the bugs of a campaign, and what to do with them.

mod export;

use super::bisect::{Versions, describe, right_answer, show_progress};
use super::process::listen_and_interrupt;
use super::replay::{How, replay};
use super::shared::warn_of_refused;
use super::{
    FAILED, FOUND, at_least, catalogue, known_solvers, number, print, print_data, read_text, seconds,
};
use crate::consult::pin_models_off;
use crate::files::ForeignFolder;
use crate::quote::one_line;
use crate::report::filing::{Entry, Home, same_as};
use crate::report::{essence, quote};
use crate::script::Script;
use crate::solver::{Catalogue, Limits, SolverSpec};
use crate::store::{StoreError, is_unreduced};
use crate::triage::{History, ReleaseCheck, Releases, bisect};
use crate::words::counted;
use anyhow::{Context, bail};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// List bugs of a campaign or folder, ask again, date, export them
///
/// Takes the folder of a campaign, of `gainsay enumerate`, or any other that holds the folders of bugs: as its
/// own, or in its folder `bugs`. Outside of campaigns, a bug's number is its place in the order of the names.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay bugs monday                                     most serious first
  gainsay bugs monday --json > known.json
  gainsay bugs tuesday --new-since known.json             only what monday did not have
  gainsay bugs monday show 17
  gainsay bugs monday replay 17 --solver z3@5.4.0    does another release get it wrong?
  gainsay bugs monday recheck --solver ./build/z3    what has this build fixed?
  gainsay bugs monday bisect                 which releases have them, and which fixed them
  gainsay bugs monday export --format md --out to-send --recheck
  gainsay bugs monday export --format junit > bugs.xml

Exit codes: 0 fine, 10 there is a new bug (only with --new-since), 2 wrong usage, a folder
without bugs, or a solver that cannot be run. Of `replay` and `recheck`: 10 a bug still shows,
or another one in its place, 0 none does (notes do not count), 2 a test cannot be made again or
asked, 3 a question got no answer, or all got nothing but `unknown`.")]
pub struct Args {
    /// The folder of a campaign or of `gainsay enumerate`, or one with folders of bugs
    campaign: PathBuf,
    #[command(subcommand)]
    action: Option<Action>,
    #[command(flatten)]
    list: List,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// How bugs are listed.
#[derive(clap::Args, Clone, Default)]
struct List {
    /// Also list notes: what is disputed or not a bug
    #[arg(long)]
    all: bool,
    /// Print one JSON array
    #[arg(long)]
    json: bool,
    /// Only bugs that are not in this file, which `bugs CAMPAIGN --json` wrote earlier
    #[arg(long, value_name = "FILE")]
    new_since: Option<PathBuf>,
}

impl List {
    /// Combines the options before and after the word `list`.
    fn or(self, other: List) -> List {
        List {
            all: self.all || other.all,
            json: self.json || other.json,
            new_since: self.new_since.or(other.new_since),
        }
    }

    fn is_given(&self) -> bool {
        self.all || self.json || self.new_since.is_some()
    }
}

#[derive(clap::Subcommand)]
enum Action {
    /// List bugs, most serious first, and say which are duplicates, and why
    List(List),
    /// Show everything known about a bug
    Show {
        /// The bug's number, as the list has it
        #[arg(value_parser = number)]
        id: i64,
    },
    /// Find the releases that have the bug, starting from the one in which it was found
    Bisect {
        /// The bug's number [default: all that were not tried yet]
        #[arg(value_parser = number)]
        id: Option<i64>,
        /// The releases: FROM..TO, FROM.., ..TO, or a list such as 4.12.2,5.4.0, all of which are tried
        /// [default: all]
        #[arg(long, value_name = "VERSIONS", value_parser = Versions::parse)]
        versions: Option<Versions>,
        /// Try every release instead of searching
        #[arg(long = "all")]
        every: bool,
        /// Time for each question: seconds, or as in 500ms or 2m
        #[arg(short, long, default_value_t = 10.0, value_name = "TIME", value_parser = seconds, allow_negative_numbers = true)]
        timeout: f64,
    },
    /// Make the test of a finding again, byte for byte, and see whether the solver still gets it wrong
    Replay {
        /// The number of the finding
        #[arg(value_parser = number)]
        finding: i64,
        #[command(flatten)]
        how: How,
    },
    /// Ask about all findings again, for instance a build of your own: what has it fixed?
    ///
    /// A bug is `fixed` if the solver answers correctly now, `still there` if it is wrong in the same way,
    /// `another bug` if it is wrong in another way, `unknown` if it says so, `no answer` if it gives none, and
    /// `changed` if nobody can tell. With --solver, only findings of that solver's family are asked again, if
    /// there are any, each with the options that it needs.
    Recheck {
        /// Number of findings to ask about at once [default: one for each core]
        #[arg(short, long, value_name = "N", value_parser = at_least(1))]
        jobs: Option<u64>,
        #[command(flatten)]
        how: How,
    },
    /// Export bugs for reporting, within each project's weekly limit
    Export(export::Args),
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let Args { campaign, action, list: listing, config } = args;
    let action = action.unwrap_or(Action::List(List::default()));
    if listing.is_given() && !matches!(action, Action::List(_)) {
        bail!(
            "--all, --json and --new-since belong to `list`; give options of other actions after their names"
        );
    }
    match action {
        Action::List(how) => {
            let entries = read(&mut Home::open(&campaign)?, &known_solvers(config)?)?;
            return list(&campaign, entries, &listing.or(how));
        }
        Action::Show { id } => {
            let entries = read(&mut Home::open(&campaign)?, &known_solvers(config)?)?;
            show(find(&entries, id)?, &entries)?;
        }
        Action::Bisect { id, versions, every, timeout } => {
            let (mut home, catalogue) = (Home::open(&campaign)?, catalogue(config)?);
            let entries = read(&mut home, &catalogue)?;
            let how = HowToBisect { versions: versions.as_ref(), every, limits: Limits::seconds(timeout) };
            return try_releases(&mut home, entries, id, &how, &catalogue);
        }
        Action::Replay { finding, how } => {
            return replay(&campaign, Some(finding), None, &how, &catalogue(config)?);
        }
        Action::Recheck { jobs, how } => return replay(&campaign, None, jobs, &how, &catalogue(config)?),
        Action::Export(how) => {
            let mut home = Home::open(&campaign)?;
            let catalogue = if how.asks() { catalogue(config)? } else { known_solvers(config)? };
            let entries = read(&mut home, &catalogue)?;
            export::run(&mut home, entries, &how, &catalogue)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The bugs of a campaign or another folder; warns of files that were refused.
fn read(home: &mut Home, catalogue: &Catalogue) -> anyhow::Result<Vec<Entry>> {
    let (entries, refused) = home.entries(&catalogue.profiles)?;
    warn_of_refused(&refused);
    Ok(entries)
}

fn find(entries: &[Entry], id: i64) -> anyhow::Result<&Entry> {
    entries.iter().find(|entry| entry.id == id).with_context(|| {
        let known: Vec<String> = entries.iter().map(|entry| entry.id.to_string()).collect();
        match known.as_slice() {
            [] => format!("there is no bug {id}: there are none"),
            known => format!("there is no bug {id}; the numbers are {}", known.join(", ")),
        }
    })
}

fn list(campaign: &Path, entries: Vec<Entry>, how: &List) -> anyhow::Result<ExitCode> {
    let entries = new_since(how.new_since.as_deref(), entries)?;
    let (listed, left_out): (Vec<Entry>, Vec<Entry>) =
        entries.into_iter().partition(|entry| how.all || entry.finding.is_bug());
    let has_news = how.new_since.is_some() && listed.iter().any(|entry| entry.finding.is_bug());
    let code = if has_news { ExitCode::from(FOUND) } else { ExitCode::SUCCESS };
    if how.json {
        export::print_json(&listed)?;
        return Ok(code);
    }
    let same = same_as(&listed);
    let width = listed.iter().map(|entry| entry.finding.solver.len()).max().unwrap_or(0).max("solver".len());
    if !listed.is_empty() {
        say!("  bug same as kind             findings  first bad fixed in  {:width$} what", "solver");
    }
    for (entry, same) in listed.iter().zip(&same) {
        let same = same.as_ref().map_or(String::new(), |(id, _)| id.to_string());
        let known = entry.known.as_ref().map(|known| format!(" [known: {}]", known.link));
        let known = known.or_else(|| is_unreduced(&entry.key).then(|| " [not reduced yet]".to_owned()));
        let unknown = || ("?".to_owned(), "?".to_owned());
        let (first_bad, fixed) = entry.history.as_ref().map_or_else(unknown, History::in_short);
        let Entry { id, count, fault, finding, .. } = entry;
        let (kind, solver, known) = (finding.kind.word(), &finding.solver, known.unwrap_or_default());
        say!(
            "{id:>5} {same:>7} {kind:16} {count:>8}  {first_bad:9} {fixed:9} {solver:width$} {fault}{known}"
        );
    }
    say!("{}", sum(&listed, same.iter().flatten().count()));
    let reasons = listed.iter().zip(&same).filter_map(|(entry, same)| Some((entry.id, same.as_ref()?)));
    for (id, (other, why)) in reasons {
        say!("{id} is taken for {other}: {why}");
    }
    let campaign = quote(&campaign.to_string_lossy());
    if let Some(first) = listed.first() {
        say!("to read one: gainsay bugs {campaign} show {}", first.id);
    }
    if listed.iter().any(|entry| is_open(entry) && has_releases(entry)) {
        say!("to find out which releases have them: gainsay bugs {campaign} bisect");
    }
    if !left_out.is_empty() {
        let notes = counted(left_out.len(), "note");
        say!("{notes} on what is disputed or not a bug: gainsay bugs {campaign} --all");
    }
    Ok(code)
}

/// The bugs that are not in an earlier list, if one is given; compared by bucket.
fn new_since(file: Option<&Path>, entries: Vec<Entry>) -> anyhow::Result<Vec<Entry>> {
    let Some(file) = file else { return Ok(entries) };
    #[derive(serde::Deserialize)]
    struct Known {
        bucket: String,
    }
    let text = read_text(file)?;
    let known: Vec<Known> = serde_json::from_str(&text)
        .with_context(|| format!("{} is not a list that `gainsay bugs --json` wrote", file.display()))?;
    let known: BTreeSet<String> = known.into_iter().map(|known| known.bucket).collect();
    Ok(entries.into_iter().filter(|entry| !known.contains(&entry.key)).collect())
}

/// The number of bugs, of different ones if some are duplicates, and of notes.
fn sum(entries: &[Entry], repeated: usize) -> String {
    let count = entries.iter().filter(|entry| entry.finding.is_bug()).count();
    let mut sum = counted(count, "bug");
    if repeated > 0 {
        sum += &format!(", {} of them different", count - repeated);
    }
    match entries.len() - count {
        0 => sum,
        notes => format!("{sum}, {}", counted(notes, "note")),
    }
}

/// Whether there are releases to try.
fn has_releases(entry: &Entry) -> bool {
    entry.finding.kind.row().bisectable && !entry.profile.install.is_empty()
}

fn show(entry: &Entry, all: &[Entry]) -> anyhow::Result<()> {
    say!("# {}\n", entry.title);
    let word = if entry.finding.is_bug() { "bug" } else { "note" };
    say!("{word} {}, {} in the bucket `{}`", entry.id, counted(entry.count, "finding"), entry.key);
    if !entry.finding.is_bug() {
        say!("not known to be a bug: {}", entry.finding.certainty.word());
    }
    let same = all.iter().zip(same_as(all)).find(|(other, _)| other.id == entry.id);
    if let Some((_, Some((other, why)))) = same {
        say!("taken for bug {other}: {why}");
    }
    if let Some(folder) = &entry.folder {
        say!("folder: {}", folder.path().display());
    }
    if is_unreduced(&entry.key) {
        say!("not reduced yet: `gainsay hunt --campaign` goes on with it");
    }
    if let Some(known) = &entry.known {
        say!("known: {} ({})", known.what, known.link);
    }
    if let Some(history) = &entry.history {
        say!("{}", describe(history));
    }
    match &entry.record {
        Some(record) => say!("\n{}", essence(record).trim_end()),
        None => say!("\n```smt2\n{}\n```", entry.script.trim_end()),
    }
    Ok(())
}

/// How to bisect: releases and limits.
pub struct HowToBisect<'a> {
    pub versions: Option<&'a Versions>,
    /// Try every release instead of searching.
    pub every: bool,
    pub limits: Limits,
}

fn try_releases(
    home: &mut Home,
    mut entries: Vec<Entry>,
    id: Option<i64>,
    how: &HowToBisect<'_>,
    catalogue: &Catalogue,
) -> anyhow::Result<ExitCode> {
    if let Some(id) = id {
        find(&entries, id)?;
    }
    let is_meant = |entry: &Entry| match id {
        Some(id) => entry.id == id,
        None => is_open(entry),
    };
    let stop = listen_and_interrupt()?;
    let mut all_told = true;
    for entry in entries.iter_mut().filter(|entry| is_meant(entry)) {
        say!("{:>5} {}", entry.id, entry.title);
        match bisect_entry(entry, how, catalogue, &mut |folder| home.update_folder(folder), &|| {
            stop.is_set()
        })? {
            Some(history) => {
                if stop.is_set() {
                    say!("stopped; so far:");
                }
                say!("{}\n", describe(&history));
                all_told &= history.tells_anything();
            }
            None => say!("its releases cannot be tried"),
        }
        if stop.is_set() {
            break;
        }
    }
    if !all_told {
        remark!("nothing was recorded for bugs about which no release gave an answer that can be judged");
    }
    Ok(if all_told { ExitCode::SUCCESS } else { ExitCode::from(FAILED) })
}

/// Whether a bug's releases were not tried yet.
pub fn is_open(entry: &Entry) -> bool {
    entry.finding.is_bug() && entry.history.is_none()
}

/// Tries releases for a bug, and notes in its folder what they do, if they tell anything and nobody stopped it; `noted` hears of
/// the folder then. None if that cannot be done.
pub fn bisect_entry(
    entry: &mut Entry,
    how: &HowToBisect<'_>,
    catalogue: &Catalogue,
    noted: &mut dyn FnMut(&Path) -> Result<(), StoreError>,
    stop: &dyn Fn() -> bool,
) -> anyhow::Result<Option<History>> {
    if !has_releases(entry) || must_not_be_asked(entry) {
        return Ok(None);
    }
    let start = Some(entry.version.as_str()).filter(|version| !version.is_empty());
    let releases = Versions::choose(how.versions, how.every, start, catalogue, &entry.profile)?;
    let history = history_of(entry, &releases, &how.limits, catalogue, stop)?;
    if history.tells_anything() && !stop() {
        let folder = entry.folder.as_ref().map(ForeignFolder::path).unwrap_or_default();
        let written = entry.set_history(history.clone());
        written.with_context(|| format!("cannot write to {}", folder.display()))?;
        noted(&folder)?;
    }
    Ok(Some(history))
}

/// Says why, if a bug's solver is not to be run with the options that its folder names.
fn must_not_be_asked(entry: &Entry) -> bool {
    let is_foreign = entry.has_foreign_options();
    if is_foreign {
        let options = entry.arguments.join(" ");
        let options = one_line(&options);
        remark!(
            "bug {}: what your gainsay on this machine did not write names options ({options}); --trust allows them",
            entry.id
        );
    }
    is_foreign
}

/// What these releases do with the script of a bug.
fn history_of(
    entry: &Entry,
    releases: &Releases,
    limits: &Limits,
    catalogue: &Catalogue,
    stop: &dyn Fn() -> bool,
) -> anyhow::Result<History> {
    let script = pin_models_off(&Script::read(&entry.script));
    if !script.asks() {
        bail!("the script of bug {} asks nothing", entry.id);
    }
    let truth = right_answer(&script, catalogue, limits)?;
    let check = ReleaseCheck { script: &script, keep_options: true, truth, limits: *limits, stop };
    let (program, arguments) = (entry.profile.name.clone(), entry.arguments.clone());
    let spec = SolverSpec { name: None, program, version: None, arguments };
    Ok(bisect(&check, catalogue, &spec, releases, Some(entry.finding.kind), &mut show_progress)?)
}

/// Prints files with empty lines between them. Each script gets a comment with its file name.
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
