//! Options for asking solvers about many scripts, shared by several commands.

use crate::cli::process::cores;
use crate::cli::{LimitArgs, at_least};
use crate::consult::Consultation;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct AskingArgs {
    /// A solver: name, name@version, "name=command arguments", a command line, or several of these separated
    /// by `;`
    #[arg(short, long = "solver", value_name = "SOLVER")]
    pub solvers: Vec<String>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Number of scripts to ask about at once [default: one for each core]
    #[arg(short, long, value_name = "N", value_parser = at_least(1))]
    jobs: Option<u64>,
    /// Do not ask for unsat cores
    #[arg(long)]
    no_cores: bool,
    /// Ask each solver a second time with this random seed
    #[arg(long, value_name = "N")]
    other_seed: Option<u32>,
    /// The file with your own solvers [default: gainsay.toml in this folder, if it is there]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
}

impl AskingArgs {
    pub fn consultation(&self, keep_options: bool) -> Consultation {
        let (limits, cores) = (self.limits.limits(), !self.no_cores);
        Consultation { limits, cores, other_seed: self.other_seed, keep_options }
    }

    pub fn jobs(&self) -> usize {
        self.jobs.map_or_else(cores, |jobs| jobs as usize)
    }
}
