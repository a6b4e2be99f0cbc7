//! Sweeps over all small formulas: with a real solver to the end, with solvers that lie, and in several runs.

use crate::support::{Folder, Ran, gainsay, real};
use gainsay::docket::Docket;
use gainsay::report::BugRecord;
use serde_json::Value;

/// Runs `gainsay enumerate` and returns its summary.
fn enumerate(folder: &Folder, arguments: &[&str]) -> (Ran, Value) {
    let run =
        gainsay().arg("enumerate").args(arguments).arg("--json").current_dir(&folder.0).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let ran = Ran { code: run.status.code(), out: text(run.stdout), err: text(run.stderr) };
    let last = ran.out.lines().last().unwrap_or_default().to_owned();
    let summary = serde_json::from_str(&last).unwrap_or_default();
    (ran, summary)
}

/// The tables of a solver that a shell script is, with z3's program as `$Z3`.
fn shell_solver(folder: &Folder, script: &str, session: &str) {
    let z3 = &real("z3@5.4.0").argv[0];
    folder.program("lying", &script.replace("$Z3", z3));
    let program = folder.0.join("lying");
    folder
        .write("gainsay.toml", format!("[solver.planted]\ncommand = ['{}']\n{session}\n", program.display()));
}

const SESSION: &str = "stdin = []\nsession = []\nforms = [{ name = 'scope' }]";

#[test]
fn a_real_solver_is_asked_about_all_of_them() {
    let folder = Folder::new("sweep-real");
    let arguments = ["z3@5.4.0", "--logic", "QF_BV,QF_LIA", "--size", "3", "--out", "sweep"];
    let (ran, summary) = enumerate(&folder, &arguments);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(summary["complete"], true);
    let formulas = summary["formulas"].as_u64().unwrap();
    assert!(formulas > 1000, "{summary}");
    let counts = &summary["counts"]["z3@5.4.0"];
    let of = |word: &str| counts[word].as_u64().unwrap_or(0);
    assert_eq!(
        of("suspicious") + of("unknown") + of("timeout") + of("rejected") + of("left-out"),
        0,
        "{summary}"
    );
    assert!(of("sat-with-model") > 500 && of("unsat") > 400, "{summary}");
    assert_eq!(summary["not_shown"], 0);
    let page = folder.read("sweep/page.md");
    assert!(page.contains("| z3@5.4.0 | QF_LIA | 3 |") && page.contains("no wrong answer"), "{page}");
    // Nothing is left to ask.
    let (ran, again) = enumerate(&folder, &arguments);
    assert_eq!((ran.code, &again["formulas"]), (Some(0), &summary["formulas"]));
    // Another sweep does not go into the same folder.
    let (ran, _) = enumerate(&folder, &["z3@5.4.0", "--logic", "QF_BV", "--size", "3", "--out", "sweep"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("another list of languages"), "{}", ran.err);
}

#[test]
fn several_runs_come_to_the_same_as_one() {
    let folder = Folder::new("sweep-resumed");
    let arguments = |out| {
        [
            "z3@5.4.0",
            "--size",
            "6",
            "--operators",
            "bvadd,bvmul,bvshl,bvlshr,bvsub,bvurem,bvult,bvsle,bvcomp,not,and,or",
            "-j",
            "1",
            "--out",
            out,
        ]
    };
    let (_, whole) = enumerate(&folder, &arguments("whole"));
    assert_eq!(whole["complete"], true, "{whole}");
    let mut runs = 0;
    let resumed = loop {
        runs += 1;
        // Longer and longer ones, for a machine that is busy with other things.
        let time = format!("{runs}s");
        let (ran, summary) = enumerate(&folder, &[&arguments("parts")[..], &["--for", &time]].concat());
        assert_eq!(ran.code.filter(|code| [0, 3].contains(code)), ran.code, "{}", ran.err);
        if summary["complete"] == true || runs > 60 {
            break summary;
        }
    };
    assert_eq!(resumed["counts"], whole["counts"]);
    assert_eq!(resumed["formulas"], whole["formulas"]);
    assert!(runs > 1, "all was done in one run");
}

#[test]
fn a_wrong_operator_is_found_and_reported_once() {
    let folder = Folder::new("sweep-operator");
    shell_solver(&folder, "sed -u 's/bvudiv/bvurem/g' | exec $Z3 -smt2 -in", SESSION);
    let (ran, summary) = enumerate(
        &folder,
        &["planted", "--size", "5", "--operators", "bvudiv,bvadd,bvult", "--symbols", "1", "--out", "sweep"],
    );
    assert_eq!(ran.code, Some(10), "{}{}", ran.out, ran.err);
    let bugs = summary["bugs"].as_array().unwrap();
    assert!(!bugs.is_empty() && bugs.len() <= 12, "{summary}");
    for bug in bugs {
        assert!(bug["formula"].as_str().unwrap().contains("bvudiv"), "{bug}");
        let script = folder.read(&format!("sweep/bugs/{}/bug.smt2", bug["folder"].as_str().unwrap()));
        assert!(script.contains("bvudiv"), "{script}");
    }
    assert!(bugs.iter().any(|bug| bug["seen"].as_u64() > Some(1)), "{summary}");
    assert_eq!(summary["alarms"].as_array().map(Vec::len), Some(0), "{summary}");
}

/// What a sweep finds is a bug like any other: listed, dated, exported, kept in the docket, and shown on the page.
#[test]
fn its_bugs_are_bugs_everywhere() {
    let folder = Folder::new("sweep-bugs");
    shell_solver(&folder, "sed -u 's/bvudiv/bvurem/g' | exec $Z3 -smt2 -in", SESSION);
    let arguments = ["planted", "--size", "5", "--operators", "bvudiv", "--symbols", "1", "--out", "sweep"];
    let (ran, summary) = enumerate(&folder, &arguments);
    assert_eq!(ran.code, Some(10), "{}{}", ran.out, ran.err);
    let found = summary["bugs"].as_array().unwrap().len();

    let ran = folder.gainsay(&["bugs", "sweep", "--json"]);
    let listed: Vec<Value> = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{ran:?}"));
    assert_eq!(listed.len(), found, "{ran:?}");
    let inner = folder.gainsay(&["bugs", "sweep/bugs", "--json"]);
    assert_eq!(inner.out, ran.out, "its folder of bugs is the same");
    let shown = folder.gainsay(&["bugs", "sweep", "show", "1"]);
    assert!(shown.code == Some(0) && shown.out.contains("bvudiv"), "{shown:?}");
    // There are no releases of a solver of one's own.
    let dated = folder.gainsay(&["bugs", "sweep", "bisect", "1"]);
    assert!(dated.code == Some(0) && dated.out.contains("its releases cannot be tried"), "{dated:?}");

    let export = ["bugs", "sweep", "export", "--format", "json", "--quota", "planted=1", "--out", "sent"];
    let ran = folder.gainsay(&export);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    // Which bugs were handed out is remembered also where numbers may change.
    let filed: Value = serde_json::from_str(&folder.read("sweep/filed.json")).unwrap();
    let buckets: Vec<&String> = filed["times"].as_object().unwrap().keys().collect();
    assert!(buckets.iter().all(|&bucket| listed.iter().any(|bug| bug["bucket"] == **bucket)), "{filed}");
    assert_eq!(buckets.len(), 1, "{filed}");

    let ran = folder.gainsay(&["docket", "add", "sweep"]);
    assert!(ran.code == Some(0) && ran.out.contains("new      "), "{ran:?}");
    let docket = Docket::open(&folder.0.join("docket")).unwrap();
    let sightings = docket.cases.iter().flat_map(|case| &case.life.sightings);
    assert_eq!(sightings.filter(|sighting| sighting.campaign == "sweep").count(), found);
    let again = folder.gainsay(&["docket", "add", "sweep"]);
    assert!(again.out.contains(&format!("sweep: 0 new bugs, {found} known")), "{again:?}");
    let itself = folder.gainsay(&["docket", "add", "docket"]);
    assert!(itself.code == Some(2) && itself.err.contains("is a docket itself"), "{itself:?}");

    let ran = folder.gainsay(&["site", "out", "sweep", "sweep/bugs"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let name = listed[0]["folder"].as_str().unwrap().rsplit('/').next().unwrap();
    for page in [format!("s1.{name}.html"), format!("s1.{name}/bug.smt2"), format!("s2.{name}.html")] {
        assert!(folder.0.join("out").join(&page).is_file(), "{page} is missing");
    }
}

/// With the releases of a real solver, those that have a bug are found out, and noted in its folder.
#[test]
fn its_bugs_are_dated() {
    let folder = Folder::new("sweep-dated");
    shell_solver(&folder, "sed -u 's/bvudiv/bvurem/g' | exec $Z3 -smt2 -in", SESSION);
    let arguments = ["planted", "--size", "5", "--operators", "bvudiv", "--symbols", "1", "--out", "sweep"];
    assert_eq!(enumerate(&folder, &arguments).0.code, Some(10));
    // The first in the order of the names is number 1.
    let bugs = std::fs::read_dir(folder.0.join("sweep/bugs")).unwrap();
    let path = bugs.map(|bug| bug.unwrap().path().join("bug.json")).min().unwrap();
    let mut record: BugRecord = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    (record.program.name, record.program.version) = ("z3".to_owned(), "5.4.0".to_owned());
    std::fs::write(&path, record.to_json().unwrap()).unwrap();
    let ran = folder.gainsay(&["bugs", "sweep", "bisect", "1", "--versions", "5.4.0"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let record: BugRecord = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let trials = record.releases.unwrap().trials;
    assert_eq!(trials.iter().map(|trial| trial.release.as_str()).collect::<Vec<_>>(), ["5.4.0"]);
}

/// The settings file of the folder says what is known, as it does for a hunt.
#[test]
fn what_is_to_be_ignored_is_read_from_the_settings_here() {
    let folder = Folder::new("sweep-ignores");
    let ignore = "[[ignore]]\nsolver = 'planted'\noperators = ['bvudiv']\nwhy = 'known'";
    let solver = "sed -u 's/bvudiv/bvurem/g' | exec $Z3 -smt2 -in";
    shell_solver(&folder, solver, &format!("{SESSION}\n{ignore}"));
    let arguments = ["planted", "--size", "5", "--operators", "bvudiv", "--symbols", "1", "--out"];
    let (ran, summary) = enumerate(&folder, &[&arguments[..], &["sweep"]].concat());
    assert_eq!((ran.code, summary["bugs"].as_array().map(Vec::len)), (Some(0), Some(0)), "{}", ran.out);
    assert!(summary["not_shown"].as_u64() > Some(0), "{summary}");
    // Nothing was found, and so it is listed.
    let listed = folder.gainsay(&["bugs", "sweep"]);
    assert!(listed.code == Some(0) && listed.out.contains("0 bugs"), "{listed:?}");
    // What cannot be understood is said, and not passed over.
    shell_solver(&folder, solver, &format!("{SESSION}\n[[ignore]]\nsolver = 'planted'"));
    let (ran, _) = enumerate(&folder, &[&arguments[..], &["other"]].concat());
    assert!(ran.code == Some(2) && ran.err.contains("gainsay.toml"), "{}", ran.err);
}

#[test]
fn who_always_says_unsat_is_caught_alone() {
    let folder = Folder::new("sweep-unsat");
    let script = r#"exec sed -u -n -e 's/.*(check-sat).*/unsat/p' -e 's/^(echo "\(.*\)")$/\1/p'"#;
    shell_solver(&folder, script, SESSION);
    let (ran, summary) =
        enumerate(&folder, &["planted", "--size", "3", "--operators", "bvult", "--out", "sweep"]);
    assert_eq!(ran.code, Some(10), "{}{}", ran.out, ran.err);
    let counts = &summary["counts"].as_object().unwrap().values().next().unwrap().clone();
    // Each formula that has a model shows it; none of the others does.
    assert_eq!(counts["sat-with-model"], Value::Null);
    assert!(counts["suspicious"].as_u64() > Some(20) && counts["unsat"].as_u64() > Some(5), "{summary}");
    assert!(summary["bugs"].as_array().unwrap().iter().all(|bug| bug["kind"] == "wrong-unsat"), "{summary}");
}

#[test]
fn who_takes_only_files_is_asked_one_by_one() {
    let folder = Folder::new("sweep-file");
    shell_solver(&folder, "exec $Z3 \"$1\"", "");
    let (ran, summary) = enumerate(
        &folder,
        &["planted", "--size", "3", "--operators", "bvult", "--symbols", "1", "--out", "sweep"],
    );
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert_eq!(
        (&summary["complete"], &summary["not_shown"]),
        (&Value::Bool(true), &Value::from(0)),
        "{summary}"
    );
    let counts = summary["counts"].as_object().unwrap().values().next().unwrap().clone();
    assert!(counts["sat-with-model"].as_u64() > Some(5) && counts["unsat"].as_u64() > Some(5), "{summary}");
}

#[test]
fn what_is_not_there_is_said_so() {
    let folder = Folder::new("sweep-wrong");
    let (ran, _) = enumerate(&folder, &["z3@5.4.0", "--logic", "QF_BW"]);
    assert!(ran.code == Some(2) && ran.err.contains("did you mean QF_BV?"), "{}", ran.err);
    let (ran, _) = enumerate(&folder, &["z3@5.4.0", "--operators", "bvaddd"]);
    assert!(ran.code == Some(2) && ran.err.contains("did you mean bvadd?"), "{}", ran.err);
}

#[test]
fn a_right_answer_with_a_remark_is_not_counted_as_wrong() {
    let folder = Folder::new("sweep-remark");
    let script = r#"exec sed -u -n -e 's/.*(check-sat).*/unsat\n; a remark/p' -e 's/^(echo "\(.*\)")$/\1/p'"#;
    shell_solver(&folder, script, SESSION);
    let (ran, summary) = enumerate(
        &folder,
        &["planted", "--size", "3", "--operators", "bvult", "--symbols", "1", "--out", "sweep"],
    );
    assert_eq!(ran.code, Some(10), "{}{}", ran.out, ran.err);
    let counts = summary["counts"].as_object().unwrap().values().next().unwrap().clone();
    // As many as without a remark.
    let quiet = Folder::new("sweep-quiet");
    let script = r#"exec sed -u -n -e 's/.*(check-sat).*/unsat/p' -e 's/^(echo "\(.*\)")$/\1/p'"#;
    shell_solver(&quiet, script, SESSION);
    let (_, other) = enumerate(
        &quiet,
        &["planted", "--size", "3", "--operators", "bvult", "--symbols", "1", "--out", "sweep"],
    );
    let others = other["counts"].as_object().unwrap().values().next().unwrap().clone();
    assert_eq!(
        (&counts["suspicious"], &counts["unsat"]),
        (&others["suspicious"], &others["unsat"]),
        "{summary}"
    );
}

#[test]
fn a_folder_that_cannot_be_written_ends_it() {
    let folder = Folder::new("sweep-unwritable");
    folder.write("file", "");
    let (ran, _) = enumerate(&folder, &["z3@5.4.0", "--size", "3", "--out", "file/sweep"]);
    assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
    // The folder goes away while it is used.
    let gone = folder.0.join("gone");
    let mut child = gainsay()
        .args(["enumerate", "z3@5.4.0", "--size", "6", "--for", "600s", "--out", "gone", "--json"])
        .current_dir(&folder.0)
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    while !gone.join("setup.json").exists() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    std::fs::remove_dir_all(&gone).unwrap();
    std::fs::write(&gone, "").unwrap();
    let ended = child.wait_with_output().unwrap();
    let error = String::from_utf8(ended.stderr).unwrap();
    assert!(ended.status.code() == Some(2) && error.contains("cannot write"), "{error}");
}
