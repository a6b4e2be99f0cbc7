use crate::eval::{check, check_false, check_true, check_unknown, script};
use gainsay::eval::{Evaluator, Limits, Model};
use gainsay::value::{Reason, Value};

// `p`, `q`, `i` have no value here.

#[test]
fn connectives_get_along_with_what_is_not_known() {
    check_true("(or p true)");
    check_true("(or true p)");
    check_unknown("(or p false)");
    check_false("(and p false)");
    check_unknown("(and p true)");
    check_true("(=> false p)");
    check_true("(=> p true)");
    check_true("(=> p q true)");
    check_true("(=> p false q)");
    check_unknown("(=> p q)");
    check_unknown("(=> true p)");
    check_unknown("(not p)");
    check_unknown("(xor p true)");
    check_true("(xor true false)");
    check_true("(xor true true true)");
    check_true("(= p p)");
    check_true("(= (+ i 1) (+ i 1))");
    check_unknown("(= p q)");
    check_false("(= 1 i 2)");
    check_false("(distinct 1 i 1)");
    check_unknown("(distinct 1 i 2)");
    check_false("(distinct i 1 i)");
    check("(ite p 3 3)", "3");
    check("(ite p (+ 1 2) 3)", "3");
    check("(ite true 1 i)", "1");
    check_unknown("(= (ite p 1 2) 1)");
    check_true("(or (= (div i 0) 1) true)");
}

#[test]
fn short_and_long_argument_lists() {
    check_true("(and true)");
    check_true("(or true)");
    check_true("((_ at-most 2) true true false)");
    check_false("((_ at-least 3) true true false)");
    check_true("((_ pble 5 2 3 4) true true false)");
    check_false("((_ pbge 6 2 3 4) true true false)");
    check_true("((_ pbeq 5 2 3 4) true true false)");
    check_true("(distinct 1 2 3 4 5 6 7 8 9 10)");
    check_false("(distinct 1 2 3 4 5 6 7 8 9 1)");
}

#[test]
fn definitions_and_names() {
    let script = script(
        "(define-fun twice ((x Int)) Int (* 2 x))
         (define-fun-rec fact ((n Int)) Int (ite (<= n 0) 1 (* n (fact (- n 1)))))
         (define-fun-rec fib ((n Int)) Int (ite (<= n 1) n (+ (fib (- n 1)) (fib (- n 2)))))
         (define-fun-rec loop ((n Int)) Int (loop (+ n 1)))
         (define-fun c () Int 5)
         (define-fun-rec sum ((l Lst)) Int (match l ((nil 0) ((cons h t) (+ h (sum t))))))
         (assert (! (= (twice c) 10) :named ten))
         (assert ten)
         (assert (= (fact 20) 2432902008176640000))
         (assert (= (fib 15) 610))
         (assert (= (sum (cons 1 (cons 2 (cons 3 nil)))) 6))
         (assert (= (let ((x 1)) (let ((x (+ x 1)) (y x)) (+ (* 10 x) y))) 21))
         (assert (= (loop 0) 0))",
    );
    let model = Model::default();
    let mut evaluator = Evaluator::new(&script.terms, &model, Limits::default());
    let assertions: Vec<_> = script.assertions().collect();
    let (looping, others) = assertions.split_last().expect("assertions");
    for &assertion in others {
        assert_eq!(evaluator.eval(assertion), Ok(Value::Bool(true)));
    }
    assert_eq!(evaluator.eval(*looping).map_err(|unknown| unknown.reason), Err(Reason::TooDeep));
}

#[test]
fn recursive_functions_are_called_to_any_depth() {
    let script = script(
        "(define-fun-rec count ((n Int)) Int (ite (= n 0) 0 (+ 1 (count (- n 1)))))
         (assert (= (count 50000) 50000))",
    );
    let assertion = script.assertions().last().expect("an assertion");
    assert_eq!(crate::eval::eval(&script, assertion), Ok(Value::Bool(true)));
}

#[test]
fn functions_are_values() {
    check("((lambda ((x Int) (y Int)) (- x y)) 5 3)", "2");
    check("(((lambda ((x Int)) (lambda ((y Int)) (- x y))) 5) 3)", "2");
    check_true("(= (lambda ((x Int)) (+ x 1)) (lambda ((x Int)) (+ x 1)))");
    check_unknown("(= (lambda ((x Int)) (+ x 1)) (lambda ((x Int)) (+ 1 x)))");
}

#[test]
fn a_value_is_good_only_as_long_as_its_variables_stay() {
    // The same term `(p x)` under different bindings of a variable of one name.
    check_true("(exists ((x Bool)) (and x (exists ((x Bool)) (not x)) x))");
    check_true("(forall ((x Bool)) (= (exists ((y Bool)) (and x y)) x))");
    check_true("(exists ((x Bool) (y Bool)) (and (xor x y) (forall ((y Bool)) (or y (not y) x)) (xor x y)))");
    let script = script(
        "(define-fun-rec fib ((n Int)) Int (ite (<= n 1) n (+ (fib (- n 1)) (fib (- n 2)))))
         (define-fun-rec odd ((n Int)) Bool (and (not (= n 0)) (or (= n 1) (odd (- n 2)))))
         (assert (forall ((x (_ BitVec 3))) (= (odd (ubv_to_int x)) (= ((_ extract 0 0) x) #b1))))",
    );
    let assertion = script.assertions().last().expect("an assertion");
    assert_eq!(crate::eval::eval(&script, assertion), Ok(Value::Bool(true)));
}

#[test]
fn deep_terms_need_no_deep_stack() {
    let depth = 1_000_000;
    let mut script = script("");
    let terms = &mut script.terms;
    let mut nots = terms.bool(true);
    let mut sums = terms.int(0);
    let one = terms.int(1);
    let mut ors = terms.bool(false);
    let no = terms.bool(false);
    for _ in 0..depth / 10 {
        ors = terms.apply("or", &[ors, no]).expect("sorted");
    }
    for _ in 0..depth {
        nots = terms.apply("not", &[nots]).expect("sorted");
        sums = terms.apply("+", &[sums, one]).expect("sorted");
    }
    assert_eq!(crate::eval::eval(&script, nots), Ok(Value::Bool(true)));
    assert_eq!(crate::eval::eval(&script, sums), Ok(Value::int(depth)));
    assert_eq!(crate::eval::eval(&script, ors), Ok(Value::Bool(false)));
}

#[test]
fn deep_values_need_no_deep_stack() {
    let script = script(
        "(define-fun-rec build ((n Int)) Lst (ite (= n 0) nil (cons n (build (- n 1)))))
         (assert (= (build 90000) (cons 90000 (build 89999))))",
    );
    let assertion = script.assertions().last().expect("an assertion");
    assert_eq!(crate::eval::eval(&script, assertion), Ok(Value::Bool(true)));
    let build = script.terms.children(assertion)[0];
    let value = crate::eval::eval(&script, build).expect("a list");
    let text = gainsay::eval::value_text(&script.terms, &value, script.terms.sort(build)).expect("a term");
    assert!(text.starts_with("(cons 90000 (cons 89999 "));
}

#[test]
fn shared_terms_are_evaluated_once() {
    let mut script = script("");
    let terms = &mut script.terms;
    let mut sum = terms.int(1);
    for _ in 0..60 {
        sum = terms.apply("+", &[sum, sum]).expect("sorted");
    }
    assert_eq!(crate::eval::eval(&script, sum), Ok(Value::int(1u64 << 60)));
}

#[test]
fn nothing_grows_without_bound() {
    let mut script = script("");
    let terms = &mut script.terms;
    let mut square = terms.int(3);
    let mut text =
        terms.literal(gainsay::script::Literal::Text(gainsay::value::Text::from_chars("ab").expect("text")));
    for _ in 0..200 {
        square = terms.apply("*", &[square, square]).expect("sorted");
        text = terms.apply("str.++", &[text, text]).expect("sorted");
    }
    for term in [square, text] {
        assert!(matches!(
            crate::eval::eval(&script, term).map_err(|unknown| unknown.reason),
            Err(Reason::TooLarge | Reason::OutOfFuel)
        ));
    }
    check_unknown("(= (^ 2 1000000000000) 0)");
    check_unknown("(= (int.pow2 1000000000000) 0)");
}
