//! A hunt with honest solvers beside finds each planted bug: confirmed, reduced, in one bucket, reproduced by
//! its folder and replayed from its number; and no other solver is accused.

use crate::planted::bugs::check_repro;
use crate::planted::solvers::{profile, script};
use gainsay::script::{Printer, Script};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// A hunt for one planted bug.
struct Hunt {
    bug: &'static str,
    folder: PathBuf,
    events: Vec<Value>,
}

/// Options of every hunt. What is found depends only on these and on those in the test, but not on time limits,
/// which would be learned from how long answers take on a busy machine.
const HOW: [&str; 5] = ["hunt", "seeds", "--campaign", "campaign", "--fixed-limits"];

/// A folder with seeds that trigger the bug, and with the solver's profile.
fn prepared(name: &str, bug: &str, operator: &str, satisfiable: bool) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("hunts").join(name);
    let _ = fs::remove_dir_all(&folder);
    let seeds = folder.join("seeds").join(if satisfiable { "sat" } else { "unsat" });
    fs::create_dir_all(&seeds).unwrap();
    for number in 1..=3 {
        let text = Printer::default().script(&script(operator, satisfiable, number));
        fs::write(seeds.join(format!("{number}.smt2")), text).unwrap();
    }
    fs::write(folder.join("gainsay.toml"), profile(bug)).unwrap();
    folder
}

impl Hunt {
    /// Runs a hunt; returns its exit code and events.
    fn made(bug: &'static str, folder: PathBuf, arguments: &[&str]) -> (Option<i32>, Hunt) {
        let mut hunt = Hunt { bug, folder, events: Vec::new() };
        let (code, stdout) = hunt.run(&[&HOW[..], &["--json"], arguments].concat());
        hunt.events = stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        (code, hunt)
    }

    /// A hunt by semantic fusion with two honest solvers beside.
    fn new(bug: &'static str, operator: &str, satisfiable: bool, arguments: &[&str]) -> Hunt {
        let folder = prepared(bug, bug, operator, satisfiable);
        let how = ["--solver", "planted;z3@5.4.0;cvc5", "--strategy", "fusion", "-j", "2"];
        let (code, hunt) = Hunt::made(bug, folder, &[&how[..], arguments].concat());
        let found = hunt.of_kind("bucket").iter().any(|bucket| bucket["bug"] == true);
        // A solver that hangs, gives up or runs out of memory each time counts as not tested.
        let is_mute = ["hang", "unknown", "memory"].contains(&bug);
        let expected = if found {
            10
        } else if is_mute {
            3
        } else {
            0
        };
        assert_eq!(code, Some(expected), "{bug}: {:#?}", hunt.events);
        hunt
    }

    /// A hunt with one worker for a bug that depends on the number of the process.
    fn unsteady() -> Hunt {
        let folder = prepared("unsteady", "unsteady", "bvxnor", true);
        let how = ["--solver", "planted;z3@5.4.0", "--strategy", "fusion", "-j", "1"];
        Hunt::made("unsteady", folder, &[&how[..], &["--tests", "6", "-t", "60"]].concat()).1
    }

    /// A hunt with one worker and one strategy, for a wrong reply.
    fn of_strategy(bug: &'static str, strategy: &str, satisfiable: bool, solvers: &str) -> Hunt {
        let folder = prepared(bug, bug, "bvadd", satisfiable);
        let how = ["--solver", solvers, "--strategy", strategy, "-j", "1", "--tests", "6", "-t", "60"];
        let (code, hunt) = Hunt::made(bug, folder, &how);
        assert_eq!(code, Some(10), "{:#?}", hunt.events);
        assert_eq!(hunt.events.last().unwrap()["alarms"], 0);
        hunt
    }

    fn run(&self, arguments: &[&str]) -> (Option<i32>, String) {
        let mut gainsay = crate::support::gainsay();
        gainsay.args(arguments).current_dir(&self.folder);
        gainsay.env("PLANTED_RUNS", self.folder.join("runs"));
        let output = gainsay.output().unwrap();
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() != Some(2), "{}: {stderr}", self.bug);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    }

    fn of_kind(&self, event: &str) -> Vec<&Value> {
        self.events.iter().filter(|other| other["event"] == event).collect()
    }

    /// The only bucket, which must be the planted bug's.
    fn bucket(&self, kind: &str) -> &Value {
        let buckets = self.of_kind("bucket");
        let [bucket] = buckets[..] else { panic!("{}: {} buckets: {buckets:#?}", self.bug, buckets.len()) };
        assert_eq!((&bucket["solver"], &bucket["kind"]), (&"planted".into(), &kind.into()), "{bucket}");
        let summary = self.events.last().unwrap();
        assert_eq!((&summary["event"], &summary["alarms"]), (&"summary".into(), &0.into()), "{summary}");
        assert_eq!(summary["findings"][kind], self.of_kind("finding").len());
        let (code, text) = self.run(&["replay", "campaign", &bucket["id"].to_string(), "--json"]);
        assert!(text.contains("\"happens\":true"), "{text}");
        assert_eq!(code, Some(if bucket["bug"] == true { 10 } else { 0 }), "{text}");
        bucket
    }

    /// The folder of the only bucket.
    fn bug_folder(&self, kind: &str) -> PathBuf {
        let folder = self.folder.join(self.bucket(kind)["folder"].as_str().unwrap());
        let count = fs::read_dir(self.folder.join("campaign/bugs")).unwrap().count();
        assert_eq!(count, 1, "{}", folder.display());
        check_repro(&folder);
        folder
    }
}

/// Hunts for an answer or a crash that one operator causes: the reduced script has little else.
fn of_operator(bug: &'static str, operator: &str, satisfiable: bool, kind: &str) {
    let hunt = Hunt::new(bug, operator, satisfiable, &["--tests", "4", "-t", "60"]);
    assert!(hunt.of_kind("finding").len() > 1, "{bug}");
    let script = fs::read_to_string(hunt.bug_folder(kind).join("bug.smt2")).unwrap();
    let assertions = &script[script.find("(assert").unwrap()..];
    let own = assertions.matches(&format!("({operator} ")).count();
    assert!(own > 0 && own == assertions.matches("(bv").count(), "{bug}: {script}");
}

#[test]
fn wrong_unsat() {
    of_operator("wrong-unsat", "bvmul", true, "wrong-unsat");
}

#[test]
fn wrong_sat() {
    of_operator("wrong-sat", "bvudiv", false, "wrong-sat");
}

#[test]
fn bad_model() {
    of_operator("bad-model", "bvadd", true, "invalid-model");
}

#[test]
fn crash_by_signal() {
    of_operator("segfault", "bvor", true, "crash");
}

#[test]
fn crash_by_assertion() {
    of_operator("assertion", "bvshl", false, "crash");
}

/// Hunts with one strategy for wrong replies, which must be refuted anew for each smaller test. Checks the
/// folders' scripts and reports.
fn of_reply(bug: &'static str, strategy: &str, satisfiable: bool, asks: &[&str], refuted_by: &str) {
    let hunt = Hunt::of_strategy(bug, strategy, satisfiable, "planted;z3@5.4.0;yices");
    for bucket in hunt.of_kind("bucket") {
        assert_eq!((&bucket["solver"], &bucket["kind"]), (&"planted".into(), &bug.into()));
        let folder = hunt.folder.join(bucket["folder"].as_str().unwrap());
        check_repro(&folder);
        let script = fs::read_to_string(folder.join("bug.smt2")).unwrap();
        assert!(asks.iter().all(|part| script.contains(part)), "{script}");
        assert!(script.matches("(bv").count() <= 2 && script.len() < 400, "it is not small: {script}");
        let report = fs::read_to_string(folder.join("report.md")).unwrap();
        assert!(report.contains(refuted_by), "{report}");
        let (code, text) = hunt.run(&["replay", "campaign", &bucket["id"].to_string(), "--json"]);
        assert!(text.contains("\"happens\":true") && code == Some(10), "{text}");
    }
}

/// The solver says that all predicates hold for everything, even for the bad states.
#[test]
fn wrong_interpretation() {
    let hunt = Hunt::of_strategy("wrong-interpretation", "horn", true, "planted;z3@5.4.0");
    for bucket in hunt.of_kind("bucket") {
        assert_eq!((&bucket["solver"], &bucket["kind"]), (&"planted".into(), &"wrong-interpretation".into()));
        let folder = hunt.folder.join(bucket["folder"].as_str().unwrap());
        check_repro(&folder);
        let script = fs::read_to_string(folder.join("bug.smt2")).unwrap();
        assert!(
            script.contains("HORN") && script.matches("(assert").count() == 1,
            "it is not small: {script}"
        );
    }
}

/// The solver calls the first value the best, whatever the goals are.
#[test]
fn wrong_optimum() {
    of_reply("wrong-optimum", "goals", true, &["imize ", "(get-objectives)"], "is possible");
}

#[test]
fn wrong_interpolant() {
    let refuted_by = "does not contradict the other assertions";
    of_reply("wrong-interpolant", "partitions", false, &["(get-interpolant ("], refuted_by);
}

#[test]
fn wrong_abduct() {
    of_reply("wrong-abduct", "abducts", true, &["(get-abduct A "], "do not imply the conjecture");
}

#[test]
fn wrong_elimination() {
    let asks = ["(get-qe"];
    of_reply("wrong-elimination", "eliminations", true, &asks, "true where the original is false");
}

#[test]
fn wrong_simplification() {
    let asks = ["(apply "];
    of_reply("wrong-simplification", "tactics", true, &asks, "true where the original is false");
}

/// Hunts for a wrong reply about an answer, which shows only in dialogues.
fn of_dialogue(bug: &'static str, operator: &str, satisfiable: bool, tests: &str, asks: &str) {
    let hunt = Hunt::new(bug, operator, satisfiable, &["--tests", tests, "-t", "60"]);
    assert_eq!(hunt.events.last().unwrap()["alarms"], 0);
    let buckets = hunt.of_kind("bucket");
    assert!(!buckets.is_empty(), "{bug}");
    for bucket in buckets {
        assert_eq!((&bucket["solver"], &bucket["kind"]), (&"planted".into(), &bug.into()), "{bucket}");
        let folder = hunt.folder.join(bucket["folder"].as_str().unwrap());
        check_repro(&folder);
        let text = fs::read_to_string(folder.join("bug.smt2")).unwrap();
        assert!(text.contains(asks) && text.contains(operator), "{bug}: {text}");
        assert!(text.matches("(assert ").count() <= 2, "{bug} is not small: {text}");
        let (code, text) = hunt.run(&["replay", "campaign", &bucket["id"].to_string(), "--json"]);
        assert!(text.contains("\"happens\":true") && code == Some(10), "{text}");
    }
}

#[test]
fn wrong_value() {
    of_dialogue("wrong-value", "bvadd", true, "160", "(get-value (");
}

#[test]
fn wrong_assumptions() {
    of_dialogue("wrong-assumptions", "bvand", false, "400", "(get-unsat-assumptions)");
}

#[test]
fn repeated_model() {
    of_dialogue("repeated-model", "bvadd", true, "160", "(block-model");
}

#[test]
fn missed_model() {
    of_dialogue("missed-model", "bvadd", true, "160", "(block-model");
}

/// Cores are asked for in every second unit.
#[test]
fn bad_core() {
    Hunt::new("bad-core", "bvand", false, &["--tests", "4", "-t", "60"]).bug_folder("invalid-core");
}

/// Another random seed is tried in every fourth unit.
#[test]
fn nondeterminism() {
    Hunt::new("nondeterminism", "bvnand", true, &["--tests", "4", "-t", "60"]).bug_folder("nondeterminism");
}

/// A solver that says sat in one run and unsat in another is reported for exactly that, once: neither for a
/// leak, nor for a wrong answer to each test.
#[test]
fn answers_that_change_from_run_to_run() {
    let hunt = Hunt::unsteady();
    let folder = hunt.bug_folder("nondeterminism");
    let report = fs::read_to_string(folder.join("report.md")).unwrap();
    assert!(report.contains("sat in one run, unsat in another"), "{report}");
}

/// No accusation rests on a session's answer, but the leak of the session itself is a finding.
#[test]
fn leak_of_state() {
    let hunt = Hunt::new("state-leak", "bvxor", true, &["--tests", "6", "-t", "60"]);
    let script = fs::read_to_string(hunt.bug_folder("state-leak").join("bug.smt2")).unwrap();
    assert_eq!(script.matches("(reset)").count(), 1, "{script}");
}

/// Hunts for a bug that needs a dialogue: the reduced script still has that form, and the model of its last
/// question.
fn of_form(bug: &'static str, form: &str) {
    let hunt = Hunt::new(bug, "bvsub", true, &["--tests", "80", "-t", "60"]);
    assert!(hunt.of_kind("finding").len() > 1, "{bug}");
    let folder = hunt.bug_folder("wrong-unsat");
    let text = fs::read_to_string(folder.join("bug.smt2")).unwrap();
    assert!(text.contains(form) && !text.contains("(assert"), "{bug}: {text}");
    let script = Script::parse(&text).unwrap();
    assert_eq!(script.commands.iter().filter(|command| command.is_question()).count(), 1, "{text}");
    assert!(fs::read_to_string(folder.join("witness.smt2")).unwrap().ends_with("(check-sat)\n"));
}

#[test]
fn after_pop() {
    of_form("after-pop", "(pop 1)");
}

#[test]
fn assuming() {
    of_form("assuming", "(check-sat-assuming (");
}

/// The bug shows only under one of the solver's options, which is drawn from its own list; the report names
/// that option and no other.
#[test]
fn with_option() {
    let folder = prepared("with-option", "with-option", "bvsmod", true);
    let list = "{ form = 'rows', arguments = ['--list-options'], argument = '--{name}={value}' }";
    let profile = format!("{}\nchoices = {{ lists = [{list}] }}\n", profile("with-option"));
    fs::write(folder.join("gainsay.toml"), profile).unwrap();
    let how =
        ["--solver", "planted;z3@5.4.0", "--strategy", "fusion", "-j", "2", "--tests", "300", "-t", "60"];
    let (code, hunt) = Hunt::made("with-option", folder, &how);
    assert_eq!(code, Some(10), "{:#?}", hunt.events);
    let buckets = hunt.of_kind("bucket");
    let [bucket] = buckets[..] else { panic!("{buckets:#?}") };
    assert_eq!((&bucket["solver"], &bucket["kind"]), (&"planted --fast".into(), &"wrong-unsat".into()));
    let report = hunt.folder.join(bucket["folder"].as_str().unwrap()).join("report.md");
    let report = fs::read_to_string(report).unwrap();
    assert!(report.contains("| needs | `--fast`; it does not show in default mode |"), "{report}");
    for other in ["--other", "--slow", "--effort", "--order", "--reckless"] {
        assert!(!report.contains(other), "{report}");
    }
    // Answers are counted under the solver's own name.
    let answers = hunt.events.last().unwrap()["answers"].as_object().unwrap();
    assert_eq!(answers.keys().collect::<Vec<_>>(), ["planted", "z3@5.4.0"]);
    let (code, text) = hunt.run(&["replay", "campaign", &bucket["id"].to_string(), "--json"]);
    assert!(text.contains("\"happens\":true") && code == Some(10), "{text}");
}

#[test]
fn unknown() {
    Hunt::new("unknown", "bvashr", true, &["--tests", "4", "-t", "60"]).bucket("incomplete");
}

#[test]
fn hang() {
    Hunt::new("hang", "bvlshr", true, &["--tests", "1", "-t", "5"]).bucket("slow");
}

#[test]
fn memory() {
    Hunt::new("memory", "bvurem", true, &["--tests", "2", "-t", "60", "--memory", "512"]).bucket("memory");
}

#[test]
fn honesty() {
    let hunt = Hunt::new("honest", "bvmul", true, &["--tests", "20", "-t", "60"]);
    assert!(hunt.of_kind("bucket").is_empty() && !hunt.folder.join("campaign/bugs").exists());
}

/// A killed hunt leaves only complete folders, and the next one removes unfinished ones.
#[test]
fn a_killed_hunt_leaves_no_half_written_folder() {
    let folder = prepared("killed", "segfault", "bvor", true);
    let bugs = folder.join("bugs");
    let half_written = bugs.join(".draft-4194305-0");
    fs::create_dir_all(&half_written).unwrap();
    let hunt = |tests: &str| {
        let how =
            ["--solver", "planted;z3@5.4.0", "-b", "bugs", "--strategy", "fusion", "-j", "2", "-t", "60"];
        let mut gainsay = crate::support::gainsay();
        gainsay.args(HOW).args(how).args(["--tests", tests]).current_dir(&folder);
        gainsay.stdout(std::process::Stdio::null());
        gainsay
    };
    let entries =
        || -> Vec<PathBuf> { fs::read_dir(&bugs).unwrap().map(|entry| entry.unwrap().path()).collect() };
    let mut child = hunt("100000").spawn().unwrap();
    while entries() == [half_written.clone()] {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let is_draft = |path: &PathBuf| path.file_name().unwrap().to_str().unwrap().starts_with('.');
    for whole in entries().iter().filter(|path| !is_draft(path)) {
        check_repro(whole);
    }
    assert_eq!(hunt("4").status().unwrap().code(), Some(10));
    let [only] = &entries()[..] else { panic!("{:?}", entries()) };
    check_repro(only);
}
