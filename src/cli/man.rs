//! `gainsay man`: manual pages.

use super::{command, print};
use anyhow::Context;
use clap_mangen::{Man, generate_to};
use std::path::PathBuf;
use std::process::ExitCode;

/// Print the manual page, or write one for each subcommand
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay man | man -l -
  gainsay man --out ~/.local/share/man/man1       gainsay.1, gainsay-hunt.1 and so on")]
pub struct Args {
    /// A folder for the pages of all subcommands
    #[arg(short, long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let Some(folder) = args.out else {
        let mut page = Vec::new();
        Man::new(command()).render(&mut page)?;
        print(&String::from_utf8_lossy(&page))?;
        return Ok(ExitCode::SUCCESS);
    };
    std::fs::create_dir_all(&folder)
        .and_then(|()| generate_to(command(), &folder))
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    Ok(ExitCode::SUCCESS)
}
