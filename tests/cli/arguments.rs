//! Solvers with arguments that they do not know: an error with its remedy in every command, and never a bug.

use crate::support::{Folder, gainsay};
use serde_json::Value;
use std::process::Output;

const SCRIPT: &str = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";

fn run(folder: &Folder, arguments: &[&str]) -> Output {
    folder.write("x.smt2", SCRIPT);
    gainsay().args(arguments).current_dir(&folder.0).output().unwrap()
}

#[test]
fn every_command_refuses_a_solver_that_does_not_know_its_arguments() {
    let wrong = "z3@5.4.0 smt.fooo=1";
    let commands: [&[&str]; 10] = [
        &["check", "x.smt2", "--solver", wrong],
        &["check", "x.smt2", "--solver", "z3@5.4.0;z3@5.4.0 smt.fooo=1"],
        &["hunt", "--solver", wrong, "--tests", "20", "--campaign", "c"],
        &["enumerate", wrong, "--logic", "QF_BV", "--size", "2"],
        &["reduce", "x.smt2", "--solver", wrong],
        &["simplify", wrong, "--count", "10"],
        &["suite", "x.smt2", "--solver", wrong],
        &["evolve", "--target", wrong, "--reference", "z3@5.4.0", "--generations", "1"],
        &["prove", "x.smt2", "--ask", wrong],
        &["rules", "check", "--solver", wrong],
    ];
    for arguments in commands {
        let folder = Folder::new("cli-arguments");
        let output = run(&folder, arguments);
        let (out, err) =
            (String::from_utf8_lossy(&output.stdout).into_owned(), String::from_utf8_lossy(&output.stderr));
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {out}{err}");
        for words in [
            "z3@5.4.0",
            "`smt.fooo=1`",
            "ERROR: unknown parameter 'smt.fooo'",
            "gainsay solvers options z3@5.4.0",
        ] {
            assert!(err.contains(words), "{arguments:?}: {err}");
        }
        assert!(!out.contains("BUG") && !folder.0.join("c").exists(), "{arguments:?}: {out}");
    }
}

/// Of two releases, one has the option.
#[test]
fn the_release_without_the_option_is_named() {
    let folder = Folder::new("cli-arguments-two");
    let both = "z3@4.12.2 smt.sls.enable=true;z3@5.4.0 smt.sls.enable=true";
    let output = run(&folder, &["check", "x.smt2", "--solver", both]);
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{err}");
    assert!(err.contains("z3@4.12.2 does not answer a trivial question with `smt.sls.enable=true`"), "{err}");
    let output = run(&folder, &["check", "x.smt2", "--solver", "z3@5.4.0 smt.sls.enable=true"]);
    assert_eq!(output.status.code(), Some(0));
}

/// A release that lacks an option is neither good nor bad.
#[test]
fn releases_without_an_option_are_no_history() {
    let folder = Folder::new("cli-arguments-bisect");
    let bisect = |arguments: &[&str]| {
        let output = run(&folder, &[&["bisect", "x.smt2", "--json", "--all"], arguments].concat());
        let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
        (output.status.code(), told)
    };
    let (code, told) = bisect(&["--solver", "z3 smt.sls.enable=true", "--versions", "4.12.2,4.16.0,5.4.0"]);
    assert_eq!((code, &told["strip"], &told["kind"]), (Some(1), &"~..".into(), &Value::Null), "{told}");
    assert_eq!(told["releases"][0]["conduct"], "cannot-be-asked");
    assert!(told["releases"][0]["said"].as_str().unwrap().contains("unknown parameter"), "{told}");
    // Nobody could be asked.
    let output =
        run(&folder, &["bisect", "x.smt2", "--solver", "z3 smt.fooo=1", "--versions", "4.12.2,5.4.0"]);
    let out = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(2), "{out}");
    assert!(out.contains("no release could be asked") && out.contains("cannot be asked so"), "{out}");
    // A true bug of old releases, with an option that the oldest lacks.
    folder.write(
        "nego.smt2",
        "(set-logic QF_BV)\n(declare-const x (_ BitVec 2))\n(assert (and (bvnego x) (not (= x #b10))))\n(check-sat)\n",
    );
    let arguments = [
        "bisect",
        "nego.smt2",
        "--json",
        "--solver",
        "z3 encoding=unicode",
        "--versions",
        "4.8.7,4.12.2,5.4.0",
    ];
    let output = gainsay().args(arguments).current_dir(&folder.0).output().unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert_eq!((&told["strip"], &told["oldest_bad"]), (&"~!.".into(), &"4.12.2".into()), "{told}");
    assert_eq!((&told["good_before"], &told["good_after"]), (&Value::Null, &"5.4.0".into()), "{told}");
}

/// What one release offers is asked of that one only.
#[test]
fn drawn_options_are_those_of_the_release_that_is_asked() {
    let folder = Folder::new("cli-arguments-drawn");
    let arguments = [
        "hunt",
        "--solver",
        "z3@4.8.7",
        "--solver",
        "z3@5.4.0",
        "--options",
        "all",
        "--strategy",
        "bits,terms",
        "--tests",
        "60",
        "--json",
        "--campaign",
        "c",
        "-j",
        "1",
    ];
    let output = run(&folder, &arguments);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(matches!(output.status.code(), Some(0 | 10)), "{output:?}");
    assert!(!text.contains("exit code 110") && !text.contains("unknown parameter"), "{text}");
}
