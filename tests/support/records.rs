//! Bugs made by hand, as hunts would report them: their folders, and campaigns and dockets with them.

use crate::store::full::setup;
use crate::support::Folder;
use gainsay::judge::Finding;
use gainsay::report::BugRecord;
use gainsay::store::{Batch, NewFinding, Setup, SolverRow, Store, Tally};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A bug of z3 4.12.2 with this script; the rest of its facts do not matter.
pub fn record(kind: &str, script: &str) -> BugRecord {
    record_with(kind, script, json!({}))
}

/// As [`record`], with some facts replaced.
pub fn record_with(kind: &str, script: &str, facts: Value) -> BugRecord {
    let mut all = json!({
        "gainsay": "0.1.0", "fault": format!("{kind}, {}", script.chars().take(60).collect::<String>()), "kind": kind, "solver": "z3@4.12.2",
        "certainty": "proved", "why": "it answers otherwise", "signature": null, "details": [],
        "expected": "sat", "actual": "unsat",
        "program": {
            "name": "z3", "called": "z3", "version": "4.12.2", "build": "Z3 version 4.12.2 - 64 bit",
            "platform": "linux x86_64", "command": "z3 bug.smt2", "arguments": [],
        },
        "logic": null, "needed_logic": "ALL", "script": script, "output": "unsat\n", "model": null,
        "status_remark": null,
        "evidence": {"kind": "exhausted", "answer": "sat", "model": null, "seeds": [], "rules": []},
        "others": [{"solver": "cvc5@1.4.2", "answer": "sat"}], "correct_with": [], "bucket": format!("{kind} z3: {script}"),
        "cause": {"signature": "none"},
        "origin": {"strategy": "bits", "seeds": [], "steps": [], "all_steps": 0, "unit": null},
        "files": ["bug.smt2", "report.md"], "releases": null,
    });
    for (name, value) in facts.as_object().unwrap() {
        all[name] = value.clone();
    }
    serde_json::from_value(all).unwrap()
}

/// A history of releases from letters: `!` wrong, `.` right, `_` not tried.
pub fn releases(kind: &str, trials: &[(&str, char)]) -> Value {
    let conduct = |letter| match letter {
        '!' => kind,
        '.' => "right",
        _ => "not-tried",
    };
    let trial = |(release, letter): &(&str, char)| json!({"release": release, "conduct": conduct(*letter), "said": ""});
    json!({"solver": "z3", "kind": kind, "trials": trials.iter().map(trial).collect::<Vec<_>>(), "complete": true})
}

/// Writes the folder of a bug.
pub fn write_folder(folder: &Path, record: &BugRecord) {
    std::fs::create_dir_all(folder).unwrap();
    std::fs::write(folder.join("bug.json"), record.to_json().unwrap()).unwrap();
    std::fs::write(folder.join("bug.smt2"), &record.script).unwrap();
    std::fs::write(folder.join("report.md"), gainsay::report::report(record)).unwrap();
}

/// A campaign that found each of these bugs `times` times.
pub fn campaign(folder: &Folder, name: &str, seed: u64, bugs: &[BugRecord], times: u64) -> Store {
    let path = folder.0.join(name);
    let solvers = ["z3@4.12.2", "cvc5@1.4.2"].map(|label| {
        let (name, version) = label.split_once('@').unwrap();
        let words = |text: &str| text.to_owned();
        SolverRow {
            label: words(label),
            name: words(name),
            version: words(version),
            profile: words(name),
            argv: vec![words(name)],
            environment: Vec::new(),
            arguments: Vec::new(),
            is_own: false,
            stdin: None,
            like: None,
            digest: None,
            seal: None,
        }
    });
    let setup = Setup {
        seed,
        version: "0.1.0".to_owned(),
        timeout: 5.0,
        memory: 4096 << 20,
        solvers: solvers.to_vec(),
        ..setup()
    };
    let (mut store, _) = Store::open(&path, &setup).unwrap();
    for (at, bug) in bugs.iter().enumerate() {
        let first = at as u64 * times;
        let findings = (first..first + times).map(|unit| finding(unit, bug)).collect();
        let batch = Batch {
            units: (first..first + times).collect(),
            blocks: BTreeMap::from([(first / setup.block, tally(times))]),
            findings,
            solvers: setup.solvers.clone(),
            ..Batch::default()
        };
        store.write(&batch, |_, id| Ok(Some(folder_of(&path, bug, id)))).unwrap();
    }
    store
}

fn folder_of(campaign: &Path, bug: &BugRecord, id: i64) -> PathBuf {
    let folder = campaign.join("bugs").join(format!(
        "{}-z3-{}-{id:08x}",
        bug.finding.kind.word(),
        bug.program.version
    ));
    write_folder(&folder, bug);
    folder
}

pub fn finding(unit: u64, bug: &BugRecord) -> NewFinding {
    NewFinding {
        unit,
        strategy: "bits".to_owned(),
        finding: Finding { solver: format!("z3@{}", bug.program.version), ..bug.finding.clone() },
        bucket: bug.bucket.clone(),
        before: Vec::new(),
        script: bug.script.clone(),
        output: bug.output.clone(),
        lineage: "{}".to_owned(),
        machine: "here".to_owned(),
    }
}

/// The counts of this many tests.
pub fn tally(tests: u64) -> Tally {
    let key = |strategy: &str, solver: &str, outcome: &str| {
        (strategy.to_owned(), solver.to_owned(), outcome.to_owned())
    };
    let answers = BTreeMap::from([
        (key("bits", "z3@4.12.2", "sat"), tests),
        (key("bits", "cvc5@1.4.2", "sat"), tests - tests / 8),
        (key("bits", "cvc5@1.4.2", "timeout"), tests / 8),
    ]);
    Tally {
        units: tests,
        tests,
        answers,
        tests_by_strategy: BTreeMap::from([("bits".to_owned(), tests)]),
        time_by_strategy: BTreeMap::from([("bits".to_owned(), Duration::from_millis(40 * tests))]),
        working: Duration::from_millis(50 * tests),
        waiting: Duration::from_millis(40 * tests),
        time: SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs(),
        ..Tally::default()
    }
}
