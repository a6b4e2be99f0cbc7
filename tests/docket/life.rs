//! The life of a bug, on the command line: seen in two campaigns, reported, fixed, back again.

use crate::support::Folder;
use crate::support::records::{campaign, record, record_with, releases};
use gainsay::docket::{Docket, State};
use serde_json::{Value, json};

const NEGO: &str = "(set-logic QF_BV)\n(declare-const x (_ BitVec 8))\n(assert (bvnego x))\n(assert (distinct x #x80))\n(check-sat)\n";

const RENAMED: &str = "(set-logic QF_BV)\n(declare-const other (_ BitVec 8))\n(assert (distinct other #x80))\n(assert (bvnego other))\n(check-sat)\n";

/// Two campaigns that met z3's `bvnego`, and one of them a crash.
fn scene(name: &str) -> Folder {
    let folder = Folder::new(name);
    let crash = record_with("crash", "(assert true)(check-sat)", json!({"signature": "a.cpp:1"}));
    campaign(&folder, "monday", 1, &[record("wrong-sat", NEGO), crash], 2);
    campaign(&folder, "tuesday", 2, &[record("wrong-sat", RENAMED)], 3);
    let ran = folder.gainsay(&["docket", "add", "monday", "tuesday"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        ran.out.contains("the same script but for names and values") && ran.out.ends_with("docket: 2 bugs\n"),
        "{ran:?}"
    );
    folder
}

fn case(folder: &Folder, part: &str) -> gainsay::docket::Case {
    let docket = Docket::open(&folder.0.join("docket")).unwrap();
    docket.cases[docket.find(part).unwrap()].clone()
}

#[test]
fn bugs_of_campaigns_are_one_each_and_are_added_once() {
    let folder = scene("docket-add");
    let before = case(&folder, "wrong-sat").life;
    assert_eq!((before.sightings.len(), before.count()), (2, 5));
    let ran = folder.gainsay(&["docket", "add", "monday", "tuesday", "--json"]);
    let told: Vec<Value> = serde_json::from_str(&ran.out).unwrap();
    assert!(told.len() == 3 && told.iter().all(|one| one["what"] == "known"), "{told:?}");
    assert_eq!(case(&folder, "wrong-sat").life, before);
    // What makes it a docket can be read without us.
    let life: Value =
        serde_json::from_str(&folder.read("docket/wrong-sat-z3-4.12.2-00000001/life.json")).unwrap();
    assert_eq!((&life["state"], &life["sightings"][1]["campaign"]), (&"open".into(), &"tuesday".into()));
    let taken = folder.gainsay(&["docket", "add", "monday", "-d", "tuesday"]);
    assert!(taken.code == Some(2) && taken.err.contains("not empty and not a docket"), "{taken:?}");
}

#[test]
fn states_are_set_with_their_authors() {
    let folder = scene("docket-states");
    let set = |arguments: &[&str]| folder.gainsay(&[&["docket", "--by", "Ada", "set"], arguments].concat());
    assert_eq!(set(&["wrong-sat", "reported", "https://example.org/7"]).code, Some(0));
    assert_eq!(case(&folder, "wrong-sat").life.link.as_deref(), Some("https://example.org/7"));
    assert!(set(&["wrong-sat", "fixed"]).err.contains("give the release after the state"));
    assert!(set(&["wrong-sat", "duplicate", "wrong-sat"]).err.contains("no duplicate of itself"));
    assert!(set(&["nothing", "open"]).err.contains("there is no bug `nothing`"));
    assert!(set(&["z3", "open"]).err.contains("give more of the name"));
    assert_eq!(set(&["crash", "duplicate", "wrong-sat", "--why", "the same stack"]).code, Some(0));
    let crash = case(&folder, "crash").life;
    let last = crash.events.last().unwrap();
    assert_eq!((last.who.as_str(), last.why.as_str()), ("Ada", "the same stack"));
    assert!(matches!(crash.state, State::DuplicateOf(name) if name.starts_with("wrong-sat")));
    // It is settled, and no longer listed.
    let list = folder.gainsay(&["docket"]);
    assert!(!list.out.contains("crash-") && list.out.contains("1 settled"), "{list:?}");
}

#[test]
fn a_false_model_of_the_same_script_does_not_make_a_release_right() {
    let folder = Folder::new("docket-model");
    let trials = json!({"releases": releases("wrong-sat", &[("4.12.2", '!'), ("4.12.3", '.')])});
    let bugs = [record_with("wrong-sat", NEGO, trials), record("invalid-model", NEGO)];
    campaign(&folder, "monday", 1, &bugs, 1);
    assert!(folder.gainsay(&["docket", "add", "monday"]).out.ends_with("docket: 1 bug\n"));
    assert_eq!(case(&folder, "wrong-sat").record.releases.unwrap().text(), "!.");
}

#[test]
fn what_looks_like_one_later_can_become_one() {
    let folder = Folder::new("docket-same");
    let scripts =
        ["(assert (bvult (bvnot #b1) #b1))(check-sat)", "(assert (bvslt #b1 (bvneg #b1)))(check-sat)"];
    campaign(&folder, "monday", 1, &scripts.map(|script| record("wrong-sat", script)), 1);
    assert!(folder.gainsay(&["docket", "add", "monday"]).out.ends_with("docket: 2 bugs\n"));
    assert_eq!(folder.gainsay(&["docket", "same"]).out, "no two bugs look the same\n");
    // Releases were asked since.
    let mut docket = Docket::open(&folder.0.join("docket")).unwrap();
    for case in &mut docket.cases {
        let trials = releases("wrong-sat", &[("4.12.2", '!'), ("4.12.3", '.')]);
        case.record.releases = serde_json::from_value(trials).unwrap();
        case.save().unwrap();
    }
    let told = folder.gainsay(&["docket", "same"]);
    assert!(told.out.contains("both went between 4.12.2 and 4.12.3\nlikely duplicates: 1 bug;"), "{told:?}");
    assert_eq!(folder.gainsay(&["docket", "--by", "Ada", "same", "--set"]).code, Some(0));
    let docket = Docket::open(&folder.0.join("docket")).unwrap();
    let [first, second] = docket.cases.as_slice() else { panic!("{docket:?}") };
    assert_eq!(second.life.state, State::DuplicateOf(first.name.clone()));
    assert_eq!(folder.gainsay(&["docket", "same", "--json"]).out, "[]\n");
}

#[test]
fn a_retest_tells_what_is_fixed_and_what_came_back() {
    let folder = scene("docket-retest");
    let retest = |solver: &str| {
        let mut command = crate::support::gainsay();
        command.args(["docket", "retest", "--solver", solver, "--json"]).current_dir(&folder.0);
        let output = command.output().unwrap();
        let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        (output.status.code(), told)
    };
    let (code, told) = retest("z3@4.12.2");
    assert_eq!((code, &told["still_there"], &told["fixed"]), (Some(10), &1.into(), &1.into()), "{told}");
    // The crash was made up: no release has it.
    let (code, told) = retest("z3@5.4.0");
    assert_eq!((code, &told["still_there"], &told["fixed"]), (Some(0), &0.into(), &2.into()), "{told}");
    let bug = case(&folder, "wrong-sat");
    assert_eq!(bug.life.state, State::FixedIn("5.4.0".to_owned()));
    assert_eq!(bug.record.releases.unwrap().text(), "!.");
    // Somebody said that an earlier release had fixed it, and it shows there.
    assert_eq!(folder.gainsay(&["docket", "set", "wrong-sat", "fixed", "4.12.1"]).code, Some(0));
    let (code, told) = retest("z3@4.12.2");
    assert_eq!((code, &told["regressions"]), (Some(11), &1.into()), "{told}");
    assert_eq!(case(&folder, "wrong-sat").life.state, State::CameBack("4.12.2".to_owned()));
    // The advisory says so, and an audit finds the query that meets it.
    folder.write("queries/mine.smt2", NEGO);
    folder.write("queries/other.smt2", "(declare-const x Int)(assert (> x 3))(check-sat)");
    let mut audit = crate::support::gainsay();
    audit
        .args(["docket", "audit", "queries", "--solver", "z3@4.12.2", "--second", "z3@5.4.0"])
        .current_dir(&folder.0);
    let output = audit.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(10), "{output:?}");
    assert!(said.contains("WRONG: z3@4.12.2 says sat") && said.contains("1 of 2 scripts"), "{said}");
    // Who answers nothing is no comfort.
    let wrong = "z3@4.12.2 smt.fooo=1";
    for arguments in [
        ["docket", "retest", "--solver", wrong].as_slice(),
        &["audit", "queries", "--solver", wrong, "--second", "z3@5.4.0"],
    ] {
        let output = crate::support::gainsay().args(arguments).current_dir(&folder.0).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && said.contains("unknown parameter 'fooo'"), "{output:?}");
    }
    folder.program("z3", "echo nothing to say");
    let mute = format!("z3={}", folder.0.join("z3").display());
    for (does, code) in [("echo unknown", 3), ("echo oh no >&2; exit 1", 3)] {
        folder.program("z3", does);
        let output = crate::support::gainsay()
            .args(["docket", "retest", "--dry-run", "--solver", &mute])
            .current_dir(&folder.0)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(code), "{does}: {output:?}");
    }
    // Of a release that was never asked, nothing is known, and that is told.
    let mut audit = crate::support::gainsay();
    audit.args(["audit", "queries", "--solver", "z3@4.12.3", "--no-second"]).current_dir(&folder.0);
    let output = audit.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(said.contains("it is not known whether z3@4.12.3 has 2 other bugs"), "{said}");
    let table: Value =
        serde_json::from_str(&folder.gainsay(&["docket", "advisories", "--json"]).out).unwrap();
    assert_eq!(table[0]["advisories"][0]["newest_bad"], "4.12.2", "{table}");
}

/// A retest takes its time, and what somebody sets meanwhile stays.
#[test]
fn what_is_set_while_a_retest_runs_is_kept() {
    let folder = scene("docket-both");
    let set = "set wrong-sat reported https://example.org/8";
    folder.program(
        "z3",
        &format!(
            "cd '{}'\n[ -e told ] || {{ touch told; '{}' docket --by Ada {set} >said 2>&1; }}\necho unsat",
            folder.0.display(),
            crate::support::program().display()
        ),
    );
    let build = format!("z3={}", folder.0.join("z3").display());
    folder.write("told", "");
    let idle = folder.gainsay(&["docket", "retest", "--dry-run", "-j", "1", "--solver", &build]);
    assert!(idle.out.contains("wrong-sat"), "{idle:?}");
    std::fs::remove_file(folder.0.join("told")).unwrap();
    let ran = folder.gainsay(&["docket", "retest", "-j", "1", "--solver", &build]);
    assert!(folder.read("said").contains("reported"), "{ran:?} {}", folder.read("said"));
    let life = case(&folder, "wrong-sat").life;
    assert_eq!((life.state, life.link.as_deref()), (State::Reported, Some("https://example.org/8")));
    assert_eq!((life.events.last().unwrap().who.as_str(), life.retests.len()), ("Ada", 1));
}

#[test]
fn one_command_at_a_time_changes_a_docket() {
    let folder = scene("docket-lock");
    let mut bug = case(&folder, "wrong-sat");
    let mark = std::fs::File::open(folder.0.join("docket/docket.json")).unwrap();
    // Whoever is second has the bug as the first one left it.
    assert_eq!(folder.gainsay(&["docket", "set", "wrong-sat", "wont-fix"]).code, Some(0));
    let lock = bug.reopen().unwrap();
    assert_eq!(bug.life.state, State::WontFix);
    assert!(mark.try_lock().is_err());
    drop(lock);
    assert!(mark.try_lock().is_ok());
    // Nothing is left of it in the folder, which is meant for git.
    let names = std::fs::read_dir(folder.0.join("docket")).unwrap();
    let files = names.flatten().filter(|entry| entry.path().is_file()).count();
    assert_eq!(files, 1);
}
