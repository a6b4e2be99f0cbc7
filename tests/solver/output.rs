//! Output and scripts, cut into pieces.

use gainsay::solver::asking_for_model;
use gainsay::solver::output::Reply::{Line, List, Torn};
use gainsay::solver::output::{commands, elements, replies};

#[test]
fn lines_and_lists_are_told_apart() {
    let output = "sat\n(\n  (define-fun x () String \"a)(\"\"b\") ; note )\n)\n\n(error \"|\") unknown\r\n";
    let model = "(\n  (define-fun x () String \"a)(\"\"b\") ; note )\n)";
    assert_eq!(replies(output), [Line("sat"), List(model), List("(error \"|\")"), Line("unknown")]);
}

#[test]
fn what_never_closes_was_cut_off_but_an_error_hides_nothing() {
    assert_eq!(replies("(error \"cut\nsat\n"), [Line("(error \"cut"), Line("sat")]);
    let model = "(\n  (define-fun y () Int (let ((x 5)) (\n  (define-fun x () Int 1)\nunsat\n";
    assert_eq!(replies(&format!("sat\n{model}")), [Line("sat"), Torn(model)]);
    assert_eq!(replies(") sat\n"), [Line(") sat")]);
}

#[test]
fn hostile_output_takes_linear_time() {
    let deep = "(".repeat(2_000_000);
    assert_eq!(replies(&deep).len(), 1);
    let many = "(error \"(\n".repeat(1_000_001);
    assert!(matches!(replies(&many).last(), Some(Torn(_))));
}

#[test]
fn elements_keep_their_quotes() {
    assert_eq!(elements("(a |b c| (d (e)) \"f\" ; g\n :h)"), ["a", "|b c|", "(d (e))", "\"f\"", ":h"]);
    assert!(elements("()").is_empty());
}

#[test]
fn scripts_are_cut_into_commands() {
    assert_eq!(commands("; c (\n(a \"(\")(b)\n; end"), Some(vec!["(a \"(\")", "(b)"]));
    assert_eq!(commands("(a"), None);
    assert_eq!(commands("(a) b"), None);
}

#[test]
fn the_first_question_is_the_last_command() {
    let script = "(set-option :produce-models false)\n(assert a)(check-sat) ; (\n(assert b)\n(check-sat)";
    let wanted = "(set-option :produce-models true)\n(assert a)\n(check-sat)\n(get-model)\n";
    assert_eq!(asking_for_model(script).as_deref(), Some(wanted));
    assert_eq!(asking_for_model("(assert a)"), None);
    assert_eq!(asking_for_model("(check-sat"), None);
}
