//! The bugs of a campaign, as `gainsay bugs` tells them.

use crate::bench::{Bench, Campaign, release_number};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub struct Bug {
    id: u64,
    pub kind: String,
    /// The label of the accused.
    pub solver: String,
    pub logic: String,
    pub theory: String,
    pub bucket: String,
    /// How many findings are taken for it.
    pub findings: u64,
    /// The folder of its report.
    pub folder: Option<PathBuf>,
    /// How many steps of its making are needed to show it.
    pub steps: Option<usize>,
    /// The releases that have it, of those that were tried.
    pub bad: Vec<String>,
    /// The first tried release that no longer has it.
    pub fixed: Option<String>,
}

impl Bug {
    fn read(bug: &Value, below: &Path) -> Option<Bug> {
        let word = |key: &str| bug[key].as_str().map(str::to_owned);
        let folder = word("folder").map(|folder| below.join(folder));
        let details = folder.as_ref().and_then(|folder| {
            serde_json::from_str::<Value>(&std::fs::read_to_string(folder.join("bug.json")).ok()?).ok()
        });
        let details = details.unwrap_or_default();
        let trials = details["releases"]["trials"].as_array().cloned().unwrap_or_default();
        let (bad, fixed) = dates(&trials);
        Some(Bug {
            id: bug["id"].as_u64()?,
            kind: word("kind")?,
            solver: word("solver")?,
            logic: details["needed_logic"].as_str().unwrap_or("?").to_owned(),
            theory: word("theory").unwrap_or_default(),
            bucket: word("bucket")?,
            findings: bug["findings"].as_u64().unwrap_or(0),
            steps: details["origin"]["steps"].as_array().map(Vec::len),
            bad,
            fixed: fixed.or_else(|| bug["releases"]["good_after"].as_str().map(str::to_owned)),
            folder,
        })
    }

    /// As the papers call kinds.
    pub fn class(&self) -> Class {
        Class::of(&self.kind)
    }

    /// Whether it was found in a solver, given as it was asked for; perhaps under more options.
    pub fn is_of(&self, solver: &str) -> bool {
        self.solver.strip_prefix(solver).is_some_and(|rest| rest.is_empty() || rest.starts_with(['@', ' ']))
    }

    /// Bugs of a kind that the same release mends are taken for one.
    pub fn key(&self) -> String {
        match &self.fixed {
            Some(release) => format!("{} {} {release}", self.solver, self.class().word()),
            None => format!("{} {}", self.solver, self.bucket),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    Soundness,
    InvalidModel,
    Crash,
    /// Slow, unknown, and the like.
    Other,
}

impl Class {
    pub fn of(kind: &str) -> Class {
        match kind {
            "wrong-sat" | "wrong-unsat" => Class::Soundness,
            "invalid-model" => Class::InvalidModel,
            "crash" | "sanitizer" => Class::Crash,
            _ => Class::Other,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Class::Soundness => "soundness",
            Class::InvalidModel => "invalid model",
            Class::Crash => "crash",
            Class::Other => "other",
        }
    }
}

/// The releases that have a bug, and the first one after them that is right. A reduced script may show another kind of wrong answer than
/// the test that was found: that is the bug, too.
fn dates(trials: &[Value]) -> (Vec<String>, Option<String>) {
    const WRONG: [&str; 4] = ["wrong-sat", "wrong-unsat", "invalid-model", "crash"];
    let is_bad = |trial: &Value| trial["conduct"].as_str().is_some_and(|conduct| WRONG.contains(&conduct));
    let release = |trial: &Value| trial["release"].as_str().map(str::to_owned);
    let after = trials.iter().rposition(is_bad).map_or(trials.len(), |last| last + 1);
    let fixed = trials[after..].iter().find(|trial| trial["conduct"] == "right").and_then(release);
    (trials.iter().filter(|trial| is_bad(trial)).filter_map(release).collect(), fixed)
}

/// The bugs of a campaign.
pub fn bugs(bench: &mut Bench, campaign: &Campaign) -> anyhow::Result<Vec<Bug>> {
    let told = bench.ask(&["bugs", &campaign.name, "--json"])?;
    let all = told.iter().flat_map(|told| told.as_array()).flatten();
    Ok(all.filter(|bug| bug["bug"] == true).filter_map(|bug| Bug::read(bug, &bench.folder)).collect())
}

/// The bugs of a campaign in one solver, with the installed releases that have them.
pub fn dated(bench: &mut Bench, campaign: &Campaign, solver: &str) -> anyhow::Result<Vec<Bug>> {
    let name = solver.split(['@', ' ', '=']).next().unwrap_or_default();
    let releases = bench.releases(name)?;
    let versions = releases.join(",");
    let undated = bugs(bench, campaign)?.into_iter().filter(|bug| bug.is_of(solver) && bug.bad.is_empty());
    for bug in undated.filter(|_| releases.len() > 1) {
        // What cannot be dated stays a bug of its own.
        let _ = bench.output(&[
            "bugs",
            &campaign.name,
            "bisect",
            &bug.id.to_string(),
            "--versions",
            &versions,
            "-t",
            "3",
        ]);
    }
    Ok(bugs(bench, campaign)?.into_iter().filter(|bug| bug.is_of(solver)).collect())
}

/// Different bugs: those of one kind that the same release mends are one.
pub fn distinct<'a>(bugs: impl IntoIterator<Item = &'a Bug>) -> usize {
    bugs.into_iter().map(Bug::key).collect::<BTreeSet<_>>().len()
}

/// The releases that have bugs, oldest first.
pub fn releases_with<'a>(bugs: impl IntoIterator<Item = &'a Bug>) -> Vec<String> {
    let all: BTreeSet<&String> = bugs.into_iter().flat_map(|bug| &bug.bad).collect();
    let mut all: Vec<String> = all.into_iter().cloned().collect();
    all.sort_by_key(|version| release_number(version));
    all
}

#[cfg(test)]
mod tests {
    use super::{Bug, dates, distinct};
    use serde_json::json;
    use std::path::Path;

    fn bug(solver: &str, bucket: &str, fixed: Option<&str>) -> Bug {
        let releases = json!({ "good_after": fixed });
        let told =
            json!({ "id": 1, "kind": "wrong-sat", "solver": solver, "bucket": bucket, "releases": releases });
        Bug::read(&told, Path::new(".")).expect("a bug")
    }

    #[test]
    fn a_release_is_not_one_with_a_longer_number() {
        assert!(bug("z3@4.8.1", "", None).is_of("z3@4.8.1"));
        assert!(bug("z3@4.8.1 a=b", "", None).is_of("z3@4.8.1"));
        assert!(bug("z3@4.8.1", "", None).is_of("z3"));
        assert!(!bug("z3@4.8.10", "", None).is_of("z3@4.8.1"));
        assert!(!bug("z3@4.8.1", "", None).is_of("z3@4.8.1 a=b"));
    }

    #[test]
    fn any_wrong_answer_of_a_release_is_the_bug() {
        let trials =
            [("1", "right"), ("2", "wrong-sat"), ("3", "invalid-model"), ("4", "undecided"), ("5", "right")];
        let told = trials.map(|(release, conduct)| json!({ "release": release, "conduct": conduct }));
        assert_eq!(dates(&told), (vec!["2".to_owned(), "3".to_owned()], Some("5".to_owned())));
        assert_eq!(dates(&told[..1]), (vec![], None));
    }

    #[test]
    fn bugs_that_the_same_release_mends_are_one() {
        let all = [("a", Some("2")), ("b", Some("2")), ("c", Some("3")), ("d", None), ("e", None)];
        assert_eq!(distinct(&all.map(|(bucket, fixed)| bug("z3@1", bucket, fixed))), 4);
    }
}
