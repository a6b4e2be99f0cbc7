//! `gainsay seeds`: the seeds that come with the program, listed or written out as files.

use crate::seeds::{LOGICS, Shipped, shipped};
use crate::words::{counted, did_you_mean};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// List the built-in seeds, or write them to files
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay seeds                              all, one per line, with logic and size
  gainsay seeds --logic QF_LIA,QF_BV         only those of some logics
  gainsay seeds --logic QF_S --out seeds     write seeds/QF_S/sat/01.smt2 and so on")]
pub struct Args {
    /// Only these logics
    #[arg(long, value_name = "LOGIC", value_delimiter = ',')]
    logic: Vec<String>,
    /// Write each seed to DIR/LOGIC/STATUS/NUMBER.smt2
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<ExitCode> {
    let known: Vec<&str> = LOGICS.iter().map(|logic| logic.0).collect();
    if let Some(unknown) = args.logic.iter().find(|logic| !known.contains(&logic.as_str())) {
        let meant = did_you_mean(unknown, known.iter().copied());
        bail!("there are no built-in seeds for `{unknown}`{meant}; there are seeds for {}", known.join(", "));
    }
    let wanted =
        |seed: &&Shipped| args.logic.is_empty() || args.logic.iter().any(|logic| logic == seed.logic);
    let seeds: Vec<&Shipped> = shipped().iter().filter(wanted).collect();
    match args.out {
        Some(folder) => write(&seeds, &folder),
        None => list(&seeds),
    }
}

fn list(seeds: &[&Shipped]) -> Result<ExitCode> {
    say!("{:10} {:6} {:>6} {:>6} {:>10}", "LOGIC", "STATUS", "NUMBER", "BYTES", "ASSERTIONS");
    for seed in seeds {
        let assertions = crate::script::Script::read(seed.text).assertions().count();
        let Shipped { logic, number, text, .. } = seed;
        say!("{logic:10} {:6} {number:>6} {:>6} {assertions:>10}", seed.status(), text.len());
    }
    Ok(ExitCode::SUCCESS)
}

fn write(seeds: &[&Shipped], folder: &Path) -> Result<ExitCode> {
    for seed in seeds {
        let folder = folder.join(seed.logic).join(seed.status());
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
        let path = folder.join(format!("{:02}.smt2", seed.number));
        let text = format!("{}\n", seed.text);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    say!("{} in {}", counted(seeds.len(), "seed"), folder.display());
    Ok(ExitCode::SUCCESS)
}
