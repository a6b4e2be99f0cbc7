//! Small seeds of every theory.

use gainsay::eval::{Bounds, Decision, decide};
use gainsay::evidence::Evidence;
use gainsay::script::Script;
use gainsay::strategy::Seed;
use std::sync::Arc;

pub const TEXTS: &[(&str, &str)] = &[
    (
        "core",
        "(set-logic QF_UF)(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)
         (assert (or p (and q (not r)) (xor p r)))(assert (! (=> p (ite q r p)) :named a))(assert (or a (= p q r)))",
    ),
    (
        "linear integers",
        "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)
         (assert (<= (+ x (* 2 y)) (- z 5)))(assert (< 0 x y z))(assert (= (mod x 3) 1))
         (assert (or (distinct x y z) (> (div z 4) (- 2)) (= (abs x) y)))",
    ),
    (
        "nonlinear integers",
        "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)
         (assert (= (* x y) 36))(assert (< x y))(assert (not (= (div x y) (mod y x))))",
    ),
    (
        "difference",
        "(set-logic QF_IDL)(declare-const x Int)(declare-const y Int)(assert (<= (- x y) 3))(assert (or (< x y) (= x 3)))",
    ),
    (
        "linear reals",
        "(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)(declare-fun b () Bool)
         (assert (>= (+ x (* 2.5 y)) (/ 1.0 3.0)))(assert (ite b (< x y) (> (- x) 7.25)))
         (assert (let ((s (+ x y))) (= s (ite b (* 3.0 x) s))))",
    ),
    (
        "nonlinear reals",
        "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)
         (assert (= (* x x) (+ 2.0 (* y y y))))(assert (< (/ x y) 1.0))",
    ),
    (
        "mixed",
        "(set-logic QF_LIRA)(declare-const x Int)(declare-const y Real)
         (assert (< (to_real x) y))(assert (or (is_int y) (= (to_int y) (+ x 1))))",
    ),
    (
        "strings",
        "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)(declare-const i Int)
         (assert (= (str.++ s \"ab\" t) (str.replace t \"b\" s)))(assert (<= (str.len s) (+ i 3)))
         (assert (or (str.prefixof s t) (str.contains t \"a\") (= (str.at s i) (str.substr t 0 1))))
         (assert (= (str.to_int s) (str.indexof t \"0\" i)))(assert (str.< s (str.from_int i)))",
    ),
    (
        "regular expressions",
        "(set-logic QF_S)(declare-const s String)(declare-const t String)
         (assert (str.in_re s (re.++ (re.* (str.to_re \"ab\")) (re.opt (re.range \"0\" \"9\")))))
         (assert (not (str.in_re t (re.union (re.+ (re.range \"a\" \"f\")) (re.inter re.all (re.comp re.allchar))))))
         (assert (str.in_re (str.++ s t) ((_ re.loop 1 3) (re.diff re.allchar (str.to_re \"x\")))))",
    ),
    (
        "bit-vectors",
        "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))(declare-const c (_ BitVec 16))
         (assert (bvult (bvadd a b #x01) (bvmul a #x03)))(assert (= (concat a b) (bvnot c)))
         (assert (or (bvsle ((_ extract 7 0) c) a) (= ((_ zero_extend 8) a) (bvshl c #x0002))))
         (assert (distinct ((_ rotate_left 3) a) (bvurem b a) (ite (bvsgt a b) (bvxor a b) (bvneg b))))",
    ),
    (
        "narrow bit-vectors",
        "(set-logic QF_BV)(declare-const a (_ BitVec 3))(declare-const b (_ BitVec 3))
         (assert (bvult a b))(assert (= (bvadd a b) #b111))(assert (bvsle (bvudiv b a) #b001))",
    ),
    (
        "floats",
        "(set-logic QF_FP)(declare-const x Float32)(declare-const y Float32)(declare-const r RoundingMode)
         (assert (fp.lt (fp.add r x y) (fp.mul RNE x (fp #b0 #x7f #b00000000000000000000001))))
         (assert (not (fp.isNaN (fp.sqrt RTZ y))))(assert (or (fp.eq x (fp.neg y)) (fp.isInfinite (fp.rem x y))))
         (assert (= (fp.fma r x y (_ +zero 8 24)) (fp.min x (fp.abs y))))",
    ),
    (
        "floats and bit-vectors",
        "(set-logic QF_BVFP)(declare-const x Float32)(declare-const b (_ BitVec 32))
         (assert (= x ((_ to_fp 8 24) b)))(assert (bvult ((_ fp.to_ubv 32) RTZ x) (bvadd b #x00000001)))
         (assert (fp.leq x ((_ to_fp_unsigned 8 24) RNE b)))",
    ),
    (
        "arrays",
        "(set-logic QF_ALIA)(declare-const a (Array Int Int))(declare-const b (Array Int Int))(declare-const i Int)
         (assert (= (select a i) (+ (select b 2) 1)))(assert (= b (store a i (select a (+ i 1)))))
         (assert (distinct a (ite (< i 3) b (store b 0 i))))",
    ),
    (
        "arrays of bit-vectors",
        "(set-logic QF_ABV)(declare-const a (Array (_ BitVec 4) (_ BitVec 8)))(declare-const i (_ BitVec 4))
         (assert (bvugt (select a i) #x7f))(assert (= (select (store a i #x00) #x3) (bvnot (select a #x3))))",
    ),
    (
        "functions",
        "(set-logic QF_UFLIA)(declare-sort U 0)(declare-const u U)(declare-const v U)(declare-fun f (U) U)
         (declare-fun g (U) U)(declare-fun p (U U) Bool)(declare-fun h (Int) Int)(declare-const x Int)
         (assert (= (f (f u)) (g v)))(assert (p u (f v)))(assert (not (= (h x) (h (+ x 1)))))(assert (distinct u v))
         (define-fun twice ((n Int)) Int (* 2 n))(assert (> (twice x) (h (h 3))))",
    ),
    (
        "datatypes",
        "(set-logic QF_UFDTLIA)(declare-datatypes ((Tree 0)) (((leaf) (node (left Tree) (key Int) (right Tree)))))
         (declare-datatypes ((Pair 2)) ((par (A B) ((pair (first A) (second B))))))
         (declare-const t Tree)(declare-const s Tree)(declare-const q (Pair Int Bool))
         (assert ((_ is node) t))(assert (= (left t) (right s)))(assert (> (key t) (first q)))
         (assert (=> (second q) (= s (node leaf 3 t))))
         (assert (= 1 (match t ((leaf 0) ((node l k r) (+ k 1))))))",
    ),
    (
        "quantified integers",
        "(set-logic LIA)(declare-const c Int)
         (assert (forall ((x Int) (y Int)) (=> (< x y) (exists ((z Int)) (and (<= x z) (< z (+ y c)))))))
         (assert (exists ((x Int)) (= (* 3 x) (- c 1))))",
    ),
    (
        "quantified functions",
        "(set-logic UF)(declare-sort U 0)(declare-fun f (U) U)(declare-fun r (U U) Bool)(declare-const a U)
         (assert (forall ((x U)) (! (r x (f x)) :pattern ((f x)))))
         (assert (forall ((x U) (y U) (z U)) (=> (and (r x y) (r y z)) (r x z))))(assert (not (r a (f (f a)))))",
    ),
    (
        "quantified bit-vectors",
        "(set-logic BV)(declare-const a (_ BitVec 4))
         (assert (forall ((x (_ BitVec 4))) (or (bvule x a) (exists ((y (_ BitVec 4))) (= (bvmul x y) a)))))",
    ),
    (
        "late declarations",
        "(set-logic QF_LIA)(declare-const x Int)(assert (< x 3))(declare-const y Int)(assert (<= (+ x y) 7))",
    ),
];

/// The seeds; those that are small enough come with what trying everything shows.
pub fn seeds() -> Vec<Arc<Seed>> {
    TEXTS.iter().map(|(name, text)| Arc::new(seed(name, text))).collect()
}

pub fn seed(name: &str, text: &str) -> Seed {
    let script = Script::parse(text).unwrap_or_else(|problem| panic!("{name}: {problem:?}"));
    let evidence = match decide(&script.question(), Bounds { assignments: 1 << 16, ..Bounds::default() }) {
        Decision::Sat { witness, .. } => Evidence::Witness(witness),
        Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
        _ => Evidence::None,
    };
    Seed::new(name, script, evidence)
}
