//! `gainsay docket add`: the bugs of campaigns and other folders come into the docket.

use super::super::bisect::Versions;
use super::super::bugs::{HowToBisect, bisect_entry, is_open};
use super::super::process::listen_and_interrupt;
use super::super::shared::warn_of_refused;
use crate::docket::{Added, Clerk, Docket};
use crate::report::filing::{Entry, Home};
use crate::solver::{Catalogue, Limits};
use crate::words::counted;
use anyhow::bail;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Args {
    /// The folders of campaigns and of `gainsay enumerate`, or others with folders of bugs
    #[arg(required = true)]
    campaigns: Vec<PathBuf>,
    /// First find the releases that have each bug, which makes the comparison more precise: all releases,
    /// FROM..TO, or a list separated by commas
    #[arg(long, value_name = "VERSIONS", num_args = 0..=1, require_equals = true, default_missing_value = "..", value_parser = Versions::parse)]
    bisect: Option<Versions>,
}

impl Args {
    /// Whether solvers are asked.
    pub fn asks(&self) -> bool {
        self.bisect.is_some()
    }
}

pub fn run(
    folder: &Path,
    args: &Args,
    catalogue: &Catalogue,
    (who, when): (&str, &str),
    json: bool,
) -> anyhow::Result<()> {
    let stop = listen_and_interrupt()?;
    let mut docket = Docket::open_or_begin(folder)?;
    warn_of_refused(&docket.refused);
    let mut clerk = Clerk::new(&mut docket, who, when);
    let mut told: Vec<Value> = Vec::new();
    for campaign in &args.campaigns {
        if Docket::is_in(campaign) {
            bail!(
                "{} is a docket itself; what is added are the folders where bugs were found",
                campaign.display()
            );
        }
        let mut home = Home::open(campaign)?;
        let seed = home.seed()?;
        let name = campaign.canonicalize().unwrap_or_else(|_| campaign.clone());
        let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (mut found, refused) = home.entries(&catalogue.profiles)?;
        warn_of_refused(&refused);
        if let Some(versions) = &args.bisect {
            date(&mut home, &mut found, versions, catalogue, &|| stop.is_set())?;
        }
        let (mut new, mut known) = (0, 0);
        for entry in found {
            let Some(added) = clerk.add(&name, seed, &entry)? else { continue };
            warn_of_refused(&std::mem::take(&mut clerk.refused));
            match &added {
                Added::New(_) => new += 1,
                _ => known += 1,
            }
            match json {
                true => told.push(facts(&name, &entry, &added)),
                false => tell(&name, &entry, &added)?,
            }
        }
        if !json {
            say!("{name}: {}, {}", counted(new, "new bug"), counted(known, "known one"));
        }
    }
    if json {
        say!("{}", Value::Array(told));
        return Ok(());
    }
    say!("{}: {}", folder.display(), counted(docket.cases.len(), "bug"));
    let undated = docket.cases.iter().filter(|case| case.record.releases.is_none()).count();
    if undated > 1 && args.bisect.is_none() {
        remark!(
            "for {undated} of them it is not known which releases have them; `--bisect` finds out, and then recognises more duplicates"
        );
    }
    Ok(())
}

/// Bisects the bugs for which that was not done, until interrupted.
fn date(
    home: &mut Home,
    found: &mut [Entry],
    versions: &Versions,
    catalogue: &Catalogue,
    stop: &dyn Fn() -> bool,
) -> anyhow::Result<()> {
    const SECONDS: f64 = 10.0;
    let how = HowToBisect { versions: Some(versions), every: false, limits: Limits::seconds(SECONDS) };
    for entry in found.iter_mut().filter(|entry| is_open(entry)) {
        if stop() {
            break;
        }
        bisect_entry(entry, &how, catalogue, &mut |folder| home.update_folder(folder), stop)?;
    }
    Ok(())
}

fn tell(campaign: &str, entry: &Entry, added: &Added) -> anyhow::Result<()> {
    match added {
        Added::New(bug) => say!("new      {bug}  {}", entry.title),
        Added::Same(bug, why) => say!("same as  {bug}  {campaign} {}: {why}", entry.id),
        Added::Known(_) => {}
        Added::Back(bug, release) => say!("REGRESSION  {bug}  it was fixed, and shows again in {release}"),
    }
    Ok(())
}

fn facts(campaign: &str, entry: &Entry, added: &Added) -> Value {
    let (word, why) = match added {
        Added::New(_) => ("new", ""),
        Added::Same(_, why) => ("same", why.as_str()),
        Added::Known(_) => ("known", ""),
        Added::Back(_, release) => ("regression", release.as_str()),
    };
    json!({
        "campaign": campaign, "bucket": entry.key, "finding": entry.id, "bug": added.name(), "what": word,
        "why": why,
    })
}
