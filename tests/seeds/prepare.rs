//! How the answer of a seed becomes known, and that it is the same when it is remembered.

use crate::seeds::{folder, words, write};
use crate::support::{cpu_seconds, real};
use gainsay::answer::Status;
use gainsay::eval::{model_text, read_model};
use gainsay::evidence::Evidence;
use gainsay::seeds::{Draft, Library, SeedRecord, SeedStatus, Unusable, investigate, prepare, restore};
use gainsay::solver::Solver;

fn draft(name: &str, text: &str, claimed: Status) -> Draft {
    let root = folder(&format!("prepare/{name}"));
    write(&root, &[("seed.smt2", text)]);
    let mut library = Library::open(&words(&[&root])).unwrap();
    library.claimed = claimed;
    library.load(0).unwrap_or_else(|unusable| panic!("{name}: {unusable}"))
}

/// The record without the place, in words.
fn summary(record: &SeedRecord) -> String {
    format!("{}: {}", record.status.word(), record.why)
}

/// A model is found, told in our words, and read back, for values of every theory.
const SATISFIABLE: &[(&str, &str)] = &[
    (
        "strings",
        r#"(set-logic QF_SLIA)(declare-const s String)(declare-const t String)
           (assert (= (str.len s) 3))(assert (str.contains s "\u{0}"))(assert (= t (str.++ s "x;" s)))(check-sat)"#,
    ),
    (
        "text",
        r#"(declare-const s String)(declare-const t String)(assert (= s "a\u{1F600}\u{a}""|;\u{5c}u{41}"))
           (assert (= t (str.++ s s)))(check-sat)"#,
    ),
    (
        "floats",
        "(declare-const x Float32)(declare-const y Float64)(declare-const n Float32)(declare-const m RoundingMode)
         (assert (fp.isSubnormal x))(assert (fp.isNegative x))(assert (= (fp.neg y) (fp.abs y)))(assert (fp.lt y (fp.neg y)))(assert (fp.isNaN n))
         (assert (not (= m RNE)))(check-sat)",
    ),
    (
        "bit-vectors",
        "(declare-const x (_ BitVec 33))(declare-const y (_ BitVec 4))
         (assert (= (bvmul x x) ((_ zero_extend 29) y)))(assert (bvugt y #x7))(assert (bvugt x #b000000000000000000000000000000111))
         (check-sat)",
    ),
    (
        "numbers",
        "(declare-const x Int)(declare-const y Real)(assert (= (+ (* 3.0 y) 1.0) (to_real x)))
         (assert (< x (- 100000000000000000000000)))(assert (not (is_int y)))(check-sat)",
    ),
    (
        "arrays",
        "(declare-const a (Array Int (Array Int Bool)))(declare-const b (Array Int (Array Int Bool)))
         (assert (select (select a 3) 4))(assert (not (select (select a 3) 5)))(assert (= b (store a 7 (select a 3))))
         (assert (distinct a b))(check-sat)",
    ),
    (
        "functions",
        "(declare-fun f (Int Bool) Int)(declare-fun p (Int) Bool)(declare-const |odd name| Int)
         (assert (= (f |odd name| true) 3))(assert (= (f 2 false) (- |odd name|)))(assert (p (f 2 true)))
         (assert (not (p |odd name|)))(check-sat)",
    ),
    (
        "datatypes",
        "(declare-datatypes ((Chain 1)) ((par (T) ((nil) (cons (head T) (tail (Chain T)))))))
         (declare-datatypes ((Tree 0) (Side 0)) (((leaf (value Int)) (node (left Tree) (right Side))) ((side (tree Tree)))))
         (declare-const t Tree)(declare-const u Tree)(declare-const l (Chain Int))
         (assert ((_ is node) t))(assert (distinct t u (leaf 3)))
         (assert (= (tree (right t)) u))(assert (= (head (tail l)) 5))(assert ((_ is cons) l))(assert ((_ is cons) (tail l)))(check-sat)",
    ),
    (
        "uninterpreted sorts",
        "(declare-sort U 0)(declare-sort |V w| 0)(declare-fun f (U) |V w|)(declare-const a U)(declare-const b U)
         (declare-const c U)(declare-fun r (U U) Bool)(declare-const v (Array Int U))
         (assert (distinct a b c))(assert (distinct (f a) (f b)))(assert (r a b))(assert (not (r b a)))
         (assert (= (select v 1) a))(assert (= (select v 2) b))(check-sat)",
    ),
];

/// What only z3 finds or tells: values that the standard leaves open, and finite universes.
const FOR_Z3: &[(&str, &str)] = &[
    (
        "division by zero",
        "(declare-const x Int)(declare-const y Int)(assert (= (div x 0) 7))(assert (= (mod y 0) (+ x 1)))
         (assert (> x y 3))(check-sat)",
    ),
    (
        "quantifiers over a universe",
        "(declare-sort U 0)(declare-fun f (U) U)(declare-const a U)(declare-fun n (U) Int)
         (assert (forall ((x U)) (distinct x (f x))))(assert (forall ((x U)) (= x (f (f x)))))
         (assert (= (n a) 100))(check-sat)",
    ),
];

#[test]
fn witnesses_are_found_and_remembered() {
    for solver in ["z3@5.4.0", "cvc5@1.4.2"].map(real) {
        for (name, text) in SATISFIABLE.iter().chain(FOR_Z3.iter().filter(|_| solver.name == "z3")) {
            let draft = draft(name, text, Status::Unknown);
            let (seed, record) = prepare(&draft, std::slice::from_ref(&solver), &cpu_seconds(10.0)).unwrap();
            assert_eq!(record.status, SeedStatus::SAT, "{name}, {}: {}", solver.name, record.why);
            let again = restore(&draft, &record).unwrap();
            let (Evidence::Witness(one), Evidence::Witness(other)) = (&seed.evidence, &again.evidence) else {
                panic!("{name}: no witness")
            };
            let texts = [(&seed, one), (&again, other)]
                .map(|(seed, witness)| model_text(&seed.script.terms, witness.model()));
            assert_eq!(texts[0], texts[1], "{name}");
            let words = record.witness.unwrap();
            assert!(
                read_model(&mut draft.script.clone(), &words).unwrap().misunderstood.is_empty(),
                "{words}"
            );
        }
    }
}

#[test]
fn a_witness_that_does_not_hold_is_not_believed() {
    let (name, text) = SATISFIABLE[3];
    let draft = draft("not believed", text, Status::Sat);
    let (_, mut record) = prepare(&draft, &[real("z3@5.4.0")], &cpu_seconds(10.0)).unwrap();
    assert_eq!(record.status, SeedStatus::SAT, "{name}");
    record.witness =
        Some("(define-fun x () (_ BitVec 33) (_ bv0 33))(define-fun y () (_ BitVec 4) #x8)".to_owned());
    assert_eq!(restore(&draft, &record).unwrap_err(), Unusable::Outdated);
    // Without one it is what solvers say, which proves nothing.
    record.witness = None;
    assert!(matches!(restore(&draft, &record).unwrap().evidence, Evidence::Derived(_)));
}

/// What we cannot prove.
const LARGE_UNSAT: &str = "(set-logic LIA)(declare-const x Int)(declare-const y Int)
    (assert (forall ((n Int)) (< n (+ x y))))(check-sat)";
/// What we can.
const WIDE_UNSAT: &str = "(set-logic QF_BV)(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))
    (assert (bvult x y))(assert (bvult y x))(check-sat)";
const SMALL_UNSAT: &str = "(declare-const x (_ BitVec 3))(assert (= (bvadd x x) #b011))(check-sat)";
const LARGE_SAT: &str = "(declare-const x String)(declare-const y String)(assert (= (str.len x) 20))(assert (= (str.++ x \"b\") (str.++ \"a\" y)))(check-sat)";
/// Its models cannot be evaluated: there are too many numbers.
const NO_WITNESS: &str = "(set-logic LIA)(declare-const x Int)(declare-const y Int)
    (assert (forall ((n Int)) (=> (< n x) (exists ((m Int)) (and (< m n) (distinct m y))))))(assert (< x y))(check-sat)";
const SMALL_SAT: &str = "(declare-const x (_ BitVec 3))(assert (= (bvadd x x) #b110))(check-sat)";

#[test]
fn evidence_follows_from_claims_and_answers() {
    let (z3, cvc5) = (real("z3@5.4.0"), real("cvc5@1.4.2"));
    let releases = vec![z3.clone(), real("z3@4.12.2")];
    let (none, one, two) = (vec![], vec![z3.clone()], vec![z3, cvc5]);
    let user = "by the user";
    let tried = "its domain was tried in full (9 partial assignments), and each makes an assertion false";
    let cases: [(&str, Status, &[Solver], String); 17] = [
        (SMALL_UNSAT, Status::Unknown, &none, format!("unsat: {tried}")),
        (SMALL_SAT, Status::Sat, &none, "sat: gainsay itself found a model".to_owned()),
        (SMALL_UNSAT, Status::Sat, &none, format!("mislabelled: claimed sat {user}, but {tried}")),
        (
            SMALL_SAT,
            Status::Unsat,
            &none,
            format!(
                "mislabelled: claimed unsat {user}, but satisfiable: gainsay itself found a model"
            ),
        ),
        (LARGE_UNSAT, Status::Unsat, &one, format!("unsat: claimed unsat {user}, confirmed by z3@5.4.0")),
        (
            NO_WITNESS,
            Status::Unknown,
            &two,
            "sat: according to z3@5.4.0 and cvc5@1.4.2, without a witness: solvers say sat, but no model can be \
             evaluated in full"
                .to_owned(),
        ),
        (
            NO_WITNESS,
            Status::Sat,
            &one,
            "unknown: solvers say sat, but no model can be evaluated in full".to_owned(),
        ),
        (
            NO_WITNESS,
            Status::Unsat,
            &two,
            "unknown: claimed unsat, but a solver says sat".to_owned(),
        ),
        (
            LARGE_UNSAT,
            Status::Unsat,
            &two,
            format!("unsat: claimed unsat {user}, confirmed by z3@5.4.0 and cvc5@1.4.2"),
        ),
        (
            LARGE_UNSAT,
            Status::Unsat,
            &none,
            "unknown: claimed unsat, but no solver confirms it in time".to_owned(),
        ),
        (LARGE_UNSAT, Status::Unknown, &one, "unknown: only one family of solvers says unsat".to_owned()),
        (
            LARGE_UNSAT,
            Status::Unknown,
            &releases,
            "unknown: only one family of solvers says unsat".to_owned(),
        ),
        (LARGE_UNSAT, Status::Unknown, &two, "unsat: found unsat by z3@5.4.0 and cvc5@1.4.2".to_owned()),
        (LARGE_UNSAT, Status::Sat, &two, "unknown: claimed sat, but solvers say unsat".to_owned()),
        (LARGE_SAT, Status::Sat, &two, "sat: the model of z3@5.4.0 makes every assertion true".to_owned()),
        (
            LARGE_SAT,
            Status::Sat,
            &none,
            "unknown: claimed sat, but no solver finds a model in time".to_owned(),
        ),
        (
            LARGE_SAT,
            Status::Unsat,
            &one,
            format!(
                "mislabelled: claimed unsat {user}, but satisfiable: the model of z3@5.4.0 makes every assertion true"
            ),
        ),
    ];
    for (number, (text, claim, solvers, wanted)) in cases.into_iter().enumerate() {
        let draft = draft(&format!("case {number}"), text, claim);
        let record = investigate(&draft, solvers, &cpu_seconds(10.0)).unwrap();
        assert_eq!(summary(&record), wanted, "case {number}");
        let evidence = restore(&draft, &record).map(|seed| seed.evidence);
        let fits = match record.status {
            SeedStatus::SAT if text == NO_WITNESS => matches!(&evidence, Ok(Evidence::Derived(derivation))
                if derivation.steps() == [record.why.clone()]),
            SeedStatus::SAT => matches!(evidence, Ok(Evidence::Witness(_))),
            SeedStatus::UNSAT if text == SMALL_UNSAT => matches!(evidence, Ok(Evidence::Exhausted(_))),
            SeedStatus::UNSAT => matches!(&evidence, Ok(Evidence::Derived(derivation))
                if derivation.seeds() == [draft.origin.clone()] && derivation.steps() == [record.why.clone()]),
            SeedStatus::UNKNOWN => matches!(evidence, Ok(Evidence::None)),
            SeedStatus::Mislabelled => matches!(evidence, Err(Unusable::Mislabelled(_))),
            SeedStatus::TooHard => matches!(evidence, Err(Unusable::TooHard(_))),
        };
        assert!(fits, "case {number}: {evidence:?}");
    }
}

/// Nobody need vouch for a seed that is refuted, and a wrong label is found out.
#[test]
fn a_refuted_seed_needs_no_voices() {
    let one = [real("z3@5.4.0")];
    for (claim, solvers, status) in [
        (Status::Unknown, &one[..], SeedStatus::UNSAT),
        (Status::Unsat, &[], SeedStatus::UNSAT),
        (Status::Sat, &one, SeedStatus::Mislabelled),
    ] {
        let draft = draft(&format!("refuted {claim:?}"), WIDE_UNSAT, claim);
        let record = investigate(&draft, solvers, &cpu_seconds(10.0)).unwrap();
        assert_eq!(record.status, status, "{}", record.why);
        assert!(record.why.contains("checked proof"), "{}", record.why);
    }
}

#[test]
fn words_for_statuses_are_read_back() {
    let known = SeedStatus::Mislabelled;
    for status in [SeedStatus::SAT, SeedStatus::UNSAT, SeedStatus::UNKNOWN, known, SeedStatus::TooHard] {
        assert_eq!(SeedStatus::from_word(status.word()), Some(status));
    }
    assert_eq!(SeedStatus::from_word("SAT"), None);
}
