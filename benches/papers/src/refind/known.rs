//! The table of known bugs.

use crate::bench::{Bench, release_number};
use crate::bugs::Class;
use anyhow::{Context, bail};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// A bug, and the release that is hunted for it.
pub struct Known {
    pub file: PathBuf,
    kind: String,
    pub solver: String,
    /// The newest installed release that has it.
    version: String,
    pub options: String,
    /// The first installed release that has it no longer.
    pub fixed: String,
    /// The smallest logic that has all of the file.
    pub logic: String,
    /// Theory operators in the file.
    pub operators: BTreeSet<String>,
}

impl Known {
    /// The bugs of a table whose releases are installed, one for each file, solver and options.
    pub fn read(bench: &mut Bench, table: &Path) -> anyhow::Result<Vec<Known>> {
        let (folder, text) = table_of(table)?;
        // By what a bug is told apart, and the releases that have it, with the one that mends it.
        let mut rows: BTreeMap<[&str; 4], Vec<[&str; 2]>> = BTreeMap::new();
        for row in read_rows(&text)? {
            let [file, kind, solver, version, options, fixed] = row;
            rows.entry([file, solver, options, kind]).or_default().push([version, fixed]);
        }
        let mut installed: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut known = Vec::new();
        for ([file, solver, options, kind], releases) in rows {
            if !installed.contains_key(solver) {
                installed.insert(solver, bench.releases(solver)?);
            }
            let Some((version, fixed)) = choose(&installed[solver], &releases) else { continue };
            let [file, kind, solver, options] = [file, kind, solver, options].map(str::to_owned);
            let file = folder.join(file);
            let (logic, operators) = (String::new(), BTreeSet::new());
            known.push(Known { file, kind, solver, version, options, fixed, logic, operators });
        }
        describe(bench, &mut known)?;
        Ok(known)
    }

    pub fn is_soundness(&self) -> bool {
        self.kind == "soundness"
    }

    pub fn is_kind(&self, class: Class) -> bool {
        match class {
            Class::Soundness => self.is_soundness(),
            Class::Crash => self.kind == "crash",
            Class::InvalidModel | Class::Other => false,
        }
    }

    pub fn release(&self) -> String {
        format!("{}@{}", self.solver, self.version)
    }

    /// The release with its options, as gainsay is told.
    pub fn command(&self) -> String {
        format!("{} {}", self.release(), self.options).trim().to_owned()
    }

    /// The file's name, by which it is shown.
    pub fn name(&self) -> String {
        self.file.file_stem().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }
}

/// The folder of a table, below which its files are, and its text.
pub fn table_of(table: &Path) -> anyhow::Result<(PathBuf, String)> {
    let table = if table.is_dir() { table.join("bugs.csv") } else { table.to_owned() };
    let table = table.canonicalize().with_context(|| table.display().to_string())?;
    let folder = table.parent().context("a folder")?;
    Ok((folder.to_owned(), std::fs::read_to_string(&table)?))
}

/// File, kind, solver, version, options and the release that mends it, which may be missing. Words have no commas in them.
pub fn read_rows(text: &str) -> anyhow::Result<Vec<[&str; 6]>> {
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').map(str::trim).collect();
    let place = |name: &str| header.iter().position(|word| *word == name);
    let [Some(file), Some(kind), Some(solver), Some(version)] =
        ["file", "kind", "solver", "version"].map(place)
    else {
        bail!("the table of known bugs must have the columns file, kind, solver and version");
    };
    let places = [Some(file), Some(kind), Some(solver), Some(version), place("options"), place("fixed")];
    let rows = lines.filter(|line| !line.trim().is_empty()).map(|line| {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        places.map(|place| place.and_then(|place| cells.get(place).copied()).unwrap_or_default())
    });
    Ok(rows.collect())
}

/// The newest installed release with the bug, and the first installed one after all that have it, unless the table says which one
/// mends it.
fn choose(installed: &[String], releases: &[[&str; 2]]) -> Option<(String, String)> {
    let has = |version: &String| releases.iter().any(|[bad, _]| bad == version);
    let version = installed.iter().rev().find(|version| has(version))?.clone();
    let last = releases.iter().map(|[bad, _]| release_number(bad)).max()?;
    let told = releases.iter().map(|[_, fixed]| *fixed).find(|fixed| !fixed.is_empty()).map(str::to_owned);
    let fixed = told.or_else(|| installed.iter().find(|version| release_number(version) > last).cloned())?;
    Some((version, fixed))
}

/// Finds out logics and operators.
fn describe(bench: &mut Bench, known: &mut Vec<Known>) -> anyhow::Result<()> {
    for bug in known.iter_mut() {
        let told = bench.ask(&["info", "--json", &bug.file.to_string_lossy()])?;
        let Some(told) = told.first() else { continue };
        bug.logic = told["needed_logic"].as_str().unwrap_or_default().to_owned();
        bug.operators = theory_operators(told);
    }
    // What cannot be read cannot be hunted for.
    known.retain(|bug| !bug.logic.is_empty());
    Ok(())
}

/// Theory operators of a script.
pub fn operators(bench: &mut Bench, script: &Path) -> anyhow::Result<BTreeSet<String>> {
    let told = bench.ask(&["info", "--json", &script.to_string_lossy()])?;
    Ok(told.first().map(theory_operators).unwrap_or_default())
}

/// Every script has some of these.
const OF_ALL_THEORIES: [&str; 10] =
    ["=", "distinct", "and", "or", "not", "xor", "=>", "ite", "true", "false"];

fn theory_operators(told: &serde_json::Value) -> BTreeSet<String> {
    let names = told["operators"].as_object().into_iter().flat_map(|operators| operators.keys());
    names.filter(|name| !OF_ALL_THEORIES.contains(&name.as_str())).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::{choose, read_rows};

    #[test]
    fn the_newest_bad_release_is_hunted_and_the_next_one_is_mended() {
        let installed = ["4.8.5", "4.8.10", "4.12.2", "5.4.0"].map(str::to_owned);
        let chosen = |releases: &[[&str; 2]]| choose(&installed, releases);
        let pair = |version: &str, fixed: &str| Some((version.to_owned(), fixed.to_owned()));
        assert_eq!(chosen(&[["4.8.5", ""], ["4.8.7", ""]]), pair("4.8.5", "4.8.10"));
        assert_eq!(chosen(&[["4.8.5", ""], ["4.8.10", ""], ["4.12.6", ""]]), pair("4.8.10", "5.4.0"));
        assert_eq!(chosen(&[["4.8.5", "4.8.9"]]), pair("4.8.5", "4.8.9"));
        assert_eq!(chosen(&[["5.4.0", ""]]), None, "no release is known without it");
        assert_eq!(chosen(&[["4.5.1", ""]]), None, "no release with it is installed");
    }

    #[test]
    fn columns_are_found_by_their_names() {
        let rows = read_rows("version,file,solver,kind\n1.0, a.smt2,z3,crash\n\n").unwrap_or_default();
        assert_eq!(rows, [["a.smt2", "crash", "z3", "1.0", "", ""]]);
        assert!(read_rows("file,kind\n").is_err());
    }
}
