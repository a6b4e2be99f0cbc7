//! Options that change the question, options that nobody knows, and scripts with slips in them: nobody is accused, and it is
//! said.

use crate::support::{Folder, Ran};
use serde_json::Value;
use std::collections::BTreeSet;

/// The exit code of `gainsay check` on a script, its output, and what it says aside.
fn check(name: &str, arguments: &[&str], script: &str) -> (i32, String, String) {
    let folder = Folder::new(name);
    std::fs::write(folder.0.join("script.smt2"), script).unwrap();
    let mut command = crate::support::gainsay();
    let output =
        command.arg("check").args(arguments).arg("script.smt2").current_dir(&folder.0).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

const BEYOND_BMP: &str = "(set-logic QF_S)\n(declare-const s String)\n(assert (= (str.len s) 1))\n\
    (assert (str.< \"\\u{ffff}\" s))\n(check-sat)\n";

#[test]
fn an_argument_that_changes_the_question_accuses_nobody() {
    for argument in ["encoding=bmp", "encoding=ascii"] {
        let solvers = format!("z3@5.4.0 {argument};z3@5.4.0");
        let (code, text, aside) = check("bmp", &["--solver", &solvers], BEYOND_BMP);
        assert!(code == 0 && !text.contains("BUG") && text.contains("not judged"), "{text}{aside}");
        assert!(aside.contains(&format!("`{argument}` changes what is asked")), "{aside}");
        assert!(text.contains("the answer is sat"), "{text}");
    }
    let (code, text, _) = check("bmp-json", &["--json", "--solver", "z3@5.4.0 encoding=bmp"], BEYOND_BMP);
    let record: Value = serde_json::from_str(&text).unwrap();
    let said = &record["answers"][0];
    assert_eq!(
        (code, said["answer"].as_str(), record["findings"].as_array().map(Vec::len)),
        (0, Some("not judged"), Some(0))
    );
    assert!(said["reason"].as_str().unwrap().contains("encoding=bmp"), "{text}");
    let whole = "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (= (* 2 x) 1))\n(check-sat)\n";
    let (code, text, aside) = check("ignore-int", &["--solver", "z3@5.4.0 smt.arith.ignore_int=true"], whole);
    assert!(code == 0 && !text.contains("BUG"), "{text}{aside}");
    let cvc5 = "cvc5@1.4.2 --strings-alpha-card 3";
    let two = "(set-logic QF_S)\n(declare-const s String)\n(assert (= s \"abcdef\"))\n(check-sat)\n";
    let (code, text, aside) = check("card", &["--solver", cvc5], two);
    assert!(code != 10 && !text.contains("BUG"), "{text}{aside}");
}

#[test]
fn a_kept_option_that_changes_the_question_accuses_nobody() {
    let zero = "(set-option :rewriter.hi_div0 false)\n(declare-const x (_ BitVec 4))\n(assert (not (= (bvudiv x #x0) #xf)))\n(check-sat)\n";
    let letter = "(set-option :encoding ascii)\n(declare-const s String)\n(assert (= s \"\\u{1F600}\"))\n(check-sat)\n";
    for script in [zero, letter] {
        let (code, text, aside) = check("kept", &["--keep-options", "--solver", "z3@5.4.0"], script);
        assert!(code == 0 && text.contains("not judged") && !text.contains("BUG"), "{text}{aside}");
        let seed = ["--keep-options", "--other-seed", "7", "--solver", "z3@5.4.0"];
        let (code, text, _) = check("kept-seed", &seed, script);
        assert!(code == 0 && !text.contains("BUG"), "{text}");
        // Left out, it changes nothing; and that it is left out is said once.
        let (code, text, aside) = check("dropped", &["--solver", "z3@5.4.0"], script);
        assert!(code == 0 && !text.contains("not judged"), "{text}");
        assert_eq!(aside.matches("--keep-options keeps them").count(), 1, "{aside}");
    }
}

#[test]
fn an_option_that_nobody_knows_is_told() {
    let script = "(set-option :smt.dream true)\n(set-option :produce-models true)\n(declare-const x Int)\n(assert (> x 3))\n(check-sat)\n";
    let (_, text, aside) = check("unlisted", &["--keep-options", "--solver", "z3@5.4.0"], script);
    assert!(text.contains("no solver lists the option `:smt.dream true`"), "{text}{aside}");
    let plain = script.lines().skip(1).collect::<Vec<&str>>().join("\n");
    let (_, text, aside) = check("listed", &["--keep-options", "--solver", "z3@5.4.0"], &plain);
    assert!(!text.contains("lists the option") && aside.is_empty(), "{text}{aside}");
    let (_, _, aside) = check("argument", &["--solver", "cvc5@1.4.2 --strings-exp"], &plain);
    assert!(!aside.contains("does not list"), "{aside}");
}

/// cvc5 1.0.3 prints a core by itself, and an error in place of the assumptions.
#[test]
fn a_core_that_is_printed_by_itself_is_no_list_of_assumptions() {
    let script = "(set-logic ALL)\n(set-option :produce-unsat-assumptions true)\n(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)\n\
        (assert (or (not a) (not b)))\n(check-sat-assuming (a b c))\n(get-unsat-assumptions)\n";
    for options in ["--dump-unsat-cores", "--dump-unsat-cores --dump-models", "--dump-models"] {
        let solver = format!("cvc5@1.0.3 {options}");
        let (code, text, aside) = check("dumped", &["--solver", &solver], script);
        assert!(code == 0 && !text.contains("BUG") && text.contains("the answer is unsat"), "{text}{aside}");
    }
    let sat = script.replace("(a b c)", "(a c)").replace("(get-unsat-assumptions)", "(get-value (a b))");
    let (code, text, aside) = check("dumped-model", &["--solver", "cvc5@1.0.3 --dump-models"], &sat);
    assert!(
        code == 0 && text.contains("model valid") && text.contains("proved: ((a true) (b false))"),
        "{text}{aside}"
    );
}

#[test]
fn a_slip_in_a_script_is_an_error_at_its_place() {
    for (script, place, meant) in [
        (
            "(declare-const x Int)\n(asert (> x 3))\n(check-sat)\n",
            "script.smt2:2:1: error",
            "`asert` is not a known command (did you mean assert?)",
        ),
        (
            "(declare-const count Int)\n(assert (> conut 3))\n(check-sat)\n",
            "script.smt2:2:12: error",
            "`conut` is neither declared nor a known operator (did you mean count?)",
        ),
        (
            "(declare-const x (_ BitVec 4))\n(assert (= (bvaddd x x) x))\n(check-sat)\n",
            "script.smt2:2:12: error",
            "(did you mean bvadd?)",
        ),
        (
            "(declare-const x Int)\n(check-sat-asuming ((> x 3)))\n(check-sat)\n",
            "script.smt2:2:1: error",
            "(did you mean check-sat-assuming?)",
        ),
    ] {
        let (code, text, aside) = check("slip", &["--solver", "z3@5.4.0"], script);
        assert_eq!(code, 1, "{text}{aside}");
        assert!(aside.contains(place) && aside.contains(meant), "{aside}");
    }
    // What a solver takes is no error, though nothing is judged.
    let script =
        "(declare-const x Int)\n(assert (> x 3))\n(declare-tactic slow (then simplify smt))\n(check-sat)\n";
    let (code, text, aside) = check("taken", &["--solver", "z3@5.4.0"], script);
    assert!(code == 0 && text.contains("not understood"), "{code} {text}{aside}");
    assert!(aside.contains("script.smt2:3:1: note: `declare-tactic` is not a known command"), "{aside}");
}

/// z3 4.8.7 skips `set-logic` with a logic that it does not know, and answers.
#[test]
fn a_logic_that_a_release_does_not_know_is_left_out() {
    let script = "(set-logic QF_SNIA)\n(declare-const x Int)\n(assert (> (* x x) 3))\n(check-sat)\n";
    let (code, text, aside) = check("logic", &["--solver", "z3@4.8.7;z3@5.4.0"], script);
    assert!(code == 0 && !text.contains("rejected"), "{text}{aside}");
    let remark = "it does not know the logic QF_SNIA, and was asked without one";
    let told: Vec<&str> = text.lines().filter(|line| line.contains(remark)).collect();
    assert!(matches!(told[..], [row] if row.contains("z3@4.8.7") && row.contains("sat")), "{text}");
}

/// So it is where it is asked several questions at once, and where gainsay does not understand the script.
#[test]
fn an_unknown_logic_is_left_out_of_whole_scripts_too() {
    let script = "(set-logic QF_SNIA)\n(declare-const x Int)\n(assert (> (* x x) 3))\n(check-sat)\n\
        (assert (< (* x x) 3))\n(check-sat)\n";
    // Alone it is right about the second question, and in the whole script it is wrong.
    let folder = Folder::new("logic-whole");
    folder.program(
        "old",
        "grep -q set-logic \"$1\" && echo unsupported\n\
         [ $(grep -c check-sat \"$1\") = 2 ] && echo sat && echo sat && exit\n\
         grep -q '< ' \"$1\" && echo unsat || echo sat",
    );
    folder.write("x.smt2", script);
    let ran = folder.gainsay(&["check", "x.smt2", "--solver", "old=./old", "--no-cores", "--json"]);
    let found: Vec<Value> = ran.out.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let findings = &found[1]["findings"];
    assert!(findings.to_string().contains("wrong-sat"), "{ran:?}");

    let text = "(set-logic QF_SNIA)\n(declare-const x Int)\n(assert (> x 3))\n(declare-tactic t simplify)\n(check-sat)\n";
    let (code, text, aside) = check("logic-text", &["--solver", "z3@4.8.7"], text);
    let remark = "it does not know the logic QF_SNIA, and was asked without one";
    assert!(code == 0 && text.contains(remark), "{code} {text}{aside}");
}

/// Hunts and reductions say so once of each solver and logic.
#[test]
fn that_a_logic_is_left_out_is_said_once() {
    let folder = Folder::new("logic-told");
    folder.program("old", "grep -q set-logic \"$1\" && echo unsupported; echo unsat");
    let told = |ran: &Ran| {
        let lines = ran.err.lines().chain(ran.out.lines());
        lines
            .filter(|line| line.contains("it does not know the logic"))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let how = ["--strategy", "bits", "--status", "sat", "--tests", "4", "-j", "1", "--campaign", "c"];
    let ran = folder.gainsay(&[&["hunt", "--solver", "old=./old", "--logic", "QF_BV"], &how[..]].concat());
    assert_eq!(ran.code, Some(10), "{ran:?}");
    let lines = told(&ran);
    // Some questions are put in another logic, of which the same is said.
    let different: BTreeSet<&String> = lines.iter().collect();
    let of_logic = lines.iter().filter(|line| line.contains("old: it does not know the logic QF_BV"));
    assert_eq!((different.len(), of_logic.count()), (lines.len(), 1), "{ran:?}");

    folder.program(
        "old",
        "grep -q set-logic \"$1\" && echo unsupported; grep -q '= x 3' \"$1\" && echo unsat || echo sat",
    );
    folder.write("x.smt2", "(set-logic QF_SNIA)\n(declare-const x Int)\n(assert (= x 3))\n(check-sat)\n");
    let ran = folder.gainsay(&["reduce", "x.smt2", "--solver", "old=./old;z3@5.4.0", "-o", "small.smt2"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        matches!(&told(&ran)[..], [line] if line.contains("old: it does not know the logic QF_SNIA")),
        "{ran:?}"
    );
}

/// A solver under another name, or behind another program, is read as what it is.
#[test]
fn a_solver_under_another_name_is_not_accused_of_its_own_ways() {
    let escape = "(set-logic QF_S)\n(declare-const s String)\n(assert (str.< \"}\" s))\n(assert (distinct s \"~\"))\n\
        (assert (= (str.len s) 1))\n(check-sat)\n(get-model)\n";
    let own_name = "(set-logic ALL)\n(declare-fun exp (Real) Real)\n(declare-const y Real)\n\
        (assert (= (+ y 1.0) 1.0))\n(assert (> (exp y) 8.0))\n(check-sat)\n";
    let zero = "(set-logic QF_BV)\n(declare-const b (_ BitVec 6))\n(assert (distinct (bvudiv b #b000000) #b111111))\n(check-sat)\n";
    let letters =
        "(set-logic QF_SLIA)\n(declare-const a String)\n(assert (= (str.to_code a) 2000))\n(check-sat)\n";
    let float = "(set-logic QF_FP)\n(assert (fp.geq ((_ to_fp 5 11) RNE 9.5) ((_ to_fp 5 11) RNE 0.5)))\n(check-sat)\n";
    let folder = Folder::new("other-names");
    let renamed = |release: &str| {
        let path = folder.0.join(format!("build-{release}"));
        std::os::unix::fs::symlink(&crate::support::real(release).argv[0], &path).unwrap();
        path.display().to_string()
    };
    let [old, new, cvc4] = ["z3@4.8.7", "z3@5.4.0", "cvc4@1.8"].map(renamed);
    let tactic = "tactic.default_tactic=(then (using-params simplify :hi_div0 false) smt)";
    for (script, solver) in [
        (escape, old.clone()),
        (escape, format!("q=env {old}")),
        (own_name, new.clone()),
        (own_name, format!("q=nice {new}")),
        (zero, format!("q=env {new} '{tactic}'")),
        (zero, format!("q={new} '{tactic}'")),
        (zero, format!("q=sh -c \"{new} -in 'rewriter.hi_div0=false'\"")),
        (letters, "cvc4@1.8 --strings-print-ascii".to_owned()),
        (letters, format!("q=env {cvc4} --lang=smt2 --strings-exp --strings-print-a")),
        (float, "cvc4@1.8".to_owned()),
        (float, format!("q=env {cvc4} --lang=smt2")),
    ] {
        let (code, text, aside) = check("other-name", &["--solver", &solver, "--solver", "z3@5.4.0"], script);
        assert!(code != 10 && !text.contains("BUG"), "{solver}: {text}{aside}");
    }
}
