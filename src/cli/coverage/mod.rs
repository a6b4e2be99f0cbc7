//! `gainsay coverage`: what a campaign reached in its solvers' code over time, by strategy; or what scripts
//! reach.

mod scripts;

use super::shared::solvers_here;
use super::{catalogue, choose_solvers, print, seconds};
use crate::coverage::{BRANCH, Source};
use crate::report::plot::{Axis, Mark, Plot, Series};
use crate::solver::{Limits, Solver};
use crate::store::{CoverageRow, Store};
use crate::words::counted;
use anyhow::{Context, bail};
use scripts::{Sum, object, of_files, of_seeds, shares};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Show how much of the solvers' code a campaign, or scripts, reached
///
/// For solvers built with coverage counters: edges in shared memory, or gcc's --coverage
/// (instrument/README.md explains how). Percentages are shown where the total is known: of lines, functions
/// and branches with gcc's, of edges with clang's trace-pc-guard.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  gainsay coverage campaigns/2026-02-28-133700
  gainsay coverage monday --svg reached.svg
  gainsay coverage monday --baseline                  the campaign beside its seeds alone
  gainsay coverage --solver z3=z3cov/z3 seeds/ tests/ what the scripts of two folders reach

Exit codes: 0 fine, 2 the campaign has no coverage, or a file cannot be read or written.")]
pub struct Args {
    /// The campaign's folder; with --solver, scripts, folders or patterns
    #[arg(required = true)]
    what: Vec<String>,
    /// Ask this solver about scripts, each as it is and in a process of its own, instead of reading a
    /// campaign
    #[arg(long, value_name = "SOLVER", conflicts_with_all = ["svg", "baseline"])]
    solver: Option<String>,
    /// Also ask about each usable seed of the campaign as it is, and show what the seeds reach alone
    #[arg(long)]
    baseline: bool,
    /// Time for each script: seconds, or as in 500ms or 2m
    #[arg(short, long, value_name = "TIME", value_parser = seconds, default_value = "10", allow_negative_numbers = true)]
    timeout: f64,
    /// Write a plot to this file; with several solvers, one file each, numbered before the extension
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// The file with `[solver.NAME]` tables [default: gainsay.toml in this folder, if there is one]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

pub fn run(args: Args) -> anyhow::Result<ExitCode> {
    match (&args.solver, &args.what[..]) {
        (Some(solver), _) => show_scripts(&args, solver)?,
        (None, [campaign]) => show_campaign(&args, Path::new(campaign))?,
        (None, _) => bail!("name one campaign, or a solver to ask about scripts (--solver)"),
    }
    Ok(ExitCode::SUCCESS)
}

/// Asks a solver about scripts.
fn show_scripts(args: &Args, word: &str) -> anyhow::Result<()> {
    let solvers = choose_solvers(&catalogue(args.config.clone())?, &[word.to_owned()])?;
    let limits = Limits::seconds(args.timeout);
    for solver in &solvers {
        let Some(source) = Source::find(solver)? else {
            bail!(
                "{} is not built with coverage counters; instrument/README.md explains how to build one",
                solver.label()
            );
        };
        let (sums, all) = of_files(&args.what, solver, &source, &limits)?;
        if args.json {
            let sums: Vec<Value> =
                sums.iter().map(|(word, sum)| json!({"what": word, "sum": sum.json(&source)})).collect();
            let totals = object(source.totals());
            say!(
                "{}",
                json!({"solver": solver.label(), "totals": totals, "parts": sums, "all": all.json(&source)})
            );
            continue;
        }
        say!("{}", solver.label());
        for (word, sum) in &sums {
            say!("  {word}, {}", sum.words(&source));
        }
        if sums.len() > 1 {
            say!("  all, {}", all.words(&source));
        }
    }
    Ok(())
}

fn show_campaign(args: &Args, campaign: &Path) -> anyhow::Result<()> {
    let mut store = Store::look_into(campaign)?;
    let mut stories = stories(store.coverage()?);
    if stories.is_empty() {
        bail!(
            "{} has no coverage data: none of its solvers is built with coverage counters; instrument/README.md explains how to build one",
            campaign.display()
        );
    }
    compare(args, &mut store, &mut stories)?;
    let kept = store.kept()?.units()?.len();
    if args.json {
        let solvers: Vec<Value> = stories.iter().map(Story::json).collect();
        let campaign = campaign.display().to_string();
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
    Ok(())
}

/// Adds totals for solvers that are still installed, and with `--baseline` what the seeds alone reach.
fn compare(args: &Args, store: &mut Store, stories: &mut [Story]) -> anyhow::Result<()> {
    let setup = store.setup()?;
    let catalogue = catalogue(args.config.clone())?;
    // Without the solver there are no totals; a baseline needs it.
    let solvers = match solvers_here(&store.campaign(), &setup.solvers, &catalogue) {
        Err(error) if args.baseline => return Err(error),
        solvers => solvers.unwrap_or_default(),
    };
    for story in stories {
        let solver = solvers.iter().find(|solver| solver.label() == story.solver);
        let source = |solver: &Solver| Source::find(solver).ok().flatten();
        let Some((solver, source)) = solver.and_then(|solver| Some((solver, source(solver)?))) else {
            if args.baseline {
                bail!("{} cannot be asked any more about the seeds", story.solver);
            }
            continue;
        };
        if args.baseline {
            let limits = Limits::seconds(args.timeout);
            story.baseline = Some(of_seeds(&setup.library()?, solver, &source, &limits)?);
        }
        story.source = Some(source);
    }
    Ok(())
}

/// `a.svg` as `a-2.svg`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().map_or(String::new(), |ending| format!(".{}", ending.to_string_lossy()));
    path.with_file_name(format!("{stem}-{number}{ending}"))
}

/// The coverage of one solver in a campaign.
struct Story {
    solver: String,
    counted: String,
    /// The number of places reached over time, by all units.
    all: Curve,
    /// The same by the units of each strategy.
    by_strategy: BTreeMap<String, Curve>,
    /// All places, branches included.
    places: BTreeSet<u32>,
    /// The source of coverage, if the solver is still there.
    source: Option<Source>,
    /// What the seeds alone reach, with `--baseline`.
    baseline: Option<Sum>,
}

/// Points of seconds and numbers of places, both growing.
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

    /// The number of places reached by then.
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
            places: BTreeSet::new(),
            source: None,
            baseline: None,
        });
        story.all.add(row.seconds, row.new);
        let own = row.places.iter().filter(|place| **place < BRANCH).count() as u64;
        story.by_strategy.entry(row.strategy).or_default().add(row.seconds, own);
        story.places.extend(row.places);
    }
    stories.into_values().collect()
}

/// The number of rows of the table.
const LINES: u32 = 12;

impl Story {
    fn end(&self) -> f64 {
        let ends = self.by_strategy.values().chain([&self.all]).filter_map(|curve| curve.0.last());
        ends.fold(0.0, |end, point| point.0.max(end))
    }

    /// The times of the table: closer together at the beginning, where more happens.
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
        if let Some(source) = &self.source {
            let _ = writeln!(out, "in all: {}", shares(source, &self.places));
            if let Some(baseline) = &self.baseline {
                let _ = writeln!(out, "the seeds alone, {}", baseline.words(source));
            }
        }
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
            "totals": self.source.as_ref().map(|source| object(source.totals())),
            "reached": self.source.as_ref().map(|source| object(source.counts(&self.places))),
            "baseline": self.source.as_ref().zip(self.baseline.as_ref()).map(|(source, sum)| sum.json(source)),
            "seconds": self.end(),
            "curves": curves.collect::<Vec<_>>(),
        })
    }
}

/// The width of a column, in characters.
const WIDTH: usize = 11;
