//! What is mutated and tested, and why some mutants may survive: `tools/mutants/reasons.toml`.

use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::{fs, io};

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Files and folders to mutate, in order.
    pub files: Vec<String>,
    /// The modules of `tests/` that are built.
    pub tests: Vec<String>,
    #[serde(default)]
    pub accepted: Vec<Reason>,
}

/// Why mutants may survive: all of a file, all of a function, or one with these texts.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    pub file: String,
    pub function: Option<String>,
    pub original: Option<String>,
    pub replacement: Option<String>,
    pub why: String,
}

impl Plan {
    pub fn read(path: &Path) -> io::Result<Plan> {
        let text = fs::read_to_string(path)?;
        toml::from_str(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))
    }

    /// The files to change, below the root.
    pub fn sources(&self, root: &Path) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for name in &self.files {
            add_files(&root.join(name), &mut found)?;
        }
        Ok(found.into_iter().filter_map(|path| Some(path.strip_prefix(root).ok()?.to_owned())).collect())
    }
}

fn add_files(path: &Path, found: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        let mut entries =
            fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        entries.sort();
        entries.iter().try_for_each(|entry| add_files(entry, found))
    } else {
        if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path.to_owned());
        }
        Ok(())
    }
}

impl Reason {
    pub fn covers(&self, key: &Key) -> bool {
        let same = |asked: &Option<String>, is: &str| asked.as_ref().is_none_or(|asked| asked == is);
        self.file == key.file
            && same(&self.function, &key.function)
            && same(&self.original, &key.original)
            && same(&self.replacement, &key.replacement)
    }
}

/// Identifies a mutant, even after small edits of its file.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key {
    pub file: String,
    pub function: String,
    pub original: String,
    pub replacement: String,
    /// The index among several with the same texts.
    pub nth: usize,
}

impl Key {
    /// The top-level module.
    pub fn module(&self) -> &str {
        self.file.rsplit("src/").next().unwrap_or_default().split(['/', '.']).next().unwrap_or_default()
    }

    /// The key as a column of the results.
    pub fn text(&self) -> String {
        let Key { file, function, original, replacement, nth } = self;
        format!("{file}|{function}|{original}|{replacement}|{nth}").replace('\t', " ")
    }
}
