//! Campaigns on many machines: job files for batch systems, generated from one description.
//!
//! In every system, a part is hunted on the local disk of its machine, saved to the shared folder from time to
//! time, and resumed from there if the machine dies. At the end the parts are merged.

mod engine;
mod github;
mod kubernetes;
mod slurm;

pub use engine::{EngineError, Jobs, state, submit};
pub use github::github;
pub use kubernetes::kubernetes;
pub use slurm::slurm;

use serde::Deserialize;

/// The `[cluster]` table of a description: where a campaign runs. The campaign itself is described by the
/// `[hunt]` table.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Cluster {
    /// The name of its jobs.
    pub name: String,
    pub parts: u64,
    /// The command that starts gainsay on a machine.
    pub program: String,
    /// The container image in which gainsay runs, if any.
    pub container: Option<String>,
    /// Cores of each part.
    pub cores: u64,
    /// Memory of each part, in megabytes.
    pub memory: Option<u64>,
    /// Time limit of a job in minutes; a part that is not finished by then goes on in another job.
    pub minutes: u64,
    /// A part is saved every this many minutes: a machine that dies loses no more.
    pub save_minutes: u64,
    /// The local folder in which a part is hunted. A word of the shell.
    pub scratch: String,
    /// Shell lines before gainsay is started, such as `module load gcc`.
    pub before: Vec<String>,
    /// Options of `sbatch`, such as `--partition=long`.
    pub slurm: Vec<String>,
    /// The claim of a volume that all pods can write.
    pub volume: String,
    /// The command by which a runner of GitHub installs gainsay.
    pub install: String,
}

impl Cluster {
    /// What the description itself puts into the shell scripts of jobs, where it is not the default.
    pub fn shell_text(&self) -> Vec<&str> {
        let usual = Cluster::default();
        let words =
            [(&self.name, &usual.name), (&self.program, &usual.program), (&self.scratch, &usual.scratch)];
        let words = words.into_iter().filter(|(word, usual)| word != usual).map(|(word, _)| word);
        words.chain(&self.container).chain(&self.before).chain(&self.slurm).map(String::as_str).collect()
    }
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

/// A generated file, with its name in the campaign's folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Made {
    pub name: &'static str,
    pub text: String,
}

/// The file names of the description and of the pinned solvers.
pub const DESCRIPTION: &str = "campaign.toml";
pub const PINS: &str = "pins.toml";
/// The folder of saved parts, with a folder for each.
pub const PARTS: &str = "parts";
/// The folder of the merged campaign.
pub const MERGED: &str = "merged";

/// The first line of generated files.
const MADE: &str = "# Made by `gainsay cluster` from campaign.toml: change that, and make this again.";

impl Cluster {
    /// Shell script that hunts one part to its end. Its variable `part` is the part's number; it runs in the
    /// campaign's folder.
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

    /// The cluster with the command for a node: by Apptainer if there is a container, otherwise unchanged.
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

/// The lines of a text, indented.
fn indented(text: &str, by: usize) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{:by$}{line}\n", "") };
    text.lines().map(line).collect()
}
