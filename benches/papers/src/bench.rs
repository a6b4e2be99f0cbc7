//! Where experiments are made: how large, on which solvers, in which folder; and gainsay as a user calls it.

use anyhow::{Context, bail};
use gainsay_peers::measure::cpu_of_all;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[derive(clap::Args, Clone)]
pub struct Options {
    /// Multiply times and numbers of tests by this
    #[arg(long, value_name = "F", default_value_t = 1.0, conflicts_with = "paper_scale")]
    pub scale: f64,
    /// The paper's times and numbers of tests, hours and days
    #[arg(long)]
    pub paper_scale: bool,
    /// The solver to test, such as z3@4.8.7, in place of the experiment's
    #[arg(long)]
    pub solver: Option<String>,
    /// A solver that tells what code it reaches (instrument/README.md), such as "z3=/path/z3"
    #[arg(long, value_name = "SOLVER")]
    pub instrumented: Option<String>,
    /// Known bugs: a table of them (CSV), or a folder with a bugs.csv
    #[arg(long, value_name = "TABLE")]
    pub bugs: Option<PathBuf>,
    /// A folder of tests that StringFuzz made
    #[arg(long, value_name = "DIR")]
    pub stringfuzz: Option<PathBuf>,
    /// The gainsay to be used [default: the one that this program is linked with]
    #[arg(long, value_name = "PROGRAM")]
    pub gainsay: Option<PathBuf>,
    /// Where results go; what gainsay was asked is kept in DIR/work, and not asked again
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

impl Options {
    /// Experiments of full size on a table of known bugs.
    pub fn on_bugs(table: PathBuf) -> Options {
        Options {
            scale: 1.0,
            paper_scale: false,
            solver: None,
            instrumented: None,
            bugs: Some(table),
            stringfuzz: None,
            gainsay: None,
            out: None,
        }
    }
}

/// Whether this program is to be gainsay itself, in a process of its own.
pub fn is_gainsay() -> bool {
    let commands = [
        "hunt", "make", "suite", "evolve", "bugs", "replay", "seeds", "coverage", "check", "bisect",
        "reduce", "info", "solvers",
    ];
    std::env::args().nth(1).is_some_and(|word| commands.contains(&word.as_str()))
}

pub struct Bench {
    options: Options,
    program: PathBuf,
    /// The folder in which gainsay is run.
    pub folder: PathBuf,
    commands: Vec<String>,
    /// CPU seconds of all processes when it was opened.
    cpu_before: f64,
    /// CPU seconds of what was remembered.
    cpu_kept: f64,
}

/// A hunt with one worker. Without strategies, other options say what is made.
pub struct Hunt<'a> {
    pub strategies: &'a str,
    /// With `;` between.
    pub solvers: &'a str,
    pub seconds: f64,
    pub seed: u64,
    pub more: &'a [&'a str],
}

/// What gainsay said in a hunt or another long run.
pub struct Campaign {
    /// Its folder, as gainsay is told.
    pub name: String,
    pub events: Vec<Value>,
    /// Seconds, with all solvers.
    pub cpu: f64,
}

impl Campaign {
    pub fn summary(&self) -> &Value {
        self.events.last().unwrap_or(&Value::Null)
    }

    pub fn tests(&self) -> f64 {
        self.summary()["tests"].as_f64().unwrap_or(0.0)
    }

    pub fn tests_per_cpu_second(&self) -> f64 {
        if self.cpu > 0.0 { self.tests() / self.cpu } else { 0.0 }
    }
}

impl Bench {
    pub fn open(options: &Options) -> anyhow::Result<Bench> {
        let program = match &options.gainsay {
            Some(program) => program.canonicalize().with_context(|| program.display().to_string())?,
            None => std::env::current_exe()?,
        };
        let folder = match &options.out {
            Some(out) => out.join("work"),
            None => std::env::temp_dir().join(format!("gainsay-papers-{}", std::process::id())),
        };
        std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
        let folder = folder.canonicalize()?;
        Ok(Bench {
            options: options.clone(),
            program,
            folder,
            commands: Vec::new(),
            cpu_before: cpu_of_all(),
            cpu_kept: 0.0,
        })
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Seconds, or any other number that a larger experiment has more of: as it is unasked, and as it is in the paper.
    pub fn scaled(&self, unasked: f64, paper: f64) -> f64 {
        if self.options.paper_scale { paper } else { unasked * self.options.scale }
    }

    /// A number of things, at least one.
    pub fn count(&self, unasked: usize, paper: usize) -> usize {
        (self.scaled(unasked as f64, paper as f64).round() as usize).max(1)
    }

    /// The solver to test: the user's, or the experiment's.
    pub fn solver(&self, unasked: &str) -> String {
        self.options.solver.clone().unwrap_or_else(|| unasked.to_owned())
    }

    /// What was run, and for how many CPU seconds.
    pub fn used(&self) -> (Vec<String>, f64) {
        (self.commands.clone(), self.cpu_kept + cpu_of_all() - self.cpu_before)
    }

    /// Runs gainsay, and writes it down. Returns what it says, one value a line or a single one.
    pub fn gainsay(&mut self, arguments: &[&str]) -> anyhow::Result<Vec<Value>> {
        self.write_down(arguments);
        self.ask(arguments)
    }

    /// Runs gainsay, and writes it down. What it says is for people.
    pub fn tell(&mut self, arguments: &[&str]) -> anyhow::Result<()> {
        self.write_down(arguments);
        self.output(arguments).map(|_| ())
    }

    /// Runs gainsay for something that is no part of what is measured.
    pub fn ask(&mut self, arguments: &[&str]) -> anyhow::Result<Vec<Value>> {
        let text = self.output(arguments)?;
        if let Ok(whole) = serde_json::from_str(&text) {
            return Ok(vec![whole]);
        }
        let values = text.lines().map(|line| serde_json::from_str(line).with_context(|| line.to_owned()));
        values.collect::<anyhow::Result<_>>().with_context(|| format!("gainsay {}", arguments.join(" ")))
    }

    /// Runs gainsay, and returns what it prints.
    pub fn output(&mut self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new(&self.program);
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        let output = command.output().with_context(|| format!("cannot run {}", self.program.display()))?;
        // Codes from 10 on mean that something was found, 3 that nothing could be tested.
        if output.status.code().is_none_or(|code| code == 2) {
            bail!("gainsay {}: {}", arguments.join(" "), String::from_utf8_lossy(&output.stderr).trim());
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    fn write_down(&mut self, arguments: &[&str]) {
        // Where its output goes is of no interest.
        let shown = arguments.split(|word| *word == "--json").next().unwrap_or_default();
        let quoted = shown.iter().map(|word| {
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./,@:=".contains(c);
            match word.chars().all(is_plain) {
                true if word.len() > LONG_NAME => "FOLDER".to_owned(),
                true => (*word).to_owned(),
                false => format!("\"{word}\""),
            }
        });
        let line = format!("gainsay {}", quoted.collect::<Vec<_>>().join(" "));
        eprintln!("  {line}");
        self.commands.push(line);
    }

    /// Hunts, unless the same hunt was made before.
    pub fn hunt(&mut self, hunt: &Hunt<'_>) -> anyhow::Result<Campaign> {
        let time = format!("{:.0}s", hunt.seconds.max(1.0));
        let seed = hunt.seed.to_string();
        let mut arguments = vec!["hunt"];
        if !hunt.strategies.is_empty() {
            arguments.extend(["--strategy", hunt.strategies]);
        }
        arguments.extend(["--solver", hunt.solvers, "--for", &time, "-j", "1", "--seed", &seed]);
        arguments.extend(hunt.more);
        let name = file_name(&arguments);
        arguments.extend(["--json", "--campaign", &name]);
        self.remembered(&arguments, &name)
    }

    /// Runs gainsay unless it was asked the same before, and keeps what it says under a name. A folder of this name is its own.
    pub fn remembered(&mut self, arguments: &[&str], name: &str) -> anyhow::Result<Campaign> {
        let told = self.folder.join(format!("{name}.jsonl"));
        if let Some(kept) = read_campaign(&told, name) {
            self.write_down(arguments);
            self.cpu_kept += kept.cpu;
            return Ok(kept);
        }
        // What an interrupted run left is not continued: its time would not be known.
        let _ = std::fs::remove_dir_all(self.folder.join(name));
        let before = cpu_of_all();
        let events = self.gainsay(arguments)?;
        let kept = Campaign { name: name.to_owned(), events, cpu: cpu_of_all() - before };
        let lines = [json!({ "cpu": kept.cpu })].into_iter().chain(kept.events.iter().cloned());
        std::fs::write(told, lines.map(|value| format!("{value}\n")).collect::<String>())?;
        Ok(kept)
    }

    /// The installed releases of a solver, oldest first.
    pub fn releases(&mut self, name: &str) -> anyhow::Result<Vec<String>> {
        let told = self.ask(&["solvers", "--json"])?;
        let found = told.iter().flat_map(|told| told["found"].as_array()).flatten();
        let versions = found.filter(|one| one["name"] == name).filter_map(|one| one["version"].as_str());
        let mut versions: Vec<String> = versions.map(str::to_owned).collect();
        versions.sort_by_key(|version| release_number(version));
        versions.dedup();
        Ok(versions)
    }

    /// The folder of the built-in seeds, LOGIC/STATUS/NUMBER.smt2.
    pub fn seeds(&mut self) -> anyhow::Result<PathBuf> {
        let folder = self.folder.join("seeds");
        if !folder.exists() {
            self.output(&["seeds", "--out", "seeds"])?;
        }
        Ok(folder)
    }
}

impl Drop for Bench {
    fn drop(&mut self) {
        if self.options.out.is_none() {
            let _ = std::fs::remove_dir_all(&self.folder);
        }
    }
}

/// Longer words are names of folders of ours.
const LONG_NAME: usize = 60;

/// All scripts below a folder, by name; none where there is no such folder.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    gainsay::files::find(folder).unwrap_or_default()
}

/// The numbers of a release, by which releases are in order.
pub fn release_number(version: &str) -> Vec<u64> {
    version.split('.').filter_map(|part| part.parse().ok()).collect()
}

/// The first line says what it cost, the others are what gainsay said.
fn read_campaign(told: &Path, name: &str) -> Option<Campaign> {
    let text = std::fs::read_to_string(told).ok()?;
    let mut values = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let cpu = values.next()?["cpu"].as_f64()?;
    Some(Campaign { name: name.to_owned(), events: values.collect(), cpu })
}

/// A name for what was asked.
pub fn file_name(arguments: &[&str]) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' };
    let words =
        arguments.iter().map(|word| word.trim_start_matches('-').chars().map(plain).collect::<String>());
    words.collect::<Vec<_>>().join("-")
}

#[cfg(test)]
mod tests {
    use super::{file_name, release_number};

    #[test]
    fn releases_are_in_the_order_of_their_numbers() {
        let mut versions = ["4.12.0", "5.4.0", "4.8.10", "4.8.5", "4.5.1.post2"];
        versions.sort_by_key(|version| release_number(version));
        assert_eq!(versions, ["4.5.1.post2", "4.8.5", "4.8.10", "4.12.0", "5.4.0"]);
    }

    #[test]
    fn a_name_has_nothing_that_a_file_cannot_have() {
        assert_eq!(file_name(&["--solver", "z3@4.8.7;z3 a=b/c"]), "solver-z3-4.8.7-z3-a-b-c");
    }
}
