//! Campaigns that are cut short, and go on.

use crate::campaign::{Folder, HUNT, events, gainsay, hunt, output, summary};
use rusqlite::Connection;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

#[test]
fn the_same_number_gives_the_same_tests_whatever_the_number_of_workers() {
    let folder = Folder::new("same");
    let checksum = |arguments: &[&str]| {
        let events = hunt(&folder.0, &[&["--tests", "150", "--schedule", "equal"], arguments].concat());
        let summary = summary(&events);
        assert_eq!(summary["units"], 150);
        assert!(summary["tests"].as_u64().unwrap() > 75, "{summary}");
        summary["checksum"].clone()
    };
    let alone = checksum(&["-j", "1", "--seed", "5"]);
    assert_eq!(alone, checksum(&["-j", "1", "--seed", "5"]));
    assert_eq!(alone, checksum(&["-j", "2", "--seed", "5"]));
    assert_ne!(alone, checksum(&["-j", "1", "--seed", "6"]));
}

/// How many units the database has, as two tables tell it: they are written together.
fn units(campaign: &Path) -> Option<(u64, u64, u64)> {
    let database = Connection::open(campaign.join("campaign.db")).ok()?;
    let number = |sql| database.query_row(sql, [], |row| row.get::<_, i64>(0)).ok().map(|count| count as u64);
    Some((
        number("SELECT sum(last - first + 1) FROM done")?,
        number("SELECT value FROM totals WHERE name = 'units'")?,
        number("SELECT max(last) + 1 FROM done")?,
    ))
}

#[test]
fn a_killed_campaign_goes_on_and_ends_as_if_nothing_had_happened() {
    let folder = Folder::new("killed");
    let campaign = folder.join("campaign");
    let mut before = 0;
    for _ in 0..3 {
        let mut child = gainsay(&folder.0, HUNT)
            .args(["-j", "2", "--campaign", "campaign", "--tests", "1000000", "--schedule", "equal"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while units(&campaign).is_none_or(|(done, ..)| done < before + 60) {
            assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
            sleep(Duration::from_millis(20));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        let (done, counted, _) = units(&campaign).unwrap();
        assert_eq!(done, counted);
        assert!(done >= before + 60, "{done} units are left of {before} and 60 more");
        before = done;
    }
    let end = (units(&campaign).unwrap().2 + 20).to_string();
    let went_on = hunt(&folder.0, &["--campaign", "campaign", "--tests", &end]);
    let at_once = hunt(&folder.0, &["--campaign", "other", "--tests", &end, "--schedule", "equal"]);
    for key in ["units", "tests", "checksum"] {
        assert_eq!(summary(&went_on)[key], summary(&at_once)[key], "{key}");
    }
    assert_eq!(summary(&went_on)["units"].to_string(), end);
    let tests = |summary: &serde_json::Value| summary["this_run"]["tests"].as_u64().unwrap();
    assert!(tests(summary(&went_on)) < summary(&went_on)["tests"].as_u64().unwrap());
    assert_eq!(summary(&at_once)["this_run"]["tests"], summary(&at_once)["tests"]);
    // There is nothing left to do.
    let again = hunt(&folder.0, &["--campaign", "campaign", "--tests", &end]);
    assert_eq!(summary(&again)["checksum"], summary(&went_on)["checksum"]);
    assert_eq!(summary(&again)["units"], summary(&went_on)["units"]);
    assert_eq!((tests(summary(&again)), &summary(&again)["tests_per_s"]), (0, &0.0.into()));
    // Whoever made the tests, and in whatever run.
    assert_eq!(summary(&again)["strategies"], summary(&at_once)["strategies"]);
    let by_strategy = summary(&again)["strategies"].as_object().unwrap();
    let sum: u64 = by_strategy.values().map(|counts| counts["tests"].as_u64().unwrap()).sum();
    assert!(by_strategy.len() > 3 && summary(&again)["tests"] == sum, "{by_strategy:?}");
    let (_, stdout, _) = output(
        &folder.0,
        &["hunt", "seeds", "--solver", "yices", "-t", "20", "--campaign", "campaign", "--tests", &end],
    );
    assert!(
        stdout.contains(&format!(
            " s: 0 tests (0.0/s), 0 findings, 0 % of the time in solvers; all runs: {sum} tests, "
        )),
        "{stdout}"
    );
}

#[test]
fn a_campaign_knows_its_own_settings() {
    let folder = Folder::new("settings");
    let settings =
        ["--strategy", "operators,fusion", "--logic", "QF_LIA", "--seed", "7", "-i", "8", "-o", "sat"];
    let settings = [&settings[..], &["--schedule", "equal"]].concat();
    let begin = ["--bugs", "elsewhere", "--memory", "512", "--campaign", "campaign", "-j", "1"];
    let events = hunt(&folder.0, &[&settings[..], &begin].concat());
    let done = summary(&events)["units"].as_u64().unwrap();
    assert!(done > 0 && done.is_multiple_of(8), "{done}");
    // What the file says is for other campaigns.
    let file =
        "[hunt]\nseeds = [\"nowhere\"]\nseed = 3\nsolver = [\"nobody\"]\nlogic = [\"QF_BV\"]\njobs = 1\n";
    std::fs::write(folder.join("gainsay.toml"), file).unwrap();
    let end = (done + 30).to_string();
    let (code, stdout, stderr) = output(&folder.0, &["hunt", "--campaign", "campaign", "--tests", &end]);
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(stderr.matches("warning").count(), 0, "{stderr}");
    assert_eq!(stdout.lines().last().unwrap(), "to go on: gainsay hunt --campaign campaign");
    std::fs::remove_file(folder.join("gainsay.toml")).unwrap();
    let checksum = |campaign: &str| {
        let again = ["hunt", "--json", "--campaign", campaign, "--tests", &end];
        events_of(&folder, &again)["checksum"].clone()
    };
    let at_once = [HUNT, &settings, &["--campaign", "other"]].concat();
    assert_eq!(output(&folder.0, &at_once).0, 0);
    assert_eq!(checksum("campaign"), checksum("other"));
    // Whoever wants something else is told what to do.
    let (code, _, stderr) = output(&folder.0, &["hunt", "--campaign", "campaign", "--logic", "QF_BV"]);
    assert_eq!(code, 2);
    assert!(stderr.contains("--logic: QF_LIA, not QF_BV"), "{stderr}");
    assert!(stderr.contains("to continue it: gainsay hunt --campaign campaign;"), "{stderr}");
    let (code, _, stderr) = output(
        &folder.0,
        &["hunt", "--campaign", "campaign", "--solver", "z3@5.4.0", "--tests", &end, "-j", "1"],
    );
    assert!(matches!(code, 0 | 10), "{stderr}");
    assert!(stderr.contains("this campaign was last run with other solvers: yices"), "{stderr}");
}

/// It is merged by what it was last run with, so all of it must have been run so.
#[test]
fn a_part_is_not_continued_in_another_way() {
    let folder = Folder::new("part");
    let part = |units| ["--campaign", "part", "--tests", "100", "--units", units, "-j", "1"];
    let (code, _, stderr) = output(&folder.0, &[HUNT, &part("0..50")].concat());
    assert!(matches!(code, 0 | 10), "{stderr}");
    let other = [&["hunt", "--solver", "z3@5.4.0"][..], &part("50..100")].concat();
    let (code, _, stderr) = output(&folder.0, &other);
    assert_eq!(code, 2, "{stderr}");
    assert!(stderr.contains("other solvers: yices"), "{stderr}");
    let (code, _, stderr) = output(&folder.0, &[&["hunt"][..], &part("50..100")].concat());
    assert!(matches!(code, 0 | 10), "{stderr}");
}

/// The summary of a hunt.
fn events_of(folder: &Folder, arguments: &[&str]) -> serde_json::Value {
    let (code, stdout, stderr) = output(&folder.0, arguments);
    assert_eq!(code, 0, "{stderr}");
    summary(&events(&stdout)).clone()
}

#[test]
fn an_interrupted_campaign_ends_in_good_order() {
    let folder = Folder::new("interrupted");
    let campaign = folder.join("campaign");
    let child = gainsay(&folder.0, HUNT)
        .args(["-j", "2", "--campaign", "campaign"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while units(&campaign).is_none_or(|(done, ..)| done < 20) {
        sleep(Duration::from_millis(20));
    }
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let output = child.wait_with_output().unwrap();
    assert!(matches!(output.status.code(), Some(0 | 10)), "{output:?}");
    let events = events(&String::from_utf8(output.stdout).unwrap());
    let (done, counted, _) = units(&campaign).unwrap();
    assert_eq!(summary(&events)["units"], done);
    assert_eq!(done, counted);
}
