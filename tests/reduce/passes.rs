//! Each pass on a script that only it makes smaller, or together with those that follow up.

use gainsay::eval::read_model;
use gainsay::reduce::passes::{chunks, find};
use gainsay::reduce::{Candidate, PASSES};
use gainsay::script::Script;

/// All that a pass makes of a script, in order, without line breaks.
fn results(pass: &str, candidate: &Candidate) -> Vec<String> {
    let mut candidate = candidate.clone();
    let edits = (find(pass).unwrap().edits)(&mut candidate);
    let mut texts = Vec::new();
    for edit in edits {
        let mut edited = candidate.clone();
        if edit(&mut edited) {
            let text = edited.text();
            let again = Script::parse(&text).unwrap_or_else(|problem| panic!("{pass}: {text}\n{problem}"));
            assert_eq!(Candidate::new(again, None).text(), text, "{pass}");
            texts.push(text.replace('\n', ""));
        }
    }
    texts
}

fn given(script: &str) -> Candidate {
    Candidate::new(Script::parse(script).unwrap(), None)
}

fn with_model(script: &str, model: &str) -> Candidate {
    let mut script = Script::parse(script).unwrap();
    let model = read_model(&mut script, model).unwrap().model;
    Candidate::new(script, Some(model))
}

/// One of the results of a pass is this.
fn check(pass: &str, script: &str, expected: &str) {
    check_candidate(pass, &given(script), expected);
}

fn check_candidate(pass: &str, candidate: &Candidate, expected: &str) {
    let results = results(pass, candidate);
    assert!(results.iter().any(|text| text == expected), "{pass} gives {results:#?}");
}

#[test]
fn every_pass_has_a_name_of_its_own() {
    for (at, pass) in PASSES.iter().enumerate() {
        assert!(PASSES[..at].iter().all(|other| other.name != pass.name), "{}", pass.name);
    }
}

#[test]
fn assertions_are_dropped_in_chunks() {
    let script = "(declare-const a Bool)(assert a)(assert (not a))(assert (= a a))(assert (and a a))";
    let found = results("drop assertions", &given(script));
    let kept: Vec<usize> = found.iter().map(|text| text.matches("assert").count()).collect();
    assert_eq!(kept, [0, 2, 2, 3, 3, 3, 3]);
}

#[test]
fn commands_are_dropped() {
    check(
        "drop commands",
        "(set-logic QF_UF)(set-option :produce-models true)(set-info :status sat)(declare-const a Bool)(check-sat)(exit)",
        "(declare-const a Bool)(check-sat)",
    );
    check("drop commands", "(set-logic QF_UF)(check-sat)(check-sat)", "(set-logic QF_UF)(check-sat)");
}

#[test]
fn scopes_are_flattened() {
    check(
        "flatten scopes",
        "(declare-const a Bool)(push 1)(assert a)(check-sat)(pop 1)(assert (not a))(check-sat)",
        "(declare-const a Bool)(assert (not a))(check-sat)",
    );
    check(
        "flatten scopes",
        "(declare-const a Bool)(push 1)(assert a)(check-sat)(pop 1)(check-sat)",
        "(declare-const a Bool)(assert a)(check-sat)(check-sat)",
    );
}

#[test]
fn unused_declarations_are_dropped() {
    check(
        "drop unused declarations",
        "(declare-sort S 0)(declare-sort T 0)(declare-const s S)(declare-const t T)(declare-fun f (Int) Int)
         (define-fun g ((x Int)) Int x)(declare-datatype D ((d)))(assert (= s s))(check-sat)",
        "(declare-sort S 0)(declare-const s S)(assert (= s s))(check-sat)",
    );
}

#[test]
fn conjunctions_are_split() {
    check(
        "split conjunctions",
        "(declare-const a Bool)(declare-const b Bool)(assert (and a (and b a)))(assert (not (or a b)))(assert (not (=> a b)))",
        "(declare-const a Bool)(declare-const b Bool)(assert a)(assert b)(assert a)(assert (not a))(assert (not b))\
         (assert a)(assert (not b))",
    );
}

#[test]
fn large_subterms_are_cut() {
    let script = "(declare-const x Int)
        (assert (or (> (+ x x x x x x x x x x x x x x) 0) (< (* 2 x) (- x 7 8 9 10 11 12 13 14 15 16 17))))";
    let cut = results("cut large subterms", &given(script));
    assert!(cut.contains(&"(declare-const x Int)".to_owned()), "{cut:#?}");
    assert!(
        cut.iter().any(|text| text.ends_with("(assert (> (+ x x x x x x x x x x x x x x) 0))")),
        "{cut:#?}"
    );
}

#[test]
fn arguments_are_dropped() {
    let script = "(declare-const a Int)(assert (< (+ a 1 2 3) 4 5))";
    check("drop arguments", script, "(declare-const a Int)(assert (< (+ a 1) 4 5))");
    check("drop arguments", script, "(declare-const a Int)(assert (< (+ 1 2 3) 4 5))");
    check("drop arguments", script, "(declare-const a Int)(assert (< (+ a 1 2 3) 5))");
}

#[test]
fn definitions_are_inlined() {
    check(
        "inline definitions",
        "(declare-const a Int)(define-fun f ((x Int)) Int (+ x 1))(define-fun g ((y Int)) Int (f (f y)))(assert (= (g a) 0))",
        "(declare-const a Int)(assert (= (+ (+ a 1) 1) 0))",
    );
}

#[test]
fn boolean_structure_is_simplified() {
    check(
        "simplify Boolean structure",
        "(declare-const a Bool)(declare-const b Bool)(assert (and true a (or false (not (not b)))))
         (assert (=> true (ite true a b)))(assert (= a false))(assert (=> a false))(assert (=> a (= b b)))",
        "(declare-const a Bool)(declare-const b Bool)(assert (and a b))(assert a)(assert (not a))(assert (not a))",
    );
}

#[test]
fn subterms_are_replaced_by_their_parts() {
    let script = "(declare-const a Int)(declare-const b Bool)(assert (= (ite b (+ a 1) 2) 3))";
    check("replace by a part", script, "(declare-const a Int)(declare-const b Bool)(assert (= (+ a 1) 3))");
    check("replace by a part", script, "(declare-const a Int)(declare-const b Bool)(assert b)");
    check(
        "replace by a part",
        "(declare-const a Bool)(assert (exists ((x Int)) a))",
        "(declare-const a Bool)(assert a)",
    );
    let bound = results("replace by a part", &given("(assert (exists ((x Bool)) x))"));
    assert!(bound.is_empty(), "{bound:?}");
}

#[test]
fn subterms_are_replaced_by_values() {
    let script = "(declare-const a Int)(assert (> (* a a) 3))";
    check("replace by a value", script, "(declare-const a Int)(assert (> 0 3))");
    check("replace by a value", script, "(declare-const a Int)(assert false)");
    check_candidate(
        "replace by a value",
        &with_model(script, "((define-fun a () Int (- 5)))"),
        "(declare-const a Int)(assert (> (* (- 5) (- 5)) 3))",
    );
    for (sort, default) in [
        ("String", "\"\""),
        ("Real", "0.0"),
        ("(_ BitVec 4)", "#x0"),
        ("(Array Int Bool)", "((as const (Array Int Bool)) false)"),
        ("RoundingMode", "RNE"),
    ] {
        check(
            "replace by a value",
            &format!("(declare-const a {sort})(assert (distinct a a))"),
            &format!("(declare-const a {sort})(assert (distinct {default} {default}))"),
        );
    }
}

#[test]
fn subterms_are_replaced_by_constants_that_have_their_value() {
    let mut candidate =
        with_model("(declare-const a Int)(assert (> (* a a) 3))", "((define-fun a () Int 5))");
    let edits = (find("replace by a constant").unwrap().edits)(&mut candidate);
    let edit = edits.last().unwrap();
    assert!(edit(&mut candidate));
    let text = candidate.text().replace('\n', "");
    assert_eq!(text, "(declare-const a Int)(declare-const c!1 Int)(assert (> c!1 3))");
    let model = candidate.model.clone().unwrap();
    assert!(gainsay::eval::Witness::check(&candidate.script.question(), model.clone()).is_ok());
    let (_, value) = model.iter().last().unwrap();
    assert_eq!(value.as_int().unwrap().to_i64(), Some(25));
}

#[test]
fn annotations_are_dropped() {
    check(
        "drop annotations",
        "(declare-const a Bool)(assert (! (not a) :named n))(assert (=> n a))",
        "(declare-const a Bool)(assert (not a))(assert (=> (not a) a))",
    );
    check(
        "drop annotations",
        "(declare-fun f (Int) Int)(assert (forall ((x Int)) (! (= (f x) x) :pattern ((f x)))))",
        "(declare-fun f (Int) Int)(assert (forall ((x Int)) (= (f x) x)))",
    );
}

#[test]
fn unused_bound_variables_are_dropped() {
    check(
        "drop bound variables",
        "(assert (forall ((x Int) (y Int) (z Bool)) (> y 0)))",
        "(assert (forall ((y Int)) (> y 0)))",
    );
}

#[test]
fn quantifiers_are_instantiated() {
    let script = "(assert (forall ((x Int) (y Int)) (> y x)))";
    check("instantiate quantifiers", script, "(assert (forall ((y Int)) (> y 0)))");
    check("instantiate quantifiers", script, "(declare-const c!1 Int)(assert (forall ((x Int)) (> c!1 x)))");
}

#[test]
fn nested_operators_are_flattened() {
    check(
        "flatten nested operators",
        "(declare-const a Int)(assert (= (+ a (+ 1 (+ a 2))) (* (* a a) a)))",
        "(declare-const a Int)(assert (= (+ a 1 a 2) (* a a a)))",
    );
}

#[test]
fn literal_arguments_are_dropped() {
    check(
        "drop literal arguments",
        "(declare-const a String)(assert (= (str.++ a \"\") (str.++ \"\" a \"\" a)))",
        "(declare-const a String)(assert (= a (str.++ a a)))",
    );
}

#[test]
fn variables_are_eliminated() {
    check(
        "eliminate variables",
        "(declare-const a Int)(declare-const b Int)(assert (= a (* b 2)))(assert (> a 3))",
        "(declare-const a Int)(declare-const b Int)(assert (> (* b 2) 3))",
    );
}

#[test]
fn variables_and_functions_are_merged() {
    check(
        "merge variables",
        "(declare-const a Int)(declare-const b Int)(declare-const c Bool)(assert (= (> a b) c))",
        "(declare-const a Int)(declare-const b Int)(declare-const c Bool)(assert (= (> a a) c))",
    );
    check(
        "merge variables",
        "(declare-fun f (Int) Int)(declare-fun g (Int) Int)(assert (= (f 1) (g 2)))",
        "(declare-fun f (Int) Int)(declare-fun g (Int) Int)(assert (= (f 1) (f 2)))",
    );
}

#[test]
fn constants_are_settled_together() {
    let script =
        "(declare-const a Int)(declare-const b Int)(declare-const p Bool)(assert (= p (> (+ a b) 3)))";
    check("settle constants", script, "(assert (= false (> (+ 1 1) 3)))");
    let model = "((define-fun a () Int 5) (define-fun b () Int 7) (define-fun p () Bool true))";
    let candidate = with_model(script, model);
    check_candidate("settle constants", &candidate, "(assert (= true (> (+ 5 7) 3)))");
    // Those of one sort, and single ones.
    check_candidate("settle constants", &candidate, "(declare-const p Bool)(assert (= p (> (+ 5 7) 3)))");
    let alone = "(declare-const b Int)(declare-const p Bool)(assert (= p (> (+ 0 b) 3)))";
    check_candidate("settle constants", &candidate, alone);
}

#[test]
fn parameters_are_dropped() {
    let script = "(declare-fun f (Int Bool) Int)(assert (= (f 1 true) 2))";
    check("drop parameters", script, "(declare-fun f (Int) Int)(assert (= (f 1) 2))");
    check("drop parameters", script, "(declare-fun f (Bool) Int)(assert (= (f true) 2))");
}

#[test]
fn constants_shrink() {
    let script = "(declare-const s String)(assert (= s \"abc\"))(assert (= (str.len s) 100))";
    for (text, number) in [("", "0"), ("abc", "50"), ("bc", "100"), ("a", "100")] {
        check(
            "shrink constants",
            script,
            &format!("(declare-const s String)(assert (= s \"{text}\"))(assert (= (str.len s) {number}))"),
        );
    }
    check(
        "shrink constants",
        "(assert (= 2.5 #b1100))".replace("#b1100", "1.0").as_str(),
        "(assert (= 2.0 1.0))",
    );
    check("shrink constants", "(assert (= #x12 #xff))", "(assert (= #x12 #x7f))");
}

#[test]
fn bit_vectors_are_narrowed() {
    check(
        "narrow bit-vectors",
        "(declare-const a (_ BitVec 8))(assert (= ((_ extract 7 4) a) ((_ extract 3 0) (bvadd a #x13))))",
        "(declare-const a (_ BitVec 2))(assert (= ((_ extract 1 1) a) ((_ extract 0 0) (bvadd a #b11))))",
    );
    check(
        "narrow bit-vectors",
        "(declare-const a (_ BitVec 16))(assert (= ((_ zero_extend 16) a) #x0000ffff))",
        "(declare-const a (_ BitVec 4))(assert (= ((_ zero_extend 4) a) #xff))",
    );
}

#[test]
fn the_witness_is_narrowed_too() {
    let mut candidate = with_model(
        "(declare-const a (_ BitVec 8))(assert (= (bvand a #x01) #x01))",
        "((define-fun a () (_ BitVec 8) #xf1))",
    );
    let edits = (find("narrow bit-vectors").unwrap().edits)(&mut candidate);
    assert!(edits[0](&mut candidate));
    let text = candidate.text().replace('\n', "");
    assert_eq!(text, "(declare-const a (_ BitVec 1))(assert (= (bvand a #b1) #b1))");
    assert!(gainsay::eval::Witness::check(&candidate.script.question(), candidate.model.unwrap()).is_ok());
}

#[test]
fn floats_are_narrowed() {
    check(
        "narrow floats",
        "(declare-const a (_ FloatingPoint 8 24))
         (assert (fp.lt (fp.add RNE a (fp #b0 #b01111111 #b00000000000000000000000)) ((_ to_fp 8 24) #x00000000)))",
        "(declare-const a (_ FloatingPoint 2 3))(assert (fp.lt (fp.add RNE a (fp #b0 #b01 #b00)) (_ +zero 2 3)))",
    );
}

#[test]
fn names_become_short() {
    check(
        "short names",
        "(declare-const |a long name| Int)(declare-fun function (Int) Int)
         (assert (forall ((variable Int)) (= (function variable) |a long name|)))",
        "(declare-const a Int)(declare-fun f (Int) Int)(assert (forall ((x Int)) (= (f x) a)))",
    );
}

#[test]
fn relations_become_equations() {
    check(
        "plain relations",
        "(declare-const a (_ BitVec 4))(assert (bvult (bvmul a a) a))(check-sat)",
        "(declare-const a (_ BitVec 4))(assert (= (bvmul a a) a))(check-sat)",
    );
    let untouched = "(declare-const a Int)(declare-const b Bool)(assert (< a a))(assert (xor b b))";
    assert!(results("plain relations", &given(untouched)).is_empty());
}

#[test]
fn levels_are_dropped_with_and_without_what_is_in_them() {
    let script = "(declare-const a Bool)(push 2)(assert a)(pop 1)(push 1)(check-sat)(pop 2)(assert (not a))(check-sat)";
    let found = results("drop levels", &given(script));
    assert_eq!(
        found,
        [
            // The second `push`, and what it opened ..
            "(declare-const a Bool)(push 2)(assert a)(pop 1)(pop 1)(assert (not a))(check-sat)",
            "(declare-const a Bool)(push 1)(push 1)(check-sat)(pop 2)(assert (not a))(check-sat)",
            "(declare-const a Bool)(push 1)(pop 1)(assert (not a))(check-sat)",
            // .. and without it.
            "(declare-const a Bool)(push 2)(assert a)(pop 1)(check-sat)(pop 1)(assert (not a))(check-sat)",
            "(declare-const a Bool)(push 1)(assert a)(push 1)(check-sat)(pop 2)(assert (not a))(check-sat)",
            "(declare-const a Bool)(push 1)(assert a)(pop 1)(push 1)(check-sat)(pop 1)(assert (not a))(check-sat)",
        ]
    );
    check("drop levels", "(push 1)(declare-const a Bool)(check-sat)", "(declare-const a Bool)(check-sat)");
}

#[test]
fn questions_before_the_last_are_dropped_and_what_comes_after_one() {
    let script = "(declare-const a Bool)(check-sat)(assert a)(check-sat-assuming (a))(check-sat)";
    let found = results("drop questions", &given(script));
    assert_eq!(
        found,
        [
            "(declare-const a Bool)(assert a)(check-sat)",
            "(declare-const a Bool)(assert a)(check-sat-assuming (a))(check-sat)",
            "(declare-const a Bool)(check-sat)(assert a)(check-sat)",
            "(declare-const a Bool)(check-sat)",
            "(declare-const a Bool)(check-sat)(assert a)(check-sat-assuming (a))",
        ]
    );
}

#[test]
fn tactics_are_dropped_or_get_fewer() {
    let found = results("drop tactics", &given("(check-sat-using (then simplify (repeat qe) smt))"));
    let fewer = [
        "simplify",
        "(repeat qe)",
        "smt",
        "(then (repeat qe) smt)",
        "(then simplify smt)",
        "(then simplify (repeat qe))",
    ];
    let expected: Vec<String> = fewer.iter().map(|tactic| format!("(check-sat-using {tactic})")).collect();
    assert_eq!(found, [&["(check-sat)".to_owned()], &expected[..]].concat());
    assert_eq!(results("drop tactics", &given("(check-sat-using smt)")), ["(check-sat)"]);
}

#[test]
fn assumptions_are_dropped_or_asserted() {
    let script = "(declare-const a Bool)(declare-const b Bool)(check-sat-assuming (a (not b)))";
    let declared = "(declare-const a Bool)(declare-const b Bool)";
    let found = results("drop assumptions", &given(script));
    let expected = [
        "(assert a)(assert (not b))(check-sat)",
        "(check-sat)",
        "(check-sat-assuming ((not b)))",
        "(check-sat-assuming (a))",
    ];
    assert_eq!(found, expected.map(|rest| format!("{declared}{rest}")));
}

#[test]
fn chunks_get_smaller_and_cover_everything() {
    assert_eq!(chunks(5), [0..5, 0..3, 3..5, 0..2, 2..4, 4..5, 0..1, 1..2, 2..3, 3..4, 4..5]);
    assert_eq!(chunks(2), [0..2, 0..1, 1..2]);
    assert!(chunks(0).is_empty());
}
