//! Fusion and concatenation on small seeds of all theories.

use crate::support::{cpu_seconds, real};
use gainsay::answer::{Outcome, Status};
use gainsay::eval::{Witness, read_model};
use gainsay::evidence::{Derivation, Evidence, Test};
use gainsay::rng::Rng;
use gainsay::script::{Printer, Script};
use gainsay::solver::{Ask, Session, SessionConfig};
use gainsay::strategy::{Concat, Fusion, Inputs, Seed, Skip, Steps, Strategy};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Satisfiable scripts, each with a model.
const SAT: &[(&str, &str)] = &[
    (
        "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(declare-const p Bool)
         (assert (> (+ x y) 2))(assert (or p (< x (* 2 y))))(assert (let ((s (+ x x))) (< s (+ s y))))",
        "((define-fun x () Int (- 1))(define-fun y () Int 7)(define-fun p () Bool false))",
    ),
    (
        "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)(assert (= (* x y) 1.5))(assert (< x 0.0))",
        "((define-fun x () Real (- 3.0))(define-fun y () Real (- 0.5)))",
    ),
    (
        "(set-logic QF_LIRA)(declare-const n Int)(declare-const r Real)
         (assert (= (to_int r) n))(assert (> r (to_real n)))(assert (not (is_int r)))",
        "((define-fun n () Int 2)(define-fun r () Real 2.25))",
    ),
    (
        "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)(declare-const n Int)
         (assert (= (str.++ s t) \"abcab\"))(assert (= n (str.len s)))(assert (str.in_re t (re.+ (re.range \"a\" \"c\"))))",
        "((define-fun s () String \"ab\")(define-fun t () String \"cab\")(define-fun n () Int 2))",
    ),
    (
        "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))(declare-const c (_ BitVec 3))
         (assert (bvult a b))(assert (= ((_ extract 2 0) (bvmul a b)) c))(assert (distinct c #b000))",
        "((define-fun a () (_ BitVec 8) #x03)(define-fun b () (_ BitVec 8) #x05)(define-fun c () (_ BitVec 3) #b111))",
    ),
    (
        "(set-logic QF_ABV)(declare-const m (Array (_ BitVec 4) (_ BitVec 8)))(declare-const i (_ BitVec 4))
         (declare-const k (Array (_ BitVec 4) (_ BitVec 8)))
         (assert (= (select m i) #x2a))(assert (= k (store m #x0 #x01)))(assert (distinct i #x0))",
        "((define-fun m () (Array (_ BitVec 4) (_ BitVec 8)) (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00) #x3 #x2a))
          (define-fun k () (Array (_ BitVec 4) (_ BitVec 8))
            (store (store ((as const (Array (_ BitVec 4) (_ BitVec 8))) #x00) #x3 #x2a) #x0 #x01))
          (define-fun i () (_ BitVec 4) #x3))",
    ),
    (
        "(set-logic QF_BVFP)(declare-const f (_ FloatingPoint 3 5))(declare-const g (_ FloatingPoint 3 5))
         (declare-const v (_ BitVec 8))(declare-const r RoundingMode)(declare-const b (_ BitVec 1))
         (assert (fp.lt f g))(assert (fp.isNaN ((_ to_fp 3 5) v)))(assert (fp.eq (fp.add r f g) g))(assert (= b #b1))",
        "((define-fun f () (_ FloatingPoint 3 5) (_ -zero 3 5))(define-fun g () (_ FloatingPoint 3 5) (fp #b0 #b011 #b0000))
          (define-fun v () (_ BitVec 8) #x7f)(define-fun r () RoundingMode RTZ)(define-fun b () (_ BitVec 1) #b1))",
    ),
    (
        "(set-logic QF_UF)(declare-sort U 0)(declare-fun f (U U) U)(declare-const a U)(declare-const b U)(declare-const p Bool)
         (assert (distinct a b))(assert (= (f a b) b))(assert (=> p (= (f b a) a)))",
        "((declare-fun u0 () U)(declare-fun u1 () U)(forall ((x U)) (or (= x u0) (= x u1)))
          (define-fun a () U u0)(define-fun b () U u1)(define-fun p () Bool true)
          (define-fun f ((x U) (y U)) U (ite (and (= x u1) (= y u0)) u0 u1)))",
    ),
    (
        "(set-logic QF_UFLIA)(declare-fun f (Int) Int)(declare-const x Int)(declare-const y Int)
         (define-fun g ((k Int)) Int (+ k (f x)))(assert (! (= (g y) 3) :named first))(assert (=> first (= (f y) x)))",
        "((define-fun x () Int 1)(define-fun y () Int 2)(define-fun f ((k Int)) Int 1))",
    ),
    (
        "(set-logic QF_DT)(declare-datatype List ((nil) (cons (head Bool) (tail List))))
         (declare-const l List)(declare-const m List)(declare-const p Bool)
         (assert ((_ is cons) l))(assert (= (tail l) m))(assert (distinct m nil))(assert (= p (head l)))",
        "((define-fun l () List (cons true (cons false nil)))(define-fun m () List (cons false nil))(define-fun p () Bool true))",
    ),
    (
        "(set-logic BV)(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))
         (assert (forall ((z (_ BitVec 3))) (! (bvule x (bvor x z)) :pattern ((bvor x z)))))
         (assert (exists ((y (_ BitVec 3))) (= (bvadd y y) x)))(assert (bvult x y))",
        "((define-fun x () (_ BitVec 3) #b010)(define-fun y () (_ BitVec 3) #b110))",
    ),
    (
        "(set-logic QF_AX)(declare-sort I 0)(declare-sort E 0)(declare-const a (Array I E))(declare-const b (Array I E))
         (declare-const i I)(declare-const e E)(assert (= b (store a i e)))(assert (distinct a b))",
        "((declare-fun i0 () I)(declare-fun i1 () I)(declare-fun e0 () E)(declare-fun e1 () E)
          (forall ((x I)) (or (= x i0) (= x i1)))(forall ((x E)) (or (= x e0) (= x e1)))
          (define-fun i () I i1)(define-fun e () E e1)(define-fun a () (Array I E) ((as const (Array I E)) e0))
          (define-fun b () (Array I E) (store ((as const (Array I E)) e0) i1 e1)))",
    ),
    (
        "(declare-const s (Seq Int))(declare-const t (Seq Int))(declare-const k Int)
         (assert (= (seq.len (seq.++ s t)) 3))(assert (= (seq.nth s 0) k))",
        "((define-fun s () (Seq Int) (seq.unit 5))(define-fun t () (Seq Int) (seq.++ (seq.unit 0) (seq.unit 1)))
          (define-fun k () Int 5))",
    ),
    (
        "(set-logic QF_NIA)(declare-const x Int)(declare-const y Int)(assert (= (div x 0) 5))(assert (= (mod x y) 1))",
        "((define-fun x () Int 7)(define-fun y () Int 3)(define-fun div0 ((k Int) (l Int)) Int 5))",
    ),
];

/// Unsatisfiable scripts.
const UNSAT: &[&str] = &[
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (< x y))(assert (> x (- y 1)))",
    "(set-logic QF_NRA)(declare-const x Real)(declare-const y Real)(assert (< (+ (* x x) (* y y)) 0.0))",
    "(set-logic QF_S)(declare-const s String)(declare-const t String)(assert (str.prefixof s t))
     (assert (> (str.len s) (str.len t)))",
    "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 4))
     (assert (distinct ((_ extract 3 0) (concat a b)) b))",
    "(set-logic QF_FP)(declare-const f (_ FloatingPoint 5 11))(declare-const g (_ FloatingPoint 5 11))
     (assert (fp.lt f g))(assert (fp.isNaN g))",
    "(set-logic QF_UF)(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(declare-const b U)
     (assert (= a b))(assert (distinct (f a) (f b)))",
    "(set-logic QF_DT)(declare-datatype P ((pair (one Bool) (two Bool))))(declare-const p P)(declare-const q P)
     (assert (= (one p) (one q)))(assert (= (two p) (two q)))(assert (distinct p q))",
    "(set-logic QF_ALIA)(declare-const a (Array Int Int))(declare-const i Int)(declare-const j Int)
     (assert (! (= i j) :named same))(assert (distinct (select (store a i 1) j) 1))",
    "(set-logic LIA)(declare-const x Int)(declare-const y Int)(define-fun twice ((n Int)) Int (* 2 n))
     (assert (forall ((x Int)) (> (+ x y) 0)))(assert (= x (twice y)))",
    "(set-logic QF_UF)(declare-const p Bool)(declare-const q Bool)(assert (xor p q))(assert (= p q))",
];

/// A satisfiable seed with its model.
fn sat(text: &str, model: &str) -> Seed {
    let mut script = Script::parse(text).unwrap();
    let mut read = read_model(&mut script, model).unwrap();
    assert!(read.misunderstood.is_empty(), "{:?}", read.misunderstood);
    read.model.complete_with_defaults = false;
    let witness =
        Witness::check(&script.question(), read.model).unwrap_or_else(|error| panic!("{text}: {error}"));
    Seed::new("sat", script, Evidence::Witness(witness))
}

pub fn seeds() -> Vec<Arc<Seed>> {
    let sat = SAT.iter().enumerate().map(|(number, (text, model))| {
        let origin = format!("sat{number}");
        Arc::new(Seed { origin, ..sat(text, model) })
    });
    let unsat = UNSAT.iter().enumerate().map(|(number, text)| {
        let known = Derivation::new(Status::Unsat, Vec::new(), Vec::new());
        Arc::new(Seed::new(format!("unsat{number}"), Script::parse(text).unwrap(), Evidence::Derived(known)))
    });
    sat.chain(unsat).collect()
}

fn inputs(seeds: &[Arc<Seed>], rng: &mut Rng) -> Inputs {
    Inputs::new(rng.pick(seeds).clone(), vec![rng.pick(seeds).clone()])
}

fn text(test: &Test) -> String {
    Printer::default().script(test.script())
}

/// Makes a test again, without some of its steps.
fn again(strategy: &dyn Strategy, seeds: &Inputs, unit: u64, without: &[usize]) -> Result<Test, Skip> {
    let mut steps = Steps::without(without.iter().copied());
    strategy.make(seeds, &mut Rng::of_unit(7, unit), &mut steps)
}

#[test]
fn thousands_of_tests_are_well_formed_and_never_contradict_themselves() {
    let seeds = seeds();
    let mut made: BTreeMap<&str, usize> = BTreeMap::new();
    let mut rules: BTreeMap<String, usize> = BTreeMap::new();
    for unit in 0..6000 {
        let mut rng = Rng::of_unit(3, unit);
        let chosen = inputs(&seeds, &mut rng);
        let strategy: &dyn Strategy = if unit % 8 == 0 { &Concat } else { &Fusion };
        match again(strategy, &chosen, unit, &[]) {
            Ok(test) => {
                *made.entry("made").or_default() += 1;
                assert_eq!(test.evidence().answer(), chosen.main.evidence.answer());
                let printed = text(&test);
                let read = Script::parse(&printed)
                    .unwrap_or_else(|problem| panic!("{}:\n{printed}", problem.message));
                assert!(read.is_fully_sorted(), "{printed}");
                assert_eq!(Printer::default().script(&read), printed);
                for step in &test.lineage().steps {
                    step.rule.split('+').for_each(|rule| *rules.entry(rule.to_owned()).or_default() += 1);
                }
            }
            Err(Skip::Contradiction(script)) => panic!("unit {unit}: the witness does not satisfy\n{script}"),
            Err(Skip::WitnessUnknown) => *made.entry("unknown").or_default() += 1,
            Err(Skip::NothingApplies) => *made.entry("nothing").or_default() += 1,
            Err(skip @ (Skip::OutOfScope | Skip::UnknownSeed(_))) => panic!("{skip}"),
            Err(Skip::TooLarge) => *made.entry("large").or_default() += 1,
        }
    }
    assert!(made["made"] > 5500, "{made:?}");
    let unused: Vec<&str> = gainsay::rules::RuleBook::shipped()
        .fusions()
        .map(|rule| rule.name.as_str())
        .filter(|name| !rules.contains_key(*name))
        .collect();
    assert!(unused.is_empty(), "never used: {unused:?}");
}

#[test]
fn the_same_numbers_make_the_same_bytes_and_steps_can_be_left_out() {
    let seeds = seeds();
    let mut changed = 0;
    for unit in 0..400 {
        let chosen = inputs(&seeds, &mut Rng::of_unit(11, unit));
        let Ok(test) = again(&Fusion, &chosen, unit, &[]) else { continue };
        assert_eq!(text(&again(&Fusion, &chosen, unit, &[]).unwrap()), text(&test));
        let steps = &test.lineage().steps;
        for left_out in 0..steps.len() {
            let smaller = again(&Fusion, &chosen, unit, &[left_out]);
            let smaller = smaller.unwrap_or_else(|skip| panic!("unit {unit} without {left_out}: {skip}"));
            let mut expected = steps.clone();
            expected.remove(left_out);
            assert_eq!(smaller.lineage().steps, expected);
            assert_eq!(smaller.evidence().answer(), test.evidence().answer());
            changed += usize::from(text(&smaller) != text(&test));
        }
        let all: Vec<usize> = (0..steps.len()).collect();
        let plain = again(&Fusion, &chosen, unit, &all).unwrap();
        assert!(!text(&plain).contains("z!"), "{}", text(&plain));
    }
    assert!(changed > 400, "only {changed} changed");
}

/// Where the logic has products, unknowns are multiplied as often as they are added; elsewhere rarely.
#[test]
fn products_are_drawn_where_the_logic_has_them() {
    let share = |logic: &str| {
        let text =
            format!("(set-logic {logic})(declare-const x Real)(declare-const y Real)(assert (< x y 3.0))");
        let model = "((define-fun x () Real 1.0)(define-fun y () Real 2.0))";
        let seed = Arc::new(sat(&text, model));
        let chosen = Inputs::new(seed.clone(), vec![seed]);
        let mut rules: BTreeMap<String, usize> = BTreeMap::new();
        for unit in 0..600 {
            let Ok(test) = again(&Fusion, &chosen, unit, &[]) else { continue };
            for step in &test.lineage().steps {
                let first = step.rule.split('+').next().unwrap_or_default();
                *rules.entry(first.to_owned()).or_default() += 1;
            }
        }
        let [product, sum] = ["real-product", "sum"].map(|name| rules.get(name).copied().unwrap_or(0));
        product as f64 / sum as f64
    };
    assert!(share("QF_NRA") > 0.5, "{}", share("QF_NRA"));
    assert!(share("QF_LRA") < 0.3, "{}", share("QF_LRA"));
}

/// Each place that is replaced is a step, which can be left out alone.
#[test]
fn a_step_is_one_place() {
    let text = "(declare-const x Int)(assert (< x (+ x 1) (+ x 2) (+ x 3)))";
    let seed = Arc::new(sat(text, "((define-fun x () Int 1))"));
    let chosen = Inputs::new(seed.clone(), vec![seed]);
    let mut several = 0;
    for unit in 0..100 {
        let Ok(test) = again(&Fusion, &chosen, unit, &[]) else { continue };
        let places: Vec<&str> = test
            .lineage()
            .steps
            .iter()
            .map(|step| step.at.as_str())
            .filter(|at| at.contains("place "))
            .collect();
        let mut different = places.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), places.len(), "{places:?}");
        several += usize::from(places.len() > 2);
    }
    assert!(several > 30, "{several}");
}

#[test]
fn logics_cover_what_the_tests_use() {
    let seeds = seeds();
    for unit in 0..300 {
        let chosen = inputs(&seeds, &mut Rng::of_unit(5, unit));
        let Ok(test) = again(&Fusion, &chosen, unit, &[]) else { continue };
        let both = [&chosen.main, &chosen.others[0]].iter().all(|seed| seed.script.logic().is_some());
        assert_eq!(test.script().logic().is_some(), both);
        let mut fitted = test.script().clone();
        fitted.fit_logic();
        assert_eq!(fitted.logic(), test.script().logic());
    }
}

#[test]
fn solvers_agree_with_the_expected_answers() {
    let seeds = seeds();
    let limits = cpu_seconds(0.5);
    for name in ["z3", "cvc5"] {
        let mut session = Session::new(real(name), SessionConfig::default());
        let mut agreed = 0;
        for unit in 0..250 {
            let chosen = inputs(&seeds, &mut Rng::of_unit(13, unit));
            let Ok(test) = again(&Fusion, &chosen, unit, &[]) else { continue };
            let script = format!("{}(check-sat)\n", text(&test));
            let outcome = session.ask(&script, &limits).unwrap().outcome;
            match (&outcome, test.evidence().answer()) {
                (Outcome::Sat, Status::Unsat) | (Outcome::Unsat, Status::Sat) => {
                    panic!("{name} says {} to\n{script}", outcome.word())
                }
                (Outcome::Sat | Outcome::Unsat, _) => agreed += 1,
                _ => {}
            }
        }
        assert!(agreed > 125, "{name} answered only {agreed}");
    }
}
