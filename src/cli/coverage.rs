//! `gainsay coverage`: what a campaign reached in its solvers' code over time, by strategy.

use super::print;
use crate::report::plot::{Axis, Mark, Plot, Series};
use crate::store::{CoverageRow, Store};
use crate::words::counted;
use anyhow::{Context, bail};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Show which part of the solvers' code a campaign reached over time, by strategy
///
/// For solvers built with coverage counters: edges in shared memory, or gcc's --coverage (instrument/README.md explains how).
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay coverage campaigns/2026-02-28-133700
  gainsay coverage monday --svg reached.svg

Exit codes: 0 fine, 2 the campaign has no coverage, or a file cannot be read or written.")]
pub struct Args {
    /// The campaign's folder
    campaign: PathBuf,
    /// Write a plot to this file; with several solvers, one file each, numbered before the extension
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    let mut store = Store::look_into(&args.campaign)?;
    let stories = stories(store.coverage()?);
    if stories.is_empty() {
        bail!(
            "{} has no coverage data: none of its solvers is built with coverage counters; instrument/README.md explains how to build one",
            args.campaign.display()
        );
    }
    let kept = store.kept()?.units()?.len();
    if args.json {
        let solvers: Vec<Value> = stories.iter().map(Story::json).collect();
        let campaign = args.campaign.display().to_string();
        say!("{}", json!({"campaign": campaign, "kept": kept, "solvers": solvers}));
    } else {
        stories.iter().try_for_each(|story| print(&story.table()))?;
        if kept > 0 {
            say!("kept as seeds because they reached new code: {}", counted(kept, "test"));
        }
    }
    for (at, story) in stories.iter().enumerate() {
        let Some(path) = &args.svg else { break };
        let path = if at == 0 { path.clone() } else { numbered(path, at + 1) };
        std::fs::write(&path, story.plot().svg())
            .with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// `a.svg` as `a-2.svg`.
fn numbered(path: &std::path::Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{ending}"))
}

/// What was reached in one solver.
struct Story {
    solver: String,
    counted: String,
    /// The number of places after each unit that reached something new: of all units, and of those of each strategy.
    all: Curve,
    by_strategy: BTreeMap<String, Curve>,
}

/// Seconds and numbers of places, both growing.
#[derive(Default)]
struct Curve(Vec<(f64, u64)>);

impl Curve {
    fn add(&mut self, seconds: f64, new: u64) {
        if new > 0 {
            self.0.push((seconds, self.last() + new));
        }
    }

    fn last(&self) -> u64 {
        self.0.last().map_or(0, |point| point.1)
    }

    /// How many places had been reached by then.
    fn at(&self, seconds: f64) -> u64 {
        let after = self.0.partition_point(|point| point.0 <= seconds);
        after.checked_sub(1).map_or(0, |last| self.0[last].1)
    }
}

fn stories(rows: Vec<CoverageRow>) -> Vec<Story> {
    let mut stories: BTreeMap<String, Story> = BTreeMap::new();
    for row in rows {
        let story = stories.entry(row.solver.clone()).or_insert_with(|| Story {
            solver: row.solver,
            counted: row.counted,
            all: Curve::default(),
            by_strategy: BTreeMap::new(),
        });
        story.all.add(row.seconds, row.new);
        story.by_strategy.entry(row.strategy).or_default().add(row.seconds, row.places.len() as u64);
    }
    stories.into_values().collect()
}

/// Lines of the table.
const LINES: u32 = 12;

impl Story {
    fn end(&self) -> f64 {
        let ends = self.by_strategy.values().chain([&self.all]).filter_map(|curve| curve.0.last());
        ends.fold(0.0, |end, point| point.0.max(end))
    }

    /// The times of the table: closer at the beginning, where more happens.
    fn times(&self) -> impl Iterator<Item = f64> {
        let end = self.end();
        (1..=LINES).map(move |line| end * (f64::from(line) / f64::from(LINES)).powi(2))
    }

    fn columns(&self) -> impl Iterator<Item = (&str, &Curve)> {
        let strategies = self.by_strategy.iter().map(|(name, curve)| (name.as_str(), curve));
        [("all", &self.all)].into_iter().chain(strategies)
    }

    fn table(&self) -> String {
        let mut out = format!("{} of {} that were reached, by strategy\n", self.counted, self.solver);
        // Writing to a string does not fail.
        let names: String = self.columns().map(|(name, _)| format!(" {name:>WIDTH$}")).collect();
        let _ = writeln!(out, "{:>9}{names}", "seconds");
        for seconds in self.times() {
            let counts = self.columns().map(|(_, curve)| format!(" {:>WIDTH$}", curve.at(seconds)));
            let _ = writeln!(out, "{seconds:9.1}{}", counts.collect::<String>());
        }
        out
    }

    fn plot(&self) -> Plot {
        let end = self.end();
        let series = self.columns().map(|(name, curve)| {
            let points = curve.0.iter().map(|&(seconds, places)| (seconds, places as f64));
            // Up to the end, to show that nothing more was reached.
            let last = [(end, curve.last() as f64)];
            Series::new(name, Mark::Steps, [(0.0, 0.0)].into_iter().chain(points).chain(last).collect())
        });
        Plot {
            title: format!("{} of {} that were reached", self.counted, self.solver),
            x: Axis::linear("seconds"),
            y: Axis::linear(self.counted.clone()),
            series: series.collect(),
        }
    }

    fn json(&self) -> Value {
        let curves = self.columns().map(|(name, curve)| {
            let points: Vec<Value> =
                curve.0.iter().map(|(seconds, places)| json!([seconds, places])).collect();
            json!({"strategy": name, "places": curve.last(), "points": points})
        });
        json!({
            "solver": self.solver,
            "counted": self.counted,
            "places": self.all.last(),
            "seconds": self.end(),
            "curves": curves.collect::<Vec<_>>(),
        })
    }
}

/// The width of a column, in characters.
const WIDTH: usize = 11;
