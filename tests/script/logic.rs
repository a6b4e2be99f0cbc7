//! Which logic a script needs.

use gainsay::script::*;

fn check(script: &str, logic: &str) {
    let script = Script::read(script);
    assert_eq!(script.needed_logic(), logic, "{}", Printer::default().script(&script));
}

#[test]
fn theories() {
    check("(declare-const p Bool)(assert p)", "QF_UF");
    check("(declare-sort U 0)(declare-fun f (U) U)", "QF_UF");
    check("(declare-sort I 0)(declare-const a (Array I I))", "QF_AX");
    check("(declare-const a (Array Int Int))(assert (= (select a 1) 2))", "QF_ALIA");
    check("(declare-const a (Array (_ BitVec 4) (_ BitVec 4)))", "QF_ABV");
    check("(declare-const a (Array (_ BitVec 4) Bool))", "ALL");
    check("(declare-const a (Array (_ BitVec 1) (Array (_ BitVec 1) (_ BitVec 1))))", "ALL");
    check("(declare-const a (Array Bool (Array Bool Bool)))", "QF_AX");
    check("(declare-const x (_ BitVec 4))(declare-fun f ((_ BitVec 4)) Bool)", "QF_UFBV");
    check("(assert (= #b01 #b10))", "QF_BV");
    check("(declare-const x (_ BitVec 4))(assert (> (bv2nat x) 3))", "QF_UFBVLIA");
    check("(declare-datatypes ((E 0)) (((a) (b))))(declare-const x E)(assert (= x a))", "QF_DT");
    check("(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))", "QF_UFDTLIA");
    check("(declare-const s String)(assert (= s (str.at s 0)))", "QF_S");
    check("(declare-const s String)(assert (= s (str.at s (- 1))))", "QF_SLIA");
    check("(declare-const s String)(assert (or (< 1 2) (= s \"\")))", "QF_SLIA");
    check("(declare-const s String)(assert (= (str.len s) 0))", "QF_SLIA");
    check("(declare-const s String)(assert (= (* (str.len s) (str.len s)) 4))", "QF_SNIA");
    check("(declare-const s String)(declare-const x (_ BitVec 4))", "ALL");
    check("(declare-const s (Seq Int))", "ALL");
    check("(assert (foo 1))", "ALL");
}

#[test]
fn floats() {
    check("(declare-const x Float32)(assert (fp.lt x (fp #b0 #x01 #b00000000000000000000001)))", "QF_FP");
    check("(declare-const x Float32)(assert (fp.lt x ((_ to_fp 8 24) RNE 0.5)))", "QF_FP");
    // To write a number with an operator is to use the operator's theory.
    check("(declare-const x Float32)(assert (fp.lt x ((_ to_fp 8 24) RNE (/ 1 3))))", "QF_FPLRA");
    check("(declare-const x Float32)(assert (fp.lt x ((_ to_fp 8 24) RNE (- 0.5))))", "QF_FPLRA");
    // What division by zero gives is no literal.
    check("(declare-const x Float32)(assert (fp.lt x ((_ to_fp 8 24) RNE (/ 1 0))))", "QF_UFFPDTNIRA");
    check(
        "(declare-const x Float32)(assert (fp.lt x ((_ to_fp 8 24) RNE (/ 1.5 2.0 0.0))))",
        "QF_UFFPDTNIRA",
    );
    check(
        "(declare-const b (_ BitVec 5))(assert (fp.lt ((_ to_fp 4 4) RTZ b) ((_ to_fp 4 4) RTP (/ 2.5 0.0))))",
        "ALL",
    );
    check("(declare-const x Float32)(declare-const r Real)(assert (= r (fp.to_real x)))", "QF_FPLRA");
    check("(declare-const x Float32)(assert (= #x01 ((_ fp.to_ubv 8) RNE x)))", "QF_BVFP");
    check("(declare-const x Float32)(assert (or (fp.isNaN x) (bvult #x01 #x02)))", "QF_BVFP");
}

#[test]
fn arithmetic() {
    let check = |term: &str, logic| {
        check(&format!("(declare-const x Int)(declare-const r Real)(assert {term})"), logic);
    };
    check("(= (* (- 2) x) r)", "QF_LIRA");
    // What solvers take for a number, and what not.
    let reals = |term: &str, logic| {
        let script = format!("(declare-const r Real)(assert {term})");
        assert_eq!(Script::read(&script).needed_logic(), logic, "{term}");
    };
    reals("(< (* r (/ (- 1.0) 3.0)) (- (/ 1.0 3.0)))", "QF_LRA");
    reals("(< r (/ (/ 1.0 3.0) 2.0))", "QF_LRA");
    reals("(< (* r (/ (/ 1.0 3.0) 2.0)) 1.0)", "QF_NRA");
    reals("(< (* r (/ (- (- 1.0)) 2.0)) 1.0)", "QF_NRA");
    let ints = |term: &str, logic| {
        let script = format!(
            "(define-fun two () Int 2)(define-fun none () Int 0)(declare-const x Int)(assert {term})"
        );
        assert_eq!(Script::read(&script).needed_logic(), logic, "{term}");
    };
    ints("(= (* (- 2) x) 1)", "QF_LIA");
    ints("(= (* two x) 1)", "QF_LIA");
    ints("(= (* 2 3 x) 1)", "QF_LIA");
    ints("(= (* (+ 1 1) x) 1)", "QF_NIA");
    ints("(= (div x (mod 1 2)) 1)", "QF_NIA");
    ints("(= (* x 2 x) 1)", "QF_NIA");
    ints("(= (div x 2) (mod x 3))", "QF_LIA");
    ints("(= (div 2 x) 1)", "QF_NIA");
    // What division by zero gives is a function of what is divided.
    ints("(= (div x 0) 1)", "QF_NIA");
    ints("(= (mod x (- 0)) 1)", "QF_NIA");
    ints("(= (div x 2 (- 3) none) 1)", "QF_NIA");
    ints("(= (mod x (- two)) 1)", "QF_LIA");
    ints("(forall ((y Int)) (< x y))", "LIA");
    ints("(forall ((y Int)) (< x (* y y)))", "NIA");
    let reals = |term: &str, logic| {
        let script = format!("(declare-const r Real)(assert {term})");
        assert_eq!(Script::read(&script).needed_logic(), logic, "{term}");
    };
    reals("(< (/ r 2) 1)", "QF_LRA");
    reals("(< (* (- (/ 1 3)) r) 1)", "QF_LRA");
    reals("(< (/ 2 r) 1)", "QF_NRA");
    reals("(< (/ r 0.0) 1)", "QF_NRA");
    reals("(< (/ r (/ 0.0 2.0)) 1)", "QF_NRA");
    reals("(is_int r)", "QF_LIRA");
    reals("(= (to_int r) 1)", "QF_LIRA");
    reals("(< (sin r) 1)", "ALL");
}

#[test]
fn combinations() {
    check(
        "(declare-datatypes ((E 0)) (((a (v Int)))))(declare-fun f (E) (Array Int Int))\
         (assert (forall ((e E)) (= (select (f e) (v e)) 0)))",
        "AUFDTLIA",
    );
    check(
        "(declare-datatypes ((E 0)) (((a (v Int)))))(declare-fun f (E) Real)\
         (assert (forall ((e E)) (= (* (f e) (f e)) 0.5)))",
        "UFDTNIRA",
    );
    check("(define-fun-rec f ((n Int)) Int (ite (< n 0) 0 (f (- n 1))))(assert (= (f 3) 0))", "UFLIA");
    check(
        "(declare-fun f ((_ BitVec 8)) Int)(declare-const a (Array Int (_ BitVec 8)))\
         (assert (= (f (select a 0)) 1))",
        "QF_AUFBVLIA",
    );
}

#[test]
fn usage_counts_shared_terms_once() {
    let script = Script::read(
        "(declare-const x Int)(assert (let ((y (+ x 1))) (and (< y 0) (< 0 y) (str.is_digit \"1\"))))",
    );
    let usage = script.usage();
    let operators: Vec<(&str, usize)> =
        usage.operators.iter().map(|(op, count)| (op.op().name, *count)).collect();
    assert_eq!(operators, [("and", 1), ("+", 1), ("<", 2), ("str.is_digit", 1)]);
    assert_eq!(usage.theories, [("Core", 1), ("Ints", 3), ("UnicodeStrings", 1)]);
    assert_eq!((usage.assertions, usage.quantifiers, usage.opaque), (1, 0, 0));
}

#[test]
fn every_listed_logic_is_understood() {
    for name in LOGICS {
        let features = Features::of_logic(name).unwrap_or_else(|| panic!("{name}"));
        // What it offers is had without anything else.
        let smallest = features.smallest_logic();
        let offered = Features::of_logic(smallest).unwrap();
        assert!(offered.contains(features), "{name}: {smallest}");
        let free = Features::FREE_SORTS | Features::OTHER_ARRAYS;
        assert!((features | free).contains(offered), "{name}: {smallest}");
    }
    assert_eq!(Features::of_logic("QF_BVX"), None);
}
