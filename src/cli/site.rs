//! `gainsay site`: campaigns and dockets as a web site of plain files.

use super::known_solvers;
use super::process::now;
use super::shared::warn_of_refused;
use crate::files::replace;
use crate::page::Site;
use crate::words::{counted, joined};
use anyhow::{Context, bail};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write campaigns and dockets as a web site of plain files, for any host or none
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay site public                        campaigns/* and docket, if they exist
  gainsay site public monday docket          these
  xdg-open public/index.html                 it needs no server

A snapshot of what `gainsay serve` shows. Files of an earlier run are replaced.
Exit codes: 0 fine, 2 a folder that cannot be read or written.")]
pub struct Args {
    /// The folder to write to
    out: PathBuf,
    /// Campaigns (folders, or addresses of shared ones), dockets, folders of `gainsay evolve` and
    /// `gainsay enumerate`, and others with folders of bugs
    sources: Vec<PathBuf>,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// The list of files that the last run wrote, one per line.
const LIST: &str = "gainsay-site.txt";

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let profiles = known_solvers(args.config)?.profiles;
    let site = Site::open(&sources(&args.sources)?, profiles, false, now())?;
    site.refused().for_each(|why| warn_of_refused(std::slice::from_ref(why)));
    let is_empty = fs::read_dir(&args.out).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty && !args.out.join(LIST).is_file() {
        bail!(
            "{} is not empty, and `gainsay site` did not write it: choose another folder",
            args.out.display()
        );
    }
    let before = fs::read_to_string(args.out.join(LIST)).unwrap_or_default();
    let paths = site.paths();
    // Written first, so that an interrupted run can be repeated.
    let list = args.out.join(LIST);
    let note =
        |paths: &str| replace(&list, paths).with_context(|| format!("cannot write {}", list.display()));
    note(&format!("{before}{}\n", paths.join("\n")))?;
    for path in &paths {
        let content = site.content(path).with_context(|| format!("cannot read {path}"))?;
        let Some(content) = content else { continue };
        let target = args.out.join(path);
        replace(&target, &content.bytes).with_context(|| format!("cannot write {}", target.display()))?;
    }
    for old in before.lines().filter(|old| !paths.iter().any(|path| path == old) && is_inside(old)) {
        let _ = fs::remove_file(args.out.join(old));
    }
    note(&(paths.join("\n") + "\n"))?;
    say!("{}: {}", args.out.join("index.html").display(), counted(paths.len(), "file"));
    Ok(ExitCode::SUCCESS)
}

/// Whether a path of the list stays inside of the folder: the list may be anyone's.
fn is_inside(path: &str) -> bool {
    !path.starts_with('/') && !path.split('/').any(|part| part == ".." || part.is_empty())
}

/// The named sources, or the campaigns and the docket of the current folder.
pub fn sources(named: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    if !named.is_empty() {
        return Ok(named.to_vec());
    }
    let mut found: Vec<PathBuf> =
        fs::read_dir("campaigns").into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.join("campaign.db").is_file());
    // The newest first.
    found.sort_by(|left, right| right.cmp(left));
    let docket = PathBuf::from("docket");
    if crate::docket::Docket::is_in(&docket) {
        found.insert(0, docket);
    }
    if found.is_empty() {
        let places = joined(["campaigns", "docket"]);
        bail!("there is nothing to show in {places}; name campaigns or dockets");
    }
    Ok(found)
}
