//! What was measured: one line of JSON each, so that a run that was stopped goes on, and tables of Markdown from them.

use anyhow::Context;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};

/// One hunt.
#[derive(Clone, Serialize, Deserialize, Debug)]
pub struct Measured {
    pub part: String,
    /// On what: solvers, seeds, a release.
    pub on: String,
    pub who: String,
    pub round: u64,
    /// CPU seconds that it may use, as it was asked for.
    pub budget: f64,
    /// That it used, with all solvers.
    pub cpu: f64,
    pub tests: u64,
    /// The share of the time that went into confirming and reducing, where it is told.
    pub examining: Option<f64>,
    /// Buckets of bugs, each with the release that mends it if that was found out.
    pub bugs: BTreeMap<String, Option<String>>,
}

pub struct Results {
    file: PathBuf,
    all: Vec<Measured>,
}

impl Results {
    /// With what an earlier run measured.
    pub fn open(folder: &Path) -> anyhow::Result<Results> {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let file = folder.join("yield.jsonl");
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        // A line that was cut short is measured again.
        let all = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok(Results { file, all })
    }

    pub fn has(&self, part: &str, on: &str, who: &str, round: u64, budget: f64) -> bool {
        self.all.iter().any(|one| {
            (one.part.as_str(), one.on.as_str(), one.who.as_str()) == (part, on, who)
                && one.round == round
                && one.budget == budget
        })
    }

    pub fn add(&mut self, measured: Measured) -> anyhow::Result<()> {
        let mut file = OpenOptions::new().create(true).append(true).open(&self.file)?;
        writeln!(file, "{}", serde_json::to_string(&measured)?)?;
        let Measured { part, on, who, round, cpu, tests, bugs, .. } = &measured;
        println!("{part}, {on}, {who}, round {round}: {tests} tests, {} bugs, {cpu:.0} CPU s", bugs.len());
        self.all.push(measured);
        Ok(())
    }

    /// A table for each part and what it was measured on. Ratios are to the first row.
    pub fn tables(&self) -> String {
        let mut text = String::new();
        let mut told: BTreeSet<(&str, &str)> = BTreeSet::new();
        for Measured { part, on, .. } in &self.all {
            if told.insert((part, on)) {
                let rows: Vec<&Measured> =
                    self.all.iter().filter(|one| one.part == *part && one.on == *on).collect();
                let _ = write!(text, "\n## {part}: {on}\n\n{}", table(&rows));
            }
        }
        text
    }
}

fn table(rows: &[&Measured]) -> String {
    let mut text = "| who | hunts | CPU s | tests | tests a CPU s | ratio | confirming and reducing | buckets | distinct bugs \
         | distinct a CPU hour | ratio |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n"
        .to_owned();
    let mut first: Option<(f64, f64)> = None;
    let mut names: Vec<&str> = Vec::new();
    for row in rows {
        if !names.contains(&row.who.as_str()) {
            names.push(&row.who);
        }
    }
    for who in names {
        let own: Vec<&&Measured> = rows.iter().filter(|row| row.who == who).collect();
        let (cpu, tests) = own.iter().fold((0.0, 0), |sum, one| (sum.0 + one.cpu, sum.1 + one.tests));
        let examining: Vec<f64> = own.iter().filter_map(|one| one.examining).collect();
        let examining = match examining.len() {
            0 => String::new(),
            count => format!("{:.0} %", 100.0 * examining.iter().sum::<f64>() / count as f64),
        };
        // The same bug in two hunts is one.
        let mut buckets: BTreeMap<String, Option<String>> = BTreeMap::new();
        own.iter().for_each(|one| buckets.extend(one.bugs.clone()));
        let distinct = gainsay_peers::claims::distinct(&buckets).len();
        let (speed, found) = (tests as f64 / cpu, distinct as f64 * 3600.0 / cpu);
        let (first_speed, first_found) = *first.get_or_insert((speed, found));
        let _ = writeln!(
            text,
            "| {who} | {} | {cpu:.0} | {tests} | {speed:.1} | {} | {examining} | {} | {distinct} | {found:.1} | {} |",
            own.len(),
            ratio(speed, first_speed),
            buckets.len(),
            ratio(found, first_found),
        );
    }
    text
}

fn ratio(one: f64, to: f64) -> String {
    if to > 0.0 { format!("{:.2}", one / to) } else { String::new() }
}
