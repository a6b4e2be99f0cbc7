//! What is changed and tested, and why some mutants may live: `tools/mutants/reasons.toml`.

use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::{fs, io};

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Files and folders, in the order in which they are examined.
    pub files: Vec<String>,
    /// The modules of `tests/` that are built.
    pub tests: Vec<String>,
    #[serde(default)]
    pub accepted: Vec<Reason>,
}

/// Why mutants may live: those of a file, of a function of it, or one, named by what it changes into what.
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

/// What identifies a mutant, also after small edits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Key {
    pub file: String,
    pub function: String,
    pub original: String,
    pub replacement: String,
    /// Which of several with the same texts, from 0.
    pub nth: usize,
}

impl Key {
    /// The module at the top level.
    pub fn module(&self) -> &str {
        self.file.rsplit("src/").next().unwrap_or_default().split(['/', '.']).next().unwrap_or_default()
    }

    /// As a line of the results has it.
    pub fn text(&self) -> String {
        let Key { file, function, original, replacement, nth } = self;
        format!("{file}|{function}|{original}|{replacement}|{nth}").replace('\t', " ")
    }
}
