//! The copy of the project that contains all mutants, and its test program.

use crate::plan::{Key, Plan};
use crate::points::points;
use crate::render::{Mutant, Rendered, blamed, render};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

/// A source file with its mutants.
pub struct Source {
    pub path: PathBuf,
    pub text: String,
    pub mutants: Vec<Mutant>,
}

/// All mutants by number, from 1.
pub struct Population {
    pub sources: Vec<Source>,
    pub keys: BTreeMap<u32, Key>,
}

impl Population {
    pub fn of(root: &Path, plan: &Plan) -> io::Result<Population> {
        let (mut sources, mut keys, mut number) = (Vec::new(), BTreeMap::new(), 0);
        let mut same: BTreeMap<Key, usize> = BTreeMap::new();
        for path in plan.sources(root)? {
            let text = fs::read_to_string(root.join(&path))?;
            let found =
                points(&text).map_err(|error| io::Error::other(format!("{}: {error}", path.display())))?;
            let mut mutants = Vec::new();
            for point in found {
                number += 1;
                let mut key = Key {
                    file: path.display().to_string(),
                    function: point.function.clone(),
                    original: point.original.clone(),
                    replacement: point.replacement.clone(),
                    nth: 0,
                };
                let before = same.entry(key.clone()).or_default();
                key.nth = *before;
                *before += 1;
                keys.insert(number, key);
                mutants.push(Mutant { number, point });
            }
            sources.push(Source { path, text, mutants });
        }
        Ok(Population { sources, keys })
    }

    /// The line of a mutant in its file.
    pub fn line(&self, number: u32) -> usize {
        let mut all =
            self.sources.iter().flat_map(|source| source.mutants.iter().map(move |mutant| (source, mutant)));
        let found = all.find(|(_, mutant)| mutant.number == number);
        found.map_or(0, |(source, mutant)| source.text[..mutant.point.range.start].lines().count())
    }
}

/// Copies the files that git knows; unchanged files stay untouched, so that little is compiled again.
pub fn copy(root: &Path, to: &Path, plan: &Plan, population: &Population) -> io::Result<()> {
    let listed = Command::new("git")
        .current_dir(root)
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .output()?;
    let changed: BTreeSet<&Path> = population.sources.iter().map(|source| &*source.path).collect();
    for name in String::from_utf8_lossy(&listed.stdout).lines() {
        let Ok(bytes) = fs::read(root.join(name)) else { continue };
        let bytes = match name {
            _ if changed.contains(Path::new(name)) => continue,
            "tests/main.rs" => tests(&String::from_utf8_lossy(&bytes), plan).into_bytes(),
            _ if name.starts_with("crates/") && name.ends_with("/src/lib.rs") => {
                library(name, &String::from_utf8_lossy(&bytes)).into_bytes()
            }
            "Cargo.toml" => [&bytes[..], faster_build().as_bytes()].concat(),
            _ => bytes,
        };
        write_if_other(&to.join(name), &bytes)?;
    }
    write_if_other(&to.join(HOME).join("mutant.rs"), include_bytes!("switch.rs"))
}

/// Where the switch lives: every crate uses this one.
const HOME: &str = "crates/lang/src";

/// The crates that are not built fast anyway.
const CRATES: [&str; 7] = ["lang", "eval", "prove", "judge", "strategies", "guests", "engine"];

fn faster_build() -> String {
    CRATES.map(|name| format!("\n[profile.release.package.gainsay-{name}]\nopt-level = 1\n")).concat()
}

fn write_if_other(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes)
}

/// The text of `tests/main.rs` with only the wanted modules.
fn tests(text: &str, plan: &Plan) -> String {
    let wanted = |line: &&str| match line.strip_prefix("mod ").and_then(|line| line.strip_suffix(';')) {
        Some(name) => name == "support" || plan.tests.iter().any(|test| test == name),
        None => true,
    };
    text.lines().filter(wanted).map(|line| format!("{line}\n")).collect()
}

/// The text of a crate's `lib.rs` with the switch, which needs `unsafe`, and without lints that would refuse some mutants
/// that compile.
fn library(name: &str, text: &str) -> String {
    const LINTS: &str = "#![allow(warnings, overflowing_literals, arithmetic_overflow, unconditional_panic, \
        unconditional_recursion, clippy::all)]\n";
    let mut out: Vec<&str> = text.lines().filter(|line| *line != "#![forbid(unsafe_code)]").collect();
    let is_module = |line: &&str| line.starts_with("mod ") || line.starts_with("pub mod ");
    let at = out.iter().position(is_module).unwrap_or(0);
    let is_home = Path::new(name).parent() == Some(Path::new(HOME));
    out.insert(at, if is_home { "pub mod mutant;" } else { "use gainsay_lang::mutant;" });
    let comments = out.iter().take_while(|line| line.starts_with("//!")).count();
    out.insert(comments, LINTS);
    out.join("\n") + "\n"
}

/// Writes the changed files, and removes mutants until the compiler accepts the rest; returns those removed.
pub fn settle(to: &Path, population: &Population, mut refused: BTreeSet<u32>) -> io::Result<BTreeSet<u32>> {
    for round in 1.. {
        let mut written = BTreeMap::new();
        for source in &population.sources {
            let left: Vec<Mutant> =
                source.mutants.iter().filter(|mutant| !refused.contains(&mutant.number)).cloned().collect();
            let rendered = render(&source.text, &left);
            write_if_other(&to.join(&source.path), rendered.text.as_bytes())?;
            written.insert(source.path.clone(), rendered);
        }
        let errors = errors(to)?;
        if errors.is_empty() {
            return Ok(refused);
        }
        let before = refused.len();
        refused.extend(errors.iter().flat_map(|error| error.blamed(&written)));
        println!("round {round}: {} errors, {} mutants taken out", errors.len(), refused.len() - before);
        if refused.len() == before {
            let told = errors.iter().map(|error| error.text.as_str()).collect::<Vec<_>>().join("\n");
            return Err(io::Error::other(format!("errors that no mutant explains:\n{told}")));
        }
    }
    Ok(refused)
}

/// A compiler error: its text, and its places, primary ones first.
struct CompileError {
    text: String,
    places: Vec<(PathBuf, Range<usize>)>,
}

impl CompileError {
    fn blamed(&self, written: &BTreeMap<PathBuf, Rendered>) -> Vec<u32> {
        let of = |(path, bytes): &(PathBuf, Range<usize>)| Some(blamed(written.get(path)?, bytes.clone()));
        self.places.iter().filter_map(of).find(|found| !found.is_empty()).unwrap_or_default()
    }
}

/// Runs the compiler, and returns its errors.
fn errors(to: &Path) -> io::Result<Vec<CompileError>> {
    let output = Command::new("cargo")
        .current_dir(to)
        .args(["check", "--release", "--lib", "--message-format", "json", "--offline"])
        .env("CARGO_TARGET_DIR", to.join("target"))
        .stderr(Stdio::inherit())
        .output()?;
    let mut found = Vec::new();
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<serde_json::Value>(line) else { continue };
        if message["message"]["level"] == "error" {
            let spans = message["message"]["spans"].as_array().cloned().unwrap_or_default();
            let (main, other): (Vec<_>, Vec<_>) = spans.iter().partition(|span| span["is_primary"] == true);
            let places = main.into_iter().chain(other).filter_map(place).collect();
            let text = message["message"]["rendered"].as_str().unwrap_or_default().to_owned();
            found.push(CompileError { text, places });
        }
    }
    found.retain(|error| !error.places.is_empty());
    match found.is_empty() && !output.status.success() {
        true => Err(io::Error::other("cargo check failed without an error that has a place")),
        false => Ok(found),
    }
}

fn place(span: &serde_json::Value) -> Option<(PathBuf, Range<usize>)> {
    let at = |name: &str| span[name].as_u64().and_then(|at| usize::try_from(at).ok());
    Some((PathBuf::from(span["file_name"].as_str()?), at("byte_start")?..at("byte_end")?))
}

/// Builds the test program; returns its path.
pub fn program(to: &Path) -> io::Result<PathBuf> {
    let output = Command::new("cargo")
        .current_dir(to)
        .args([
            "test",
            "--release",
            "--no-run",
            "--test",
            "all",
            "--message-format",
            "json-render-diagnostics",
            "--offline",
        ])
        .env("CARGO_TARGET_DIR", to.join("target"))
        .stderr(Stdio::inherit())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut messages = text.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let is_tests =
        |message: &serde_json::Value| message["target"]["name"] == "all" && message["executable"].is_string();
    let found =
        messages.rfind(is_tests).and_then(|message| Some(PathBuf::from(message["executable"].as_str()?)));
    found.ok_or_else(|| io::Error::other("the tests could not be built"))
}
