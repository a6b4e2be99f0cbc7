//! Models of real solvers for small scripts of every theory: read, and true.

use crate::eval::models::verdict_of;
use crate::support::{cpu_seconds, real};
use gainsay::answer::Outcome;
use gainsay::eval::read_model;
use gainsay::script::{Printer, Script};
use gainsay::solver::asking_for_model;

const ALL: [&str; 4] = ["z3@5.4.0", "z3@4.8.5", "cvc5@1.4.2", "cvc4"];

/// Scripts, and the solvers that take them.
const SCRIPTS: &[(&str, &[&str])] = &[
    (
        "(set-logic QF_UFLIA)(declare-fun f (Int Bool) Int)(declare-const x Int)(declare-const p Bool)
         (assert (= (f x p) 3))(assert (= (f 2 true) (- 4)))(assert (= (f (- x 1) (not p)) (f 5 p)))(assert (> x 2))",
        &["z3@5.4.0", "z3@4.8.5", "cvc5@1.4.2", "cvc4", "yices"],
    ),
    (
        "(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)
         (assert (= (+ (* 3 x) y) 1))(assert (< x y 0.75))(assert (> y 0.6))",
        &["z3@5.4.0", "z3@4.8.5", "cvc5@1.4.2", "cvc4", "yices"],
    ),
    (
        "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)
         (assert (= (* x x) 2.0))(assert (= (* y y y) (+ x 1.0)))(assert (> x 0.0))",
        &["z3@5.4.0", "cvc5@1.4.2"],
    ),
    (
        "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)
         (assert (= (div x 0) 5))(assert (= (mod y 0) 7))(assert (> x y 3))",
        &["z3@5.4.0"],
    ),
    (
        "(set-logic QF_AUFBV)(declare-const a (Array (_ BitVec 8) (_ BitVec 4)))(declare-const i (_ BitVec 8))
         (declare-fun h ((_ BitVec 2) Bool) (_ BitVec 3))(declare-const b (Array (_ BitVec 8) (_ BitVec 4)))
         (assert (= (select a i) #x3))(assert (= (select a (bvadd i #x01)) #x4))(assert (= (h #b01 true) #b011))
         (assert (= b (store a #x00 #xF)))(assert (distinct a b))(assert (distinct (h #b10 false) (h #b01 true)))",
        &["z3@5.4.0", "z3@4.8.5", "cvc5@1.4.2", "cvc4", "yices", "bitwuzla"],
    ),
    (
        "(set-logic QF_BVFP)(declare-const x Float64)(declare-const y Float32)(declare-const m RoundingMode)
         (declare-const n Float32)(declare-const z Float32)(declare-const b (_ BitVec 8))
         (assert (fp.isNaN n))(assert (fp.isInfinite z))(assert (= ((_ to_fp 8 24) m x) y))(assert (fp.isSubnormal y))
         (assert (= ((_ fp.to_sbv 8) RTZ (fp.mul RNE x x)) b))(assert (fp.gt x ((_ to_fp 11 53) RNE 0.0)))",
        &["z3@5.4.0", "cvc5@1.4.2", "bitwuzla"],
    ),
    (
        "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)(declare-const n Int)
         (assert (= (str.len s) 4))(assert (str.contains s \"a\\u{1F600}\"))(assert (= (str.to_int t) 42))
         (assert (= n (str.indexof s t 0)))(assert (str.in_re s (re.+ (re.union (str.to_re \"a\") re.allchar))))",
        &["z3@5.4.0", "cvc5@1.4.2"],
    ),
    (
        "(set-logic ALL)(declare-datatypes ((L 0)) (((nil) (cons (hd Int) (tl L)))))(declare-const l L)(declare-const k L)
         (assert ((_ is cons) l))(assert (> (hd l) 3))(assert (= (tl (tl l)) k))(assert (distinct k l nil))
         (assert ((_ is cons) (tl l)))",
        &ALL,
    ),
    (
        "(set-logic QF_UF)(declare-sort U 0)(declare-fun k (U) U)(declare-const u U)(declare-const v U)
         (assert (distinct u v (k u) (k v)))(assert (= (k (k u)) v))",
        &["z3@5.4.0", "z3@4.8.5", "cvc5@1.4.2", "cvc4", "yices"],
    ),
    (
        "(set-logic UF)(declare-sort U 0)(declare-fun p (U) Bool)(declare-const u U)
         (assert (forall ((x U)) (=> (p x) (= x u))))(assert (exists ((x U)) (not (p x))))(assert (p u))",
        &["z3@5.4.0", "z3@4.8.5"],
    ),
    (
        "(set-logic ALL)(declare-const s (Seq Int))(declare-const t (Seq Int))
         (assert (= (seq.len s) 2))(assert (= (seq.++ s (seq.unit 5)) (seq.++ (seq.unit 4) t)))(assert (= (seq.nth t 0) 9))",
        &["z3@5.4.0", "cvc5@1.4.2"],
    ),
    (
        "(set-logic QF_AX)(declare-sort I 0)(declare-sort E 0)(declare-const a (Array I E))(declare-const b (Array I E))
         (declare-const i I)(declare-const j I)(declare-const e E)
         (assert (= b (store a i e)))(assert (distinct (select a i) e))(assert (distinct (select b j) e))",
        &["z3@5.4.0", "z3@4.8.5", "cvc5@1.4.2", "cvc4", "yices"],
    ),
];

#[test]
fn models_of_real_solvers_are_read_and_true() {
    for (script, solvers) in SCRIPTS {
        let question = asking_for_model(&format!("{script}(check-sat)")).unwrap();
        for name in *solvers {
            let answer = real(name).ask_fresh(&question, &cpu_seconds(60.0)).unwrap();
            assert_eq!(answer.outcome, Outcome::Sat, "{name}: {script}\n{}{}", answer.stdout, answer.stderr);
            let model = answer.model.unwrap_or_else(|| panic!("{name} prints no model: {}", answer.stdout));
            let mut script = Script::parse(&question).unwrap();
            let read =
                read_model(&mut script, &model).unwrap_or_else(|error| panic!("{name}: {error}\n{model}"));
            assert!(read.misunderstood.is_empty(), "{name}: {:?}\n{model}", read.misunderstood);
            let wanted = "t".repeat(script.assertions().count());
            assert_eq!(verdict_of(&script, &read), wanted, "{name}: {question}\n{model}");
        }
    }
}

#[test]
fn cores_of_real_solvers_are_unsat_again() {
    let text = "(set-option :produce-unsat-cores true)(set-logic QF_LIA)(declare-const x Int)
        (assert (! (> x 0) :named |is positive|))(assert (! (< x 9) :named less))(assert (! (< x 0) :named negative))
        (check-sat)(get-unsat-core)";
    for name in ["z3@5.4.0", "cvc5@1.4.2", "yices"] {
        let solver = real(name);
        let answer = solver.ask_fresh(text, &cpu_seconds(60.0)).unwrap();
        let names = answer.core.unwrap_or_else(|| panic!("{name} prints no core: {}", answer.stdout));
        let core = Script::parse(text).unwrap().question().core(&names).unwrap();
        assert!(core.assertions().count() < 3, "{name}: {names:?}");
        let again = Printer::default().script(&core);
        let outcome = solver.ask_fresh(&again, &cpu_seconds(60.0)).unwrap().outcome;
        assert_eq!(outcome, Outcome::Unsat, "{name}: {again}");
    }
}
