//! `gainsay merge`: merges the parts of a campaign.

use super::UNFINISHED;
use super::shared::warn_of_refused;
use crate::files::ForeignFolder;
use crate::merge::{Merged, Part, gaps, merge};
use crate::report::filing::Folders;
use crate::report::{adopt, clear_away_drafts, quote};
use crate::store::{BucketRow, Snapshot, Store, Tally, folder_of};
use crate::triage::Unit;
use crate::words::{counted, grouped};
use anyhow::Context;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Merge the parts of a campaign
///
/// Parts are campaigns with the same settings and solvers: those of `hunt --shard`, or copies of one. A block
/// of units in several parts counts once, and so does a bug. If OUT is a campaign already, it is a part
/// itself, so you can repeat the command whenever there is more.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay hunt --tests 20000 --shard 1/2 --campaign one     on one machine
  gainsay hunt --tests 20000 --shard 2/2 --campaign two     on another one
  gainsay merge all one two                                 when both folders are here
  gainsay bugs all
  gainsay merge 'postgres://me@host/db' monday              from a folder to a server, or back

Exit codes: 0 all units are done, 75 some are not: the command that does them is printed; 2 the
parts do not belong together, or a folder cannot be read or written.")]
pub struct Args {
    /// The folder or the address of the whole campaign, new or existing
    out: PathBuf,
    /// The folders or addresses of its parts
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let Args { out, parts: mut folders, json } = args;
    let before = Store::snapshot_in(&out)?;
    if before.is_some() {
        folders.insert(0, out.clone());
    }
    let mut reports = Reports::new();
    let parts =
        folders.iter().map(|folder| read(folder, &mut reports)).collect::<anyhow::Result<Vec<Part>>>()?;
    let Merged { mut snapshot, unlike_seeds } = merge(&parts)?;
    let copies = places_of_reports(&out, &mut snapshot, &reports);
    Store::restore(&out, &snapshot, before.as_ref())?;
    let mut store = Store::look_into(&out)?;
    let bugs = folder_of(&out).join(BUGS);
    clear_away_drafts(&bugs);
    for (report, unit) in copies {
        let (place, refused) = adopt(report, &bugs, unit)
            .with_context(|| format!("cannot copy {} to {}", report.path().display(), bugs.display()))?;
        warn_of_refused(&refused);
        store.update_folder(&place)?;
    }
    let whole = Whole::of(&snapshot);
    if json {
        say!("{}", whole.json(&out, &parts, &unlike_seeds));
    } else {
        whole.tell(&out, parts.len(), &unlike_seeds)?;
    }
    Ok(if whole.gaps.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(UNFINISHED) })
}

/// The folders of bugs of all parts, by their paths.
type Reports = BTreeMap<String, ForeignFolder>;

/// Reads a campaign, with the real paths of its reports.
fn read(folder: &Path, reports: &mut Reports) -> anyhow::Result<Part> {
    let mut store = Store::look_into(folder)?;
    let mut snapshot = store.snapshot()?;
    let folders = Folders::of(&mut store, folder)?;
    for BucketRow { folder: report, .. } in &mut snapshot.buckets {
        if let Some(path) = report.take() {
            let found = folders.find(&mut store, &path)?;
            warn_of_refused(found.refused.as_slice());
            if let Some(folder) = found.folder {
                let path = folder.path().to_string_lossy().into_owned();
                reports.insert(path.clone(), folder);
                *report = Some(path);
            }
        }
    }
    Ok(Part { name: folder.display().to_string(), snapshot })
}

/// The subfolder for the folders of bugs.
const BUGS: &str = "bugs";

/// The folders of bugs to be copied, each with its finding's new unit. Sets the future paths in the snapshot.
fn places_of_reports<'a>(
    out: &Path,
    snapshot: &mut Snapshot,
    reports: &'a Reports,
) -> Vec<(&'a ForeignFolder, Unit)> {
    let units: BTreeMap<i64, u64> = snapshot.findings.iter().map(|row| (row.id, row.finding.unit)).collect();
    let (campaign, seed) = (out.display().to_string(), snapshot.setup.seed);
    let mut copies = Vec::new();
    for BucketRow { first, folder, .. } in &mut snapshot.buckets {
        let Some(report) = folder.take().and_then(|path| reports.get(&path)) else { continue };
        let place = folder_of(out).join(BUGS).join(report.name());
        *folder = Some(place.to_string_lossy().into_owned());
        let unit = units.get(first).copied().unwrap_or_default();
        copies.push((report, Unit { campaign: campaign.clone(), finding: *first, unit, seed }));
    }
    copies
}

/// The facts to print about the merged campaign.
struct Whole {
    tally: Tally,
    findings: usize,
    buckets: usize,
    bugs: usize,
    units: Option<u64>,
    gaps: Vec<(u64, u64)>,
}

impl Whole {
    fn of(snapshot: &Snapshot) -> Whole {
        let mut tally = Tally::default();
        snapshot.blocks.values().for_each(|block| tally.add(block));
        Whole {
            tally,
            findings: snapshot.findings.len(),
            buckets: snapshot.buckets.len(),
            bugs: snapshot.buckets.iter().filter(|bucket| bucket.bug).count(),
            units: snapshot.setup.units,
            gaps: gaps(snapshot),
        }
    }

    fn tell(&self, out: &Path, parts: usize, unlike_seeds: &[String]) -> anyhow::Result<()> {
        let Whole { tally, buckets, bugs, .. } = self;
        let name = quote(&out.to_string_lossy());
        let of = self.units.map(|all| format!(" of {}", grouped(all))).unwrap_or_default();
        say!("{} in {}", counted(parts as u64, "part"), out.display());
        say!(
            "{}{of} units, {} tests, checksum {:016x}",
            grouped(tally.units),
            grouped(tally.tests),
            tally.checksum
        );
        say!(
            "{}, {}: gainsay bugs {name}",
            counted(*bugs as u64, "bug"),
            counted((buckets - bugs) as u64, "note"),
        );
        if !unlike_seeds.is_empty() {
            let (count, first) = (counted(unlike_seeds.len() as u64, "seed"), &unlike_seeds[0]);
            say!(
                "{count} got another answer in one part than in another ({first}, ..); tests made from them may not be those of one machine"
            );
        }
        for (first, end) in &self.gaps {
            say!(
                "not done: units {first}..{end}; to do them: gainsay hunt --campaign {name} --units {first}..{end}"
            );
        }
        Ok(())
    }

    fn json(&self, out: &Path, parts: &[Part], unlike_seeds: &[String]) -> serde_json::Value {
        let parts = parts.iter().map(|part| json!({"part": part.name, "units": part.snapshot.done.count()}));
        json!({
            "campaign": out.display().to_string(),
            "parts": parts.collect::<Vec<_>>(),
            "units": self.tally.units,
            "of": self.units,
            "tests": self.tally.tests,
            "checksum": format!("{:016x}", self.tally.checksum),
            "findings": self.findings,
            "buckets": self.buckets,
            "bugs": self.bugs,
            "unlike_seeds": unlike_seeds,
            "gaps": self.gaps.iter().map(|(first, end)| json!({"first": first, "end": end})).collect::<Vec<_>>(),
        })
    }
}
