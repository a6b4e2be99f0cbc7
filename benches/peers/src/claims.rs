//! What each finds in an old release: every claim of every tool is examined in the same way. It is asked again beside the newest
//! releases and judged, reduced while the verdict holds, and dated; two claims that look alike when they are reduced are one
//! bucket, and buckets that the same release mends are one bug.

use crate::measure::{Course, Hunt};
use anyhow::{Context, bail};
use gainsay::consult::{Consultation, consult, consult_text, pin_models_off as as_written};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{FindingKind, judge};
use gainsay::script::Script;
use gainsay::solver::{Catalogue, Limits};
use gainsay::triage::Bucket;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

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
    /// Claims that are right about the release that the old one was compared with.
    pub elsewhere: usize,
    /// Claims of which nothing can be shown: neither a wrong answer, nor a crash, nor a false model.
    pub open: usize,
    /// Buckets, each with the release that mends it.
    pub buckets: BTreeMap<String, Option<String>>,
}

impl Worth {
    /// Buckets of one kind that the same release mends are one bug.
    pub fn distinct(&self) -> usize {
        distinct(&self.buckets).len()
    }

    pub fn per_cpu_hour(&self) -> f64 {
        self.distinct() as f64 / (self.hunt.cpu / 3600.0)
    }
}

/// Buckets of one kind that the same release mends are one bug.
pub fn distinct(buckets: &BTreeMap<String, Option<String>>) -> BTreeSet<String> {
    let by_release = buckets.iter().map(|(key, fixed)| {
        let kind = key.split(' ').next().unwrap_or_default();
        fixed.as_ref().map_or_else(|| key.clone(), |release| format!("{kind} {release}"))
    });
    by_release.collect()
}

/// How closely claims are looked at.
#[derive(Clone, Copy)]
pub struct Depth {
    /// So many claims of a hunt are looked at.
    pub most: usize,
    /// Whether it is found out which release mends them.
    pub dated: bool,
}

impl Default for Depth {
    fn default() -> Depth {
        Depth { most: 20, dated: true }
    }
}

/// Examines the claims of one hunt.
pub fn examine(hunt: Hunt, claims: &[PathBuf], course: &Course, depth: Depth) -> anyhow::Result<Worth> {
    let mut worth = Worth {
        hunt,
        claims: claims.len(),
        examined: 0,
        right: 0,
        wrong: 0,
        elsewhere: 0,
        open: 0,
        buckets: BTreeMap::new(),
    };
    let step = claims.len().div_ceil(depth.most.max(1)).max(1);
    for script in claims.iter().step_by(step) {
        worth.examined += 1;
        println!("   claim {} of {}", worth.examined, claims.len().div_ceil(step));
        let claim =
            if is_about_another(script, course) { Claim::Elsewhere } else { Claim::check(script, course)? };
        match claim {
            Claim::Right(fault) => {
                worth.right += 1;
                let (shown, key) = reduce(script, &fault, course)?;
                let date = || if depth.dated { fixed_in(&shown, fault.kind, &course.solver) } else { None };
                worth.buckets.entry(key).or_insert_with(date);
            }
            Claim::Wrong => worth.wrong += 1,
            Claim::Elsewhere => worth.elsewhere += 1,
            Claim::Open => worth.open += 1,
        }
    }
    Ok(worth)
}

/// Whether a bug of ours is one of the other release: its folder says whose it is.
fn is_about_another(script: &Path, course: &Course) -> bool {
    let folder = script.parent().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    script.ends_with(OURS) && !folder.is_some_and(|name| name.contains(&course.solver.replace('@', "-")))
}

/// A test of ours that shows a bug, as it was made.
const OURS: &str = "original.smt2";

/// What a solver did wrong.
#[derive(Clone, PartialEq, Debug)]
struct Fault {
    kind: FindingKind,
    /// What a crash is known by.
    signature: Option<String>,
}

impl Fault {
    /// All that the peers look for, and cores.
    fn counts(&self) -> bool {
        self.kind.row().rests_on.is_meaning() || self.kind == FindingKind::Crash
    }
}

#[derive(Clone, PartialEq, Debug)]
enum Claim {
    Right(Fault),
    Wrong,
    Elsewhere,
    Open,
}

impl Claim {
    /// Asks again: the old release as the claim stands, and then beside the newest releases.
    fn check(script: &Path, course: &Course) -> anyhow::Result<Claim> {
        if let Some(fault) = pin_models_off(script, course)? {
            return Ok(Claim::Right(fault));
        }
        let solvers = format!("{};z3;cvc5", course.solver);
        // What cannot be asked is open.
        let told = gainsay_tells(&["check", "--json", "-t", "5", "--solver", &solvers], script);
        let weighed: Vec<Claim> =
            told.unwrap_or_default().iter().map(|told| Claim::weigh(told, course.second.is_some())).collect();
        let is_right = |claim: &&Claim| matches!(claim, Claim::Right(_));
        Ok(match weighed.iter().find(is_right) {
            Some(right) => right.clone(),
            None if weighed.contains(&Claim::Elsewhere) => Claim::Elsewhere,
            // Which of several questions is meant is not known.
            None if !weighed.is_empty() && weighed.iter().all(|claim| *claim == Claim::Wrong) => Claim::Wrong,
            None => Claim::Open,
        })
    }

    /// What `gainsay check` says about one question to the old release, the newest z3, and the newest cvc5. A tool that
    /// compared two releases does not say which of both is wrong.
    fn weigh(told: &Value, compared: bool) -> Claim {
        let Some([old, z3, cvc5]) = told["answers"].as_array().map(Vec::as_slice) else {
            return Claim::Open;
        };
        let fault_of = |solver: &Value| {
            let findings = told["findings"].as_array().into_iter().flatten();
            let bugs =
                findings.filter(|finding| finding["bug"] == true && finding["solver"] == solver["solver"]);
            let faults = bugs.filter_map(|finding| {
                let kind = FindingKind::from_word(finding["kind"].as_str()?)?;
                Some(Fault { kind, signature: finding["signature"].as_str().map(str::to_owned) })
            });
            faults.filter(Fault::counts).min_by_key(|fault| fault.kind.row().gravity)
        };
        if let Some(fault) = fault_of(old) {
            return Claim::Right(fault);
        }
        if compared && fault_of(z3).is_some() {
            return Claim::Elsewhere;
        }
        let [old, z3, cvc5] = [old, z3, cvc5].map(|solver| Said::of(&solver["answer"]));
        let proved = Said::of(&told["truth"]);
        let right = |kind| Claim::Right(Fault { kind, signature: None });
        match (old, z3, cvc5) {
            (Said::Another, ..) => Claim::Wrong,
            (Said::Nothing, ..) => Claim::Open,
            _ if proved == old => Claim::Wrong,
            // Both newest releases contradict it, though we have no proof of our own.
            (Said::Sat, Said::Unsat, Said::Unsat) => right(FindingKind::WrongSat),
            (Said::Unsat, Said::Sat, Said::Sat) => right(FindingKind::WrongUnsat),
            // Another solver confirms it. That a newer release of the same one does would say little.
            (_, newer, other) if other == old && (newer == old || newer == Said::Nothing) => Claim::Wrong,
            _ => Claim::Open,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Said {
    Sat,
    Unsat,
    /// It reads the script otherwise than the standard does, as old releases read strings: it answers another question.
    Another,
    /// Unknown, an error, or too late.
    Nothing,
}

impl Said {
    fn of(word: &Value) -> Said {
        match word.as_str() {
            Some("sat") => Said::Sat,
            Some("unsat") => Said::Unsat,
            Some("not asked") => Said::Another,
            _ => Said::Nothing,
        }
    }
}

/// What the old release does wrong when the claim is asked word for word: some things show only in a dialogue, which is
/// not to be taken apart.
fn pin_models_off(script: &Path, course: &Course) -> anyhow::Result<Option<Fault>> {
    let text = std::fs::read_to_string(script).with_context(|| script.display().to_string())?;
    let catalogue = Catalogue::load(None)?;
    let old = catalogue.solver(&course.solver)?;
    let limits = Limits::seconds(5.0);
    let script = Script::read(&text);
    let mut testimonies = vec![consult_text(&text, std::slice::from_ref(&old), &limits)?];
    if script.is_understood() && script.is_incremental() {
        let solvers = [old.clone(), catalogue.solver("z3")?, catalogue.solver("cvc5")?];
        let how = Consultation { limits, cores: false, other_seed: None, keep_options: true };
        testimonies.push(consult(&as_written(&script), &solvers, &how)?);
    }
    let test = Test::given(script, Evidence::None);
    let findings = testimonies.iter().flat_map(|testimonies| judge(&test, testimonies).findings);
    let bugs = findings.filter(|finding| finding.is_bug() && finding.solver == old.label());
    let faults = bugs.map(|finding| Fault { kind: finding.kind, signature: finding.signature });
    Ok(faults.filter(Fault::counts).min_by_key(|fault| fault.kind.row().gravity))
}

/// The smallest script that shows what a right claim says, and its bucket.
fn reduce(script: &Path, fault: &Fault, course: &Course) -> anyhow::Result<(PathBuf, String)> {
    let solvers = format!("{};z3;cvc5", course.solver);
    let small = script.with_extension("small");
    let small_text = small.to_string_lossy().into_owned();
    let limits = ["reduce", "--json", "--for", "20s", "--solver", &solvers, "-o", &small_text];
    let reduced = gainsay_says(&limits, script).is_ok() && small.exists();
    // An answer that is only contradicted, and not proved wrong, can turn into the contrary while it is reduced.
    let is_answer = fault.kind.row().rests_on.right_answer().is_known();
    let holds = || anyhow::Ok(Claim::check(&small, course)? == Claim::Right(fault.clone()));
    let shown = if reduced && (!is_answer || holds()?) { small } else { script.to_owned() };
    let text = std::fs::read_to_string(&shown).with_context(|| shown.display().to_string())?;
    let key = Bucket::new(fault.kind, name(course), &Script::read(&text), fault.signature.as_deref()).key();
    Ok((shown, key))
}

/// The release that mends what a script shows. What the script says about itself is older than its mutations.
pub fn fixed_in(shown: &Path, kind: FindingKind, solver: &str) -> Option<String> {
    let (name, from) = solver.split_once('@')?;
    let from = format!("{from}..");
    let mut limits = vec!["bisect", "--json", "-t", "5", "--solver", name, "--versions", &from];
    let right = kind.row().rests_on.right_answer();
    if right.is_known() {
        limits.extend(["--expect", right.word()]);
    }
    gainsay_says(&limits, shown).ok().and_then(|dated| dated["fixed_in"].as_str().map(str::to_owned))
}

fn name(course: &Course) -> &str {
    course.solver.split('@').next().unwrap_or_default()
}

/// Runs this program as gainsay, and reads the last thing that it says.
pub fn gainsay_says(arguments: &[&str], what: &Path) -> anyhow::Result<Value> {
    gainsay_tells(arguments, what)?.pop().context("it says nothing")
}

/// Runs this program as gainsay, and reads all that it says.
fn gainsay_tells(arguments: &[&str], what: &Path) -> anyhow::Result<Vec<Value>> {
    let output = Command::new(std::env::current_exe()?)
        .args(arguments)
        .arg(what)
        .current_dir(std::env::temp_dir())
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if text.is_empty() {
        bail!(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    text.lines().map(|line| serde_json::from_str(line).with_context(|| line.to_owned())).collect()
}

/// The scripts of the claims below a folder, by name. A folder of ours has the test as it was made beside what came of it.
pub fn claims_in(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut waiting) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = waiting.pop() {
        let original = folder.join(OURS);
        if original.exists() {
            found.push(original);
            continue;
        }
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|end| end == "smt2") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::{Claim, Fault};
    use gainsay::judge::FindingKind;
    use serde_json::{Value, json};

    fn told(answers: [&str; 3], truth: Option<&str>, findings: Value) -> Value {
        let labels = ["z3 4.8.7", "z3 5.4.0", "cvc5 1.4.2"];
        let answers: Vec<Value> = labels
            .iter()
            .zip(answers)
            .map(|(solver, answer)| json!({ "solver": solver, "answer": answer }))
            .collect();
        json!({ "answers": answers, "truth": truth, "findings": findings })
    }

    #[test]
    fn only_what_is_shown_is_right_or_wrong() {
        let weigh = |answers, truth| Claim::weigh(&told(answers, truth, json!([])), true);
        let right = |kind| Claim::Right(Fault { kind, signature: None });
        assert_eq!(weigh(["sat", "unsat", "unsat"], None), right(FindingKind::WrongSat));
        assert_eq!(weigh(["unsat", "sat", "sat"], None), right(FindingKind::WrongUnsat));
        assert_eq!(weigh(["unsat", "unsat", "unsat"], None), Claim::Wrong);
        assert_eq!(weigh(["unsat", "timeout", "unsat"], None), Claim::Wrong);
        assert_eq!(weigh(["sat", "sat", "timeout"], Some("sat")), Claim::Wrong);
        assert_eq!(weigh(["sat", "unsat", "sat"], None), Claim::Open);
        assert_eq!(weigh(["unsat", "unsat", "unknown"], None), Claim::Open);
        assert_eq!(weigh(["sat", "unsat", "timeout"], None), Claim::Open);
        assert_eq!(weigh(["timeout", "unsat", "unsat"], None), Claim::Open);
        assert_eq!(weigh(["not asked", "sat", "sat"], Some("sat")), Claim::Wrong);
    }

    #[test]
    fn the_accused_is_who_is_wrong() {
        let answers = ["unsat", "sat", "sat"];
        let fault = Claim::Right(Fault { kind: FindingKind::WrongUnsat, signature: None });
        let bug = |solver: &str, is_bug: bool| json!([{ "solver": solver, "kind": FindingKind::WrongUnsat.word(), "bug": is_bug, "details": [] }]);
        assert_eq!(Claim::weigh(&told(answers, Some("sat"), bug("z3 4.8.7", true)), true), fault);
        let newest = told(["sat", "unsat", "sat"], Some("sat"), bug("z3 5.4.0", true));
        assert_eq!(Claim::weigh(&newest, true), Claim::Elsewhere);
        assert_eq!(Claim::weigh(&newest, false), Claim::Wrong);
        let disputed = told(["sat", "unsat", "timeout"], None, bug("z3 4.8.7", false));
        assert_eq!(Claim::weigh(&disputed, true), Claim::Open);
    }
}
