//! `gainsay list seeds`: lists or writes the built-in seeds, and says which files can be seeds.

use crate::answer::Status;
use crate::quote::one_line;
use crate::seeds::{LOGICS, Library, Shipped, shipped};
use crate::words::{counted, did_you_mean};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// List the built-in seeds, or write them to files; or say which files can be seeds, and why others cannot
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay list seeds                           all, one per line, with logic and size
  gainsay list seeds --logic QF_LIA,QF_BV      only those of some logics
  gainsay list seeds --logic QF_S --out seeds  write seeds/QF_S/sat/01.smt2 and so on
  gainsay list seeds regress/                  which of these can be used, and why others cannot

Exit codes: 0 fine, 1 a file cannot be used as a seed, 2 wrong usage.")]
pub struct Args {
    /// Files, folders or patterns to examine instead; no solver is asked, so the answers shown are those that
    /// the files claim
    #[arg(conflicts_with = "out")]
    files: Vec<String>,
    /// Only these logics
    #[arg(long, value_name = "LOGIC", value_delimiter = ',')]
    logic: Vec<String>,
    /// Write each seed to DIR/LOGIC/STATUS/NUMBER.smt2
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<ExitCode> {
    if !args.files.is_empty() {
        return look(&Library::choose(&args.files, &args.logic, Status::Unknown)?);
    }
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

/// Reports for each seed whether it can be used.
fn look(library: &Library) -> Result<ExitCode> {
    let mut unusable = 0;
    for seed in 0..library.len() {
        let origin = library.origin(seed);
        let origin = one_line(&origin);
        match library.load(seed) {
            Ok(draft) => {
                let (logic, claim) = (draft.script.needed_logic(), draft.claim.answer.word());
                let assertions = counted(draft.script.assertions().count(), "assertion");
                say!("{origin}: {logic}, {claim}, {assertions}");
            }
            Err(why) => {
                unusable += 1;
                say!("{origin}: not used: {}", one_line(&why.to_string()));
            }
        }
    }
    if unusable > 0 {
        say!("{unusable} of {} cannot be used", counted(library.len(), "file"));
    }
    Ok(ExitCode::from(if unusable > 0 { super::BAD_INPUT } else { 0 }))
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
