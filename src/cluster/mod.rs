//! Campaigns on many machines: the files by which batch systems place the parts of a campaign, made from one description.
//!
//! Whatever the system, a part is hunted on the disk of its machine, saved to the shared folder every now and then, and goes on from there
//! if its machine dies. At the end the parts are merged.

mod engine;
mod github;
mod kubernetes;
mod slurm;

pub use engine::{EngineError, Jobs, state, submit};
pub use github::github;
pub use kubernetes::kubernetes;
pub use slurm::slurm;

use serde::Deserialize;

/// The `[cluster]` table of a description: what a campaign is spread over. The campaign itself is its `[hunt]` table.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Cluster {
    /// What its jobs are called.
    pub name: String,
    pub parts: u64,
    /// How gainsay is started on a machine.
    pub program: String,
    /// The image of a container in which it is started there, if it is.
    pub container: Option<String>,
    /// For each part.
    pub cores: u64,
    /// In megabytes, for each part.
    pub memory: Option<u64>,
    /// After so many minutes a part is stopped, and goes on in another job.
    pub minutes: u64,
    /// A part is saved every so many minutes: a machine that dies takes no more with it.
    pub save_minutes: u64,
    /// Where a part is hunted, on the disk of its machine. A word of the shell.
    pub scratch: String,
    /// Lines of the shell before gainsay is started, such as `module load gcc`.
    pub before: Vec<String>,
    /// Options of `sbatch`, such as `--partition=long`.
    pub slurm: Vec<String>,
    /// The claim of a volume that all pods can write.
    pub volume: String,
    /// How a runner of GitHub gets gainsay.
    pub install: String,
}

impl Default for Cluster {
    fn default() -> Cluster {
        Cluster {
            name: "gainsay".to_owned(),
            parts: 8,
            program: "gainsay".to_owned(),
            container: None,
            cores: 1,
            memory: None,
            minutes: 240,
            save_minutes: 10,
            scratch: "${TMPDIR:-/tmp}".to_owned(),
            before: Vec::new(),
            slurm: Vec::new(),
            volume: "gainsay".to_owned(),
            install: "cargo install --locked --git https://github.com/OWNER/gainsay gainsay".to_owned(),
        }
    }
}

/// A file that is made, by its name in the campaign's folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    pub name: &'static str,
    pub text: String,
}

/// The description's file, and the one with the pinned solvers.
pub const DESCRIPTION: &str = "campaign.toml";
pub const PINS: &str = "pins.toml";
/// The folder with what parts saved, one folder each, and the one of the whole.
pub const PARTS: &str = "parts";
pub const MERGED: &str = "merged";

/// The first lines of a file.
const MADE: &str = "# Made by `gainsay cluster` from campaign.toml: change that, and make this again.";

impl Cluster {
    /// Hunts one part to its end. The shell's `part` is its number; the folder of the campaign is the current one.
    fn part_script(&self) -> String {
        let Cluster { parts, program, scratch, save_minutes, cores, .. } = self;
        format!(
            r#"scratch=$(mktemp -d "{scratch}/gainsay-$part.XXXXXX")
trap 'rm -rf "$scratch"' EXIT
stop='' hunt=''
# TERM is for ever, USR1 until there is more time.
trap 'stop=TERM; [ -z "$hunt" ] || kill "$hunt"' TERM INT
trap 'stop=USR1; [ -z "$hunt" ] || kill "$hunt"' USR1
# 75 says that there is more to do.
save() {{ {program} merge "$1" "$2" >&2 || [ $? -eq 75 ]; }}

# What was saved before a machine died, or before time was up.
[ ! -e "{PARTS}/$part/campaign.db" ] || save "$scratch/part" "{PARTS}/$part" || exit
while [ -z "$stop" ]; do
  {program} hunt --config {DESCRIPTION} --pins {PINS} --shard "$part/{parts}" \
    --campaign "$scratch/part" --for {save_minutes}m -j {cores} --quiet &
  hunt=$!
  code=0
  wait "$hunt" || code=$?
  # The first wait ends with the signal, the second with the hunt.
  [ -z "$stop" ] || {{ code=0; wait "$hunt" || code=$?; }}
  hunt=
  save "{PARTS}/$part" "$scratch/part" || exit
  case $code in
    0 | 10) echo "part $part is done"; exit 0 ;;
    75) ;;
    *) exit "$code" ;;
  esac
done
"#
        )
    }

    /// How gainsay is started on a node with Apptainer, if there is a container; else as on any machine.
    fn on_node(&self) -> Cluster {
        let program = match &self.container {
            None => self.program.clone(),
            Some(image) => {
                let image = if image.ends_with(".sif") { image.clone() } else { format!("docker://{image}") };
                format!("apptainer exec --bind \"$PWD,{}\" {image} {}", self.scratch, self.program)
            }
        };
        Cluster { program, ..self.clone() }
    }
}

/// Lines with some space before each.
fn indented(text: &str, by: usize) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{:by$}{line}\n", "") };
    text.lines().map(line).collect()
}
