//! Findings: collected, counted, and made again. The solver that is hunted lies.

use crate::campaign::{Folder, events, output, summary};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn solver_that_says(path: &Path, words: &str) {
    fs::write(path, format!("#!/bin/sh\n{words}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A campaign that found the liar out, and its events.
fn campaign(folder: &Folder) -> Vec<serde_json::Value> {
    solver_that_says(&folder.join("liar"), "echo unsat");
    let arguments = ["hunt", "--json", "seeds/QF_LIA", "--solver", "z3@5.4.0;liar=./liar"];
    let more = ["--tests", "40", "-j", "2", "--campaign", "campaign"];
    let (code, stdout, stderr) = output(&folder.0, &[&arguments[..], &more].concat());
    assert_eq!(code, 10, "{stdout}{stderr}");
    events(&stdout)
}

#[test]
fn a_liar_is_found_out_and_only_the_liar() {
    let folder = Folder::new("liar");
    let events = campaign(&folder);
    let summary = summary(&events);
    let of_kind = |kind: &str| events.iter().filter(|event| event["event"] == kind).collect::<Vec<_>>();
    let findings = of_kind("finding");
    assert!(!findings.is_empty());
    let bugs: Vec<_> = findings.iter().filter(|finding| finding["bug"] == true).collect();
    assert!(bugs.iter().all(|bug| bug["solver"] == "liar" && bug["kind"] == "wrong-unsat"), "{bugs:?}");
    assert_eq!(summary["findings"]["wrong-unsat"], bugs.len());
    let buckets = of_kind("bucket");
    assert_eq!(summary["buckets"], buckets.len());
    for bucket in buckets.iter().filter(|bucket| bucket["bug"] == true) {
        let report = folder.join(bucket["folder"].as_str().unwrap()).join("report.md");
        let text = fs::read_to_string(report).unwrap();
        assert!(text.contains("gainsay replay campaign"), "{text}");
    }
    // Every solver has answered every test, or was not asked.
    for answers in summary["answers"].as_object().unwrap().values() {
        let sum: u64 = answers.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(summary["tests"], sum);
    }
    let share = summary["solver_time_share"].as_f64().unwrap();
    assert!(share > 0.0 && share <= 1.0, "{share}");
    assert!(summary["tests_per_s"].as_f64().unwrap() > 0.0);
    assert_eq!(summary["alarms"], 0);
}

#[test]
fn a_finding_is_made_again_from_its_number() {
    let folder = Folder::new("replay");
    let events = campaign(&folder);
    let bug = events.iter().find(|event| event["event"] == "finding" && event["bug"] == true).unwrap();
    let id = bug["id"].to_string();
    let replay = |id: &str| output(&folder.0, &["replay", "campaign", id, "--json"]);
    let (code, stdout, stderr) = replay(&id);
    assert_eq!(code, 10, "{stderr}");
    let replayed = crate::campaign::events(&stdout).remove(0);
    assert_eq!((&replayed["happens"], &replayed["script"]), (&true.into(), &bug["script"]));

    // It was repaired.
    solver_that_says(&folder.join("liar"), "echo unknown");
    assert_eq!(replay(&id).0, 0);

    let (code, _, stderr) = replay("123456");
    assert_eq!(code, 2);
    assert!(stderr.contains("no finding 123456"), "{stderr}");

    let database = rusqlite::Connection::open(folder.join("campaign/campaign.db")).unwrap();
    database.execute("UPDATE findings SET script = script || ' '", []).unwrap();
    let (code, _, stderr) = replay(&id);
    assert_eq!(code, 2);
    assert!(stderr.contains("another test"), "{stderr}");
    assert_eq!(output(&folder.0, &["replay", "nowhere", "1"]).0, 2);
}
