use crate::eval::{check_false, check_true, check_unknown, script};
use gainsay::eval::{Evaluator, Limits, Model};
use gainsay::value::Value;

#[test]
fn small_domains_are_tried_in_full() {
    check_true("(forall ((x (_ BitVec 4))) (= (bvadd x x) (bvshl x #x1)))");
    check_false("(forall ((x (_ BitVec 4))) (bvult x #xf))");
    check_true("(exists ((x (_ BitVec 8)) (y (_ BitVec 8))) (= (bvmul x y) #xa5))");
    check_false("(exists ((x (_ BitVec 8))) (= (bvmul x #x02) #xa5))");
    check_true("(forall ((c Colour)) (or (= c red) (= c green) (= c blue)))");
    check_true("(forall ((m RoundingMode)) (= (fp.roundToIntegral m (_ +zero 3 3)) (_ +zero 3 3)))");
    check_true("(forall ((x (_ FloatingPoint 2 3))) (= (fp.neg (fp.neg x)) x))");
    check_false("(forall ((x (_ FloatingPoint 2 3))) (fp.eq x x))");
    check_true("(forall ((a (Array Bool Bool))) (exists ((b Bool)) (= (select a b) (select a true))))");
    check_true("(exists ((a (Array Bool Bool))) (and (select a true) (not (select a false))))");
    check_true("(forall ((x (Pr Bool Colour))) (= x (pair (first x) (second x))))");
    check_true("(forall ((x Bool)) (exists ((y Bool)) (xor x y)))");
    check_false("(exists ((x Bool)) (forall ((y Bool)) (xor x y)))");
}

#[test]
fn large_domains_are_decided_where_one_value_or_all_do() {
    check_false("(forall ((x Int)) (> x 5))");
    check_true("(exists ((x Int)) (= (+ x 1) 43))");
    check_false("(forall ((x Real)) (>= (* x x) x))");
    check_true("(forall ((x Int)) (or true (> x 0)))");
    check_true("(forall ((x Int)) (= x x))");
    check_true("(forall ((x Int) (y Bool)) (or y (not y) (> x 0)))");
    check_false("(exists ((x Int)) (and (> x 0) false))");
    check_true("(forall ((x Int)) true)");
    check_true("(exists ((x U)) (= x x))");
    check_unknown("(forall ((x Int)) (>= (* x x) 0))");
    check_unknown("(exists ((x Int)) (= (* x x) 2))");
    check_unknown("(forall ((x Int)) (= (f x) 0))");
    check_unknown("(forall ((x U) (y U)) (= x y))");
    check_unknown("(exists ((x U)) (distinct x u))");
    check_false("(forall ((x (_ BitVec 32))) (bvult x #xffffffff))");
    check_false("(forall ((x String)) (= x \"\"))");
}

#[test]
fn the_model_says_what_elements_a_sort_has() {
    let script = script(
        "(assert (exists ((x U)) (= (g x) 2)))
         (assert (not (forall ((x U)) (< (g x) 2))))
         (assert (forall ((x U)) (< (g x) 3)))
         (assert (forall ((x U)) (or (= x u) (= x v) (= (g x) 2))))
         (assert (distinct u v))",
    );
    let decl = |name: &str| {
        let found = script.terms.decls().find(|(_, decl)| script.terms.symbols.name(decl.name) == name);
        found.expect("a declaration").0
    };
    let sort = script.terms.decl(decl("u")).result_sort();
    let mut model = Model::default();
    model.set_universe(sort, 3);
    let elements = gainsay::theory::Domains::elements(
        &gainsay::eval::SortDomains { terms: &script.terms, model: &model },
        sort,
        10,
    )
    .expect("three elements");
    assert_eq!(elements.len(), 3);
    assert_eq!(model.set(&script.terms, decl("u"), elements[0].clone()), Ok(()));
    assert_eq!(model.set(&script.terms, decl("v"), elements[1].clone()), Ok(()));
    let entries = vec![(vec![elements[2].clone()], Value::int(2))];
    let g = Value::table(1, gainsay::value::Size::Finite(3), Value::int(0), entries).expect("plain");
    assert_eq!(model.set(&script.terms, decl("g"), g), Ok(()));
    assert!(model.set(&script.terms, decl("u"), Value::int(0)).is_err());
    let mut evaluator = Evaluator::new(&script.terms, &model, Limits::default());
    for assertion in script.assertions() {
        assert_eq!(evaluator.eval(assertion), Ok(Value::Bool(true)));
    }
}
