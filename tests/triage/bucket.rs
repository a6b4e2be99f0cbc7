//! Buckets: what is one bug.

use gainsay::judge::FindingKind;
use gainsay::script::Script;
use gainsay::triage::Bucket;
use std::collections::BTreeSet;

fn key(text: &str) -> String {
    Bucket::new(FindingKind::WrongUnsat, "z3", &Script::parse(text).unwrap(), None).key()
}

const INTS: &str = "(declare-const x Int)(declare-const y Int)";

#[test]
fn names_leaves_and_structure_do_not_matter() {
    let first = key(&format!("{INTS}(assert (= (div x 2) (+ y 1)))"));
    assert_eq!(first, "wrong-unsat z3 QF_LIA: + div");
    let second = key("(declare-const b Int)(declare-const a Int)(assert (= (+ 7 b) (div a 3)))");
    assert_eq!(first, second);
    let other =
        "(declare-const a Int)(assert (or (distinct (div a 2) 7) (not (= (+ a 7) (div (div a 3) 2)))))";
    assert_eq!(first, key(other));
    assert_eq!(key("(declare-const p Bool)(assert (not (and p p)))"), "wrong-unsat z3 QF_UF: and not");
}

#[test]
fn the_form_of_the_question_matters_where_it_is_needed() {
    let after_pop = key(&format!("{INTS}(push 1)(pop 1)(assert (= (div x 2) y))(check-sat)"));
    assert_eq!(after_pop, "wrong-unsat z3 QF_LIA: div push");
    let flat = key(&format!("{INTS}(assert (= (div x 2) y))(check-sat)"));
    assert_eq!(flat, "wrong-unsat z3 QF_LIA: div");
}

#[test]
fn operators_functions_and_quantifiers_do() {
    let texts = [
        "(assert (< (div x 2) y))",
        "(assert (< (mod x 2) y))",
        "(assert (= (div x 2) y))",
        "(declare-fun f (Int) Int)(assert (= (f x) (div x y)))",
        "(assert (forall ((z Int)) (= (div z 2) y)))",
    ];
    let keys: BTreeSet<String> = texts.map(|text| key(&format!("{INTS}{text}"))).into_iter().collect();
    assert_eq!(keys.len(), texts.len(), "{keys:?}");
}

#[test]
fn weaknesses_are_told_apart_by_the_logic_alone() {
    let of =
        |kind, text: &str| Bucket::new(kind, "z3", &Script::parse(&format!("{INTS}{text}")).unwrap(), None);
    let (first, second) = ("(assert (< (div x 2) y))", "(assert (< (mod x 2) y))");
    assert_eq!(of(FindingKind::Slow, first), of(FindingKind::Slow, second));
    assert_ne!(of(FindingKind::Slow, first), of(FindingKind::Memory, first));
    assert_ne!(of(FindingKind::Disagreement, first), of(FindingKind::Disagreement, second));
}

#[test]
fn crashes_are_known_by_their_signature() {
    let script = Script::parse("(assert true)").unwrap();
    let other = Script::parse("(assert false)").unwrap();
    let of = |script, text| Bucket::new(FindingKind::Crash, "z3", script, Some(text));
    assert_eq!(of(&script, "SIGSEGV"), of(&other, "SIGSEGV"));
    assert_ne!(of(&script, "SIGSEGV"), of(&script, "SIGABRT"));
}
