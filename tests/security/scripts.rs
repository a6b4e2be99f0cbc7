//! Scripts that would have a solver read or write files of the user, or start programs.

use super::gainsay;
use crate::support::Folder;
use crate::support::records::{campaign, record};
use gainsay::solver::as_asked;
use std::path::Path;

/// What the solver is not to write to.
const TARGET: &str = "VICTIM";

/// Scripts that lead some solver to a file, by a way of their own each.
fn scripts(target: &Path) -> Vec<String> {
    let target = target.display();
    let writes = format!("(set-option :regular-output-channel \"{target}\")");
    [
        format!("(|set-option| :regular-output-channel \"{target}\")(|echo| \"mine\")"),
        writes.replace("regular", "Regular"),
        format!("(set-option :solver.proof.LOG \"{target}\")"),
        format!("(set-option :SOLVER.smtlib2_Log |{target}|)"),
        format!("(set-option :some.new.option {target})"),
        format!("(include \"{target}\")"),
        format!("(declare-oracle-fun f (Int) Int {target})"),
        format!("(check-sat-using (using-params sat :drat.file |{target}|))"),
        format!("(check-sat-using (using-params smt :proof.anything \"{target}\"))"),
        // z3 stops reading a symbol at a backslash, cvc4 a comment at a carriage return; and `#|` begins a comment of z3.
        format!("(declare-const |a\\ ) {writes} | Bool)"),
        format!("; a remark\r{writes}\n"),
        format!("#| a | b |# {writes} |# (declare-const c Bool) #||#"),
        format!("(assert (= \"\\\" {writes} \"\" \"\"))"),
    ]
    .map(|first| format!("{first}\n(declare-const p Bool)\n(assert p)\n(check-sat)\n"))
    .into_iter()
    // Some solvers obey before the end.
    .chain([format!("(check-sat)\n(set-option :regular-output-channel \"{target}\"\n")])
    .collect()
}

#[test]
fn no_solver_is_led_to_a_file() {
    let folder = Folder::new("script-writes");
    for script in scripts(&folder.0.join(TARGET)) {
        folder.write("x.smt2", &script);
        for more in [&[][..], &["--keep-options"]] {
            let ran = gainsay(&folder, &[&["check", "x.smt2", "--solver", "z3@5.4.0"], more].concat());
            assert!(!folder.0.join(TARGET).exists(), "{script}{ran:?}");
            assert!(matches!(ran.code, Some(0..=3)), "{script}{ran:?}");
        }
        let sent = as_asked(&script).unwrap_or_default();
        assert!(!sent.contains(TARGET), "{sent}");
    }
}

#[test]
fn what_is_not_sent_is_told() {
    for (script, why) in [
        ("(check-sat)(include \"x\")", "`include` is none of them"),
        ("(|exit|)", "`|exit|` is none of them"),
        ("(\"echo\" x)", "is none of them"),
        ("(check-sat-using (with smt :a.log b))", "its command `check-sat-using` names a file"),
        ("(declare-const |a\\b| Bool)", "a quoted symbol with a backslash in it"),
    ] {
        let told = as_asked(script).unwrap_err();
        assert!(told.contains(why), "{told}");
    }
    let folder = Folder::new("script-told");
    folder.write("x.smt2", "(include \"/etc/hostname\")\n(check-sat)\n");
    let ran = gainsay(&folder, &["check", "x.smt2", "--solver", "z3@5.4.0"]);
    assert!(ran.out.contains("`include` is none of them"), "{ran:?}");
    // What only looks like such a script is asked.
    for script in [
        "; a remark\r\n(assert (= |a b| \"c:\\\\\"))\r\n",
        "(assert (! (> x 0) :named a.log))(check-sat-using (then simplify (with smt :random_seed 3)))",
        "(set-option :tactic.default_tactic \"(then simplify smt)\")(declare-tactic t simplify)(check-sat)",
    ] {
        assert_eq!(as_asked(script).as_deref(), Ok(script));
    }
}

/// The kept script of a bug is asked with its options.
#[test]
fn a_bug_of_somebody_else_writes_nothing() {
    let folder = Folder::new("bug-writes");
    let target = folder.0.join(TARGET);
    let script = format!(
        "(set-option :solver.proof.LOG \"{}\")\n(declare-const |\nmine\n| Bool)\n(declare-const i Int)\n(push 1)\n\
         (assert (or (> i 4) |\nmine\n|))\n(check-sat)\n",
        target.display()
    );
    campaign(&folder, "part", 1, &[record("wrong-sat", &script)], 1);
    assert_eq!(gainsay(&folder, &["docket", "-d", "docket", "add", "part"]).code, Some(0));
    let commands: [&[&str]; 3] = [
        &["docket", "-d", "docket", "retest", "-s", "z3@5.4.0"],
        &["replay", "part", "--all", "--solver", "z3@5.4.0"],
        &["bugs", "part", "bisect", "1", "--versions", "5.4.0"],
    ];
    for command in commands {
        let ran = gainsay(&folder, command);
        assert!((ran.out.clone() + &ran.err).contains("5.4.0") && !target.exists(), "{command:?}: {ran:?}");
    }
}
