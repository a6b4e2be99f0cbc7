//! What `fmt`, `info` and `eval` do with users' own files: nothing is lost, and nothing stops at the first bad one.

use crate::support::{Folder, gzip};

const UGLY: &str =
    "(set-logic   QF_LIA)(declare-const x Int)\n(assert (and ; why\n  (> x 0)))\n(check-sat)\n";
const PRETTY: &str =
    "(set-logic QF_LIA)\n(declare-const x Int)\n(assert (and ; why\n  (> x 0)))\n(check-sat)\n";

#[test]
fn formatting_in_place_loses_nothing() {
    let folder = Folder::new("fmt-in-place");
    folder.write("a/ugly.smt2", UGLY);
    folder.write("a/wrong.smt2", "(assert   (+ 1 true))\n");
    folder.write("a/packed.smt2.gz", gzip(UGLY));
    std::os::unix::fs::symlink("a/ugly.smt2", folder.0.join("link.smt2")).unwrap();
    let ran = folder.gainsay(&["fmt", "-i", "a", "missing.smt2", "link.smt2"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
    assert_eq!(folder.read("a/ugly.smt2"), PRETTY);
    assert_eq!(folder.read("a/wrong.smt2"), "(assert   (+ 1 true))\n");
    assert_eq!(std::fs::read(folder.0.join("a/packed.smt2.gz")).unwrap(), gzip(UGLY));
    assert!(std::fs::symlink_metadata(folder.0.join("link.smt2")).unwrap().is_symlink());
    for complaint in ["wrong.smt2 has errors", "packed.smt2.gz is compressed", "`missing.smt2`"] {
        assert!(ran.err.contains(complaint), "{complaint}: {}", ran.err);
    }
    assert_eq!(std::fs::read_dir(folder.0.join("a")).unwrap().count(), 3, "a temporary file is left");
}

#[test]
fn a_check_changes_nothing_and_says_what_would_change() {
    let folder = Folder::new("fmt-check");
    folder.write("ugly.smt2", UGLY);
    folder.write("pretty.smt2", PRETTY);
    let ran = folder.gainsay(&["fmt", "--check", "."]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(1), "ugly.smt2\n"));
    let ran = folder.gainsay(&["fmt", "--diff", "*.smt2"]);
    assert_eq!(ran.code, Some(1));
    assert_eq!(ran.out, "Diff in ugly.smt2:1:\n-(set-logic   QF_LIA)\n+(set-logic QF_LIA)\n");
    assert_eq!(folder.read("ugly.smt2"), UGLY);
    let ran = folder.gainsay(&["fmt", "--check", "pretty.smt2"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), ""));
}

#[test]
fn info_goes_on_after_a_bad_file() {
    let folder = Folder::new("info-files");
    folder.write("a/one.smt2", UGLY);
    folder.write("a/two.smt2.gz", gzip(UGLY));
    folder.write("a/xz.smt2", b"\xFD7zXZ\0\0\x04");
    let ran = folder.gainsay(&["info", "--json", "a", "missing.smt2"]);
    assert_eq!((ran.code, ran.out.lines().count()), (Some(2), 2), "{ran:?}");
    assert!(ran.err.contains("xz.smt2: it is compressed with xz"), "{}", ran.err);
}

const TWICE: &str = "(set-option :model_validate true)(declare-const x Int)
(push 1)
(assert (= x 1))
(check-sat)
(pop 1)
(assert (= x 2))
(check-sat)\n";

/// A solver gets the question that `check` would put to it: without options that belong to one solver.
#[test]
fn a_solver_is_asked_for_the_model_of_any_question() {
    let folder = Folder::new("eval-question");
    folder.write("twice.smt2", TWICE);
    folder.program(
        "two.sh",
        "grep -q model_validate \"$1\" && exit 134\necho sat; echo '((define-fun x () Int 2))'",
    );
    folder.program("no.sh", "echo unsat");
    let first = folder.gainsay(&["eval", "twice.smt2", "--solver", "two=./two.sh"]);
    assert_eq!(first.code, Some(10), "{first:?}");
    assert!(first.err.contains("question 1 of 2") && first.out.contains("twice.smt2:3: false"), "{first:?}");
    let second = folder.gainsay(&["eval", "twice.smt2", "--question", "2", "--solver", "two=./two.sh"]);
    assert_eq!(second.code, Some(0), "{second:?}");
    assert!(second.out.contains("twice.smt2:6: true"), "{second:?}");
    let none = folder.gainsay(&["eval", "twice.smt2", "--solver", "no=./no.sh"]);
    assert_eq!(none.code, Some(11), "{none:?}");
    assert!(none.out.contains("no gives no model to evaluate: unsat"), "{none:?}");
    let third = folder.gainsay(&["eval", "twice.smt2", "--question", "3"]);
    assert_eq!(third.code, Some(2), "{third:?}");
    assert!(third.err.contains("has 2 questions"), "{third:?}");
}

#[test]
fn compressed_scripts_are_evaluated() {
    let folder = Folder::new("eval-compressed");
    folder.write("twice.smt2.gz", gzip(TWICE));
    folder.write("model.txt", "sat\n((define-fun x () Int 1))\n");
    let ran = folder.gainsay(&["eval", "twice.smt2.gz", "--model", "model.txt"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
}
