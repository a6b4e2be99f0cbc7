//! `gainsay page`: campaigns and dockets in a browser, live or as plain files.

use super::known_solvers;
use super::process::now;
use super::serve::serve;
use super::shared::warn_of_refused;
use super::site::{sources, write};
use crate::page::Site;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show campaigns and dockets in a browser, live or as plain files
#[derive(clap::Args)]
#[command(
    alias = "serve",
    after_help = "\
Examples:
  gainsay page                               campaigns/* and docket, if they exist
  gainsay page monday docket                 these
  gainsay page monday --address 0.0.0.0:7070    for others, who need the token that it prints
  gainsay page --out public monday docket    write files, for any host or none
  xdg-open public/index.html                 they need no server

It only reads, so running hunts are not disturbed. Only pages and files of bugs are served, until
Ctrl-C. With --out, files of an earlier run are replaced.
Exit codes: 0 written, or ended by Ctrl-C, 2 a folder that cannot be read or written, or an address
that cannot be used."
)]
pub struct Args {
    /// Campaigns (folders, or addresses of shared ones), dockets, and folders of `gainsay evolve` and
    /// `gainsay enumerate`
    sources: Vec<PathBuf>,
    /// Serve pages that follow the campaigns; the default
    #[arg(long, conflicts_with = "out")]
    serve: bool,
    /// Write the pages as they are now into this folder instead
    #[arg(long, value_name = "DIR", conflicts_with_all = ["address", "token"])]
    out: Option<PathBuf>,
    /// Where to listen. Without a token, only on this machine
    #[arg(short, long, value_name = "ADDRESS", default_value = "127.0.0.1:7070")]
    address: String,
    /// Ask for a token on this machine, too
    #[arg(long)]
    token: bool,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.out {
        Some(out) if !args.serve => write(&open(&args.sources, args.config, false)?, &out),
        _ => serve(open(&args.sources, args.config, true)?, &args.address, args.token),
    }
}

/// The site of the named sources; `is_live` if it is read again and again.
pub fn open(named: &[PathBuf], config: Option<PathBuf>, is_live: bool) -> anyhow::Result<Site> {
    let profiles = known_solvers(config)?.profiles;
    let site = Site::open(&sources(named)?, profiles, is_live, now())?;
    site.refused().for_each(|why| warn_of_refused(std::slice::from_ref(why)));
    Ok(site)
}
