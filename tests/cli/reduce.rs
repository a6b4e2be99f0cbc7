//! `gainsay reduce` as users call it.

use crate::support::Folder;
use std::path::Path;
use std::process::Output;

fn reduce(folder: &Path, arguments: &[&str]) -> Output {
    crate::support::gainsay().arg("reduce").args(arguments).current_dir(folder).output().unwrap()
}

const SCRIPT: &str = "(set-logic QF_LIA)(declare-const count Int)(declare-const other Int)
    (assert (> count 3))(assert (< (+ other 12) (* 2 count)))(check-sat)";

#[test]
fn any_command_can_be_kept() {
    let folder = Folder::new("reduce-command");
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
    let mut forced = arguments.to_vec();
    forced.insert(1, "--force");
    let again = reduce(&folder.0, &forced);
    let report: serde_json::Value = serde_json::from_slice(&again.stdout).unwrap();
    assert_eq!(report["accepted"], 0);
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 3, "a temporary file is left");
}

#[test]
fn texts_and_exit_codes_are_matched() {
    let folder = Folder::new("reduce-match");
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
    let folder = Folder::new("reduce-time");
    std::fs::write(folder.0.join("in.smt2"), SCRIPT).unwrap();
    std::fs::write(folder.0.join("sleeps.sh"), "sleep 1000\n").unwrap();
    let output = reduce(&folder.0, &["in.smt2", "--solver", "slow=/bin/sh sleeps.sh", "--for", "1s"]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("the time was up"), "{said}");
}

#[test]
fn a_wrong_answer_of_an_old_release_is_reduced() {
    let folder = Folder::new("reduce-verdict");
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/wrong-answer.smt2");
    let solvers = "z3@4.12.2;z3@5.4.0;cvc5@1.4.2";
    let output = reduce(&folder.0, &[file, "--solver", solvers, "--expect", "sat"]);
    let (result, said) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert!(output.status.success(), "{said}");
    assert!(said.contains("preserved: z3@4.12.2 wrong-sat"), "{said}");
    assert!(result.contains("bvnego") && result.len() < 90, "{result}");
}

#[test]
fn what_shows_nothing_is_refused() {
    let folder = Folder::new("reduce-nothing");
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
    let real = crate::support::real("z3@5.4.0");
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
        let folder = Folder::new(&format!("reduce-{name}"));
        std::fs::write(folder.0.join("in.smt2"), script).unwrap();
        let run = format!("{} -smt2 \"$1\"", real.argv[0]);
        let solver = format!("if {condition} \"$1\"; then {run} | sed 's/^sat$/unsat/'; else {run}; fi\n");
        std::fs::write(folder.0.join("wrong.sh"), solver).unwrap();
        let output = reduce(&folder.0, &["in.smt2", "--solver", "wrong=/bin/sh wrong.sh;z3@5.4.0"]);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{name}: {said}");
        assert!(said.contains(" wrong.sh wrong-unsat"), "{name}: {said}");
        assert_eq!(String::from_utf8_lossy(&output.stdout), kept, "{name}");
    }
}

#[test]
fn a_crash_matters_more_than_that_it_is_slow_when_asked_in_another_way() {
    let folder = Folder::new("reduce-slow");
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

#[test]
fn no_file_is_overwritten_unless_that_is_meant() {
    let folder = Folder::new("reduce-output");
    folder.write("in.smt2", SCRIPT);
    folder.write("other.smt2", SCRIPT);
    folder.program("any.sh", "grep -q count \"$1\"");
    std::os::unix::fs::symlink("in.smt2", folder.0.join("link.smt2")).unwrap();
    std::fs::hard_link(folder.0.join("in.smt2"), folder.0.join("hard.smt2")).unwrap();
    for (output, why) in [
        ("in.smt2", "is the script itself"),
        ("./in.smt2", "is the script itself"),
        ("link.smt2", "is the script itself"),
        ("hard.smt2", "is the script itself"),
        ("other.smt2", "--force"),
        ("/dev/null", "not a regular file"),
    ] {
        for force in [&[][..], &["--force"]] {
            if output == "other.smt2" && !force.is_empty() {
                continue;
            }
            let arguments = [&["reduce", "in.smt2", "-o", output][..], force, &["--", "./any.sh"]].concat();
            let ran = folder.gainsay(&arguments);
            assert_eq!(ran.code, Some(2), "{ran:?}");
            assert!(ran.err.contains(why), "{output}: {}", ran.err);
        }
    }
    assert_eq!((folder.read("in.smt2"), folder.read("other.smt2")), (SCRIPT.to_owned(), SCRIPT.to_owned()));
    let forced = folder.gainsay(&["reduce", "in.smt2", "-o", "other.smt2", "--force", "--", "./any.sh"]);
    assert_eq!(forced.code, Some(0), "{forced:?}");
    assert!(forced.err.contains("preserved: exit code 0 of `./any.sh`, and its output"), "{}", forced.err);
    assert!(folder.read("other.smt2").len() < SCRIPT.len());
}

/// Some solvers abort where their answer is not the script's `:status`. That is no bug, and must not take its place either.
#[test]
fn a_wrong_status_is_nothing_to_reduce() {
    let folder = Folder::new("reduce-status");
    folder.write("lie.smt2", format!("(set-info :status unsat){SCRIPT}"));
    folder.program("strict.sh", "grep -q ':status unsat' \"$1\" && kill -ABRT $$\necho sat");
    let ran = folder.gainsay(&["reduce", "lie.smt2", "--solver", "strict=./strict.sh;z3@5.4.0"]);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("nothing is wrong"), "{}", ran.err);
}

#[test]
fn a_rejected_script_is_reduced_only_if_that_is_wanted() {
    let folder = Folder::new("reduce-rejected");
    folder.write("in.smt2", SCRIPT);
    folder.program("picky.sh", "grep -q '[*]' \"$1\" && echo '(error \"no products here\")'\necho sat");
    let arguments = ["reduce", "in.smt2", "--solver", "picky=./picky.sh;z3@5.4.0"];
    let ran = folder.gainsay(&arguments);
    assert_eq!(ran.code, Some(1), "{ran:?}");
    assert!(ran.err.contains("--expect rejected") && ran.err.contains("no products here"), "{}", ran.err);
    let wanted = folder.gainsay(&[&arguments[..], &["--expect", "rejected"]].concat());
    assert_eq!(wanted.code, Some(0), "{wanted:?}");
    assert!(wanted.out.contains('*') && wanted.out.len() < SCRIPT.len(), "{}", wanted.out);
}

/// Old releases know only the names of their time: what is asked in them is written in them.
#[test]
fn the_result_is_spelt_as_the_solver_reads_it() {
    let folder = Folder::new("reduce-spelling");
    folder.write(
        "in.smt2",
        "(set-logic QF_S)(declare-const s String)(assert (str.in_re s (re.* (str.to_re \"a\"))))(check-sat)\n",
    );
    let old = "if grep -q 'in_re' \"$1\"; then echo '(error \"unknown constant str.in_re\")'; echo sat
        elif grep -q 'str.in.re' \"$1\"; then echo unsat; else echo sat; fi";
    folder.program("old.sh", old);
    let ran = folder.gainsay(&["reduce", "in.smt2", "--solver", "old=./old.sh;z3@5.4.0"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.err.contains("preserved: old wrong-unsat"), "{}", ran.err);
    assert!(ran.out.contains("str.in.re") && !ran.out.contains("in_re"), "{}", ran.out);
}

#[test]
fn a_result_is_never_longer_than_the_script() {
    let folder = Folder::new("reduce-longer");
    folder.program("wrong.sh", "grep -q check-sat \"$1\" && echo unsat");
    // Nothing can be left out of it, and it has not even a last line feed.
    folder.write("in.smt2", "(check-sat)");
    let ran = folder.gainsay(&["reduce", "in.smt2", "--solver", "wrong=./wrong.sh;z3@5.4.0"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "(check-sat)"), "{ran:?}");
}

/// Whoever runs the solver on the result sees the wrong model.
#[test]
fn a_wrong_model_is_asked_for() {
    let folder = Folder::new("reduce-wrong-model");
    folder.write("in.smt2", SCRIPT);
    folder.program("wrong.sh", "echo sat\ngrep -q get-model \"$1\" && grep -q '>' \"$1\" && echo '((define-fun count () Int 0) (define-fun a () Int 0))'");
    let ran = folder.gainsay(&["reduce", "in.smt2", "--solver", "wrong=./wrong.sh;z3@5.4.0"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.err.contains("invalid-model"), "{}", ran.err);
    assert!(ran.out.starts_with("(set-option :produce-models true)\n"), "{}", ran.out);
    assert!(ran.out.ends_with("(check-sat)\n(get-model)\n"), "{}", ran.out);
}
