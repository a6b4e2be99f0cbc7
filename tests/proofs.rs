//! Proofs of solvers: read, counted, and tried; a step is wrong only if values show it.

use crate::support::Folder;
use gainsay::proofs::{ProofFormat, ProofTrial, SolverProof, asking_for_proof, try_steps};
use gainsay::script::Script;
use serde_json::Value;

const SCRIPT: &str = "(declare-const x (_ BitVec 4))(declare-const a Int)(declare-fun f (Int) Int)
    (assert (bvult x #b0010))(assert (> a 3))(check-sat)";

/// Steps in the order of the names `@p2`, ..
fn proof(steps: &str) -> String {
    format!(
        "unsat\n(\n(declare-const x (_ BitVec 4))\n(define @t1 () (bvadd x #b0001))\n(define @t2 () (@bit 0 x))\n\
         (define @t3 () (@purify x))\n(assume @p1 (bvult x #b0010))\n{steps}\n)\n"
    )
}

fn tried(steps: &str) -> (SolverProof, ProofTrial) {
    let proof = SolverProof::read(&proof(steps), ProofFormat::Cpc).unwrap();
    let trial = try_steps(&proof, &Script::read(SCRIPT), &|| false);
    (proof, trial)
}

#[test]
fn right_steps_are_counted() {
    let (proof, trial) = tried(
        "(step @p2 (= @t1 (bvsub x #b1111)) :rule bv-sub :args (x))
         (step @p3 (= x (@from_bools @t2 (@bit 1 x) (@bit 2 x) (@bit 3 x))) :rule bv_bitblast_step)
         (step @p4 (not (bvult #b0010 x)) :rule trust_theory_lemma :premises (@p1))
         (step @p5 (= (f (+ a 1)) (f (- a -1))) :rule trust_theory_rewrite)
         (step @p6 (= (extract 3 0 x) x) :rule bv-extract-whole)
         (step @p7 (= (/ 1/2 2/1) 1/4) :rule evaluate)",
    );
    assert!(trial.wrong.is_empty() && trial.tried() == 6 && trial.untried.is_empty(), "{trial:?}");
    assert_eq!(proof.len(), 6);
    assert_eq!(proof.trusted(), [("trust_theory_lemma", 1), ("trust_theory_rewrite", 1)]);
}

#[test]
fn wrong_steps_are_found_out() {
    let (_, trial) = tried(
        "(step @p2 (= @t1 (bvor x #b0001)) :rule bv-add-or)
         (step @p3 (bvult x #b0001) :rule narrow :premises (@p1))
         (step @p4 (= (f a) a) :rule odd)
         (step @p5 (= (+ a 0) a) :rule arith-zero)",
    );
    let wrong: Vec<(&str, &str)> = trial.wrong.iter().map(|step| (&*step.name, &*step.rule)).collect();
    assert_eq!(wrong, [("@p2", "bv-add-or"), ("@p3", "narrow"), ("@p4", "odd")], "{trial:?}");
    assert!(trial.wrong[1].values.starts_with("x = #"), "{trial:?}");
    // Whoever has a solver can ask it.
    let script = Script::parse(&trial.wrong[1].script).unwrap();
    assert_eq!(script.assertions().count(), 2);
}

/// What rests on assumptions is no claim by itself, and what only the solver knows is not judged.
#[test]
fn nobody_is_accused_for_what_is_not_understood() {
    let (_, trial) = tried(
        "(step @p2 (bvult x #b0011) :rule follows :premises (@p1))
         (step @p3 (= @t3 (bvnot x)) :rule skolem)
         (step @p4 (= y (bvnot y)) :rule unknown)
         (step @p5 :rule refl :args (x))
         (step @p6 false :rule contra :premises (@p1 @p99))
         (step @p7 (= x @t2) :rule ill-sorted)
         (assume-push @p8 (= x #b1111))
         (step @p9 (= @t1 #b0000) :rule local :premises (@p8))
         (step-pop @p10 (=> (= x #b1111) (= @t1 #b0000)) :rule scope :premises (@p9))",
    );
    assert!(trial.wrong.is_empty(), "{trial:?}");
    assert_eq!(trial.tried(), 3, "{trial:?}");
    assert_eq!(trial.untried.iter().map(|(_, count)| count).sum::<usize>(), 5, "{trial:?}");
}

/// What a solver assumes without loss of generality holds nowhere else, and neither does what rests on it.
#[test]
fn nobody_is_accused_for_a_symmetry_that_is_broken() {
    let (proof, trial) = tried(
        "(step @p2 (= a 0) :rule trust)
         (step @p3 (= 0 a) :rule symm :premises (@p2))
         (step @p4 (= 1 a) :rule symm :premises (@p2))",
    );
    assert_eq!(proof.trusted(), [("trust", 1)]);
    let wrong: Vec<&str> = trial.wrong.iter().map(|step| &*step.name).collect();
    assert_eq!((wrong, trial.tried()), (vec!["@p4"], 2), "{trial:?}");
    assert!(trial.untried[0].0.contains("without loss of generality"), "{trial:?}");
}

/// In Alethe a total operator is printed like the one that it completes; in CPC it has a name of its own.
#[test]
fn what_hangs_on_an_open_value_is_not_judged_in_alethe() {
    let trial = tried_alethe("(step t0 (cl (= (mod a 0) a)) :rule rare_rewrite)");
    assert!(trial.wrong.is_empty() && trial.untried[0].0.contains("leaves open"), "{trial:?}");
    let (_, trial) = tried("(step @p2 (= (mod a 0) a) :rule arith-mod-zero)");
    assert_eq!(trial.wrong.len(), 1, "{trial:?}");
}

#[test]
fn what_is_no_proof_is_none() {
    for text in ["", "unsat", "sat\n(\n)", "unsat\n(error \"no proofs\")", "(step", "unsat\n(\n(step @p1"] {
        for format in [ProofFormat::Cpc, ProofFormat::Alethe] {
            assert!(SolverProof::read(text, format).is_none(), "{text}");
        }
    }
}

#[test]
fn the_question_is_asked_once() {
    let text = asking_for_proof(
        &Script::read(
            "(set-option :produce-models true)(declare-const p Bool)(push 1)(assert p)(check-sat)(pop 1)(assert (not p))(check-sat)(get-model)",
        ),
        ProofFormat::Cpc,
    );
    assert!(text.starts_with("(set-option :produce-proofs true)"), "{text}");
    assert!(
        text.contains("(assert (not p))\n(check-sat)\n(get-proof)\n") && !text.contains("(assert p)"),
        "{text}"
    );
}

/// cvc5's proofs of easy questions are read, most steps are tried, and none is wrong.
#[test]
fn proofs_of_cvc5_are_tried() {
    let folder = Folder::new("proofs");
    folder.write(
        "strings.smt2",
        "(set-logic ALL)(declare-const s String)(declare-const a Int)(declare-fun f (Int) Int)
         (assert (= (str.len (str.++ s s)) a))(assert (forall ((n Int)) (> (f n) n)))(assert (< (f a) a))(check-sat)",
    );
    for format in ["cpc", "alethe"] {
        let with_format = ["prove", "--ask", "cvc5", "--proof-format", format, "strings.smt2"];
        let ran = folder.gainsay(&[&with_format[..], &["--json"]].concat());
        assert_eq!(ran.code, Some(11), "{ran:?}");
        let told: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(told["answer"], "unknown", "{told}");
        let (asked, proof) = (&told["asked"], &told["asked"]["proof"]);
        assert_eq!(asked["answer"], "unsat", "{told}");
        assert!(proof["steps"].as_u64() > Some(30) && proof["tried"].as_u64() > Some(20), "{told}");
        assert_eq!(proof["wrong"], Value::Array(Vec::new()), "{told}");
        let ran = folder.gainsay(&with_format);
        assert!(ran.out.contains("says unsat by a proof of ") && ran.out.contains("none wrong"), "{ran:?}");
    }
}

fn tried_alethe(steps: &str) -> ProofTrial {
    let output = format!("unsat\n(\n(assume a0 (! (bvult x #b0010) :named @p_1))\n{steps}\n)\n");
    let proof = SolverProof::read(&output, ProofFormat::Alethe).unwrap();
    try_steps(&proof, &Script::read(SCRIPT), &|| false)
}

/// Clauses, names inside terms, and subproofs, whose last step follows from what stands in them.
#[test]
fn steps_of_alethe_are_tried() {
    let trial = tried_alethe(
        "(step t0 (cl (not (! (= (! (bvand x #b0001) :named @p_2) x) :named @p_3)) @p_3) :rule tautology)
         (step t1 (cl @p_3) :rule bv_poly :premises (a0))
         (step t2 (cl (= ((_ @bit_of 0) x) (= @p_2 #b0001))) :rule bit)
         (anchor :step t3)
         (assume t3.a0 (= x #b0000))
         (step t3.t0 (cl (= @p_2 x)) :rule trans :premises (t3.a0))
         (step t3 (cl (not (= x #b0000)) (= @p_2 x)) :rule subproof :discharge (t3.a0))
         (step t4 (cl (= x (@bbterm ((_ @bit_of 0) x) ((_ @bit_of 1) x) false false))) :rule narrow :premises (a0))",
    );
    assert!(trial.wrong.is_empty() && trial.tried() == 6 && trial.untried.is_empty(), "{trial:?}");
    let trial = tried_alethe(
        "(step t0 (cl (= x #b0000) (= x (! (bvneg x) :named @p_2))) :rule odd)
         (step t1 (cl (not @p_1) (= @p_2 #b0000)) :rule odd_named)
         (step t2 (cl) :rule resolution :premises (a0))",
    );
    let wrong: Vec<&str> = trial.wrong.iter().map(|step| &*step.rule).collect();
    assert_eq!(wrong, ["odd", "odd_named", "resolution"], "{trial:?}");
}

/// What stands below a binder, or in a subproof with variables, is about other values than the symbols of these names.
#[test]
fn variables_of_alethe_are_not_taken_for_symbols() {
    let trial = tried_alethe(
        "(step t0 (cl (= (forall ((x (_ BitVec 4))) (! (bvult x #b0001) :named @p_2)) false)) :rule quantifier)
         (step t1 (cl @p_2) :rule outside)
         (anchor :step t2 :args ((x (_ BitVec 4)) (:= (x (_ BitVec 4)) x)))
         (step t2.t0 (cl (! (= x #b0000) :named @p_3)) :rule inside)
         (step t2 (cl (= a a)) :rule bind)
         (step t3 (cl @p_3) :rule outside)
         (step t4 (cl (> a 3) (<= a 3)) :rule right)",
    );
    assert!(trial.wrong.is_empty(), "{trial:?}");
    assert_eq!(trial.tried(), 1, "{trial:?}");
    let proof =
        SolverProof::read("((step t0 (cl (! (> a 3) :named x)) :rule odd))", ProofFormat::Alethe).unwrap();
    assert_eq!(try_steps(&proof, &Script::read(SCRIPT), &|| false).tried(), 0);
}
