//! `gainsay cluster`: a campaign on Slurm, Kubernetes or GitHub Actions.

mod status;

use super::hunt::Options;
use super::settings::Settings;
use super::{catalogue, choose_solvers, pinned_solvers};
use crate::cluster::{Cluster, DESCRIPTION, Made, PARTS, PINS, github, kubernetes, slurm, submit};
use crate::files::replace;
use crate::solver::{Cache, Pins};
use crate::words::counted;
use anyhow::{Context, bail};
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Spread a campaign over machines: Slurm, Kubernetes, GitHub Actions
///
/// The description is `campaign.toml` in the campaign's folder: its `[hunt]` table says what to hunt, as in
/// gainsay.toml, and its `[cluster]` table how to distribute it. Every part works on the disk of its machine,
/// is saved to the folder `parts` every few minutes, and resumes from there if its machine dies. At the end
/// all parts are merged into the folder `merged`.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay cluster slurm monday --submit      an array of jobs, and one that merges at the end
  gainsay cluster status monday              how far the parts are, and what Slurm says
  gainsay cluster kubernetes monday && kubectl apply -f monday/kubernetes.yaml
  gainsay cluster github campaign            a workflow, to be moved to .github/workflows

A description, monday/campaign.toml:
  [hunt]
  solver = [\"mine=/home/me/z3/build/z3\", \"cvc5\"]
  tests = 1000000
  [cluster]
  parts = 40")]
pub struct Args {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Install and pin the solvers of a campaign for all machines: releases by number and hash, your own
    /// programs as copies
    Prepare(Folder),
    /// Write an array job for Slurm, and one that merges
    Slurm {
        #[command(flatten)]
        folder: Folder,
        /// Prepare the solvers and submit the jobs
        #[arg(long)]
        submit: bool,
    },
    /// Write an Indexed Job for Kubernetes, and one that merges
    Kubernetes(Folder),
    /// Write a workflow for GitHub Actions: a matrix, and a job that merges
    Github(Folder),
    /// Show the progress of the parts
    Status {
        #[command(flatten)]
        folder: Folder,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

#[derive(clap::Args)]
struct Folder {
    /// The campaign's folder, with campaign.toml in it
    #[arg(default_value = ".")]
    folder: PathBuf,
}

/// A description of a campaign.
struct Described {
    folder: PathBuf,
    settings: Settings,
    hunt: Options,
    cluster: Cluster,
}

impl Folder {
    fn read(self) -> anyhow::Result<Described> {
        let path = self.folder.join(DESCRIPTION);
        let settings = Settings::found(path.clone())?;
        #[derive(Deserialize)]
        struct File {
            #[serde(default)]
            cluster: Cluster,
        }
        let hunt = Options::of(&settings)?;
        let file: File = toml::from_str(&settings.text).with_context(|| path.display().to_string())?;
        if hunt.tests.is_none() && hunt.iterations.is_none() {
            bail!("{}: [hunt] must say how many units there are, as in `tests = 100000`", path.display());
        }
        let Cluster { parts, cores, minutes, save_minutes, .. } = file.cluster;
        if [parts, cores, minutes, save_minutes].contains(&0) {
            bail!("{}: parts, cores, minutes and save-minutes must be at least 1", path.display());
        }
        Ok(Described { folder: self.folder, settings, hunt, cluster: file.cluster })
    }
}

impl Described {
    /// Refuses what it names that could do harm, and this, unless the user trusts it: its folder may come from somebody else.
    fn allow(&self, more: Vec<String>) -> anyhow::Result<()> {
        let Described { settings, hunt, .. } = self;
        settings.allow(&[settings.own_solvers()?, settings.hunted(hunt)?, more].concat())
    }
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.action {
        Action::Prepare(folder) => prepare(&folder.read()?)?,
        Action::Slurm { folder, submit: false } => {
            let described = folder.read()?;
            write(&described.folder, &slurm(&described.cluster))?;
            say!("next: gainsay cluster slurm {} --submit", described.folder.display());
        }
        Action::Slurm { folder, submit: true } => {
            let described = folder.read()?;
            let jobs = described.cluster.shell_text().into_iter().map(|text| format!("the jobs' `{text}`"));
            described.allow(jobs.collect())?;
            write(&described.folder, &slurm(&described.cluster))?;
            prepare(&described)?;
            for name in ["log", PARTS] {
                fs::create_dir_all(described.folder.join(name))
                    .with_context(|| format!("cannot make {name} in {}", described.folder.display()))?;
            }
            let jobs = submit(&described.folder)?;
            say!(
                "submitted: {} as job {}, merged by job {}",
                counted(described.cluster.parts, "part"),
                jobs.parts,
                jobs.merge
            );
            say!("how far it is: gainsay cluster status {}", described.folder.display());
        }
        Action::Kubernetes(folder) => {
            let described = folder.read()?;
            write(&described.folder, &kubernetes(&described.cluster, &described.settings.text))?;
        }
        Action::Github(folder) => {
            let described = folder.read()?;
            write(&described.folder, &github(&described.cluster))?;
        }
        Action::Status { folder, json } => status::tell(&folder.read()?, json)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn write(folder: &Path, files: &[Made]) -> anyhow::Result<()> {
    for Made { name, text } in files {
        let path = folder.join(name);
        replace(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
        say!("wrote {}", path.display());
    }
    Ok(())
}

/// Installs the solvers into the shared folder and pins them; if they are pinned already, checks that they are
/// the same.
fn prepare(described: &Described) -> anyhow::Result<()> {
    let (folder, pins) = (&described.folder, described.folder.join(PINS));
    described.allow(Vec::new())?;
    let mut catalogue = catalogue(Some(folder.join(DESCRIPTION)))?;
    if std::env::var_os("GAINSAY_HOME").is_none_or(|home| home.is_empty()) {
        catalogue.cache = Cache::at(folder.join("solvers"));
    }
    if pins.exists() {
        let solvers = pinned_solvers(&catalogue, &pins)?;
        say!(
            "{} as pinned in {}; remove that file to pin anew",
            counted(solvers.len() as u64, "solver"),
            pins.display()
        );
        return Ok(());
    }
    let solvers = choose_solvers(&catalogue, &described.hunt.solver)?;
    let pinned = Pins::of(&solvers, folder)?;
    pinned.write(&pins)?;
    for pin in &pinned.solver {
        say!("pinned {} sha256 {}", pin.name, pin.sha256);
    }
    Ok(())
}
