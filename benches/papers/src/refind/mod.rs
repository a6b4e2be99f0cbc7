//! Known bugs found again: given a table of bugs, each a file that a release of a solver is wrong about, which of them does a
//! strategy find from seeds without these files, and after which time?
//!
//! A bug counts as found if a hunt on the release has a finding of its kind that the first release without the bug does not
//! show. A release mends many bugs, so that this may be another one; it is alike, too, if all operators of the reduced finding stand in the
//! known bug's file.

mod known;

pub use known::{Known, read_rows, table_of};

use crate::bench::{Bench, Campaign, Hunt, Options, files};
use crate::bugs::{Bug, Class, bugs};
use crate::table::{NONE, Table};
use anyhow::Context;
use known::operators;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub struct Args {
    /// The known bugs: a CSV table with the columns file, kind (soundness or crash), solver, version, options, and optionally fixed, the
    /// release that mends it; or a folder with a bugs.csv
    #[arg(long, value_name = "TABLE")]
    bugs: PathBuf,
    /// The strategies that search, with commas between
    #[arg(long)]
    strategy: String,
    /// How long each hunt takes; bugs of one release share one
    #[arg(long = "for", default_value = "60s", value_parser = gainsay::cli::duration)]
    time: std::time::Duration,
    /// Seeds, without the files of the table [default: the built-in ones]
    #[arg(long)]
    seeds: Option<PathBuf>,
    /// Only bugs of this solver, or this release, such as z3@4.8.7
    #[arg(long)]
    solver: Option<String>,
    /// More options of the hunts
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true, default_value = "")]
    with: String,
    /// At most so many hunts, those for most bugs first
    #[arg(long, value_name = "N", default_value_t = usize::MAX)]
    hunts: usize,
    /// Print JSON, one object a bug
    #[arg(long)]
    json: bool,
    /// Keep the hunts below this folder, and write refind.md there
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The gainsay to be used [default: the one that this program is linked with]
    #[arg(long, value_name = "PROGRAM")]
    gainsay: Option<PathBuf>,
}

/// How bugs are searched for.
pub struct Search<'a> {
    pub strategy: &'a str,
    pub options: &'a [&'a str],
    /// Of each hunt.
    pub seconds: f64,
    /// A folder; the built-in ones without it.
    pub seeds: Option<&'a Path>,
    /// Hunts for most bugs come first.
    pub most_hunts: usize,
}

/// A known bug that was searched for.
pub struct Searched<'a> {
    pub known: &'a Known,
    /// After how many seconds of the hunt it was found.
    pub seconds: Option<f64>,
    /// After how many by a finding that is alike.
    pub alike: Option<f64>,
    /// What the finding that is alike, or else the first one, is known by.
    pub bucket: Option<String>,
    /// Why there was no hunt.
    pub trouble: Option<String>,
}

/// `papers refind`.
pub fn command(args: &Args) -> anyhow::Result<String> {
    let (gainsay, out) = (args.gainsay.clone(), args.out.clone());
    let options = Options { gainsay, out, ..Options::on_bugs(args.bugs.clone()) };
    let mut bench = Bench::open(&options)?;
    let mut known = Known::read(&mut bench, &args.bugs)?;
    if let Some(solver) = &args.solver {
        known.retain(|bug| bug.solver == *solver || bug.release() == *solver);
    }
    let seeds = args
        .seeds
        .as_ref()
        .map(|folder| folder.canonicalize().with_context(|| folder.display().to_string()))
        .transpose()?;
    let search = Search {
        strategy: &args.strategy,
        options: &args.with.split_whitespace().collect::<Vec<_>>(),
        seconds: args.time.as_secs_f64(),
        seeds: seeds.as_deref(),
        most_hunts: args.hunts,
    };
    let found = refind(&mut bench, &known, &search)?;
    if let Some(out) = &args.out {
        let (commands, cpu) = bench.used();
        let again = found.iter().filter(|one| one.seconds.is_some()).count();
        let findings: BTreeSet<&String> = found.iter().filter_map(|one| one.bucket.as_ref()).collect();
        let text = format!(
            "{again} of {} known bugs were found again in {cpu:.0} CPU seconds, by {}. Several files may show \
             one bug, and a release fixes many bugs, so a finding that it fixes may still be a different bug.\n\n{}\n```sh\n{}\n```\n",
            found.len(),
            gainsay::words::counted(findings.len(), "finding"),
            table(&found),
            commands.join("\n")
        );
        std::fs::write(out.join(TOLD), text)?;
    }
    let lines = || found.iter().map(|one| format!("{}\n", one.json())).collect();
    Ok(if args.json { lines() } else { table(&found).to_string() })
}

/// What a search for known bugs leaves in its folder.
pub const TOLD: &str = "refind.md";

/// Searches for known bugs, with one hunt for all of a release, on seeds and tests of their logics.
pub fn refind<'a>(
    bench: &mut Bench,
    known: &'a [Known],
    search: &Search<'_>,
) -> anyhow::Result<Vec<Searched<'a>>> {
    let mut groups: BTreeMap<String, Vec<&Known>> = BTreeMap::new();
    for bug in known {
        groups.entry(bug.command()).or_default().push(bug);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, bugs)| std::cmp::Reverse(bugs.len()));
    let seeds = search.seeds.map(|folder| without_known(bench, folder, known)).transpose()?;
    let mut all = Vec::new();
    for (release, members) in groups.into_iter().take(search.most_hunts) {
        let newest = members.first().map(|bug| bug.solver.clone()).unwrap_or_default();
        let solvers = format!("{release};{newest}");
        let logics: BTreeSet<&str> = members.iter().map(|bug| bug.logic.as_str()).collect();
        let logics = logics.into_iter().collect::<Vec<_>>().join(",");
        let seeds = seeds.as_deref().into_iter();
        let options = search.options.iter().copied();
        let more: Vec<&str> = ["--logic", &logics].into_iter().chain(options).chain(seeds).collect();
        let Search { strategy, seconds, .. } = *search;
        match bench.hunt(&Hunt { strategies: strategy, solvers: &solvers, seconds, seed: 1, more: &more }) {
            Ok(campaign) => all.extend(matched(bench, &members, &campaign)?),
            // Such as a logic of which there are no seeds.
            Err(error) => all.extend(members.into_iter().map(|known| {
                let trouble = format!("{error:#}").lines().last().map(str::to_owned);
                Searched { known, seconds: None, alike: None, bucket: None, trouble }
            })),
        }
    }
    Ok(all)
}

/// Which bugs of a release a hunt found.
fn matched<'a>(
    bench: &mut Bench,
    members: &[&'a Known],
    campaign: &Campaign,
) -> anyhow::Result<Vec<Searched<'a>>> {
    // What shows under other options only is another bug.
    let release = members.first().map(|bug| bug.command()).unwrap_or_default();
    let found: Vec<Bug> = bugs(bench, campaign)?.into_iter().filter(|bug| bug.solver == release).collect();
    let mut mended: BTreeMap<(String, String), bool> = BTreeMap::new();
    let mut uses: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut all = Vec::new();
    for &known in members {
        let mut searched = Searched { known, seconds: None, alike: None, bucket: None, trouble: None };
        for bug in found.iter().filter(|bug| known.is_kind(bug.class())) {
            let (Some(seconds), Some(folder)) = (seconds_of(campaign, &bug.bucket), &bug.folder) else {
                continue;
            };
            let script = folder.join("bug.smt2");
            let key = (bug.bucket.clone(), known.fixed.clone());
            if !mended.contains_key(&key) {
                mended.insert(key.clone(), is_mended(bench, bug, &script, known)?);
            }
            if !mended[&key] {
                continue;
            }
            if !uses.contains_key(&bug.bucket) {
                uses.insert(bug.bucket.clone(), operators(bench, &script)?);
            }
            let is_alike = uses[&bug.bucket].is_subset(&known.operators);
            let is_first = |earlier: Option<f64>| earlier.is_none_or(|earlier| seconds < earlier);
            if is_alike && is_first(searched.alike) || searched.alike.is_none() && is_first(searched.seconds)
            {
                searched.bucket = Some(bug.bucket.clone());
            }
            if is_alike && is_first(searched.alike) {
                searched.alike = Some(seconds);
            }
            if is_first(searched.seconds) {
                searched.seconds = Some(seconds);
            }
        }
        all.push(searched);
    }
    Ok(all)
}

/// Whether the release that mends the known bug does not show a finding.
fn is_mended(bench: &mut Bench, bug: &Bug, script: &Path, known: &Known) -> anyhow::Result<bool> {
    let script = script.to_string_lossy();
    let solver = format!("{} {}", known.solver, known.options);
    let mut arguments =
        vec!["bisect", &script, "--solver", solver.trim(), "--versions", &known.fixed, "-t", "5", "--json"];
    let right = match bug.kind.as_str() {
        "wrong-sat" => Some("unsat"),
        "wrong-unsat" => Some("sat"),
        _ => None,
    };
    arguments.extend(right.into_iter().flat_map(|right| ["--expect", right]));
    let told = match bench.ask(&arguments) {
        // It neither crashes nor answers.
        Err(error) if error.to_string().contains("gave an answer that can be judged") => Vec::new(),
        told => told?,
    };
    let conduct =
        told.first().and_then(|told| told["releases"][0]["conduct"].as_str()).unwrap_or("undecided");
    // A crash is also gone where nothing is known about the answer.
    Ok(conduct == "right" || bug.class() == Class::Crash && conduct == "undecided")
}

/// When a bug was found first.
fn seconds_of(campaign: &Campaign, bucket: &str) -> Option<f64> {
    let event =
        campaign.events.iter().find(|event| event["event"] == "bucket" && event["bucket"] == bucket)?;
    event["seconds"].as_f64()
}

/// Copies seeds to a folder, without those whose text is that of a known bug.
fn without_known(bench: &Bench, seeds: &Path, known: &[Known]) -> anyhow::Result<String> {
    let name = "seeds-without-known-bugs";
    let folder = bench.folder.join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let texts: BTreeSet<Vec<u8>> = known.iter().filter_map(|bug| std::fs::read(&bug.file).ok()).collect();
    for (number, file) in files(seeds).into_iter().enumerate() {
        let text = std::fs::read(&file).with_context(|| file.display().to_string())?;
        if !texts.contains(&text) {
            std::fs::write(folder.join(format!("{number:05}.smt2")), text)?;
        }
    }
    Ok(name.to_owned())
}

impl Searched<'_> {
    pub fn json(&self) -> serde_json::Value {
        json!({
            "file": self.known.name(),
            "release": self.known.command(),
            "fixed": self.known.fixed,
            "logic": self.known.logic,
            "found": self.seconds.is_some(),
            "seconds": self.seconds,
            "alike_seconds": self.alike,
            "bucket": self.bucket,
            "trouble": self.trouble,
        })
    }
}

pub fn table(found: &[Searched<'_>]) -> Table {
    let mut table =
        Table::new(["known bug", "release", "mended in", "logic", "found after", "alike after", "finding"]);
    let time = |seconds: Option<f64>| seconds.map_or(NONE.to_owned(), |seconds| format!("{seconds:.1} s"));
    for one in found {
        let known = one.known;
        let bucket = one.bucket.clone().or_else(|| one.trouble.clone());
        table.row([
            known.name(),
            known.command(),
            known.fixed.clone(),
            known.logic.clone(),
            time(one.seconds),
            time(one.alike),
            bucket.unwrap_or_else(|| NONE.to_owned()),
        ]);
    }
    table
}
