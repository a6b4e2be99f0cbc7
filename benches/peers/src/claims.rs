//! What each finds in an old release: every claim of every tool is examined in the same way. It is asked again beside the newest
//! releases and judged, reduced while the verdict holds, and dated; two claims that look alike when they are reduced are one
//! bucket, and buckets that the same release mends are one bug.

use crate::measure::{Course, Hunt};
use anyhow::Context;
use gainsay::judge::FindingKind;
use gainsay::script::Script;
use gainsay::triage::bucket;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a hunt claims to have found.
pub struct Claims {
    pub hunt: Hunt,
    pub scripts: Vec<PathBuf>,
}

/// What the claims are worth.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Worth {
    pub hunt: Hunt,
    pub claims: usize,
    /// So many were looked at, evenly spread.
    pub examined: usize,
    /// Claims against the old release that are right.
    pub right: usize,
    /// Claims that blame a right answer.
    pub wrong: usize,
    /// Claims of which nothing can be shown: neither a wrong answer, nor a crash, nor a false model.
    pub open: usize,
    /// Buckets, each with the release that mends it.
    pub buckets: BTreeMap<String, Option<String>>,
}

impl Worth {
    /// Buckets of one kind that the same release mends are one bug.
    pub fn distinct(&self) -> usize {
        let by_release = self.buckets.iter().map(|(key, fixed)| {
            let kind = key.split(' ').next().unwrap_or_default();
            fixed.as_ref().map_or_else(|| key.clone(), |release| format!("{kind} {release}"))
        });
        by_release.collect::<BTreeSet<_>>().len()
    }

    pub fn per_cpu_hour(&self) -> f64 {
        self.distinct() as f64 / (self.hunt.cpu / 3600.0)
    }
}

/// So many claims of a hunt are looked at.
const MOST: usize = 20;

/// Examines the claims of one hunt.
pub fn examine(claims: Claims, course: &Course) -> anyhow::Result<Worth> {
    let mut worth = Worth {
        hunt: claims.hunt,
        claims: claims.scripts.len(),
        examined: 0,
        right: 0,
        wrong: 0,
        open: 0,
        buckets: BTreeMap::new(),
    };
    let step = claims.scripts.len().div_ceil(MOST).max(1);
    for script in claims.scripts.iter().step_by(step) {
        worth.examined += 1;
        match Claim::check(script, course)? {
            Claim::Right(kind) => {
                worth.right += 1;
                let (shown, key) = reduce(script, kind, course)?;
                worth.buckets.entry(key).or_insert_with(|| fixed_in(&shown, course));
            }
            Claim::Wrong => worth.wrong += 1,
            Claim::Open => worth.open += 1,
        }
    }
    Ok(worth)
}

enum Claim {
    Right(FindingKind),
    Wrong,
    Open,
}

impl Claim {
    fn check(script: &Path, course: &Course) -> anyhow::Result<Claim> {
        let solvers = format!("{};z3;cvc5", course.solver);
        let Ok(told) = gainsay_says(&["check", "--json", "-t", "5", "--solver", &solvers], script) else {
            return Ok(Claim::Open);
        };
        let accused = |finding: &&Value| {
            let solver = finding["solver"].as_str().unwrap_or_default();
            solver.starts_with(course.solver.as_str()) || course.solver.starts_with(solver)
        };
        let findings = told["findings"].as_array().cloned().unwrap_or_default();
        let kinds = |bug: bool| {
            let of = findings.iter().filter(accused).filter(move |finding| finding["bug"] == bug);
            of.filter_map(|finding| FindingKind::from_word(finding["kind"].as_str()?)).collect::<Vec<_>>()
        };
        let gravest = kinds(true).into_iter().filter(|kind| *kind <= FindingKind::Crash).min();
        if let Some(kind) = gravest {
            return Ok(Claim::Right(kind));
        }
        let answers: Vec<&str> = told["answers"].as_array().map_or(Vec::new(), |answers| {
            answers.iter().filter_map(|answer| answer["answer"].as_str()).collect()
        });
        Ok(match answers.as_slice() {
            // Both newest releases contradict it: right, though we have no proof of our own.
            ["sat", "unsat", "unsat"] => Claim::Right(FindingKind::WrongSat),
            ["unsat", "sat", "sat"] => Claim::Right(FindingKind::WrongUnsat),
            [old @ ("sat" | "unsat"), rest @ ..] if rest.contains(old) => Claim::Wrong,
            _ => Claim::Open,
        })
    }
}

/// The smallest script that shows what a right claim says, and its bucket.
fn reduce(script: &Path, kind: FindingKind, course: &Course) -> anyhow::Result<(PathBuf, String)> {
    let solvers = format!("{};z3;cvc5", course.solver);
    let small = script.with_extension("small");
    let small_text = small.to_string_lossy().into_owned();
    let limits = ["reduce", "--json", "--for", "30s", "--solver", &solvers, "-o", &small_text];
    let reduced = gainsay_says(&limits, script);
    let shown = if reduced.is_ok() && small.exists() { small } else { script.to_owned() };
    let text = std::fs::read_to_string(&shown).with_context(|| shown.display().to_string())?;
    let signature = (kind == FindingKind::Crash).then_some("crash");
    let key = bucket(kind, name(course), &Script::read(&text), signature).key;
    Ok((shown, key))
}

/// The release that mends what a script shows.
fn fixed_in(shown: &Path, course: &Course) -> Option<String> {
    let from = format!("{}..", course.solver.split('@').nth(1).unwrap_or_default());
    let limits = ["bisect", "--json", "-t", "5", "--solver", name(course), "--versions", &from];
    gainsay_says(&limits, shown).ok().and_then(|dated| dated["fixed_in"].as_str().map(str::to_owned))
}

fn name(course: &Course) -> &str {
    course.solver.split('@').next().unwrap_or_default()
}

/// Runs this program as gainsay, and reads what it says.
pub fn gainsay_says(arguments: &[&str], what: &Path) -> anyhow::Result<Value> {
    let output = Command::new(std::env::current_exe()?)
        .args(arguments)
        .arg(what)
        .current_dir(std::env::temp_dir())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().last().with_context(|| String::from_utf8_lossy(&output.stderr).into_owned())?;
    serde_json::from_str(line).with_context(|| line.to_owned())
}

/// The scripts below a folder, by name.
pub fn scripts_below(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Vec<PathBuf> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|end| end == "smt2") && wanted(&path) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
