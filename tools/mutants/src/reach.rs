//! Records which test reaches which mutants, and how long it takes.

use crate::Folder;
use crate::build::Population;
use crate::plan::Key;
use crate::process::run;
use rustc_hash::FxBuildHasher;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::BuildHasher;
use std::process::Command;
use std::time::Duration;
use std::{fs, io};

/// A test that needs no solver.
pub struct Test {
    pub name: String,
    pub cpu: Duration,
    pub reached: BTreeSet<u32>,
}

/// Tests that take more seconds are not used.
const LONGEST: u64 = 30;

/// Runs the tests whose names contain `filter`, and those that are new.
pub fn record(folder: &Folder, population: &Population, filter: &str) -> io::Result<()> {
    let modules: BTreeSet<&str> = population.keys.values().map(Key::module).collect();
    let program = folder.program()?;
    let listed = Command::new(&program).args(["--list", "--format", "terse"]).output()?;
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    let mut names: Vec<&str> = listed.lines().filter_map(|line| line.strip_suffix(": test")).collect();
    // Tests of the mutated modules come first, in case that the recording is stopped.
    names.sort_by_key(|name| !modules.contains(name.split("::").next().unwrap_or_default()));
    let mut tests: BTreeMap<String, Test> =
        read(folder, population)?.into_iter().map(|test| (test.name.clone(), test)).collect();
    tests.retain(|name, _| names.contains(&name.as_str()));
    let mut impure: BTreeSet<String> =
        fs::read_to_string(folder.path("impure")).unwrap_or_default().lines().map(str::to_owned).collect();
    let seen = folder.path("seen");
    for name in names {
        let known = tests.contains_key(name) || impure.contains(name);
        if known && (filter.is_empty() || !name.contains(filter)) {
            continue;
        }
        fs::write(&seen, vec![0; population.keys.len() + 1])?;
        let environment = [("MUTANTS_SEEN", seen.to_str().unwrap_or_default())];
        let ran = run(&program, &folder.path("copy"), &[name], LONGEST, &environment)?;
        if ran.status.success() {
            let reached = (0..)
                .zip(fs::read(&seen)?)
                .filter(|(_, byte)| *byte == 1)
                .map(|(number, _)| number)
                .collect();
            impure.remove(name);
            tests.insert(name.to_owned(), Test { name: name.to_owned(), cpu: ran.cpu, reached });
        } else {
            println!("left out: {name} ({})", ran.outcome());
            tests.remove(name);
            impure.insert(name.to_owned());
        }
        write(folder, population, &tests)?;
        fs::write(folder.path("impure"), impure.iter().map(|name| format!("{name}\n")).collect::<String>())?;
    }
    let all: Duration = tests.values().map(|test| test.cpu).sum();
    println!("{} tests, {} left out, {} s", tests.len(), impure.len(), all.as_secs());
    Ok(())
}

/// A hash that changes with the numbers of the mutants.
fn version(population: &Population) -> String {
    let texts: Vec<String> = population.keys.values().map(Key::text).collect();
    FxBuildHasher.hash_one(texts.join("\n")).to_string()
}

fn write(folder: &Folder, population: &Population, tests: &BTreeMap<String, Test>) -> io::Result<()> {
    let mut text = format!("{}\n", version(population));
    for test in tests.values() {
        let reached = test.reached.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        text += &format!("{}\t{}\t{reached}\n", test.name, test.cpu.as_millis());
    }
    fs::write(folder.path("reach.new"), text)?;
    fs::rename(folder.path("reach.new"), folder.path("reach"))
}

/// The recorded tests, if they were recorded for these mutants.
pub fn read(folder: &Folder, population: &Population) -> io::Result<Vec<Test>> {
    let text = fs::read_to_string(folder.path("reach")).unwrap_or_default();
    let mut lines = text.lines();
    if lines.next() != Some(&version(population)) {
        return Ok(Vec::new());
    }
    let test = |line: &str| {
        let mut parts = line.split('\t');
        let name = parts.next()?.to_owned();
        let cpu = Duration::from_millis(parts.next()?.parse().ok()?);
        let reached = parts.next()?.split_whitespace().filter_map(|number| number.parse().ok()).collect();
        Some(Test { name, cpu, reached })
    };
    Ok(lines.filter_map(test).collect())
}
