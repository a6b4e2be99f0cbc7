//! `gainsay page --out`: campaigns and dockets as a web site of plain files.

use super::page::open;
use crate::files::replace;
use crate::page::Site;
use crate::words::{counted, joined};
use anyhow::{Context, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The old spelling of `gainsay page --out`
#[derive(clap::Args)]
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
    write(&open(&args.sources, args.config, false)?, &args.out)
}

/// Writes a site into a folder.
pub fn write(site: &Site, out: &Path) -> anyhow::Result<ExitCode> {
    let is_empty = fs::read_dir(out).map_or(true, |mut entries| entries.next().is_none());
    if !is_empty && !out.join(LIST).is_file() {
        bail!(
            "{} is not empty, and `gainsay page --out` did not write it: choose another folder",
            out.display()
        );
    }
    let before = fs::read_to_string(out.join(LIST)).unwrap_or_default();
    let paths = site.paths();
    // Written first, so that an interrupted run can be repeated.
    let list = out.join(LIST);
    let note =
        |paths: &str| replace(&list, paths).with_context(|| format!("cannot write {}", list.display()));
    note(&format!("{before}{}\n", paths.join("\n")))?;
    for path in &paths {
        let content = site.content(path).with_context(|| format!("cannot read {path}"))?;
        let Some(content) = content else { continue };
        let target = out.join(path);
        replace(&target, &content.bytes).with_context(|| format!("cannot write {}", target.display()))?;
    }
    for old in before.lines().filter(|old| !paths.iter().any(|path| path == old) && is_inside(old)) {
        let _ = fs::remove_file(out.join(old));
    }
    note(&(paths.join("\n") + "\n"))?;
    say!("{}: {}", out.join("index.html").display(), counted(paths.len(), "file"));
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
