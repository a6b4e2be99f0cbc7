//! Output and scripts, cut into pieces.

use gainsay::solver::output::Reply::{Line, List, Torn};
use gainsay::solver::output::{commands, elements, replies};
use gainsay::solver::{as_asked, asking_for_model};

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

/// Solvers get the question, and nothing that changes what becomes of the answer.
#[test]
fn what_is_beside_the_question_is_not_asked() {
    let cases = [
        ("(set-info :status unsat)(check-sat)", "(check-sat)"),
        ("( ; (\n set-info :status unsat)\n(check-sat)", "\n(check-sat)"),
        ("(set-option :regular-output-channel \"F\")(check-sat)", "(check-sat)"),
        ("(set-option :diagnostic-output-channel \"F\")(check-sat)", "(check-sat)"),
        ("(set-option :out \"F\")(set-option :solver.smtlib2_log \"F\")(check-sat)", "(check-sat)"),
        ("(echo \"unsat\")(check-sat)", "(check-sat)"),
        // What is not understood is kept, but not what stands before and after it.
        ("(set-info :status sat) what? (check-sat)(set-info :a b)(assert", " what? (check-sat)(assert"),
    ];
    for (script, asked) in cases {
        assert_eq!(as_asked(script).as_deref(), Ok(asked));
    }
    for script in [
        "(set-option :produce-models true)(set-option :timeout 10)(check-sat)",
        "; (set-info :status sat)\n(assert |(set-info :status sat)|)(assert (= s \"(echo)\"))",
        "(assert (set-info :status sat)",
        "\"(echo \"",
    ] {
        assert_eq!(as_asked(script).as_deref(), Ok(script));
    }
    assert!(as_asked("é(\u{0}|").is_err());
}
