//! `gainsay bugs CAMPAIGN export`: bugs as files for trackers, services and test suites.

use super::{history_of, must_not_be_asked, new_since, print_all};
use crate::report::filing::{Entry, Filed, Format, Home, select};
use crate::solver::{Catalogue, Limits};
use crate::triage::Releases;
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::SystemTime;

#[derive(clap::Args)]
pub struct Args {
    /// md: text for trackers; json; junit: for services that show tests; cvc5: regression tests
    #[arg(long, default_value = "md", value_parser = FORMATS.map(|(name, _)| name))]
    format: String,
    /// A folder for the files; what is written there counts as reported [default: print to standard output]
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// At most this many of a solver in a week, such as cvc5=3 [default: what the project asks for]
    #[arg(long, value_name = "SOLVER=N", value_parser = quota)]
    quota: Vec<(String, usize)>,
    /// Only bugs that still show in the newest release
    #[arg(long, visible_alias = "newest")]
    recheck: bool,
    /// Also bugs that are reported already, by the known issues of the solver's profile
    #[arg(long)]
    known: bool,
    /// Only bugs that are not in this file, which `bugs CAMPAIGN --json` wrote earlier
    #[arg(long, value_name = "FILE")]
    new_since: Option<PathBuf>,
}

impl Args {
    /// Whether solvers are asked.
    pub fn asks(&self) -> bool {
        self.recheck
    }
}

const FORMATS: [(&str, Format); 4] =
    [("md", Format::Markdown), ("json", Format::Json), ("junit", Format::Junit), ("cvc5", Format::Cvc5)];

fn format(word: &str) -> Option<Format> {
    FORMATS.iter().find(|(name, _)| *name == word).map(|(_, format)| *format)
}

fn quota(text: &str) -> Result<(String, usize), String> {
    let parts = text.split_once('=').and_then(|(name, number)| Some((name.to_owned(), number.parse().ok()?)));
    parts.ok_or_else(|| "expected a solver and a number, such as cvc5=3".to_owned())
}

pub fn run(home: &mut Home, entries: Vec<Entry>, args: &Args, catalogue: &Catalogue) -> anyhow::Result<()> {
    let place = home.folder();
    let mut filed =
        Filed::read(&place).with_context(|| format!("cannot read what {} has reported", place.display()))?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
    let entries = new_since(args.new_since.as_deref(), entries)?;
    let quotas: BTreeMap<String, usize> = args.quota.iter().cloned().collect();
    let bugs = entries.into_iter().filter(|entry| entry.finding.is_bug());
    let (known, wanted): (Vec<Entry>, Vec<Entry>) =
        bugs.partition(|entry| entry.known.is_some() && !args.known);
    for entry in &known {
        let link = entry.known.as_ref().map_or("", |known| &known.link);
        remark!("bug {} is known: {link}", entry.id);
    }
    let selection = select(wanted, &filed, &quotas, now, |entry| match args.recheck {
        true => shows_in_newest(entry, catalogue),
        false => Ok(true),
    })?;
    for entry in &selection.gone {
        remark!("bug {} does not show in the newest release of {}", entry.id, entry.profile.name);
    }
    for (solver, count) in &selection.waiting {
        remark!(
            "{count} more of {solver} are held back: its project asks for no more this week (see --quota)"
        );
    }
    let format = format(&args.format).context("no such format")?;
    let files = format.files(&selection.chosen, &home.idle()?);
    let Some(folder) = &args.out else { return print_all(&files) };
    std::fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for (name, text) in &files {
        let path = folder.join(name);
        crate::files::replace(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        remark!("{}", path.display());
    }
    filed.add(&selection.chosen, now);
    // Somebody else's bugs can be exported, too.
    if let Err(error) = filed.write(&place) {
        remark!("warning: {} does not remember what was exported: {error}", place.display());
    }
    Ok(())
}

/// Whether the newest available release shows a bug. A bug that cannot be tried is exported all the same.
fn shows_in_newest(entry: &Entry, catalogue: &Catalogue) -> anyhow::Result<bool> {
    if !entry.finding.kind.row().bisectable || catalogue.profiles.get(&entry.profile.name).is_none() {
        remark!("bug {} cannot be checked again: one answer does not show it", entry.id);
        return Ok(true);
    }
    if must_not_be_asked(entry) {
        return Ok(true);
    }
    let (releases, _) = catalogue.releases(&entry.profile);
    let Some(newest) = releases.last().cloned() else { return Ok(true) };
    let releases = Releases { names: vec![newest], complete: false, every: true, start: None };
    let history = history_of(entry, &releases, &Limits::default(), catalogue, &|| false)?;
    if !history.tells_anything() {
        remark!("bug {} could not be checked again: {}", entry.id, history.story().join("; "));
        return Ok(true);
    }
    Ok(history.is_in_newest())
}

/// Prints all facts of bugs as JSON.
pub fn print_json(entries: &[Entry]) -> anyhow::Result<()> {
    print_all(&Format::Json.files(entries, &[]))
}
