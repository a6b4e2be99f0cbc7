//! Pinned solvers: the releases and user programs that all machines of a campaign run, with their hashes.

use super::cache::FOLDER;
use super::{Catalogue, ResolveError, Solver, SolverSpec};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

/// The solvers of a campaign, as a file that machines share.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pins {
    #[serde(default)]
    pub solver: Vec<Pin>,
}

/// A solver by name, where `{folder}` stands for the folder of the file, and the hash that it must have.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pin {
    pub name: String,
    pub sha256: String,
}

#[derive(Debug, thiserror::Error)]
pub enum PinError {
    #[error("cannot read or write {}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: {why}", path.display())]
    Text { path: PathBuf, why: String },
    #[error("{solver} cannot be pinned: its program cannot be read")]
    NoProgram { solver: String },
    #[error(
        "{solver} is another program here: its SHA-256 is {found}, and {} wants {wanted}; remove it from \
         the cache (`gainsay solvers remove`), or pin the solvers anew (`gainsay cluster prepare`)",
        path.display()
    )]
    Other { solver: String, found: String, wanted: String, path: PathBuf },
    #[error(transparent)]
    Resolve(#[from] ResolveError),
}

impl Pins {
    pub fn read(path: &Path) -> Result<Pins, PinError> {
        let failed = |source| PinError::Io { path: path.to_owned(), source };
        // Perhaps nothing is ever written to it. A shell's own pipes are below /dev.
        if fs::metadata(path).map_err(failed)?.file_type().is_fifo() && !path.starts_with("/dev") {
            return Err(failed(io::Error::other("it is a named pipe")));
        }
        let text = fs::read_to_string(path).map_err(failed)?;
        toml::from_str(&text)
            .map_err(|error| PinError::Text { path: path.to_owned(), why: error.to_string() })
    }

    /// Pins solvers. User programs are copied into a folder named after their hash, where all machines find them.
    pub fn of(solvers: &[Solver], folder: &Path) -> Result<Pins, PinError> {
        let pin = |solver: &Solver| {
            let sha256 = solver.digest().ok_or_else(|| PinError::NoProgram { solver: solver.label() })?;
            let name = if solver.is_own {
                ship(solver, folder, &sha256)
                    .map_err(|source| PinError::Io { path: folder.to_owned(), source })?
            } else {
                let name = Some(solver.name.clone()).filter(|name| *name != solver.profile.name);
                let version = Some(solver.version.clone()).filter(|version| !version.is_empty());
                let (program, arguments) = (solver.profile.name.clone(), solver.arguments.clone());
                SolverSpec { name, program, version, arguments }.to_string()
            };
            Ok(Pin { name, sha256 })
        };
        Ok(Pins { solver: solvers.iter().map(pin).collect::<Result<_, PinError>>()? })
    }

    /// Writes the file in one step: others may be reading it.
    pub fn write(&self, path: &Path) -> Result<(), PinError> {
        let failed = |source| PinError::Io { path: path.to_owned(), source };
        let text = toml::to_string(self).map_err(|error| failed(io::Error::other(error)))?;
        let draft = path.with_extension(format!("new-{}", std::process::id()));
        let note = "# The solvers of this campaign, pinned by `gainsay cluster prepare`.\n\n";
        fs::write(&draft, format!("{note}{text}")).and_then(|()| fs::rename(&draft, path)).map_err(failed)
    }

    /// The solvers on this machine, if they match the file.
    pub fn solvers(path: &Path, catalogue: &Catalogue) -> Result<Vec<Solver>, PinError> {
        let whole = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let folder = whole.parent().unwrap_or(Path::new("/")).to_string_lossy().into_owned();
        let resolve = |Pin { name, sha256: wanted }: Pin| {
            let spec: SolverSpec = name.replace(FOLDER, &folder).parse().map_err(ResolveError::from)?;
            let solver = catalogue.resolve(&spec)?;
            match solver.digest() {
                Some(found) if found == wanted => Ok(solver),
                found => {
                    let (found, path) = (found.unwrap_or_else(|| "unknown".to_owned()), path.to_owned());
                    Err(PinError::Other { solver: solver.label(), found, wanted, path })
                }
            }
        };
        Pins::read(path)?.solver.into_iter().map(resolve).collect()
    }
}

/// Copies the files of a command into `solvers/own/HASH`, and returns the command that runs them there.
fn ship(solver: &Solver, folder: &Path, sha256: &str) -> io::Result<String> {
    let own = ["solvers", "own", sha256].iter().collect::<PathBuf>();
    fs::create_dir_all(folder.join(&own))?;
    let mut words = Vec::new();
    for word in solver.full_argv() {
        let file = Path::new(&word);
        let Some(name) = file.file_name().filter(|_| word.contains('/') && file.is_file()) else {
            words.push(word);
            continue;
        };
        let place = own.join(name);
        let target = folder.join(&place);
        if !target.exists() {
            let draft = target.with_extension(format!("new-{}", std::process::id()));
            fs::copy(file, &draft)?;
            fs::rename(&draft, &target)?;
        }
        words.push(format!("{FOLDER}/{}", place.display()));
    }
    let program = words.remove(0);
    let name = Some(solver.name.clone());
    Ok(SolverSpec { name, program, version: None, arguments: words }.to_string())
}
