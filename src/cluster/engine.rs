//! Slurm's own commands: they submit the jobs and report their state.

use super::slurm::{MERGE_FILE, PARTS_FILE};
use crate::files::replace;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The ids of a campaign's jobs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Jobs {
    /// The array job of the parts.
    pub parts: String,
    pub merge: String,
}

#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    #[error("cannot run {program}: {source}; is this a machine from which jobs are submitted?")]
    Start { program: &'static str, source: std::io::Error },
    #[error("{program} failed: {text}")]
    Failed { program: &'static str, text: String },
    #[error("cannot write {}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
}

/// The file with the ids of the jobs.
const JOBS: &str = "slurm.jobs";

/// Submits the array job, and the merging job that runs when all of it has ended, successfully or not.
pub fn submit(folder: &Path) -> Result<Jobs, EngineError> {
    let parts = first_word(&run("sbatch", folder, &["--parsable", PARTS_FILE])?);
    let after = format!("--dependency=afterany:{parts}");
    let merge = first_word(&run("sbatch", folder, &["--parsable", &after, MERGE_FILE])?);
    let path = folder.join(JOBS);
    replace(&path, format!("{parts} {merge}\n")).map_err(|source| EngineError::Io { path, source })?;
    Ok(Jobs { parts, merge })
}

/// The id that `sbatch --parsable` prints; a cluster's name may follow after a semicolon.
fn first_word(text: &str) -> String {
    text.trim().split(';').next().unwrap_or_default().to_owned()
}

impl Jobs {
    /// The jobs that were submitted from a folder.
    pub fn of(folder: &Path) -> Option<Jobs> {
        let text = fs::read_to_string(folder.join(JOBS)).ok()?;
        let (parts, merge) = text.trim().split_once(' ')?;
        Some(Jobs { parts: parts.to_owned(), merge: merge.to_owned() })
    }
}

/// The jobs that have not ended, one line each: id, state, and node or reason.
pub fn state(folder: &Path, jobs: &Jobs) -> Result<Vec<String>, EngineError> {
    let ids = format!("{},{}", jobs.parts, jobs.merge);
    match run("squeue", folder, &["--noheader", "--array", "--format=%i %T %R", "--jobs", &ids]) {
        Ok(text) => Ok(text.lines().map(|line| line.trim().to_owned()).collect()),
        // Slurm forgets jobs some time after their end.
        Err(EngineError::Failed { text, .. }) if text.contains("Invalid job id") => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

fn run(program: &'static str, folder: &Path, arguments: &[&str]) -> Result<String, EngineError> {
    let output = Command::new(program).args(arguments).current_dir(folder).output();
    let output = output.map_err(|source| EngineError::Start { program, source })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let text = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(EngineError::Failed { program, text })
}
