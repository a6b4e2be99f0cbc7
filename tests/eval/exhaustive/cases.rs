//! Scripts whose answer is known.

use crate::eval::exhaustive::verdict;
use gainsay::script::Script;

fn check(text: &str, expected: &str) {
    assert_eq!(verdict(&Script::parse(text).unwrap()), expected, "{text}");
}

#[test]
fn vectors_and_booleans() {
    check("(declare-const x (_ BitVec 3))(assert (= (bvmul x x) #b001))(assert (bvugt x #b100))", "sat");
    check("(declare-const x (_ BitVec 3))(assert (= (bvmul x x) #b010))(check-sat)", "unsat");
    check("(declare-const p Bool)(assert (and p (not p)))", "unsat");
    check("(assert true)", "sat");
    check("(assert false)", "unsat");
    check("", "sat");
}

#[test]
fn wide_vectors_between_narrow_ones() {
    let text = "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))\
        (define-fun wide ((z (_ BitVec 8))) (_ BitVec 80) ((_ zero_extend 72) z))";
    check(
        &format!(
            "{text}(assert (= (bvmul (wide x) (wide y)) (_ bv187 80)))(assert (bvult #x01 x))(assert (bvult x y))"
        ),
        "sat",
    );
    check(&format!("{text}(assert (= (bvadd (wide x) (wide y)) (_ bv511 80)))"), "unsat");
    check("(declare-const x (_ BitVec 4))(assert (= (* 2 (ubv_to_int x)) 7))", "unsat");
    check("(declare-const x (_ BitVec 4))(assert (= (* 2 (ubv_to_int x)) 8))", "sat");
}

#[test]
fn equations_leave_nothing_to_try_in_domains_of_any_size() {
    let text = "(declare-const i Int)(declare-const s String)(declare-const p Bool)(declare-const f (_ FloatingPoint 11 53))\
        (declare-const a (Array (_ BitVec 64) (_ BitVec 64)))(declare-fun g (Int) Int)";
    // Each rests on the one behind it.
    let chain = "(assert (= i (str.len s)))(assert (= s (ite p \"ab\" \"c\")))(assert (! p :named yes))";
    check(&format!("{text}{chain}(assert (< i 2))"), "unsat");
    check(&format!("{text}{chain}(assert (or (< i 2) (> (g i) i)))"), "too large");
    check(&format!("{text}(assert (and (not p) (= \"x\" s) (or p (str.contains s \"y\"))))"), "unsat");
    check(&format!("{text}(assert (= i 3))(assert (= 4 i))"), "unsat");
    check(
        &format!(
            "{text}(assert (= a ((as const (Array (_ BitVec 64) (_ BitVec 64))) (_ bv1 64))))(assert (= (select a (_ bv7 64)) (_ bv2 64)))"
        ),
        "unsat",
    );
    check(&format!("{text}(assert (= f (_ NaN 11 53)))(assert (fp.eq f f))"), "unsat");
    check(
        "(declare-const i Int)(declare-const s String)(assert (= s \"ab\"))(assert (= (str.len s) i))",
        "sat",
    );
    check(
        "(declare-const i Int)(declare-const s String)(assert (= s \"ab\"))(assert (> (str.len s) 1))",
        "too large",
    );
    // A function that is written with itself need not exist.
    for circle in [
        "(declare-const b (Array Int Int))(assert (= b (lambda ((x Int)) (+ 1 (select b x)))))",
        "(declare-const b (Array Int Int))(assert (= b (ite true (lambda ((x Int)) (+ 1 (select b x))) b)))",
        "(declare-const b (Array Int Int))(declare-const c (Array Int Int))(assert (= b (lambda ((x Int)) (+ 1 (select c x)))))
         (assert (= c (lambda ((x Int)) (select b x))))",
        "(declare-datatype P ((mk (arr (Array Int Int)))))(declare-const p P)
         (assert (= p (mk (lambda ((x Int)) (+ 1 (select (arr p) x))))))",
    ] {
        assert!(matches!(verdict(&Script::parse(circle).unwrap()), "too large" | "unknown"), "{circle}");
    }
    // What a recursive definition computes is so in every model, if there is one.
    let even = "(define-fun-rec even ((n Int)) Bool (ite (< n 0) false (ite (= n 0) true (even (- n 2)))))(declare-const k Int)";
    check(&format!("{even}(assert (even 5))"), "unsat");
    assert_ne!(verdict(&Script::parse(&format!("{even}(assert (even 4))")).unwrap()), "sat");
    assert_ne!(verdict(&Script::parse(&format!("{even}(assert (even k))")).unwrap()), "unsat");
    // Nothing is forced by what the standard leaves open, by itself, by a part of a disjunction, or by a function.
    check(&format!("{text}(assert (= i (div 1 0)))(assert (= i 5))"), "too large");
    check(&format!("{text}(assert (= i (+ i 0)))(assert (< i i))"), "too large");
    check(&format!("{text}(assert (or (= i 1) p))(assert (= i 2))(assert (= s \"\"))"), "too large");
    check(&format!("{text}(assert (= (g 1) 2))(assert (= (g 1) 3))"), "too large");
}

#[test]
fn floats_and_rounding_modes() {
    let text = "(declare-const x (_ FloatingPoint 3 3))(declare-const m RoundingMode)";
    check(&format!("{text}(assert (fp.isNaN x))(assert (fp.eq x x))"), "unsat");
    check(&format!("{text}(assert (distinct (fp.add m x x) (fp.add RNE x x)))"), "sat");
    check(
        &format!("{text}(assert (not (fp.eq (fp.add m x x) (fp.add RNE x x))))(assert (fp.lt x x))"),
        "unsat",
    );
}

#[test]
fn quantifiers() {
    let text = "(declare-const x (_ BitVec 3))";
    check(&format!("{text}(assert (forall ((y (_ BitVec 3))) (bvule x y)))"), "sat");
    check(&format!("{text}(assert (forall ((y (_ BitVec 3))) (bvult x y)))"), "unsat");
    let next = "(forall ((y (_ BitVec 3))) (exists ((z (_ BitVec 3))) (= (bvadd y z) x)))";
    check(&format!("{text}(assert {next})"), "sat");
    check(&format!("{text}(assert (not {next}))"), "unsat");
    check("(assert (forall ((x (_ BitVec 40))) (= x x)))", "too large");
    // A parameter and a variable of one name.
    let shadow = "(define-fun f ((y Bool)) Bool (and (not y) (exists ((y Bool)) (not (not y)))))";
    check(&format!("{shadow}(declare-const p Bool)(assert (f p))"), "sat");
    check(&format!("{shadow}(assert (f true))"), "unsat");
}

#[test]
fn functions_are_chosen_where_they_are_looked_at() {
    let text = "(declare-fun f ((_ BitVec 8)) (_ BitVec 8))(declare-const x (_ BitVec 2))\
        (define-fun wide ((z (_ BitVec 2))) (_ BitVec 8) ((_ zero_extend 6) z))";
    check(&format!("{text}(assert (= (f (f (wide x))) #x07))(assert (= (f (wide x)) #x03))"), "sat");
    check(&format!("{text}(assert (distinct (f (wide x)) (f (bvand #x03 (wide x)))))"), "unsat");
    let small = "(declare-fun g (Bool) Bool)(declare-const p Bool)";
    check(&format!("{small}(assert (distinct (g (g (g p))) (g p)))"), "unsat");
    check(&format!("{small}(assert (forall ((q Bool)) (distinct (g q) q)))"), "sat");
    check(&format!("{small}(assert (forall ((q Bool)) (and (g q) (not (g (not q))))))"), "unsat");
}

#[test]
fn arrays_are_chosen_where_they_are_looked_at() {
    let text = "(declare-const a (Array (_ BitVec 4) (_ BitVec 4)))(declare-const b (Array (_ BitVec 4) (_ BitVec 4)))\
        (declare-const i (_ BitVec 4))(declare-const j (_ BitVec 4))";
    check(
        &format!("{text}(assert (distinct (select (store a i #x1) j) (select a j)))(assert (= i j))"),
        "sat",
    );
    check(
        &format!("{text}(assert (distinct (select (store a i #x1) j) (select a j)))(assert (distinct i j))"),
        "unsat",
    );
    check(&format!("{text}(assert (= (store a i #x1) b))(assert (= (select b i) #x2))"), "unsat");
    check(&format!("{text}(assert (distinct a b))(assert (= (select a i) (select b j) #x5))"), "sat");
    check(
        &format!(
            "{text}(assert (= a ((as const (Array (_ BitVec 4) (_ BitVec 4))) #x3)))(assert (= (select a i) #x4))"
        ),
        "unsat",
    );
    let nested = "(declare-const c (Array Bool (Array Bool Bool)))(declare-const p Bool)";
    check(
        &format!(
            "{nested}(assert (select (select c p) p))(assert (distinct (select c true) (select c false)))"
        ),
        "sat",
    );
    check(
        &format!("{nested}(assert (distinct (store (select c p) p (select (select c p) p)) (select c p)))"),
        "unsat",
    );
}

#[test]
fn datatypes() {
    let text = "(declare-datatype T ((none) (some (it Bool))))(declare-const t T)(declare-const u T)";
    check(&format!("{text}(assert (distinct t u none))(assert (it t))"), "sat");
    check(&format!("{text}(assert ((_ is some) t))(assert (distinct t (some true) (some false)))"), "unsat");
    let value = "(match t ((none false) ((some x) (not x))))";
    check(&format!("{text}(assert {value})(assert (= t u))(assert (distinct u (some false)))"), "unsat");
    check(&format!("{text}(assert {value})"), "sat");
    check(
        "(declare-datatype L ((nil) (cons (tail L))))(declare-const l L)(assert (= l (cons l)))",
        "too large",
    );
}

#[test]
fn what_the_standard_leaves_open_is_never_unsat() {
    let text = "(declare-const x (_ FloatingPoint 2 3))(declare-const y (_ FloatingPoint 2 3))\
        (assert (= x (_ +zero 2 3)))(assert (= y (_ -zero 2 3)))";
    check(&format!("{text}(assert (= (fp.min x y) x))"), "unknown");
    check(&format!("{text}(assert (distinct (fp.min x y) x))"), "unknown");
    check(&format!("{text}(assert (distinct (fp.min x y) (fp.min x y)))"), "unsat");
    let vector = "(declare-const x (_ FloatingPoint 2 3))(assert (fp.isNaN x))";
    check(&format!("{vector}(assert (= ((_ fp.to_ubv 2) RNE x) #b11))"), "unknown");
    check(&format!("{vector}(assert (= ((_ fp.to_ubv 2) RNE x) #b11))(assert (fp.eq x x))"), "unsat");
    let data = "(declare-datatype T ((none) (some (it Bool))))(declare-const t T)(assert (= t none))";
    check(&format!("{data}(assert (it t))"), "unknown");
    check(&format!("{data}(assert (or (it t) true))"), "sat");
    check("(declare-const x Int)(assert (> x 0))(assert (< x 1))", "too large");
    check("(declare-const x Int)(declare-const p Bool)(assert (> x 0))(assert p)(assert (not p))", "unsat");
}

#[test]
fn declared_sorts_have_any_number_of_elements() {
    let text = "(declare-sort U 0)(declare-const a U)(declare-const b U)(declare-fun f (U) U)";
    check(&format!("{text}(assert (distinct a b))"), "sat");
    check(&format!("{text}(assert (distinct (f (f (f a))) (f a)))(assert (= (f (f a)) a))"), "unknown");
    check(&format!("{text}(assert (forall ((u U)) (= u a)))"), "sat");
    check(&format!("{text}(declare-const p Bool)(assert (and p (not p)))"), "unsat");
    check(&format!("{text}(assert (forall ((u U) (v U)) (= u v)))(assert (distinct a b))"), "unknown");
}

#[test]
fn the_last_question_of_a_script() {
    check("(declare-const p Bool)(assert p)(check-sat)(assert (not p))(check-sat)", "unsat");
    check("(declare-const p Bool)(push 1)(assert p)(assert (not p))(check-sat)(pop 1)", "unsat");
    check("(declare-const p Bool)(push 1)(assert p)(assert (not p))(check-sat)(pop 1)(check-sat)", "sat");
    check("(declare-const p Bool)(assert p)(check-sat-assuming ((not p)))", "unsat");
}

/// What is too large elsewhere does not matter.
#[test]
fn a_part_that_shares_no_symbol_with_the_rest() {
    let large = "(declare-const i Int)(declare-const j Int)(assert (> (* i j i) 7))";
    let small = "(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))";
    let wrong = "(assert (bvult x y))(assert (= y #b000))";
    check(&format!("{large}{small}{wrong}"), "unsat");
    check(&format!("{small}{large}(assert (or (bvult x y) (> i 3)))(assert (= y #b000))"), "too large");
    check(&format!("{large}{small}(assert (bvult x y))(assert (= y #b001))"), "too large");
}
