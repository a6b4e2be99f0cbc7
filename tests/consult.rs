//! How a question is put to a solver, and when it is not.

use gainsay::consult::{Request, pin_models_off, would_misread};
use gainsay::script::{Names, Printer, Script};
use gainsay::solver::{Profiles, Solver};

#[test]
fn questions_are_asked_as_the_script_has_them() {
    let check = |script: &str, keep_options: bool, expected: &str| {
        let query = Script::parse(script).unwrap();
        let question = Request::new(&query, keep_options);
        assert_eq!(question.text(Names::AsWritten).replace('\n', ""), expected, "{script}");
    };
    let model = "(set-option :produce-models true)";
    check("(assert true)", true, &format!("{model}(assert true)(check-sat)(get-model)"));
    let asked = "(push 1)(assert false)(check-sat)(pop 1)(declare-const p Bool)(check-sat-assuming (p))";
    let script = asked.replace("(pop 1)", "(get-unsat-core)(pop 1)");
    // What is asked about the last answer is asked, and what is asked about others is not.
    let aside = "(get-value (p))";
    check(&format!("{script}{aside}(exit)(check-sat)"), false, &format!("{model}{asked}{aside}(get-model)"));
    // Behind a formula nobody says which question the model is of.
    let formula = "(assert true)(check-sat)(get-qe true)";
    check(formula, false, formula);
    let other = "(set-option :incremental true)(check-sat)";
    check(other, false, &format!("{model}(check-sat)(get-model)"));
    check(other, true, &format!("{model}{other}(get-model)"));
    let cores = "(set-option :produce-unsat-cores true)";
    check(
        &format!("{cores}(check-sat)"),
        true,
        &format!("{model}{cores}(check-sat)(get-model)(get-unsat-core)"),
    );
    check(&format!("{cores}(check-sat)"), false, &format!("{model}(check-sat)(get-model)"));
    let none = "(set-option :produce-models false)";
    check(&format!("{none}(check-sat)"), true, "(check-sat)");
    check(
        "(check-sat)(reset)(check-sat)",
        true,
        &format!("{model}(check-sat)(reset){model}(check-sat)(get-model)"),
    );
    let stands = |script: &str| Printer::default().script(&pin_models_off(&Script::parse(script).unwrap()));
    assert_eq!(stands("(check-sat)"), format!("{none}\n(check-sat)\n"));
    assert_eq!(stands("(check-sat)(get-model)"), "(check-sat)\n(get-model)\n");
}

#[test]
fn a_solver_is_not_asked_what_it_would_misread() {
    let z3 = Profiles::shipped().get("z3").unwrap().clone();
    let is_misread = |version: &str, text: &str| {
        let solver = Solver {
            name: "z3".to_owned(),
            version: version.to_owned(),
            profile: z3.clone(),
            argv: Vec::new(),
            environment: Vec::new(),
            arguments: Vec::new(),
            is_own: false,
        };
        let script = Script::parse(text).unwrap();
        would_misread(&solver, &script.terms, &Printer::default().script(&script)).is_some()
    };
    let escape = "(assert (= (str.len \"\\u{1}\") 1))(check-sat)";
    assert!(is_misread("4.8.7", escape) && is_misread("4.8.10", escape) && !is_misread("4.8.12", escape));
    let own_name = "(declare-fun exp (Bool) Bool)(assert (= (exp true) true))(check-sat)";
    assert!(is_misread("5.4.0", own_name) && is_misread("", own_name) && !is_misread("5.0.0", own_name));
    assert!(!is_misread("5.4.0", "(declare-fun f (Bool) Bool)(assert (f true))(check-sat)"));
    let list = "(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))";
    for own_tester in [
        "(declare-fun is-cons (L) Bool)(assert (is-cons nil))",
        "(declare-fun |is-nil| (L) Bool)(assert (is-nil nil))",
        "(define-fun is-cons ((x L)) Bool true)(assert (is-cons nil))",
        "(declare-const is-nil Bool)(assert is-nil)",
        "(declare-datatypes ((M 0)) (((mk (is-cons Bool)))))",
    ] {
        let script = format!("{list}{own_tester}(check-sat)");
        assert!(
            ["4.8.7", "5.0.0", "5.4.0", ""].iter().all(|version| is_misread(version, &script)),
            "{script}"
        );
    }
    for harmless in ["(assert ((_ is cons) nil))", "(assert (is-cons nil))", "(declare-fun is-con (L) Bool)"]
    {
        assert!(!is_misread("5.4.0", &format!("{list}{harmless}(check-sat)")), "{harmless}");
    }
}

#[test]
fn what_is_judged_is_what_is_asked() {
    let check = |text: &str, judged: &str, expected: bool| {
        assert_eq!(Script::parse(judged).unwrap().question().is_asked_by(text), expected, "{text}");
    };
    let judged = "(declare-const p Bool)(assert p)(assert (not (and p p)))(check-sat)";
    check(judged, judged, true);
    let dialogue = "(set-option :produce-models true)(declare-const p Bool)(assert p)(push 1)(assert false)(check-sat)(pop 1)\
        (push 1)(check-sat-assuming ((not (and p p))))(get-model)";
    check(dialogue, judged, true);
    check("(declare-const p Bool)(assert p)(check-sat)(assert (not (and p p)))", judged, false);
    check("(declare-const p Bool)(assert p)(assert (not (or p p)))(check-sat)", judged, false);
    check("(check-sat)", "(check-sat)(assert false)", true);
    check("(assert false)(check-sat)", "(check-sat)(assert false)", false);
}
