use crate::eval::{eval, script};
use gainsay::eval::{
    Evaluator, Limits, Model, Rejection, SortDomains, Witness, explain, has_sort, model_text, value_text,
};
use gainsay::script::{DeclId, Script};
use gainsay::theory::Domains;
use gainsay::value::{Bits, Size, Value};

fn decl(script: &Script, name: &str) -> DeclId {
    let found = script.terms.decls().find(|(_, decl)| script.terms.symbols.name(decl.name) == name);
    found.expect("a declaration").0
}

/// What a term's value is written as, and that it is read back as the same value.
#[track_caller]
fn check_text(term: &str, expected: &str) {
    let script = script(&format!("(assert (= {term} {term}))"));
    let term_id = crate::eval::arguments(&script)[0];
    let value = eval(&script, term_id).expect("a value");
    let text = value_text(&script.terms, &value, script.terms.sort(term_id));
    assert_eq!(text.as_deref(), Some(expected));
    crate::eval::check(term, expected);
}

#[test]
fn values_are_written_as_terms() {
    check_text("(- 2 5)", "(- 3)");
    check_text("(/ (- 1.0) 3.0)", "(- (/ 1.0 3.0))");
    check_text("(bvadd #x0f #x01)", "#x10");
    check_text("(str.++ \"a\" \"\\u{7}\")", "\"a\\u{7}\"");
    check_text("(seq.++ (seq.unit 1) (seq.unit (- 2)))", "(seq.++ (seq.unit 1) (seq.unit (- 2)))");
    check_text("(seq.unit (seq.unit 1))", "(seq.unit (seq.unit 1))");
    check_text("(as seq.empty (Seq Int))", "(as seq.empty (Seq Int))");
    check_text("(set.insert 2 (set.singleton 1))", "(set.union (set.singleton 1) (set.singleton 2))");
    check_text(
        "(store ((as const (Array Int (Array Bool Int))) ((as const (Array Bool Int)) 7)) 3 ((as const (Array Bool Int)) 8))",
        "(store ((as const (Array Int (Array Bool Int))) ((as const (Array Bool Int)) 7)) 3 ((as const (Array Bool Int)) 8))",
    );
    check_text(
        "(store (store ((as const (Array Int Int)) 0) 2 5) 1 4)",
        "(store (store ((as const (Array Int Int)) 0) 1 4) 2 5)",
    );
    check_text("(cons (+ 1 1) nil)", "(cons 2 nil)");
    check_text("(pair (cons 1 nil) #x01)", "(pair (cons 1 nil) #x01)");
    check_text("RNE", "RNE");
    check_text(
        "(re.union (re.comp re.none) (re.* (re.++ (str.to_re \"a\") (re.range \"a\" \"c\"))))",
        "(re.union (re.comp re.none) (re.* (re.++ (str.to_re \"a\") (re.range \"a\" \"c\"))))",
    );
    check_text(
        "(re.inter ((_ re.loop 2 3) re.allchar) (re.++ ((_ re.^ 2) re.allchar) (re.* re.allchar)))",
        "(re.inter ((_ re.loop 2 3) re.allchar) (re.++ ((_ re.^ 2) re.allchar) (re.* re.allchar)))",
    );
    check_text("(fp.neg (_ +oo 5 11))", "(_ -oo 5 11)");
}

#[test]
fn a_witness_makes_every_assertion_true() {
    let script = script("(assert (bvult b #x05)) (assert (> i 3))");
    let mut model = Model::default();
    assert_eq!(model.set(&script.terms, decl(&script, "b"), Value::Bits(Bits::from_u64(8, 4))), Ok(()));
    assert!(matches!(Witness::check(&script.question(), model.clone()), Err(Rejection::Unknown(..))));
    assert_eq!(model.set(&script.terms, decl(&script, "i"), Value::int(3)), Ok(()));
    assert!(matches!(Witness::check(&script.question(), model.clone()), Err(Rejection::False(_))));
    assert_eq!(model.set(&script.terms, decl(&script, "i"), Value::int(4)), Ok(()));
    assert!(Witness::check(&script.question(), model.clone()).is_ok());
    assert_eq!(
        model_text(&script.terms, &model),
        "(define-fun i () Int 4)\n(define-fun b () (_ BitVec 8) #x04)\n"
    );
    assert!(model.set(&script.terms, decl(&script, "b"), Value::Bits(Bits::from_u64(7, 4))).is_err());
}

#[test]
fn a_recursive_definition_allows_no_witness() {
    let script = script("(define-fun-rec h ((x Int)) Int (+ 1 (h x))) (assert true)");
    assert!(matches!(Witness::check(&script.question(), Model::default()), Err(Rejection::Recursive)));
}

/// Where calls make a number smaller that is above some other, a definition has one meaning, and computes it.
#[test]
fn a_recursive_definition_that_ends_allows_a_witness() {
    let checked = |text: &str| Witness::check(&script(text).question(), Model::default()).map(|_| ());
    for ends in [
        "(define-fun-rec h ((x Int)) Int (ite (<= x 0) 1 (* x (h (- x 1))))) (assert (= (h 4) 24))",
        "(define-fun-rec h ((b Bool) (x Int)) Int (ite (> x (- 3)) (ite b (h b (+ (- 2) x)) 7) 5)) (assert (= (h true 4) 5))",
        "(define-fun-rec h ((x Int)) Int (ite (< 1 x) (+ (h (- x 1)) (h (- x 2))) x)) (assert (= (h 10) 55))",
        "(define-funs-rec ((e ((x Int)) Bool) (o ((x Int)) Bool)) ((ite (>= 0 x) true (o (- x 1))) (ite (>= 0 x) false (e (- x 1)))))
         (assert (and (e 6) (o 3) (not (e 3))))",
        "(define-fun-rec h ((x Int)) Int (ite (= x 0) 1 (ite (< x 0) 2 (h (- x 1))))) (assert (= (h 3) 1))",
    ] {
        assert_eq!(checked(ends), Ok(()), "{ends}");
    }
    for unclear in [
        "(define-fun-rec h ((x Int)) Int (ite (= x 0) 1 (h (- x 1)))) (assert (= (h 3) 1))",
        "(define-fun-rec h ((x Int)) Int (ite (<= x 0) (h (- x 1)) 1)) (assert (= (h 3) 1))",
        "(define-fun-rec h ((x Int)) Int (ite (<= x 0) 1 (h x))) (assert (= (h 0) 1))",
        "(define-fun-rec h ((x Int)) Int (ite (<= x 0) 1 (h (+ x 1)))) (assert (= (h 0) 1))",
        "(define-fun-rec h ((x Int)) Int (ite (<= x 0) 1 (h (- x 0)))) (assert (= (h 0) 1))",
        "(define-fun-rec h ((x Int)) Int (ite (<= x (h 3)) 1 (h (- x 1)))) (assert (= (h 0) 1))",
        "(define-fun-rec h ((x Int)) Int (ite (<= x 0) 1 (h (- (h x) 1)))) (assert (= (h 0) 1))",
        "(define-fun-rec h ((x Real)) Int (ite (<= x 0.0) 1 (h (- x 1.0)))) (assert (= (h 0.0) 1))",
        "(define-fun-rec h ((x Int) (y Int)) Int (ite (<= y 0) 1 (h x (- y 1)))) (assert (= (h 0 0) 1))",
        "(define-fun-rec own ((x Int)) Int (ite (<= x 0) 1 (select (_ as-array own) 3))) (assert (= (own 0) 1))",
        "(define-funs-rec ((e ((x Int)) Bool) (o ((x Int)) Bool)) ((ite (>= 0 x) true (o (- x 1))) (e x))) (assert (e 0))",
    ] {
        assert_eq!(checked(unclear), Err(Rejection::Recursive), "{unclear}");
    }
}

#[test]
fn symbols_get_defaults_only_when_asked_for() {
    let script = script("(assert (= i 0)) (assert (= l nil)) (assert (= (f 5) 0))");
    let mut model = Model::default();
    assert!(matches!(Witness::check(&script.question(), model.clone()), Err(Rejection::Unknown(..))));
    model.complete_with_defaults = true;
    assert!(Witness::check(&script.question(), model).is_ok());
}

#[test]
fn the_smallest_false_parts_explain() {
    let script = script("(assert (and (or (< i 0) p) (=> q (and true (= i 1))) (< i 10)))");
    let mut model = Model::default();
    for (name, value) in [("i", Value::int(5)), ("p", Value::Bool(false)), ("q", Value::Bool(true))] {
        assert_eq!(model.set(&script.terms, decl(&script, name), value), Ok(()));
    }
    let mut evaluator = Evaluator::new(&script.terms, &model, Limits::default());
    let assertion = script.assertions().last().expect("an assertion");
    let found = explain(&mut evaluator, assertion, 10);
    let values: Vec<_> = found.iter().map(|part| part.value.clone()).collect();
    // (< i 0), p, q (true), (= i 1)
    let bools = [false, false, true, false].map(|value| Ok(Value::Bool(value)));
    assert_eq!(values, bools);
    assert_eq!(found[0].arguments[0].1, Ok(Value::int(5)));
}

#[test]
fn a_finite_sort_has_as_many_elements_as_it_says() {
    for (sort, expected) in [
        ("Bool", Size::Finite(2)),
        ("RoundingMode", Size::Finite(5)),
        ("(_ BitVec 5)", Size::Finite(32)),
        ("(_ BitVec 64)", Size::Large),
        ("(_ FloatingPoint 2 2)", Size::Finite(15)),
        ("(_ FloatingPoint 3 4)", Size::Finite(115)),
        ("(Array Bool Colour)", Size::Finite(9)),
        ("(Array Int Bool)", Size::Large),
        ("(Array Int Unit)", Size::Finite(1)),
        ("(Array U Bool)", Size::Unknown),
        ("(Set Colour)", Size::Finite(8)),
        ("(Seq Unit)", Size::Large),
        ("Colour", Size::Finite(3)),
        ("Lst", Size::Large),
        ("(Pr Bool Colour)", Size::Finite(6)),
        ("(Pr Bool Lst)", Size::Large),
        ("Mixed", Size::Finite(11)),
        ("U", Size::Unknown),
        ("Int", Size::Large),
    ] {
        let script = script(&format!(
            "(declare-datatype Unit ((unit)))
             (declare-datatype Mixed ((none) (some (c Colour) (b Bool)) (more (p (Array Bool Bool)))))
             (declare-const z {sort}) (assert (= z z))"
        ));
        let id = script.terms.sort(crate::eval::arguments(&script)[0]);
        let model = Model::default();
        let domains = SortDomains { terms: &script.terms, model: &model };
        assert_eq!(domains.size(id), expected, "{sort}");
        if let Size::Finite(size) = expected {
            let elements = domains.elements(id, size).expect("finite");
            assert_eq!(elements.len() as u64, size, "{sort}");
            assert!(elements.iter().all(|element| has_sort(domains, element, id)), "{sort}");
            let mut fuel = gainsay::value::fuel::Fuel::new(1_000_000);
            for (at, a) in elements.iter().enumerate() {
                for b in &elements[..at] {
                    assert_eq!(gainsay::value::equal(a, b, &mut fuel), Some(false), "{sort}");
                }
            }
        }
    }
}

#[test]
fn a_name_does_not_catch_the_variables_of_its_place() {
    // A named term with a variable is no proper SMT-LIB; whatever it means, it must not be given a meaning by chance.
    let text = "(assert (forall ((x Bool)) (or (! x :named n) true))) (assert (exists ((x Bool)) n))";
    let script = Script::read(text);
    if let Some(last) = script.assertions().last() {
        assert!(eval(&script, last).is_err() || script.assertions().count() == 1);
    }
}
