use crate::eval::{check, check_false, check_true, check_unknown, script};
use gainsay::eval::{Evaluator, Limits, Model, PartialFunction};
use gainsay::theory::sort::Sort;
use gainsay::theory::table;
use gainsay::value::{Size, Value};

#[test]
fn what_the_standard_leaves_open_is_not_known() {
    for term in [
        "(= (div 5 0) 0)",
        "(= (mod 5 0) 5)",
        "(= (/ 1.0 0.0) 0.0)",
        "(< (div 5 0) 0)",
        "(= (head nil) 0)",
        "(= (fp.min (_ +zero 5 11) (_ -zero 5 11)) (_ +zero 5 11))",
        "(= (fp.max (_ +zero 5 11) (_ -zero 5 11)) (fp.max (_ -zero 5 11) (_ +zero 5 11)))",
        "(= ((_ fp.to_ubv 8) RNE (_ NaN 5 11)) #x00)",
        "(= ((_ fp.to_ubv 8) RNE ((_ to_fp 5 11) RNE (- 1.0))) #x00)",
        "(= ((_ fp.to_sbv 8) RNE ((_ to_fp 5 11) RNE 128.0)) #x00)",
        "(= (fp.to_real (_ +oo 5 11)) 0.0)",
        "(= (fp.to_ieee_bv (_ NaN 5 11)) #x7e00)",
        "(= (seq.nth (seq.unit 1) 1) 0)",
        "(= (seq.nth (seq.unit 1) (- 1)) 0)",
        "(= (set.choose (set.insert 1 (set.singleton 2))) 1)",
        "(= (sqrt (- 1.0)) 0.0)",
        "(= (^ 0 0) 1)",
        "(= (sin 0.5) 0.0)",
        "(= (str.last_indexof \"ab\" \"\") 2)",
        "(= (div 5 0) (div 6 0))",
    ] {
        check_unknown(term);
    }
}

#[test]
fn equal_arguments_give_equal_results() {
    check_true("(= (div 5 0) (div (+ 2 3) 0))");
    check_true("(= (+ 1 (div 5 0)) (+ 1 (div (+ 2 3) 0)))");
    check_true("(= (head nil) (head (ite true nil l)))");
    check_true("(= (fp.to_real (_ NaN 5 11)) (fp.to_real (fp.div RNE (_ +zero 5 11) (_ +zero 5 11))))");
    check_true("(= (cons (div 1 0) nil) (cons (div (- 2 1) 0) nil))");
    check_false("(= (cons (div 1 0) nil) nil)");
    check_false("(= (cons (div 1 0) (cons 1 nil)) (cons 0 (cons 2 nil)))");
    check_unknown("(= (cons (div 1 0) nil) (cons 0 nil))");
    // An open element does not spoil the others.
    check("(select (store ((as const (Array Int Int)) 0) 1 (div 1 0)) 2)", "0");
    check_unknown("(= (select (store ((as const (Array Int Int)) 0) (div 1 0) 7) 2) 0)");
    check("(seq.len (seq.unit (div 1 0)))", "1");
    // Different sorts that look alike.
    check_unknown(
        "(= (fp.to_real (seq.nth (as seq.empty (Seq Float16)) 0)) (fp.to_real (seq.nth (as seq.empty (Seq Float32)) 0)))",
    );
}

#[test]
fn the_model_fixes_what_is_open() {
    let script = script("(assert (= (div 5 0) 7)) (assert (= (div 6 0) 1)) (assert (= (head nil) 3))");
    let mut model = Model::default();
    let div = PartialFunction::Op {
        op: table().named("div"),
        indices: Default::default(),
        arguments: [Sort::INT, Sort::INT].as_slice().into(),
    };
    let entries = vec![(vec![Value::int(5), Value::int(0)], Value::int(7))];
    let function = Value::table(2, Size::Large, Value::int(1), entries).expect("plain arguments");
    assert_eq!(model.set_partial(&script.terms, div, Sort::INT, function), Ok(()));
    let head = script.terms.decls().find(|(_, decl)| script.terms.symbols.name(decl.name) == "head");
    let (selector, _) = head.expect("a selector");
    let nil = script.assertions().last().map(|term| script.terms.children(term)[0]).expect("an assertion");
    let argument = script.terms.sort(script.terms.children(nil)[0]);
    let constant = Value::table(1, Size::Large, Value::int(3), Vec::new()).expect("plain arguments");
    let partial = PartialFunction::Selector { selector, argument };
    assert_eq!(model.set_partial(&script.terms, partial, Sort::INT, constant), Ok(()));
    let mut evaluator = Evaluator::new(&script.terms, &model, Limits::default());
    for assertion in script.assertions() {
        assert_eq!(evaluator.eval(assertion), Ok(Value::Bool(true)));
    }
}
