//! What is decided, and how: never against the decider that tries everything.

use super::verdict;
use gainsay::eval::{Bounds, Decision, decide};
use gainsay::generate::{Generator, TermConfig, Vocabulary};
use gainsay::refute::{Bounds as Effort, Effort as Work, Undecided, Verdict, prove};
use gainsay::rng::Rng;
use gainsay::script::{Command, Script};
use gainsay::theory::sort::Sort;
use gainsay::theory::{Meaning, OpId, array_operators};

pub fn check_sat(text: &str) {
    let verdict = verdict(text);
    assert!(matches!(verdict, Verdict::Sat(_)), "{text}: {verdict:?}");
}

pub fn check_unsat(text: &str) {
    match verdict(text) {
        Verdict::Unsat(certificate) => {
            let script = Script::parse(text).unwrap();
            assert!(certificate.refuted.is_for(&script.question()));
            assert!(!certificate.refuted.is_for(&Script::parse("(assert true)").unwrap().question()));
        }
        other => panic!("{text}: {other:?}"),
    }
}

pub fn check_undecided(text: &str, expected: &str) {
    match verdict(text) {
        Verdict::Undecided(why) => assert_eq!(why.to_string(), expected, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn booleans_and_vectors() {
    check_sat("(assert true)");
    check_unsat("(assert false)");
    check_sat("(declare-const p Bool)(declare-const q Bool)(assert (xor p q))(assert (=> p q))");
    check_unsat("(declare-const p Bool)(assert (distinct p (not p) true))");
    check_unsat("(declare-const x (_ BitVec 100))(assert (distinct (bvadd x x) (bvshl x (_ bv1 100))))");
    check_unsat("(declare-const x (_ BitVec 8))(assert (bvult x (bvand x #x0f)))");
    check_sat("(declare-const x (_ BitVec 33))(assert (= (bvmul x x) (_ bv1234321 33)))");
    // Assumptions and scopes belong to the question.
    check_unsat("(declare-const p Bool)(push 1)(assert p)(check-sat-assuming ((not p)))");
}

#[test]
fn counting() {
    let declarations = "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)";
    check_unsat(&format!("{declarations}(assert ((_ at-most 1) p q r))(assert (and q r))"));
    check_sat(&format!("{declarations}(assert ((_ pbeq 5 2 3 4) p q r))(assert q)"));
    check_unsat(&format!("{declarations}(assert ((_ pbeq 5 2 3 4) p q r))(assert r)"));
}

#[test]
fn definitions_and_names() {
    check_unsat(
        "(define-fun twice ((x (_ BitVec 8))) (_ BitVec 8) (bvadd x x))
         (define-fun four ((x (_ BitVec 8))) (_ BitVec 8) (twice (twice x)))
         (declare-const a (_ BitVec 8))
         (assert (! (= ((_ extract 1 0) (four a)) #b01) :named low))",
    );
    check_sat(
        "(declare-const a (_ BitVec 8))(assert (! (bvult a #x05) :named small))
         (assert (=> small (distinct a #x00)))",
    );
    check_undecided(
        "(define-fun-rec f ((x (_ BitVec 8))) (_ BitVec 8) (ite (= x #x00) x (f (bvsub x #x01))))
         (assert (= (f #x03) #x01))",
        "there is no circuit for the function `f`",
    );
}

/// What is in force where a question is asked, and nothing that was left or forgotten.
#[test]
fn a_name_may_be_another_sort_in_another_scope() {
    let two_of_them =
        |sort: &str| format!("{sort}(declare-const x D)(declare-const y D)(assert (not (= x y)))(check-sat)");
    let one = (two_of_them("(declare-datatypes ((D 0)) (((only))))"), false);
    let two = (two_of_them("(declare-datatypes ((D 0)) (((only) (other))))"), true);
    let any = (two_of_them("(declare-sort D 0)"), true);
    let all = [one, two, any];
    for (first, first_holds) in &all {
        for (second, second_holds) in &all {
            for text in [format!("(push 1){first}(pop 1){second}"), format!("{first}(reset){second}")] {
                let questions = Script::read(&text).questions();
                assert_eq!(questions.len(), 2, "{text}");
                for (question, holds) in questions.iter().zip([first_holds, second_holds]) {
                    match prove(question, Effort::default()) {
                        Verdict::Sat(_) => assert!(holds, "{text}"),
                        Verdict::Unsat(_) => assert!(!holds, "{text}"),
                        other => panic!("{text}: {other:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn functions_and_sorts() {
    let declarations = "(declare-sort U 0)(declare-fun f (U) U)(declare-fun p (U U) Bool)
        (declare-const a U)(declare-const b U)(declare-const c U)";
    check_unsat(&format!("{declarations}(assert (= a b))(assert (distinct (f (f a)) (f (f b))))"));
    check_sat(&format!("{declarations}(assert (distinct a b c (f a) (f b)))(assert (= (f (f a)) (f b)))"));
    check_unsat(&format!(
        "{declarations}(assert (= (f (f (f a))) a))(assert (= (f (f (f (f (f a))))) a))
        (assert (distinct (f a) a))"
    ));
    check_sat(&format!("{declarations}(assert (p a b))(assert (not (p b a)))(assert (= (f a) a))"));
    check_unsat(&format!(
        "{declarations}(assert (p a b))(assert (not (p (ite (= b c) a c) c)))
        (assert (= b c))"
    ));
}

#[test]
fn arrays() {
    let declarations = "(declare-sort I 0)(declare-const a (Array I (_ BitVec 4)))
        (declare-const b (Array I (_ BitVec 4)))(declare-const i I)(declare-const j I)";
    check_unsat(&format!("{declarations}(assert (distinct (select (store a i #x1) i) #x1))"));
    check_unsat(&format!(
        "{declarations}(assert (= (store a i #x1) (store b i #x1)))(assert (distinct i j))
         (assert (distinct (select a j) (select b j)))"
    ));
    check_sat(&format!("{declarations}(assert (= (store a i #x1) (store b i #x1)))(assert (distinct a b))"));
    check_unsat(&format!("{declarations}(assert (= b (store a i (select a i))))(assert (distinct a b))"));
    check_unsat(&format!(
        "{declarations}(assert (= (ite (= i j) a b) (store a i #x3)))(assert (= i j))
         (assert (= (select a j) #x4))"
    ));
}

/// Over few indices arrays are equal that differ elsewhere.
#[test]
fn constant_arrays() {
    let array = "(Array (_ BitVec 8) (_ BitVec 8))";
    check_unsat(&format!("(assert (= ((as const {array}) #x01) ((as const {array}) #x02)))"));
    check_unsat(&format!(
        "(declare-const a {array})(declare-const i (_ BitVec 8))
         (assert (= a ((as const {array}) #x01)))(assert (distinct (select a i) #x01))"
    ));
    check_unsat(&format!(
        "(declare-const i (_ BitVec 8))
         (assert (= (store ((as const {array}) #x01) i #x02) ((as const {array}) #x02)))"
    ));
    check_sat(&format!(
        "(declare-const a {array})(assert (= (store a #x00 #x01) (store ((as const {array}) #x07) #x00 #x01)))
         (assert (= (select a #x00) #x09))"
    ));
    let tiny = "(Array (_ BitVec 1) (_ BitVec 8))";
    check_sat(&format!(
        "(declare-const a {tiny})
         (assert (= (store (store ((as const {tiny}) #x01) #b0 #x02) #b1 #x02) ((as const {tiny}) #x02)))"
    ));
}

/// Arrays over few indices are words, which others can be made of.
#[test]
fn small_arrays() {
    let inner = "(Array Bool (_ BitVec 2))";
    let declarations = format!(
        "(declare-const a {inner})(declare-const b {inner})(declare-fun f ({inner}) Bool)
         (declare-const m (Array RoundingMode {inner}))(declare-const n (Array (_ BitVec 32) {inner}))"
    );
    check_unsat(&format!(
        "{declarations}(assert (= (select a true) (select b true)))
         (assert (= (select a false) (select b false)))(assert (distinct (f a) (f b)))"
    ));
    check_unsat(&format!("{declarations}(assert (distinct a (select (store m RNE a) RNE)))"));
    check_unsat(&format!("{declarations}(assert (distinct (select n #x00000001) (select n #x00000001)))"));
    check_sat(&format!(
        "{declarations}(assert (= (select n #x00000001) a))(assert (= (select m RTZ) b))(assert (distinct a b))"
    ));
    check_unsat(&format!(
        "{declarations}(assert (forall ((p Bool)) (= (select a p) #b01)))(assert (distinct a ((as const {inner}) #b01)))"
    ));
}

/// Of a declared sort there may be more values than are spoken of, so a datatype with a field of it is not an index sort with few.
#[test]
fn arrays_over_boxes_of_a_declared_sort_may_differ_elsewhere() {
    for constructors in ["(box (inside U))", "(box (inside U)) (none)"] {
        check_sat(&format!(
            "(declare-sort U 0)(declare-datatypes ((Box 0)) (({constructors})))(declare-const u U)
             (declare-const a (Array Box Bool))(declare-const b (Array Box Bool))
             (assert (distinct a b))(assert (= (select a (box u)) (select b (box u))))"
        ));
    }
}

#[test]
fn enumerations() {
    let declarations = "(declare-datatypes ((Colour 0)) (((red) (green) (blue))))
        (declare-const a Colour)(declare-const b Colour)(declare-const c Colour)(declare-const d Colour)";
    check_sat(&format!("{declarations}(assert (distinct a b c))(assert ((_ is blue) b))"));
    check_unsat(&format!("{declarations}(assert (distinct a b c d))"));
    check_unsat(&format!("{declarations}(assert (not (or (= a red) (= a green) ((_ is blue) a))))"));
}

#[test]
fn floats() {
    let declarations = "(declare-const x Float32)(declare-const y Float32)(declare-const m RoundingMode)";
    // NaN is one value, which is not equal to itself as a number; zeros are two values, and equal as numbers.
    check_sat(&format!("{declarations}(assert (= x y))(assert (not (fp.eq x y)))"));
    check_sat(&format!("{declarations}(assert (fp.eq x y))(assert (distinct x y))"));
    check_unsat(&format!("{declarations}(assert (fp.isNaN x))(assert (fp.isNaN y))(assert (distinct x y))"));
    check_unsat(&format!("{declarations}(assert (distinct (fp.add m x y) (fp.add m y x)))"));
    check_sat(&format!(
        "{declarations}(assert (distinct (fp.add m x y) (fp.add RNE x y)))(assert (distinct m RTZ RTN))"
    ));
    check_unsat(&format!("{declarations}(assert (distinct m RNE RNA RTP RTN RTZ))"));
    check_unsat(&format!("{declarations}(assert (fp.lt (fp.sqrt m x) (_ -zero 8 24)))"));
    check_unsat(&format!(
        "{declarations}(assert (= x ((_ to_fp 8 24) m 0.1)))(assert (fp.gt x ((_ to_fp 8 24) RTP (/ 1 10))))"
    ));
    check_unsat("(assert (distinct ((_ to_fp 5 11) RNE (/ 1 3)) (fp #b0 #b01101 #b0101010101)))");
    check_unsat("(assert (< 3.0 2.0))");
}

/// Where the standard leaves a value open, it is any value of the arguments, and the same one for the same arguments.
#[test]
fn what_is_open_is_a_function() {
    let declarations = "(declare-const x Float16)(declare-const y Float16)";
    check_sat(&format!("{declarations}(assert (fp.isNaN x))(assert (= ((_ fp.to_ubv 8) RNE x) #xab))"));
    check_unsat(&format!(
        "{declarations}(assert (fp.isNaN x))(assert (= x y))
         (assert (distinct ((_ fp.to_sbv 8) RNE x) ((_ fp.to_sbv 8) RNE y)))"
    ));
    let zeros = format!("{declarations}(assert (= x (_ +zero 5 11)))(assert (= y (_ -zero 5 11)))");
    check_sat(&format!("{zeros}(assert (= (fp.min x y) x))"));
    check_sat(&format!("{zeros}(assert (= (fp.min x y) y))(assert (= (fp.min y x) x))"));
    check_unsat(&format!("{zeros}(assert (distinct (fp.max x y) x y))"));
    // Whatever stands for NaN is the bits of a NaN.
    let bits = format!("{declarations}(assert (fp.isNaN x))(assert (= (fp.to_ieee_bv x) ");
    check_sat(&format!("{bits}#x7c01))"));
    check_sat(&format!("{bits}#xfe00))"));
    check_unsat(&format!("{bits}#x7c00))"));
    check_unsat(&format!("{bits}#x0001))"));
    check_unsat(&format!("{zeros}(assert (distinct (fp.max x y) (fp.max x y)))"));
}

#[test]
fn datatypes() {
    let declarations = "(declare-sort U 0)
        (declare-datatypes ((Pair 0) (Shape 0)) (((pair (first U) (second Float16)))
            ((point) (line (size (_ BitVec 4))) (box (corner Pair) (flag Bool)))))
        (declare-const a Shape)(declare-const b Shape)(declare-const p Pair)(declare-const u U)";
    check_unsat(&format!("{declarations}(assert (distinct p (pair (first p) (second p))))"));
    check_unsat(&format!(
        "{declarations}(assert (not (or ((_ is point) a) ((_ is line) a) ((_ is box) a))))"
    ));
    check_unsat(&format!("{declarations}(assert (= a (line #x3)))(assert (distinct (size a) #x3))"));
    check_unsat(&format!(
        "{declarations}(assert (= (box p true) (box (pair u (second p)) true)))(assert (distinct u (first p)))"
    ));
    check_sat(&format!(
        "{declarations}(assert (distinct a b point))(assert ((_ is box) a))(assert ((_ is box) b))"
    ));
    // Of another constructor, a selector gives anything, but the same for the same value.
    check_sat(&format!("{declarations}(assert (= a point))(assert (= (size a) #x7))"));
    check_unsat(&format!("{declarations}(assert (= a b point))(assert (distinct (size a) (size b)))"));
    check_unsat(&format!(
        "{declarations}(assert (match a ((point false) ((line n) (= n (bvnot n))) ((box q f) (and f (not f))))))"
    ));
    check_sat(&format!(
        "{declarations}(assert (match a (((box q f) (and f (= u (first q)))) (other (= other b)))))"
    ));
}

#[test]
fn quantifiers_over_few_values() {
    check_unsat("(assert (forall ((x (_ BitVec 4))) (bvult x #xf)))");
    check_unsat(
        "(declare-fun f (Bool) (_ BitVec 8))(assert (distinct (f true) (f false)))
         (assert (exists ((y (_ BitVec 8))) (forall ((x Bool)) (= (f x) y))))",
    );
    check_sat(
        "(declare-const x Float16)
         (assert (forall ((m RoundingMode)) (= (fp.add m x x) x)))(assert (fp.isZero x))",
    );
    check_unsat(
        "(declare-datatypes ((Colour 0)) (((red) (green) (blue))))(declare-fun f (Colour) Bool)
         (assert (forall ((c Colour)) (distinct (f c) (f red))))",
    );
}

#[test]
fn what_has_no_circuit_is_not_decided_and_named() {
    check_undecided(
        "(declare-const s String)(declare-const t String)(assert (= (str.++ s t) \"ab\"))(assert (distinct s \"ab\" \"\"))",
        "too little is known of its strings",
    );
    check_undecided("(declare-const x Real)(assert (= (exp x) 2.0))", "there is no circuit for `exp`");
    check_undecided(
        "(declare-fun f (RegLan) Int)(assert (distinct (f re.all) (f re.none)))",
        "there is no circuit for the function `f`",
    );
    check_undecided(
        "(declare-const p Bool)(assert ((_ pbge 3) p (not p)))",
        "there is no circuit for `pbge`",
    );
    check_undecided(
        "(assert (forall ((x (_ BitVec 40))) (bvult x (_ bv7 40))))",
        "it has quantifiers or other binders",
    );
    check_undecided(
        "(declare-const x Float32)(assert (= (fp.to_real x) 1.5))",
        "there is no circuit for `fp.to_real`",
    );
    check_undecided(
        "(declare-datatypes ((List 0)) (((nil) (cons (head Bool) (tail List)))))(declare-const l List)(assert (= l nil))",
        "there are no circuits for the sort List",
    );
    check_undecided(
        "(declare-const x (_ FloatingPoint 15 64))(declare-const y (_ FloatingPoint 15 64))
         (assert (= x (fp.rem x y)))",
        "it needs too many clauses",
    );
    check_undecided(
        "(declare-const x (_ BitVec 100000))(assert (= x (bvmul x x)))",
        "it needs too many clauses",
    );
}

#[test]
fn the_work_has_a_limit() {
    let script = Script::parse(
        "(declare-const x (_ BitVec 24))(declare-const y (_ BitVec 24))(declare-const z (_ BitVec 24))
         (assert (distinct (bvmul x (bvmul y z)) (bvmul (bvmul x y) z)))",
    )
    .unwrap();
    for effort in [Work { work: 100_000, stop: &|| false }, Work { work: u64::MAX, stop: &|| true }] {
        let verdict = prove(&script.question(), Effort { effort, ..Effort::default() });
        assert!(matches!(verdict, Verdict::Undecided(Undecided::OutOfWork)), "{verdict:?}");
    }
    let verdict = prove(&script.question(), Effort { clauses: 100, ..Effort::default() });
    assert!(matches!(verdict, Verdict::Undecided(Undecided::TooLarge)), "{verdict:?}");
}

const SYMBOLS: &str = "(declare-datatypes ((Colour 0)) (((red) (green) (blue))))
(declare-const p Bool)
(declare-const x (_ BitVec 2))
(declare-const y (_ BitVec 2))
(declare-const c Colour)
(declare-const a (Array (_ BitVec 2) Bool))
(declare-const b (Array (_ BitVec 2) Bool))
(declare-fun f ((_ BitVec 2)) (_ BitVec 2))
(assert (and p (= x (bvadd x y)) (= c red) (= (store a x p) ((as const (Array (_ BitVec 2) Bool)) p)) (= (f x) y)))";

fn has_circuit(op: OpId) -> bool {
    let arrays = array_operators();
    op.op().circuit.is_some()
        || matches!(op.op().meaning, Meaning::Connective(_))
        || [arrays.select, arrays.store, arrays.constant].contains(&op)
}

const OTHER_SYMBOLS: &str = "(declare-datatypes ((Box 0)) (((none) (some (inside (_ FloatingPoint 2 2)) (flag Bool)))))
(declare-const x (_ FloatingPoint 2 2))
(declare-const y (_ FloatingPoint 2 2))
(declare-const m RoundingMode)
(declare-const v (_ BitVec 2))
(declare-const b Box)
(declare-fun f (Bool) (_ FloatingPoint 2 2))
(assert (and (fp.eq x (fp.add m x y)) (= b (some x true)) (= v ((_ fp.to_ubv 2) m x)) (= (f true) (fp.min x y))))
(assert (forall ((m RoundingMode)) (= x (fp.mul m x y))))";

/// Random formulas over small sorts, asked both ways.
#[test]
fn random_questions_get_the_answer_that_trying_everything_gives() {
    compare(SYMBOLS, false, 1000);
}

#[test]
fn random_questions_with_floats_data_and_quantifiers_do_so_too() {
    compare(OTHER_SYMBOLS, true, 1000);
}

fn compare(symbols: &str, quantifiers: bool, count: u64) {
    let seed = Script::parse(symbols).unwrap();
    let config = TermConfig {
        depth: 4,
        size: 25,
        widest: 4,
        quantifiers,
        higher_order: false,
        patterns: false,
        ..TermConfig::default()
    };
    let (mut sat, mut unsat, mut undecided) = (0, 0, 0);
    for unit in 0..count {
        let mut rng = Rng::of_unit(3, unit);
        let mut script = seed.clone();
        let mut vocabulary = Vocabulary::of_script(&script);
        vocabulary.retain_ops(has_circuit);
        let mut generator = Generator::new(vocabulary, config.clone());
        let count = rng.between(1, 6);
        let assertions: Vec<Command> = (0..count)
            .filter_map(|_| generator.term(&mut script.terms, &mut rng, Sort::BOOL))
            .map(Command::Assert)
            .collect();
        script.commands.retain(|command| !matches!(command, Command::Assert(_)));
        script.commands.extend(assertions);
        script.commands.push(Command::CheckSat);
        let question = script.question();
        let tried = decide(&question, Bounds { assignments: 1 << 18, ..Bounds::default() });
        match (prove(&question, Effort::default()), tried) {
            (Verdict::Alarm(how), _) => panic!("{how}: {}", question.essence()),
            (Verdict::Sat(_), Decision::Unsat(_)) | (Verdict::Unsat(_), Decision::Sat { .. }) => {
                panic!("they disagree: {}", question.essence())
            }
            (Verdict::Sat(_), _) => sat += 1,
            (Verdict::Unsat(_), _) => unsat += 1,
            (Verdict::Undecided(_), _) => undecided += 1,
        }
    }
    assert!(sat > 60 && unsat > 30, "{sat} sat, {unsat} unsat, {undecided} undecided");
}
