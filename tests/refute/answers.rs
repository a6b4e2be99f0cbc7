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

fn check_undecided(text: &str, expected: &str) {
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

#[test]
fn enumerations() {
    let declarations = "(declare-datatypes ((Colour 0)) (((red) (green) (blue))))
        (declare-const a Colour)(declare-const b Colour)(declare-const c Colour)(declare-const d Colour)";
    check_sat(&format!("{declarations}(assert (distinct a b c))(assert ((_ is blue) b))"));
    check_unsat(&format!("{declarations}(assert (distinct a b c d))"));
    check_unsat(&format!("{declarations}(assert (not (or (= a red) (= a green) ((_ is blue) a))))"));
}

#[test]
fn what_has_no_circuit_is_not_decided_and_named() {
    check_undecided(
        "(declare-const s String)(assert (= s \"a\"))",
        "there are no circuits for the sort String",
    );
    check_undecided("(declare-const x Real)(assert (= (exp x) 2.0))", "there is no circuit for `exp`");
    check_undecided(
        "(declare-const p Bool)(assert ((_ pbge 3) p (not p)))",
        "there is no circuit for `pbge`",
    );
    check_undecided(
        "(assert (forall ((x (_ BitVec 4))) (bvult x #xf)))",
        "it has quantifiers or other binders",
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

/// Random formulas over small sorts, asked both ways. Many have arrays of arrays, which are not decided.
#[test]
fn random_questions_get_the_answer_that_trying_everything_gives() {
    let seed = Script::parse(SYMBOLS).unwrap();
    let config = TermConfig {
        depth: 4,
        size: 25,
        widest: 4,
        quantifiers: false,
        higher_order: false,
        patterns: false,
        ..TermConfig::default()
    };
    let (mut sat, mut unsat, mut undecided) = (0, 0, 0);
    for unit in 0..1000 {
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
