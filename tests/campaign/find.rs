//! Findings: collected, counted, and made again. The solver that is hunted lies.

use crate::campaign::{Folder, events, output, summary};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

fn solver_that_says(path: &Path, words: &str) {
    fs::write(path, format!("#!/bin/sh\n{words}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// A campaign that found the liar out, and its events. It reads standard input, and lies whatever its options are.
fn campaign(folder: &Folder) -> Vec<serde_json::Value> {
    solver_that_says(&folder.join("liar"), "grep -q check-sat && echo unsat");
    let arguments = ["hunt", "--json", "seeds/QF_LIA", "--solver", "z3@5.4.0;liar=./liar --often"];
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
        assert!(text.contains("gainsay bugs campaign replay "), "{text}");
        assert!(text.contains("| command | `./liar < bug.smt2` |"), "{text}");
        // What the event says is what the report says, also where the reduced test is better known than the first.
        let certainty = format!("- certainty: {}\n", bucket["certainty"].as_str().unwrap());
        assert!(text.contains(&certainty) && text.contains(&bucket["why"].as_str().unwrap()[3..]), "{text}");
        // The accused is no witness.
        assert!(!text.contains("- liar"), "{text}");
    }
    // Every solver has answered every test, or was not asked.
    for answers in summary["answers"].as_object().unwrap().values() {
        let sum: u64 = answers.as_object().unwrap().values().map(|count| count.as_u64().unwrap()).sum();
        assert_eq!(summary["tests"], sum);
    }
    let by_strategy = summary["strategies"].as_object().unwrap().values();
    let found: u64 = by_strategy.map(|counts| counts["findings"].as_u64().unwrap()).sum();
    assert_eq!(findings.len() as u64, found);
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
    let replay = |id: &str| output(&folder.0, &["bugs", "campaign", "replay", id, "--json"]);
    let (code, stdout, stderr) = replay(&id);
    assert_eq!(code, 10, "{stderr}");
    let replayed = crate::campaign::events(&stdout).remove(0);
    assert_eq!((&replayed["happens"], &replayed["script"]), (&true.into(), &bug["script"]));

    // Another solver may be asked about what this one did.
    let (code, stdout, _) = output(&folder.0, &["replay", "campaign", &id, "--solver", "z3@5.4.0"]);
    assert_eq!(code, 0, "{stdout}");
    assert!(stdout.starts_with(&format!("finding {id}: wrong-unsat of liar in unit ")), "{stdout}");
    assert!(stdout.contains("it does not happen with z3@5.4.0: "), "{stdout}");

    // It was repaired, or says nothing any more.
    for (says, code) in [("echo sat", 0), ("echo unknown", 3), ("echo oh no >&2; exit 1", 3), ("exit 0", 3)] {
        solver_that_says(&folder.join("liar"), says);
        assert_eq!(replay(&id).0, code, "{says}");
    }
    let wrong = output(&folder.0, &["replay", "campaign", &id, "--solver", "z3@5.4.0 smt.foo=1"]);
    assert!(wrong.0 == 2 && wrong.2.contains("unknown parameter 'smt.foo'"), "{wrong:?}");

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

#[test]
fn all_findings_are_asked_about_again() {
    let folder = Folder::new("replay-all");
    let events = campaign(&folder);
    let bugs = events.iter().filter(|event| event["event"] == "finding" && event["bug"] == true).count();
    let replay = |arguments: &[&str]| {
        let (code, stdout, stderr) =
            output(&folder.0, &[&["bugs", "campaign", "recheck", "--json", "-j", "2"], arguments].concat());
        assert!(!stdout.is_empty(), "{stderr}");
        (code, crate::campaign::events(&stdout).remove(0))
    };
    let fates = |told: &serde_json::Value| {
        ["still_there", "unknown", "fixed", "no_answer", "not_asked"]
            .map(|key| told[key].as_u64().unwrap() as usize)
    };
    let (code, told) = replay(&[]);
    assert_eq!((code, fates(&told)), (10, [bugs, 0, 0, 0, 0]), "{told}");
    let (code, told) = replay(&["--solver", "z3@5.4.0"]);
    // Some tests are of theories that it does not know.
    let of_other_theories =
        |one: &&serde_json::Value| one["says"].as_str().unwrap().starts_with("rejected: ");
    let rejected = told["findings"].as_array().unwrap().iter().filter(of_other_theories).count();
    assert!(rejected < bugs, "{told}");
    let expected = if rejected == 0 { 0 } else { 3 };
    assert_eq!((code, fates(&told)), (expected, [0, 0, bugs - rejected, rejected, 0]), "{told}");
    assert!(told["findings"].as_array().unwrap().iter().all(|one| one["asked"] == "z3@5.4.0"), "{told}");
    assert!(told["findings"].as_array().unwrap().iter().any(|one| one["solver"] == "liar"), "{told}");
    // No green without an answer.
    let nobody = output(&folder.0, &["replay", "campaign", "--all", "--solver", "z3@5.4.0 smt.foo=1"]);
    assert!(nobody.0 == 2 && nobody.2.contains("unknown parameter 'smt.foo'"), "{nobody:?}");
    solver_that_says(&folder.join("liar"), "echo unknown");
    let (code, told) = replay(&[]);
    assert_eq!((code, fates(&told)), (3, [0, bugs, 0, 0, 0]), "{told}");
    for does in ["echo oh no >&2; exit 1", "exit 0", "exit 255"] {
        solver_that_says(&folder.join("liar"), does);
        let (code, told) = replay(&[]);
        assert_eq!((code, fates(&told)), (3, [0, 0, 0, bugs, 0]), "{does}: {told}");
    }
    solver_that_says(&folder.join("liar"), "kill -SEGV $$");
    let (code, told) = replay(&[]);
    assert_eq!((code, &told["another_bug"], &told["fixed"]), (10, &bugs.into(), &0.into()), "{told}");
    solver_that_says(&folder.join("liar"), "echo sat");
    let (code, stdout, _) = output(&folder.0, &["replay", "campaign", "--all"]);
    assert_eq!(code, 0, "{stdout}");
    assert!(stdout.contains(&format!(": {bugs} fixed, 0 changed, 0 still there")), "{stdout}");
    // The seeds are not needed for what shows in one answer.
    fs::remove_dir_all(folder.join("seeds")).unwrap();
    assert_eq!(replay(&[]).0, 0);
    assert_eq!(output(&folder.0, &["replay", "campaign"]).0, 2);
}

#[test]
fn a_note_is_not_called_a_bug() {
    let folder = Folder::new("note");
    solver_that_says(&folder.join("vague"), "grep -q check-sat && echo unknown");
    let arguments = ["hunt", "--json", "seeds/QF_LIA", "--solver", "z3@5.4.0;vague=./vague"];
    let more = ["--tests", "20", "-j", "1", "--campaign", "campaign"];
    let (code, stdout, stderr) = output(&folder.0, &[&arguments[..], &more].concat());
    // It answers nothing.
    assert_eq!(code, 3, "{stdout}{stderr}");
    let note = events(&stdout).into_iter().find(|event| event["event"] == "bucket").unwrap();
    let id = note["id"].to_string();
    let (code, stdout, _) = output(&folder.0, &["replay", "campaign", &id]);
    assert_eq!(code, 0, "{stdout}");
    assert!(stdout.starts_with(&format!("note {id}: ")) && stdout.contains("but is not a bug"), "{stdout}");
    let (code, stdout, _) = output(&folder.0, &["bugs", "campaign", "show", &id]);
    assert_eq!(code, 0);
    assert!(stdout.contains(&format!("\nnote {id}, ")) && stdout.contains("```smt2\n"), "{stdout}");
    assert!(!stdout.contains(&format!("bug {id}")), "{stdout}");
}

#[test]
fn seeds_that_cannot_be_used_are_named_but_not_all() {
    let folder = Folder::new("unusable");
    let arguments = ["hunt", "--json", "seeds", "--solver", "yices", "--strategy", "operators", "-j", "1"];
    let spoil = |count: usize| {
        for at in 0..count {
            fs::write(folder.join(&format!("seeds/spoilt-{at}.smt2")), "(assert (= 1").unwrap();
        }
        let campaign = format!("campaign-{count}");
        let more = ["--tests", "800", "--campaign", campaign.as_str()];
        let (code, _, stderr) = output(&folder.0, &[&arguments[..], &more].concat());
        assert_eq!(code, 0, "{stderr}");
        stderr.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    let one = spoil(1);
    assert_eq!(one.len(), 1, "{one:?}");
    assert!(
        one[0].starts_with("warning: the seed seeds/spoilt-0.smt2 cannot be used: it is not understood: ")
    );
    let many = spoil(9);
    assert_eq!(many.len(), 6, "{many:?}");
    assert_eq!(many[5], "warning: more seeds cannot be used; the summary counts the reasons");
}
