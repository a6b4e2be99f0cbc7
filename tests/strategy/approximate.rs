//! The strategy `approximate`: the answer stays, whatever it does.

use crate::strategy::checks::{make, text};
use crate::strategy::seeds::{TEXTS, seed};
use crate::support::{cpu_seconds, real};
use gainsay::answer::{Outcome, Status};
use gainsay::eval::{Bounds, Decision, Witness, decide, read_model};
use gainsay::evidence::{Derivation, Evidence, Test};
use gainsay::script::{Command, Features, Script};
use gainsay::solver::{Ask, Session, SessionConfig};
use gainsay::strategy::{Seed, Skip};
use std::collections::BTreeMap;
use std::sync::Arc;

const NAME: &str = "approximate";

/// Seeds so small that all assignments to their mutants can be tried.
const FINITE: &[&str] = &[
    "(declare-const a (_ BitVec 2))(declare-const b (_ BitVec 2))(assert (bvult a b))(assert (or (= b #b01) (bvsle b a)))",
    "(declare-const a (_ BitVec 2))(declare-const b (_ BitVec 2))(declare-const c (_ BitVec 2))
     (assert (bvult a b))(assert (bvule b c))(assert (not (bvult a c)))",
    "(declare-const a (_ BitVec 2))(declare-const b (_ BitVec 2))
     (assert (= (bvand a b) #b01))(assert (not (= ((_ extract 0 0) a) #b1)))",
    "(declare-const a (_ BitVec 2))(declare-const b (_ BitVec 2))
     (assert (ite (bvsgt a b) (distinct a b #b00) (= a b)))(assert (xor (= a #b00) (bvuge a #b01)))",
    "(declare-const a (_ BitVec 2))(declare-const b (_ BitVec 2))(assert (distinct a b))(assert (= (bvxor a b) #b00))",
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)
     (assert (=> p q r))(assert (and p q (not r)))",
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)
     (assert (= p q))(assert (or (not p) (xor q r) (ite p q r)))",
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(assert (=> p (and p q (not r))))(assert (or p q r))",
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)
     (assert (or p q r))(assert (not p))(assert (not q))(assert (not r))",
    "(declare-const p Bool)(declare-const q Bool)(assert (! (or p q) :named n))(assert (not n))",
    "(declare-const p Bool)(declare-const q Bool)(assert (xor p q))(assert (= p q))(assert (or p (and q (not p))))",
    "(declare-const m RoundingMode)(declare-const n RoundingMode)(assert (distinct m n RNE))(assert (or (= m RTZ) (= n RTP)))",
    "(declare-const m RoundingMode)(declare-const n RoundingMode)(assert (distinct m n RNE RNA RTP RTN))(assert (= n RTZ))",
    "(declare-const a (_ BitVec 2))(assert (forall ((x (_ BitVec 2))) (=> (bvult x a) (exists ((y (_ BitVec 2))) (= (bvmul x y) #b01)))))
     (assert (bvugt a #b00))",
    "(declare-const a (_ BitVec 2))(assert (exists ((x (_ BitVec 2))) (and (bvult x a) (not (bvule x a)))))",
    "(declare-datatypes ((E 0)) (((red) (green) (blue))))(declare-const x E)(declare-const y E)(declare-fun f (E) Bool)
     (assert ((_ is red) x))(assert (match y ((red (f y)) (green false) (blue (not (f x))))))(assert (= x y))",
    "(declare-datatypes ((E 0)) (((red) (green) (blue))))(declare-const x E)(declare-const y E)
     (assert (distinct x y))(assert (= x red))(assert (match y ((red true) (z (= z red)))))",
    "(declare-const x (_ FloatingPoint 2 3))(declare-const y (_ FloatingPoint 2 3))
     (assert (fp.lt x y))(assert (or (fp.isNaN x) (fp.eq x y)))",
    "(declare-const x (_ FloatingPoint 2 3))(declare-const y (_ FloatingPoint 2 3))
     (assert (fp.leq x y))(assert (not (= x y)))(assert (fp.eq x y))",
    "(declare-const a (Array (_ BitVec 1) (_ BitVec 2)))(declare-const b (Array (_ BitVec 1) (_ BitVec 2)))
     (declare-const i (_ BitVec 1))(assert (= a (store b i #b10)))(assert (not (= (select a i) #b10)))",
    "(declare-const a (Array (_ BitVec 1) (_ BitVec 2)))(declare-const i (_ BitVec 1))
     (assert (= (select a i) #b10))(assert (bvult (select a (bvnot i)) (select a i)))",
];

/// Unsatisfiable seeds of the theories whose values cannot all be tried.
const UNSAT: &[&str] = &[
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (< x y))(assert (or (= x y) (>= x (+ y 1))))",
    "(set-logic QF_LIA)(declare-const x Int)(declare-const y Int)(assert (= (* 2 x) (+ (* 2 y) 1)))(assert (distinct x y 3))",
    "(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)(assert (<= x y))(assert (not (< x (+ y 0.5))))",
    "(set-logic QF_NRA)(declare-const x Real)(assert (< (* x x) 0.0))(assert (distinct x 1.0))",
    "(set-logic QF_SLIA)(declare-const s String)(declare-const t String)
     (assert (str.prefixof s t))(assert (> (str.len s) (str.len t)))(assert (or (= s t) (str.contains t \"a\")))",
    "(set-logic QF_S)(declare-const s String)(assert (str.in_re s (re.* (str.to_re \"ab\"))))
     (assert (str.in_re s (re.++ (str.to_re \"b\") re.all)))",
    "(set-logic QF_S)(declare-const s String)(declare-const t String)(assert (str.< s t))(assert (= s (str.++ t \"x\")))",
    "(set-logic QF_BV)(declare-const a (_ BitVec 8))(declare-const b (_ BitVec 8))(assert (bvult a b))
     (assert (bvugt (bvlshr a #x01) (bvlshr b #x01)))",
    "(set-logic QF_FP)(declare-const x Float16)(declare-const y Float16)(assert (fp.lt x y))
     (assert (fp.gt (fp.neg y) (fp.neg x)))",
    "(set-logic QF_ALIA)(declare-const a (Array Int Int))(declare-const i Int)
     (assert (= (select (store a i 3) (+ i 0)) (+ (select a 1) 4)))(assert (> (select a 1) 0))",
    "(set-logic QF_UF)(declare-sort U 0)(declare-const u U)(declare-const v U)(declare-fun f (U) U)
     (assert (= u v))(assert (not (= (f u) (f v))))",
    "(set-logic QF_UFDTLIA)(declare-datatypes ((L 0)) (((nil) (cons (head Int) (tail L)))))(declare-const l L)
     (assert ((_ is cons) l))(assert (= l nil))(assert (or (> (head l) 3) ((_ is nil) (tail l))))",
    "(set-logic LIA)(declare-const c Int)(assert (forall ((x Int)) (exists ((y Int)) (and (< x y) (< y (+ c 2))))))",
    "(set-logic UF)(declare-sort U 0)(declare-fun r (U U) Bool)(declare-const a U)
     (assert (forall ((x U)) (! (not (r x x)) :pattern ((r x x)))))(assert (or (r a a) (exists ((x U)) (and (r x a) (= x a)))))",
];

/// Answers for the seeds of all theories, which the exhaustive search cannot give.
const MODELS: &[(&str, &str)] = &[
    ("core", "(define-fun p () Bool true)(define-fun q () Bool true)(define-fun r () Bool true)"),
    ("linear integers", "(define-fun x () Int 1)(define-fun y () Int 2)(define-fun z () Int 10)"),
    ("nonlinear integers", "(define-fun x () Int 4)(define-fun y () Int 9)"),
    ("difference", "(define-fun x () Int 1)(define-fun y () Int 2)"),
    ("linear reals", "(define-fun x () Real 1.0)(define-fun y () Real 2.0)(define-fun b () Bool true)"),
    ("mixed", "(define-fun x () Int 1)(define-fun y () Real 2.0)"),
    ("bit-vectors", ""),
    ("late declarations", "(define-fun x () Int 1)(define-fun y () Int 2)"),
];

fn exhausted(name: &str, text: &str) -> Seed {
    let seed = seed(name, text);
    assert_ne!(seed.evidence.answer(), Status::Unknown, "{name}: {text}");
    seed
}

pub fn finite() -> Vec<Arc<Seed>> {
    FINITE.iter().map(|text| Arc::new(exhausted("finite", text))).collect()
}

/// What somebody else has proved unsatisfiable.
fn unsat(text: &str) -> Seed {
    let derivation = Derivation::confirmed(Status::Unsat, "unsat".to_owned(), "somebody".to_owned());
    Seed::new("unsat", Script::parse(text).unwrap(), Evidence::Derived(derivation))
}

fn satisfied() -> Vec<Arc<Seed>> {
    let with_model = |(name, model): &(&str, &str)| {
        let text = TEXTS.iter().find(|text| text.0 == *name)?.1;
        let mut script = Script::parse(text).unwrap();
        let model = read_model(&mut script, &format!("({model})")).ok()?.model;
        let witness = Witness::check(&script.question(), model).ok()?;
        Some(Arc::new(Seed::new(*name, script, Evidence::Witness(witness))))
    };
    MODELS.iter().filter_map(with_model).collect()
}

fn all() -> Vec<Arc<Seed>> {
    let unsat = UNSAT.iter().map(|text| Arc::new(unsat(text)));
    finite().into_iter().chain(satisfied()).chain(unsat).collect()
}

/// Calls a check for many tests, and sees to it that hardly any is skipped.
fn for_each_test(seeds: &[Arc<Seed>], units: u64, mut check: impl FnMut(&Arc<Seed>, u64, Test, usize)) {
    for seed in seeds {
        let mut skipped = 0;
        for unit in 0..units {
            match make(NAME, seed, unit, []) {
                (Ok(test), drawn) => check(seed, unit, test, drawn),
                (Err(Skip::WitnessUnknown), _) => skipped += 1,
                (Err(skip), _) => panic!("{}: {skip}\n{}", seed.origin, text(&seed.script)),
            }
        }
        assert!(skipped * 4 <= units, "{skipped} of {units} skipped\n{}", text(&seed.script));
    }
}

fn told(test: &Test) -> String {
    format!("{:?}\n{}", test.lineage().steps, text(test.script()))
}

#[test]
fn seeds_are_of_all_kinds() {
    assert_eq!(satisfied().len() + 1, MODELS.len(), "a model is wrong");
    let expects: Vec<Status> = all().iter().map(|seed| seed.evidence.answer()).collect();
    assert!(expects.iter().filter(|expect| **expect == Status::Sat).count() > 10);
    assert!(expects.iter().filter(|expect| **expect == Status::Unsat).count() > 20);
}

/// Well-sorted, within its logic, and with a lineage that says what was done.
#[test]
fn tests_are_well_made() {
    let mut rules: BTreeMap<String, usize> = BTreeMap::new();
    for_each_test(&all(), 300, |seed, _, test, drawn| {
        let printed = text(test.script());
        let again = Script::parse(&printed).unwrap_or_else(|problem| panic!("{problem:?}\n{}", told(&test)));
        assert!(again.is_fully_sorted() && again.is_understood(), "{printed}");
        assert_eq!(text(&again), printed);
        assert_eq!(test.evidence().answer(), seed.evidence.answer());
        assert_eq!((test.lineage().strategy.as_str(), test.lineage().steps.len()), (NAME, drawn));
        assert!((1..=16).contains(&drawn));
        let needed = again.usage().features;
        if let Some(logic) = test.script().logic() {
            let offered = Features::of_logic(logic);
            assert!(offered.is_none_or(|offered| offered.contains(needed)), "{printed}");
            // Strings have lengths, and that is all that is brought in.
            let beyond = Features::of_logic(&seed.logic).unwrap() | Features::INTS;
            assert!(beyond.contains(needed), "{} became {}", seed.logic, told(&test));
        }
        for step in &test.lineage().steps {
            *rules.entry(step.rule.clone()).or_default() += 1;
        }
    });
    for wanted in
        ["inject", "clauses", "congruence", "instantiate", "fewer-parts", "more-compared", "eq-by-value"]
    {
        assert!(rules.contains_key(wanted), "{wanted} is never used: {rules:?}");
    }
    assert!(rules.len() > 150, "only {} rules are used: {rules:?}", rules.len());
}

#[test]
fn tests_are_a_function_of_the_stream() {
    for_each_test(&all(), 30, |seed, unit, test, _| {
        let again = make(NAME, seed, unit, []).0.unwrap();
        assert_eq!(text(test.script()), text(again.script()));
        assert_eq!(test.lineage(), again.lineage());
    });
}

/// Every assignment is tried: the answer is what it was, also when steps are left out.
#[test]
fn the_answer_stays() {
    let bounds = Bounds { assignments: 1 << 16, ..Bounds::default() };
    let (mut sat, mut unsat, mut open) = (0, 0, 0);
    let mut check = |expect: Status, test: &Test| match (decide(&test.script().question(), bounds), expect) {
        (Decision::Sat { .. }, Status::Sat) => sat += 1,
        (Decision::Unsat(_), Status::Unsat) => unsat += 1,
        (Decision::Unknown(_) | Decision::TooLarge, _) => open += 1,
        _ => panic!("expected {expect:?}\n{}", told(test)),
    };
    for_each_test(&finite(), 400, |seed, unit, test, drawn| {
        check(test.evidence().answer(), &test);
        if unit < 100 {
            for left_out in 0..drawn {
                match make(NAME, seed, unit, [left_out]).0 {
                    Ok(test) => check(seed.evidence.answer(), &test),
                    Err(skip) => assert_eq!(skip, Skip::WitnessUnknown),
                }
            }
        }
    });
    assert!(sat > 2000 && unsat > 2000 && open * 20 < sat + unsat, "{sat} sat, {unsat} unsat, {open} open");
}

/// Leaving out a step leaves the others as they are, but for those that build on it.
#[test]
fn steps_can_be_left_out() {
    let mut separate = 0;
    for_each_test(&all(), 60, |seed, unit, test, drawn| {
        for left_out in 0..drawn {
            let (fewer, drawn_again) = make(NAME, seed, unit, [left_out]);
            assert_eq!(drawn_again, drawn);
            let Ok(fewer) = fewer else { continue };
            let mut expected = test.lineage().steps.clone();
            expected.remove(left_out);
            assert!(fewer.lineage().steps.iter().all(|step| expected.contains(step)));
            separate += usize::from(fewer.lineage().steps == expected);
            let printed = text(fewer.script());
            let again =
                Script::parse(&printed).unwrap_or_else(|problem| panic!("{problem:?}\n{}", told(&fewer)));
            assert!(again.is_fully_sorted(), "{}", told(&fewer));
        }
        let none = make(NAME, seed, unit, 0..drawn).0.unwrap();
        assert!(none.lineage().steps.is_empty());
        let mut plain = seed.script.clone();
        plain.expand_names();
        plain.commands.sort_by_key(|command| matches!(command, Command::Assert(_)));
        let body = |script: &Script| {
            text(script).lines().filter(|line| !line.starts_with("(set-logic")).collect::<String>()
        };
        assert_eq!(body(none.script()), body(&plain));
    });
    assert!(separate > 1000, "{separate}");
}

#[test]
fn nothing_is_made_of_a_seed_of_unknown_status() {
    let script = Script::parse("(declare-const x Int)(assert (< x 3))").unwrap();
    let seed = Arc::new(Seed::new("unknown", script, Evidence::None));
    assert!(matches!(make(NAME, &seed, 0, []).0, Err(Skip::UnknownSeed(_))));
}

#[test]
fn real_solvers_agree() {
    for solver in ["z3@5.4.0", "cvc5@1.4.2"] {
        let mut session = Session::new(real(solver), SessionConfig::default());
        // Without this cvc5 takes two formats of floats only.
        let options = if solver.starts_with("cvc5") { "(set-option :fp-exp true)\n" } else { "" };
        let (mut agreed, mut open, mut rejected) = (0, 0, Vec::new());
        for_each_test(&all(), 15, |_, _, test, _| {
            let script = format!("{options}{}(check-sat)\n", text(test.script()));
            match (session.ask(&script, &cpu_seconds(0.5)).unwrap().outcome, test.evidence().answer()) {
                (Outcome::Sat, Status::Sat) | (Outcome::Unsat, Status::Unsat) => agreed += 1,
                (outcome @ (Outcome::Sat | Outcome::Unsat), expect) => {
                    panic!("{solver} says {outcome:?}, not {expect:?}\n{}", told(&test));
                }
                (Outcome::Rejected(message), _) => rejected.push(format!("{message}\n{}", told(&test))),
                _ => open += 1,
            }
        });
        let all = agreed + open + rejected.len();
        assert!(agreed * 10 > all * 7, "{solver}: {agreed} agreed, {open} open of {all}");
        assert!(rejected.len() * 25 <= all, "{solver}: {} of {all}\n{}", rejected.len(), rejected.join("\n"));
    }
}

/// In linear logics terms are multiplied and divided by constants, and by nothing else.
#[test]
fn coefficients_in_linear_logics() {
    for (sort, logic, products) in
        [("Int", "QF_LIA", ["(* ", "(div ", "(mod "]), ("Real", "QF_LRA", ["(* ", "(/ ", "(* "])]
    {
        let number = if sort == "Int" { "3" } else { "3.0" };
        let seed = seed(
            "linear",
            &format!(
                "(set-logic {logic})(declare-const x {sort})(declare-const y {sort})(assert (< x y {number}))(assert (not (= x y)))"
            ),
        );
        let vouched = Derivation::confirmed(Status::Sat, "linear".to_owned(), "two solvers".to_owned());
        let seed = Arc::new(Seed { evidence: Evidence::Derived(vouched), ..seed });
        let mut found = [0; 3];
        for unit in 0..400 {
            let (made, _) = make("lpi", &seed, unit, []);
            let Ok(test) = made else { continue };
            assert_eq!(test.script().needed_logic(), logic, "{}", text(test.script()));
            for (count, product) in found.iter_mut().zip(products) {
                *count += usize::from(text(test.script()).contains(product));
            }
        }
        assert!(found.iter().all(|&count| count > 10), "{logic}: {found:?}");
    }
}
