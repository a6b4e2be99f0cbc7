//! Theories beside the standard: what their terms mean, and how scripts with them are read, printed and decided.

use gainsay::eval::{Evaluator, Limits, Model, value_text};
use gainsay::script::{Command, Printer, Script};

/// A term and its value.
const VALUES: &[(&str, &str)] = &[
    ("(ff.add #f3m5 #f4m5)", "(as ff2 (_ FiniteField 5))"),
    ("(ff.mul #f3m5 (as ff-1 (_ FiniteField 5)))", "(as ff2 (_ FiniteField 5))"),
    ("(ff.neg #f0m5)", "(as ff0 (_ FiniteField 5))"),
    ("(ff.bitsum #f1m11 #f1m11 #f1m11)", "(as ff7 (_ FiniteField 11))"),
    ("(= #f7m5 #f-3m5)", "true"),
    ("((_ tuple.select 1) (tuple 1 true))", "true"),
    ("((_ tuple.update 0) (tuple 1 true) 2)", "(tuple 2 true)"),
    ("((_ tuple.project 1 1 0) (tuple 1 true))", "(tuple true true 1)"),
    ("(= tuple.unit tuple.unit)", "true"),
    ("(rel.transpose (set.singleton (tuple 1 true)))", "(set.singleton (tuple true 1))"),
    ("(rel.product (set.singleton (tuple 1)) (set.singleton (tuple 2 3)))", "(set.singleton (tuple 1 2 3))"),
    (
        "(rel.join (set.union (set.singleton (tuple 1 2)) (set.singleton (tuple 1 5))) (set.singleton (tuple 2 3)))",
        "(set.singleton (tuple 1 3))",
    ),
    (
        "(rel.tclosure (set.union (set.singleton (tuple 1 2)) (set.singleton (tuple 2 1))))",
        "(set.union (set.singleton (tuple 1 1)) (set.singleton (tuple 1 2)) (set.singleton (tuple 2 1)) \
         (set.singleton (tuple 2 2)))",
    ),
    ("(rel.iden (set.singleton (tuple 4)))", "(set.singleton (tuple 4 4))"),
    (
        "(rel.join_image (set.union (set.singleton (tuple 1 2)) (set.singleton (tuple 1 3))) 2)",
        "(set.singleton (tuple 1))",
    ),
    ("(nullable.val (nullable.some 3))", "3"),
    ("(nullable.is_null (as nullable.null (Nullable Int)))", "true"),
    (
        "(nullable.lift (lambda ((x Int) (y Int)) (+ x y)) (nullable.some 1) (nullable.some 2))",
        "(nullable.some 3)",
    ),
    (
        "(nullable.lift (lambda ((x Int)) (+ x 1)) (as nullable.null (Nullable Int)))",
        "(as nullable.null (Nullable Int))",
    ),
    ("(set.intersect (set.range 1 3) (set.range 3 4))", "(set.singleton 3)"),
    ("(set.range 3 2)", "(as set.empty (FiniteSet Int))"),
    ("(set.size (set.range (- 1) 1))", "3"),
    ("(set.in 2 (set.filter (lambda ((x Int)) (> x 2)) (set.range 1 3)))", "false"),
];

fn value(text: &str) -> Option<String> {
    let script = Script::parse(&format!("(get-value ({text}))")).expect(text);
    let Some(Command::GetValue(list)) = script.commands.last() else { panic!("{text}") };
    let model = Model::default();
    let value = Evaluator::new(&script.terms, &model, Limits::default()).eval(list[0]).ok()?;
    value_text(&script.terms, &value, script.terms.sort(list[0]))
}

#[test]
fn terms_of_other_theories_have_their_values() {
    for (term, expected) in VALUES {
        assert_eq!(value(term).as_deref(), Some(*expected), "{term}");
    }
}

#[test]
fn what_is_left_open_has_no_value() {
    assert_eq!(value("(nullable.val (as nullable.null (Nullable Int)))"), None);
    // All elements of the sort would be related to none.
    assert_eq!(value("(rel.join_image (set.singleton (tuple 1 2)) 0)"), None);
}

#[test]
fn what_has_no_sort_is_an_error() {
    for term in [
        "((_ tuple.select 2) (tuple 1 true))",
        "((_ tuple.update 0) (tuple 1 true) false)",
        "(rel.join (set.singleton (tuple 1)) (set.singleton (tuple 1)))",
        "(rel.join (set.singleton (tuple 1 2)) (set.singleton (tuple true)))",
        "(ff.add #f1m3 #f1m5)",
        "(= (as ff1 (_ FiniteField 4)) (as ff1 (_ FiniteField 4)))",
    ] {
        assert!(Script::parse(&format!("(get-value ({term}))")).is_err(), "{term}");
    }
}

#[test]
fn scripts_of_other_theories_are_printed_as_they_are_read() {
    let text = "(declare-const a (_ FiniteField 7))\n(declare-const u UnitTuple)\n(declare-const r (Relation Int Bool))\n\
                (declare-const n (Nullable (Tuple Int)))\n(declare-const t (Table Int))\n\
                (assert (= (ff.mul a a) #f2m7))\n(assert (set.member (tuple 1 true) r))\n(check-sat)\n";
    let script = Script::parse(text).unwrap();
    assert!(script.is_understood());
    let printed = Printer::default().script(&script);
    assert!(printed.contains("(Set (Tuple Int Bool))") && printed.contains("(Bag (Tuple Int))"), "{printed}");
    let again = Script::parse(&printed).unwrap();
    assert_eq!(Printer::default().script(&again), printed);
}

/// Polymorphism has no meaning here: such scripts are kept as they are, and answers about them only compared.
#[test]
fn polymorphic_scripts_are_kept_and_not_judged() {
    let text = "(declare-type-var A)\n(declare-fun f (A) A)\n(assert (distinct (f 1) 1))\n(check-sat)\n";
    let script = Script::read(text);
    assert!(!script.is_understood());
    assert!(Printer::default().script(&script).contains("(declare-type-var A)"));
}
