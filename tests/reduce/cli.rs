//! `gainsay reduce` as users call it.

use std::path::{Path, PathBuf};
use std::process::Output;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("gainsay-reduce-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

fn reduce(folder: &Path, arguments: &[&str]) -> Output {
    crate::support::gainsay().arg("reduce").args(arguments).current_dir(folder).output().unwrap()
}

const SCRIPT: &str = "(set-logic QF_LIA)(declare-const count Int)(declare-const other Int)
    (assert (> count 3))(assert (< (+ other 12) (* 2 count)))(check-sat)";

#[test]
fn any_command_can_be_kept() {
    let folder = Folder::new("command");
    std::fs::write(folder.0.join("in.smt2"), SCRIPT).unwrap();
    std::fs::write(
        folder.0.join("looks.sh"),
        "grep -q '(\\* ' \"$1\" && { echo found it; exit 3; }; exit 0\n",
    )
    .unwrap();
    let arguments = ["in.smt2", "-o", "out.smt2", "-j", "2", "--json", "--", "sh", "looks.sh"];
    let output = reduce(&folder.0, &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let result = std::fs::read_to_string(folder.0.join("out.smt2")).unwrap();
    assert_eq!(result, "(assert (< 0 (* 0 0)))\n");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["finished"], &report["bytes"]), (&true.into(), &result.len().into()));
    // It goes on from what is there: nothing is left to do.
    let again = reduce(&folder.0, &arguments);
    let report: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(report["accepted"], 0);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 3, "a temporary file is left");
}

#[test]
fn texts_and_exit_codes_are_matched() {
    let folder = Folder::new("match");
    std::fs::write(folder.0.join("in.smt2"), SCRIPT).unwrap();
    let show =
        "echo \"size $(wc -c < \"$1\")\"; grep -q count \"$1\" && echo bad count >&2 && exit 4; exit 0";
    std::fs::write(folder.0.join("show.sh"), show).unwrap();
    let output =
        reduce(&folder.0, &["in.smt2", "--match-err", "^ba[a-d] c", "--exit", "4", "--", "sh", "show.sh"]);
    assert!(output.status.success());
    let result = String::from_utf8(output.stdout).unwrap();
    assert!(result.contains("count") && result.len() < 40, "{result}");
    let never = reduce(&folder.0, &["in.smt2", "--match-out", "never", "--", "sh", "show.sh"]);
    assert_eq!(never.status.code(), Some(1));
    let broken = reduce(&folder.0, &["in.smt2", "--match-out", "(", "--", "sh", "show.sh"]);
    assert_eq!(broken.status.code(), Some(2));
}

#[test]
fn the_time_limit_holds_for_the_first_question_too() {
    let folder = Folder::new("time");
    std::fs::write(folder.0.join("in.smt2"), SCRIPT).unwrap();
    std::fs::write(folder.0.join("sleeps.sh"), "sleep 1000\n").unwrap();
    let output = reduce(&folder.0, &["in.smt2", "--solver", "slow=/bin/sh sleeps.sh", "--for", "1s"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the time was up"), "{said}");
}

#[test]
fn a_wrong_answer_of_an_old_release_is_reduced() {
    let folder = Folder::new("verdict");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/wrong-answer.smt2");
    let solvers = "z3@4.12.2;z3@5.4.0;cvc5@1.4.2";
    let output = reduce(&folder.0, &[file, "--solver", solvers, "--expect", "sat"]);
    let (result, said) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{said}");
    assert!(said.contains("kept: z3@4.12.2 wrong-sat"), "{said}");
    assert!(result.contains("bvnego") && result.len() < 90, "{result}");
}

#[test]
fn what_shows_nothing_is_refused() {
    let folder = Folder::new("nothing");
    std::fs::write(folder.0.join("in.smt2"), SCRIPT).unwrap();
    let fine = reduce(&folder.0, &["in.smt2", "--solver", "z3@5.4.0;cvc5@1.4.2"]);
    assert_eq!(fine.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&fine.stderr).contains("nothing is wrong"));
    for wrong in [&["in.smt2"][..], &["in.smt2", "--exit", "3"], &["in.smt2", "--solver", "z3", "--", "true"]]
    {
        assert_eq!(reduce(&folder.0, wrong).status.code(), Some(2), "{wrong:?}");
    }
}

/// Some bugs need the question as it stands: with assumptions, after a `pop`, or without a model.
#[test]
fn a_question_keeps_the_form_that_it_needs() {
    let real = gainsay::solver::Catalogue::load(None).unwrap().solver("z3@5.4.0").unwrap();
    let incremental = "(set-logic QF_LIA)(declare-const n Int)(declare-const p Bool)
        (push 1)(assert (> n 3))(check-sat)(pop 1)(push 2)(assert (=> p (< n 7)))(check-sat-assuming (p))(pop 1)
        (assert (> n 1))(check-sat)";
    for (name, script, condition, kept) in [
        (
            "assuming",
            incremental,
            "grep -q '(check-sat-assuming'",
            "(declare-const a Bool)\n(check-sat-assuming (a))\n",
        ),
        ("pop", incremental, "grep -q '(pop'", "(push 1)\n(pop 1)\n(check-sat)\n"),
        (
            "twice",
            incremental,
            "test 1 -lt $(grep -c '(check-sat' \"$1\") && true",
            "(check-sat)\n(check-sat)\n",
        ),
        ("model", SCRIPT, "! grep -q '(get-model)'", "(check-sat)\n"),
    ] {
        let folder = Folder::new(name);
        std::fs::write(folder.0.join("in.smt2"), script).unwrap();
        let run = format!("{} -smt2 \"$1\"", real.argv[0]);
        let solver = format!("if {condition} \"$1\"; then {run} | sed 's/^sat$/unsat/'; else {run}; fi\n");
        std::fs::write(folder.0.join("wrong.sh"), solver).unwrap();
        let output = reduce(&folder.0, &["in.smt2", "--solver", "wrong=/bin/sh wrong.sh;z3@5.4.0"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}");
        assert!(said.contains("kept: wrong wrong.sh wrong-unsat"), "{name}: {said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), kept, "{name}");
    }
}

#[test]
fn a_crash_matters_more_than_that_it_is_slow_when_asked_in_another_way() {
    let folder = Folder::new("slow");
    let script = "(declare-const x Int)(assert (> x 3))(assert (< x 9))(check-sat-assuming ((not false)))";
    std::fs::write(folder.0.join("in.smt2"), script).unwrap();
    // Slow when asked flat; dies as the script asks.
    let solver = "script=$(cat \"$1\")\ncase \"$script\" in *assuming*) kill -SEGV $$;; *assert*) sleep 60;; esac\necho sat\n";
    std::fs::write(folder.0.join("solver.sh"), solver).unwrap();
    let arguments =
        ["in.smt2", "-o", "out.smt2", "--solver", "mine=sh solver.sh", "--solver", "z3@5.4.0", "--json"];
    let output = reduce(&folder.0, &arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(report["kept"].as_str().unwrap().contains("crash"), "{report}");
    let result = std::fs::read_to_string(folder.0.join("out.smt2")).unwrap();
    assert!(result.starts_with("(check-sat-assuming") && result.lines().count() == 1, "{result}");
}
