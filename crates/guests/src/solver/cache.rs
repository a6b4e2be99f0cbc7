//! The cache holds installed solvers side by side, one folder each: `solvers/NAME@VERSION`.
//!
//! A folder appears in one step, complete, with a manifest that says how to run the solver.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub const MANIFEST: &str = "install.toml";

/// Stands for the solver's folder in a manifest, so that the cache can be moved.
pub const FOLDER: &str = "{folder}";

/// The folder of installed solvers.
#[derive(Clone, Debug)]
pub struct Cache {
    root: PathBuf,
}

/// A solver in the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    pub folder: PathBuf,
    pub manifest: Manifest,
}

/// The identity of an installed solver and the way to run it; `{folder}` stands for its folder.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    pub name: String,
    /// As the solver itself reports it.
    pub version: String,
    /// Where it came from, for instance `pip z3-solver 4.8.10.0`.
    pub origin: String,
    /// The package's own version, which users may also write.
    pub package_version: String,
    pub command: Vec<String>,
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
}

#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    #[error("no home for installed solvers: set GAINSAY_HOME to a folder, or HOME")]
    NoHome,
    #[error("cannot {action} {}: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: io::Error },
    #[error("{0} is not installed; `gainsay solvers` lists what is")]
    NotInstalled(String),
}

impl Cache {
    /// `GAINSAY_HOME`, or `gainsay` in the user's cache folder.
    pub fn of_user() -> Result<Cache, CacheError> {
        let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        variable("GAINSAY_HOME")
            .or_else(|| variable("XDG_CACHE_HOME").map(|path| path.join("gainsay")))
            .or_else(|| variable("HOME").map(|path| path.join(".cache/gainsay")))
            .map(Cache::at)
            .ok_or(CacheError::NoHome)
    }

    /// A cache in this folder, which need not exist yet.
    pub fn at(root: impl Into<PathBuf>) -> Cache {
        // Commands are also run from other folders.
        let root = root.into();
        Cache { root: std::path::absolute(&root).unwrap_or(root) }
    }

    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The parent of the solvers' folders.
    pub fn solvers(&self) -> PathBuf {
        self.root.join("solvers")
    }

    /// All installed solvers, by name and then from the newest version to the oldest.
    pub fn installed(&self) -> Vec<Installed> {
        let entries = fs::read_dir(self.solvers()).into_iter().flatten().flatten();
        let mut installed: Vec<Installed> =
            entries.filter_map(|entry| Installed::read(entry.path()).ok()?).collect();
        installed.sort_by_key(|solver| (solver.manifest.name.clone(), version_key(&solver.manifest.version)));
        installed
            .chunk_by(|a, b| a.manifest.name == b.manifest.name)
            .flat_map(|same| same.iter().rev().cloned())
            .collect()
    }

    /// As [`Self::find`], but a solver that may be there and cannot be looked at is not taken for missing.
    pub fn look_for(&self, name: &str, version: Option<&str>) -> Result<Option<Installed>, CacheError> {
        if let Some(installed) = self.find(name, version) {
            return Ok(Some(installed));
        }
        let place = self.solvers();
        let entries = match fs::read_dir(&place).and_then(Iterator::collect::<io::Result<Vec<_>>>) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            entries => entries.map_err(|source| self.io("look into", &place, source))?,
        };
        let start = format!("{name}@{}", version.unwrap_or_default());
        let of_name = |folder: &PathBuf| {
            folder.file_name().and_then(|own| own.to_str()).is_some_and(|own| own.starts_with(&start))
        };
        for folder in entries.iter().map(fs::DirEntry::path).filter(of_name) {
            Installed::read(folder.clone())
                .map_err(|source| self.io("read", &folder.join(MANIFEST), source))?;
        }
        Ok(self.find(name, version))
    }

    /// The installed solver of this name and version, or its newest version.
    pub fn find(&self, name: &str, version: Option<&str>) -> Option<Installed> {
        let wanted = |manifest: &Manifest| {
            manifest.name == name && version.is_none_or(|version| manifest.has_version(version))
        };
        self.installed().into_iter().find(|solver| wanted(&solver.manifest))
    }

    /// Removes one version, or all of them; returns what was removed.
    pub fn remove(&self, name: &str, version: Option<&str>) -> Result<Vec<Installed>, CacheError> {
        let _lock = self.lock()?;
        let mut removed = Vec::new();
        while let Some(solver) = self.find(name, version) {
            fs::remove_dir_all(&solver.folder).map_err(|source| self.io("remove", &solver.folder, source))?;
            removed.push(solver);
        }
        if removed.is_empty() {
            let version = version.map(|version| format!("@{version}")).unwrap_or_default();
            return Err(CacheError::NotInstalled(format!("{name}{version}")));
        }
        Ok(removed)
    }

    /// Keeps other processes from changing the cache until the lock is dropped.
    pub fn lock(&self) -> Result<File, CacheError> {
        fs::create_dir_all(self.solvers()).map_err(|source| self.io("create", &self.solvers(), source))?;
        let path = self.root.join("lock");
        let open = File::create(&path).and_then(|file| file.lock().map(|()| file));
        open.map_err(|source| self.io("lock", &path, source))
    }

    /// An empty folder for a solver that is being installed. Needs the lock, since it removes what a killed
    /// process left there.
    pub fn staging(&self) -> Result<PathBuf, CacheError> {
        let path = self.solvers().join(".staging");
        let made = match fs::remove_dir_all(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => fs::create_dir_all(&path),
        };
        made.map_err(|source| self.io("create", &path, source))?;
        Ok(path)
    }

    /// Turns a staged solver into an installed one.
    pub fn admit(&self, staged: &Path, manifest: &Manifest) -> Result<Installed, CacheError> {
        let text = toml::to_string(manifest).expect("a manifest is plain text");
        let file = staged.join(MANIFEST);
        fs::write(&file, text).map_err(|source| self.io("write", &file, source))?;
        let folder = self.solvers().join(format!("{}@{}", manifest.name, manifest.version));
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(|source| self.io("replace", &folder, source))?;
        }
        fs::rename(staged, &folder).map_err(|source| self.io("create", &folder, source))?;
        Ok(Installed { folder, manifest: manifest.clone() })
    }

    fn io(&self, action: &'static str, path: &Path, source: io::Error) -> CacheError {
        CacheError::Io { action, path: path.to_owned(), source }
    }
}

impl Manifest {
    /// Whether this solver has the version that a user wrote.
    pub fn has_version(&self, version: &str) -> bool {
        [&self.version, &self.package_version].iter().any(|own| normal(own) == normal(version))
    }
}

impl Installed {
    /// The solver in a folder, if there is one.
    fn read(folder: PathBuf) -> io::Result<Option<Installed>> {
        // The folder that is being filled is no solver yet.
        let is_visible = |name: &str| !name.starts_with('.');
        if !folder.file_name().and_then(|name| name.to_str()).is_some_and(is_visible) {
            return Ok(None);
        }
        let text = match fs::read_to_string(folder.join(MANIFEST)) {
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                return Ok(None);
            }
            text => text?,
        };
        Ok(toml::from_str(&text).ok().map(|manifest| Installed { folder, manifest }))
    }

    /// The program and its first arguments, with the folder filled in.
    pub fn command(&self) -> Vec<String> {
        self.manifest.command.iter().map(|word| self.fill(word)).collect()
    }

    pub fn environment(&self) -> Vec<(String, String)> {
        self.manifest.environment.iter().map(|(name, value)| (name.clone(), self.fill(value))).collect()
    }

    fn fill(&self, text: &str) -> String {
        text.replace(FOLDER, &self.folder.to_string_lossy())
    }
}

/// A version without padding: 4.8.10.0 is 4.8.10, and 4.8.0.0.post1 is 4.8.post1.
fn normal(version: &str) -> (Vec<u64>, &str) {
    let (numbers, suffix) = split_suffix(version);
    let mut key = version_key(numbers);
    while key.last() == Some(&0) {
        key.pop();
    }
    (key, suffix)
}

/// 4.8.10.0.post1 as `4.8.10.0.` and `post1`.
fn split_suffix(version: &str) -> (&str, &str) {
    version.split_at(version.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(version.len()))
}

/// Versions of the same release have the same key: 4.8.10, 4.8.10.0 and 4.8.10.0.post1.
pub fn release_key(version: &str) -> Vec<u64> {
    normal(version).0
}

/// A version without the numbers that packages add: 4.8.10.0 is 4.8.10.
pub fn release_name(version: &str) -> String {
    const PARTS: usize = 3;
    let (numbers, suffix) = split_suffix(version);
    let mut parts: Vec<&str> = numbers.split('.').filter(|part| !part.is_empty()).collect();
    while parts.len() > PARTS && parts.last().is_some_and(|part| part.bytes().all(|byte| byte == b'0')) {
        parts.pop();
    }
    let dot = if suffix.is_empty() { "" } else { "." };
    format!("{}{dot}{suffix}", parts.join("."))
}

/// Orders versions as people do: 4.8.9 comes before 4.8.10.
pub fn version_key(version: &str) -> Vec<u64> {
    let numbers = version.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    numbers.map(|part| part.parse().unwrap_or(u64::MAX)).collect()
}
