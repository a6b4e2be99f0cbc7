//! The scripts named on a command line: files, folders, patterns, and `-`, found before anything else is done.

use super::{Colour, paint};
use crate::files::find;
use crate::hash::HashSet;
use std::path::{Path, PathBuf};

/// Scripts in the order in which they were named, each once.
#[derive(Default)]
pub struct Inputs {
    pub paths: Vec<PathBuf>,
    /// Arguments that do not exist; an error was printed for each.
    pub missing: Vec<PathBuf>,
}

impl Inputs {
    /// Finds all scripts. Prints an error for each argument that does not exist, and still finds the rest.
    pub fn find(words: &[PathBuf]) -> Inputs {
        let mut inputs = Inputs::default();
        for word in words {
            match if word == Path::new("-") { Ok(vec![word.clone()]) } else { find(word) } {
                Ok(found) => inputs.paths.extend(found),
                Err(error) => {
                    complain(&error.to_string());
                    inputs.missing.push(word.clone());
                }
            }
        }
        let mut seen = HashSet::<_>::default();
        inputs.paths.retain(|path| seen.insert(path.clone()));
        inputs
    }
}

/// Prints an error that does not stop the program.
pub fn complain(what: &str) {
    remark!("{}: {what}", paint("error", Colour::Red));
}
