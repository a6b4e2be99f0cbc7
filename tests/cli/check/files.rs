//! `gainsay check` on many files: all are asked, in order; nothing stops at a bad one; the summary adds up.

use crate::support::{Folder, gzip};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

/// Nothing that gainsay can decide.
const UNSAT: &str = "(set-logic LIA)(declare-const x Int)(assert (forall ((n Int)) (< n x)))(check-sat)\n";
/// `(bvnego x)` style: a domain of 16 values.
const TRIED: &str = "(set-logic QF_BV)(declare-const x (_ BitVec 4))(assert (bvult x #x0))(check-sat)\n";

/// Honest and lying solvers; each writes down that it was asked.
fn solvers(folder: &Folder) {
    for (name, answer) in [("yes", "sat"), ("no", "unsat"), ("never", "unsat")] {
        folder.program(&format!("{name}.sh"), &format!("echo asked >> \"${{0%.sh}}.log\"\necho {answer}"));
    }
}

fn asked(folder: &Folder, name: &str) -> usize {
    std::fs::read_to_string(folder.0.join(format!("{name}.log"))).unwrap_or_default().lines().count()
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn folders_patterns_and_compressed_scripts_are_asked_in_order() {
    let folder = Folder::new("check-order");
    // The first takes longest, and is still told first.
    folder.program("no.sh", "grep -q slow \"$1\" && sleep 0.5\necho unsat");
    folder.write("d/a.smt2", UNSAT.replace('x', "slow"));
    folder.write("d/sub/b.smt2.gz", gzip(UNSAT));
    folder.write("d/notes.txt", "no script");
    folder.write("e1.smt2", UNSAT);
    folder.write("e2.smt2", UNSAT);
    let ran =
        folder.gainsay(&["check", "d", "e?.smt2", "d/a.smt2", "-j", "4", "--json", "--solver", "no=./no.sh"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    let files: Vec<String> =
        lines(&ran.out).iter().map(|line| line["file"].as_str().unwrap().to_owned()).collect();
    assert_eq!(files, ["d/a.smt2", "d/sub/b.smt2.gz", "e1.smt2", "e2.smt2"]);
    assert!(ran.err.contains("Summary: 4 files, 4 questions"), "{}", ran.err);
}

#[test]
fn a_file_that_cannot_be_read_hides_no_bug() {
    let folder = Folder::new("check-missing");
    solvers(&folder);
    folder.write("tried.smt2", TRIED);
    folder.write("unsat.smt2", UNSAT);
    folder.write("binary.smt2", b"(check-sat)\0\x1b[2J");
    let bug =
        folder.gainsay(&["check", "missing.smt2", "binary.smt2", "tried.smt2", "--solver", "yes=./yes.sh"]);
    assert_eq!(bug.code, Some(10), "{bug:?}");
    assert!(bug.out.contains("BUG: yes wrong-sat (proved)"), "{}", bug.out);
    assert!(bug.out.contains("\nWrong:\n  tried.smt2: yes wrong-sat\n"), "{}", bug.out);
    assert!(bug.out.contains("\nCannot be read:\n  missing.smt2\n  binary.smt2\n"), "{}", bug.out);
    assert!(bug.err.contains("`missing.smt2`: no such file") && bug.err.contains("it is a binary file"));
    assert!(!bug.err.contains('\x1b'), "raw bytes reach the terminal");
    let fine = folder.gainsay(&["check", "missing.smt2", "unsat.smt2", "--solver", "no=./no.sh"]);
    assert_eq!(fine.code, Some(2), "{fine:?}");
    let none = folder.gainsay(&["check", "missing.smt2", "--solver", "no=./no.sh"]);
    assert_eq!(none.code, Some(2), "{none:?}");
}

#[test]
fn a_solver_in_the_place_of_a_file_is_an_error_before_the_first_question() {
    let folder = Folder::new("check-solver");
    solvers(&folder);
    folder.write("unsat.smt2", UNSAT);
    let ran = folder.gainsay(&["check", "unsat.smt2", "--solver", "no=./no.sh", "cvc5"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert!(ran.err.contains("`cvc5` is the name of a solver"), "{}", ran.err);
    assert_eq!(asked(&folder, "no"), 0);
}

#[test]
fn one_who_contradicts_all_others_is_one_line() {
    let folder = Folder::new("check-dispute");
    solvers(&folder);
    folder.write("unsat.smt2", UNSAT);
    let three = "yes=./yes.sh;no=./no.sh;never=./never.sh";
    let ran = folder.gainsay(&["check", "unsat.smt2", "--solver", three]);
    assert_eq!(ran.code, Some(11), "{ran:?}");
    assert!(
        ran.out.contains(
            "\n  disputed: yes says sat (no model), no and never say unsat; not proved by gainsay ("
        ),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("note:"), "{}", ran.out);
}

#[test]
fn answers_that_nobody_proves_are_graded_by_families() {
    let folder = Folder::new("check-grades");
    solvers(&folder);
    folder.write("unsat.smt2", format!("(set-info :status sat){UNSAT}"));
    let ran = folder.gainsay(&["check", "unsat.smt2", "--solver", "no=./no.sh;a-longer-name=./never.sh"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    // Programs of which nothing is known may be builds of one solver.
    let agreed = "  unsat: no and a-longer-name (one family) agree; not proved by gainsay (";
    assert!(ran.out.contains(agreed), "{}", ran.out);
    let beside = folder.gainsay(&["check", "unsat.smt2", "--solver", "no=./no.sh;z3@5.4.0"]);
    assert!(beside.out.contains("  unsat: no and z3@5.4.0 (two families) agree;"), "{}", beside.out);
    assert!(
        ran.out.contains("  the script's :status is sat, which contradicts the solvers\n"),
        "{}",
        ran.out
    );
    assert!(ran.out.contains("\n  no             unsat "), "columns fit the longest name: {}", ran.out);
    assert!(ran.out.lines().all(|line| line == line.trim_end()), "{}", ran.out);
    let alone = folder.gainsay(&["check", "unsat.smt2", "--solver", "no=./no.sh"]);
    assert!(alone.out.contains("  unsat according to no; not proved by gainsay ("), "{}", alone.out);
}

#[test]
fn two_solvers_are_compared_and_only_differences_are_shown() {
    let folder = Folder::new("check-compare");
    folder.program("old.sh", "grep -q late \"$1\" && sleep 100\necho unsat");
    folder.program("new.sh", "grep -q lost \"$1\" && echo sat || echo unsat");
    folder.write("d/same.smt2", UNSAT);
    folder.write("d/flip.smt2", UNSAT.replace('x', "lost"));
    folder.write("d/late.smt2", UNSAT.replace('x', "late"));
    folder.write("d/tried, with a comma.smt2", TRIED);
    let arguments = ["check", "d", "--solver", "old=./old.sh;new=./new.sh", "--only-differences", "-t", "2"];
    let ran = folder.gainsay(&[&arguments[..], &["--csv", "table.csv"]].concat());
    assert_eq!(ran.code, Some(11), "{ran:?}");
    let heads: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("d/")).collect();
    assert_eq!(heads, ["d/flip.smt2", "d/late.smt2"], "{}", ran.out);
    let compared = "From old to new: 1 answer flipped, 0 changed otherwise; 0 timeouts gained, 1 lost; ";
    assert!(ran.out.contains(compared), "{}", ran.out);
    assert!(ran.out.contains("Answers: 1 proved unsat, 2 not proved, 1 disputed\n"), "{}", ran.out);
    let table = folder.read("table.csv");
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 1 + 4 * 2, "{table}");
    assert!(rows[0].starts_with("file,question,solver,answer,"), "{table}");
    assert!(rows[7].starts_with("\"d/tried, with a comma.smt2\",1,old,unsat,"), "{table}");
    // What is something else is not overwritten, and an older table is.
    folder.write("precious.smt2", UNSAT);
    for (file, code) in [("precious.smt2", 2), ("table.csv", 11)] {
        let again = folder.gainsay(&[&arguments[..], &["--csv", file]].concat());
        assert_eq!(again.code, Some(code), "{again:?}");
    }
    assert_eq!(folder.read("precious.smt2"), UNSAT);
}

#[test]
fn an_interrupted_run_goes_on_from_its_lines() {
    let folder = Folder::new("check-resume");
    solvers(&folder);
    for name in ["a", "b", "c"] {
        folder.write(&format!("d/{name}.smt2"), TRIED);
    }
    let whole = folder.gainsay(&["check", "d", "--json", "--solver", "no=./no.sh"]);
    assert_eq!(whole.code, Some(0), "{whole:?}");
    // As it is after a kill: two lines, and a part of the third.
    let cut = whole.out.lines().take(2).map(str::len).sum::<usize>() + 2 + 20;
    folder.write("run.jsonl", &whole.out[..cut]);
    let before = asked(&folder, "no");
    let rest = folder.gainsay(&["check", "d", "--json", "--resume", "run.jsonl", "--solver", "no=./no.sh"]);
    assert_eq!(rest.code, Some(0), "{rest:?}");
    assert_eq!(lines(&rest.out).iter().map(|line| line["file"].clone()).collect::<Vec<_>>(), ["d/c.smt2"]);
    assert!(rest.err.contains("Summary: 3 files, 3 questions"), "{}", rest.err);
    assert!(asked(&folder, "no") - before < before, "all were asked again");
    let other = folder.gainsay(&["check", "d", "--resume", "run.jsonl", "--solver", "yes=./yes.sh"]);
    assert_eq!(other.code, Some(2), "{other:?}");
    assert!(other.err.contains("a run with other solvers: no"), "{}", other.err);
}

#[test]
fn an_interrupt_ends_with_the_summary_so_far() {
    let folder = Folder::new("check-interrupt");
    folder.program("slow.sh", "grep -q late \"$1\" && sleep 1000\necho unsat");
    folder.write("a.smt2", UNSAT);
    folder.write("b.smt2", UNSAT.replace('x', "late"));
    let mut child = crate::support::gainsay()
        .args(["check", "a.smt2", "b.smt2", "--solver", "slow=./slow.sh", "-t", "1000", "-j", "1"])
        .current_dir(&folder.0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    out.read_line(&mut first).unwrap();
    assert_eq!(first, "a.smt2\n");
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert!(
        rest.contains("Summary: 1 file, 1 question") && rest.contains("stopped before the end"),
        "{rest}"
    );
    assert_eq!(child.wait().unwrap().code(), Some(130));
}
