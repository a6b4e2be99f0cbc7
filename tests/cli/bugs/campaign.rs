//! `gainsay bugs` on a campaign against a release that has a bug.

use crate::cli::bugs::{Folder, gainsay, path_of};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

const HUNT: [&str; 13] = [
    "hunt",
    "seeds",
    "--strategy",
    "concat",
    "--solver",
    "z3@4.12.2;z3@5.4.0",
    "--tests",
    "6",
    "-j",
    "1",
    "--campaign",
    "found",
    "--json",
];

/// Seeds that z3 4.12.2 is wrong about.
fn seeds(folder: &Folder) {
    let scripts = ["(assert (not (= x #x80)))", "(assert (bvult x #x80))", "(assert (bvugt x #x80))"];
    fs::create_dir(folder.0.join("seeds")).unwrap();
    for (at, more) in scripts.iter().enumerate() {
        let script =
            format!("(set-logic QF_BV)(declare-const x (_ BitVec 8))(assert (bvnego x)){more}(check-sat)");
        fs::write(folder.0.join("seeds").join(format!("{at}.smt2")), script).unwrap();
    }
}

/// A campaign that found z3 4.12.2 to be wrong about `bvnego`.
fn campaign(name: &str) -> Folder {
    let folder = Folder::new(name);
    seeds(&folder);
    let (code, stdout, stderr) = gainsay(&folder.0, &HUNT);
    assert_eq!(code, 10, "{stdout}{stderr}");
    folder
}

fn bugs(folder: &Path, arguments: &[&str]) -> (String, String) {
    let (code, stdout, stderr) = gainsay(folder, &[&["bugs", "found"], arguments].concat());
    assert_eq!(code, 0, "{stderr}");
    (stdout, stderr)
}

fn list(folder: &Path) -> Vec<Value> {
    serde_json::from_str(&bugs(folder, &["list", "--json"]).0).unwrap()
}

#[test]
fn bugs_are_listed_shown_and_bisected() {
    let folder = campaign("list");
    let listed = list(&folder.0);
    assert!(!listed.is_empty());
    for bug in &listed {
        assert_eq!((&bug["kind"], &bug["solver"]), (&"wrong-sat".into(), &"z3@4.12.2".into()));
        assert!(bug["known"].as_str().unwrap().contains("6750"), "{bug}");
        assert_eq!((&bug["theory"], &bug["releases"]), (&"FixedSizeBitVectors".into(), &Value::Null));
    }
    let id = listed[0]["id"].to_string();
    assert!(bugs(&folder.0, &["show", &id]).0.contains("bvnego"));
    // The solver remarks on the right answer, which stands in the script; the reader is told what that is.
    let repro = folder.0.join(listed[0]["folder"].as_str().unwrap()).join("repro.sh");
    let output = Command::new("sh").arg(repro).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && said.contains("check annotation that says unsat"), "{said}");
    assert!(said.contains("only says that the answer differs from the :status of the script"), "{said}");
    let (tried, _) = bugs(&folder.0, &["bisect", "--versions", "4.12.2,5.4.0"]);
    assert!(tried.contains("4.12.2 !. 5.4.0"), "{tried}");
    // Only what was tried is said: other releases lie between these.
    for bug in list(&folder.0) {
        let releases = &bug["releases"];
        assert_eq!((&releases["strip"], &releases["fixed_in"]), (&"!.".into(), &Value::Null), "{bug}");
        assert_eq!((&releases["newest_bad"], &releases["good_after"]), (&"4.12.2".into(), &"5.4.0".into()));
        let report = folder.0.join(bug["folder"].as_str().unwrap()).join("report.md");
        let report = fs::read_to_string(report).unwrap();
        let said = "- fixed in: bad in 4.12.2, good in 5.4.0; nothing between them was tried\n";
        assert_eq!(report.matches(said).count(), 1, "{report}");
        assert!(report.ends_with("</details>\n"), "{report}");
    }
    let (tried_again, _) = bugs(&folder.0, &["bisect", &id, "--versions", "5.4.0"]);
    assert!(tried_again.contains("first bad: in none of the 1 release asked"), "{tried_again}");
    bugs(&folder.0, &["bisect", &id, "--versions", "4.12.2,5.4.0"]);
    let (export, _) = bugs(&folder.0, &["export", "--known"]);
    assert_eq!(export.matches("# Releases\n").count(), listed.len(), "{export}");
    // The same release fixes them all.
    let (text, _) = bugs(&folder.0, &[]);
    let same = |line: &str| line.split_whitespace().nth(1) == Some(&id);
    let rows: Vec<&str> = text.lines().skip(1).take(listed.len()).collect();
    assert!(!same(rows[0]) && rows[1..].iter().all(|line| same(line)), "{text}");
    assert!(text.contains(&format!("\nto read one: gainsay bugs found show {id}\n")), "{text}");
    assert!(!text.contains("bisect"), "they were tried: {text}");
    // Nothing is left to be tried.
    assert_eq!(bugs(&folder.0, &["bisect", "--versions", "4.12.2,5.4.0"]).0, "");
    assert_eq!(gainsay(&folder.0, &["bugs", "found", "show", "123456"]).0, 2);
    assert_eq!(gainsay(&folder.0, &["bugs", "nowhere"]).0, 2);
}

#[test]
fn a_hunt_bisects_what_it_finds() {
    let folder = Folder::new("hunt-bisect");
    seeds(&folder);
    let hunt = |more: &[&str]| gainsay(&folder.0, &[&HUNT[..], more].concat());
    let (code, stdout, stderr) = hunt(&["--bisect=4.8.7,4.12.2,5.4.0"]);
    assert_eq!(code, 10, "{stdout}{stderr}");
    let events: Vec<Value> = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.last().unwrap()["event"], "summary");
    let bisected: Vec<&Value> = events.iter().filter(|event| event["event"] == "bisected").collect();
    let listed = list(&folder.0);
    assert_eq!(bisected.len(), listed.len(), "{stdout}");
    // The oldest does not know the operator.
    let is_it =
        |bug: &Value| bug["strip"] == "-!." && bug["oldest_bad"] == "4.12.2" && bug["good_after"] == "5.4.0";
    assert!(bisected.iter().all(|bug| is_it(bug)), "{stdout}");
    let (text, _) = bugs(&folder.0, &[]);
    assert!(text.contains(" <=4.12.2  <=5.4.0 "), "{text}");
    assert!(listed.len() == 1 || text.contains(", 1 of them different"), "{text}");
    // Nothing is left to be tried, and what is no version is no version.
    assert!(!hunt(&["--bisect=4.12.2,5.4.0"]).1.contains("bisected"));
    assert_eq!(hunt(&["--bisect=newest"]).0, 2);
}

#[test]
fn bugs_are_handed_out_in_every_form() {
    let folder = campaign("export");
    let export = |arguments: &[&str]| bugs(&folder.0, &[&["export"], arguments].concat());
    let (nothing, said) = export(&[]);
    assert!(nothing.is_empty() && said.contains("is known: http"), "{nothing}{said}");
    let (markdown, _) = export(&["--known"]);
    assert!(markdown.starts_with("# z3: ") && markdown.contains("\n## FixedSizeBitVectors: "), "{markdown}");
    let (regression, _) = export(&["--known", "--format", "cvc5", "--quota", "z3=1"]);
    assert!(regression.contains("\n; EXPECT: unsat\n") && regression.matches("EXPECT").count() == 1);
    // Several are told apart.
    let (regressions, _) = export(&["--known", "--format", "cvc5"]);
    let tests: Vec<&str> = regressions.split("\n\n").collect();
    assert_eq!(tests.len(), list(&folder.0).len(), "{regressions}");
    assert!(tests.iter().all(|test| test.starts_with("; z3-wrong-sat-")), "{regressions}");
    let (junit, _) = export(&["--known", "--format", "junit", "--quota", "z3=1"]);
    assert!(junit.contains("tests=\"1\"") && junit.contains("<failure type=\"wrong-sat\""), "{junit}");
    let (json, said) = export(&["--known", "--format", "json", "--recheck"]);
    assert_eq!(json.trim(), "[]", "{json}");
    assert!(said.contains("does not show in the newest release of z3"), "{said}");
}

#[test]
fn what_was_known_before_is_left_out() {
    let folder = campaign("baseline");
    let listed = list(&folder.0);
    let bugs_of = |arguments: &[&str]| gainsay(&folder.0, &[&["bugs", "found"], arguments].concat());
    let (code, all, _) = bugs_of(&["--json"]);
    assert_eq!((code, serde_json::from_str::<Vec<Value>>(&all).unwrap()), (0, listed.clone()));
    fs::write(folder.0.join("known.json"), &all).unwrap();
    fs::write(folder.0.join("none.json"), "[]").unwrap();
    assert_eq!(bugs_of(&["--new-since", "known.json"]).0, 0);
    assert_eq!(bugs_of(&["list", "--new-since", "known.json", "--json"]).1.trim(), "[]");
    assert_eq!(bugs_of(&["--new-since", "none.json"]).0, 10);
    let (_, junit, _) = bugs_of(&["export", "--known", "--format", "junit", "--new-since", "known.json"]);
    assert!(junit.contains("tests=\"1\" failures=\"0\"") && junit.contains("<testcase "), "{junit}");
    fs::write(folder.0.join("text.json"), "hello").unwrap();
    assert_eq!(bugs_of(&["--new-since", "text.json"]).0, 2);
    assert_eq!(bugs_of(&["--new-since", "nowhere.json"]).0, 2);
    assert_eq!(bugs_of(&["--json", "show", "1"]).0, 2);
}

/// A build of a known solver under a name of the user's.
#[test]
fn a_report_names_the_solver_and_not_the_alias() {
    let folder = Folder::new("alias");
    seeds(&folder);
    let solver = format!("old={}", path_of("z3", "4.12.2"));
    let hunt = ["hunt", "seeds", "--strategy", "concat", "--solver", &solver, "--tests", "6", "-j", "1"];
    let (code, stdout, stderr) = gainsay(&folder.0, &[&hunt[..], &["--campaign", "found"]].concat());
    assert_eq!(code, 10, "{stdout}{stderr}");
    let bugs = fs::read_dir(folder.0.join("found/bugs")).unwrap().map(|bug| bug.unwrap().path());
    let bugs: Vec<_> = bugs.collect();
    assert!(!bugs.is_empty());
    for bug in bugs {
        let name = bug.file_name().unwrap().to_str().unwrap();
        assert!(name.starts_with("wrong-sat-z3-4.12.2-"), "{name}");
        let report = fs::read_to_string(bug.join("report.md")).unwrap();
        assert!(report.starts_with("# z3 4.12.2: sat for an unsatisfiable script, "), "{report}");
        for fact in ["| build | Z3 version 4.12.2 ", "| command | `z3 bug.smt2` |"] {
            assert!(report.contains(fact), "{fact}: {report}");
        }
        // What may differ between machines: in the data, and in words.
        let data: Value = serde_json::from_str(&fs::read_to_string(bug.join("bug.json")).unwrap()).unwrap();
        let machine = gainsay::solver::machine();
        assert_eq!(data["program"]["platform"], machine);
        let hash = crate::support::real(&solver).digest().unwrap();
        assert_eq!(data["program"]["sha256"], hash.as_str());
        assert!(report.contains(&format!("| platform | {}", gainsay::quote::markdown(machine))), "{report}");
        assert!(report.contains(&hash), "{report}");
        assert_eq!(report.matches("`old`").count(), 1, "{report}");
        let before_the_fold = report.split_once("<details>").unwrap().0;
        assert!(!before_the_fold.contains("old"), "{report}");
    }
}

#[test]
fn what_was_handed_out_is_remembered() {
    let folder = campaign("filed");
    let export = |arguments: &[&str]| {
        bugs(&folder.0, &[&["export", "--known", "--format", "json"], arguments].concat())
    };
    let count = |text: &str| serde_json::from_str::<Vec<Value>>(text).unwrap().len();
    export(&["--out", "sent", "--quota", "z3=1"]);
    assert_eq!(count(&fs::read_to_string(folder.0.join("sent/bugs.json")).unwrap()), 1);
    // It is this week's, however often it is handed out.
    assert_eq!(count(&export(&["--quota", "z3=1"]).0), 1);
    let all = list(&folder.0).len();
    assert_eq!(count(&export(&["--quota", "z3=2"]).0), all.min(2));
}

#[test]
fn a_report_tells_which_steps_are_needed() {
    let folder = Folder::new("steps");
    let liar = folder.0.join("liar");
    fs::write(&liar, "#!/bin/sh\necho unsat\n").unwrap();
    fs::set_permissions(&liar, fs::Permissions::from_mode(0o755)).unwrap();
    fs::create_dir(folder.0.join("seeds")).unwrap();
    let script =
        "(declare-const x Int)(declare-const y Int)(assert (< (+ x (* 2 y)) 7))(assert (> x (- y 3)))";
    for at in 0..3 {
        let script = format!("(set-logic QF_LIA){script}(assert (distinct x {at}))(check-sat)");
        fs::write(folder.0.join("seeds").join(format!("{at}.smt2")), script).unwrap();
    }
    let arguments = ["hunt", "seeds", "--strategy", "fusion", "--solver", "z3@5.4.0;liar=./liar"];
    let (code, stdout, stderr) =
        gainsay(&folder.0, &[&arguments[..], &["--tests", "10", "-j", "1", "--campaign", "found"]].concat());
    assert_eq!(code, 10, "{stdout}{stderr}");
    let reports: Vec<String> = fs::read_dir(folder.0.join("found/bugs"))
        .unwrap()
        .map(|bug| fs::read_to_string(bug.unwrap().path().join("report.md")).unwrap())
        .collect();
    // It lies whatever it is asked, so that no step is needed that can be left out.
    assert!(reports.iter().any(|report| report.contains(", needed: 0\n")), "{reports:#?}");
}
