//! `gainsay list`: what the program brings along: seeds, operators, strategies, languages, rules.

use super::{ops, rules, seeds};
use crate::enumerate::LANGUAGES;
use crate::strategy::strategies;
use std::path::PathBuf;
use std::process::ExitCode;

/// List seeds, operators, strategies, languages or rules
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    Seeds(seeds::Args),
    Ops(ops::Args),
    /// List the strategies of `gainsay hunt`, and what each does; * marks those used by default
    Strategies,
    /// List the languages of `gainsay enumerate`, and the sorts of their symbols
    Languages,
    /// List the rules from which tests are derived
    Rules {
        /// Files of rules [default: the shipped ones]
        files: Vec<PathBuf>,
    },
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match args.what {
        What::Seeds(args) => return seeds::run(args),
        What::Ops(args) => return ops::run(args),
        What::Rules { files } => return rules::list(&files),
        What::Strategies => {
            for strategy in strategies() {
                let mark = if strategy.is_default() { '*' } else { ' ' };
                say!("{mark} {:13} {}", strategy.name(), strategy.about());
            }
        }
        What::Languages => {
            for row in LANGUAGES {
                say!("{:13} {}", row.name, row.symbols.join(" "));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}
