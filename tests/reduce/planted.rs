//! Planted bugs behind a real solver: the reducer reaches the pattern, and every step is as wrong as the first.

use crate::support::{cpu_seconds, python, real};
use gainsay::answer::Outcome;
use gainsay::consult::Consultation;
use gainsay::eval::Witness;
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{FindingKind, judge};
use gainsay::reduce::{Accusation, Budget, Candidate, NotReducible, Progress, Reduced, reduce_finding};
use gainsay::script::Script;
use gainsay::solver::Solver;
use std::cell::Cell;

/// A solver that has the bug, and is right otherwise.
fn planted(bug: &str) -> Solver {
    let real = real("z3@5.4.0");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reduce/planted_solver.py");
    let mut argv: Vec<String> = [python(), "-I", "-S", script, bug].map(str::to_owned).to_vec();
    argv.extend(real.argv.iter().cloned());
    let mut planted = Solver { name: "planted".to_owned(), argv, ..real };
    planted.profile.session = None;
    planted
}

/// Asks about a script, and reduces what is found of a kind.
fn reduce_bug(
    bug: &str,
    others: &[&str],
    kind: FindingKind,
    script: &str,
    jobs: usize,
    progress: &dyn Fn(&Progress<'_>),
) -> Reduced {
    let mut solvers = vec![planted(bug)];
    solvers.extend(others.iter().map(|name| real(name)));
    reduce_among(&solvers, kind, script, jobs, progress).unwrap()
}

/// Of several solvers the first is accused.
fn reduce_among(
    solvers: &[Solver],
    kind: FindingKind,
    script: &str,
    jobs: usize,
    progress: &dyn Fn(&Progress<'_>),
) -> Result<Reduced, NotReducible> {
    let script = Script::parse(script).unwrap();
    let how = Consultation { limits: cpu_seconds(20.0), cores: false, other_seed: None, keep_options: false };
    let testimonies = gainsay::consult::consult(&script, solvers, &how).unwrap();
    let verdict = judge(&Test::given(script.clone(), Evidence::None), &testimonies);
    let signature = match &testimonies[0].answer.outcome {
        Outcome::Crash(signature) => Some(signature.text.clone()),
        _ => None,
    };
    let accusation = match verdict.findings.iter().find(|finding| finding.kind == kind) {
        Some(finding) => Accusation::of(finding, solvers, &testimonies, &how).unwrap(),
        // Two solvers against one are reason enough to reduce, but not to call it proved.
        None => Accusation {
            accused: solvers[0].clone(),
            kind,
            signature,
            is_bug: true,
            others: solvers[1..].to_vec(),
            how,
        },
    };
    let budget = Budget { progress, ..Budget::default() };
    reduce_finding(&Candidate::new(script, None), &accusation, jobs, &budget)
}

const STRINGS: &str = "
    (set-logic QF_SLIA)
    (declare-const first String)(declare-const second String)(declare-const n Int)(declare-const m Int)
    (assert (and (> (+ n m 3) n) (=> (= n 4) (< m 17))))
    (assert (or (= (str.len (str.++ first second)) n)
        (not (= (str.replace first \"\" (str.at second (+ n 1))) \"abc\"))))
    (assert (distinct n m))
    (check-sat)";

#[test]
fn a_wrong_unsat_is_reduced_and_every_step_has_a_witness() {
    let steps = Cell::new(0);
    let progress = |progress: &Progress<'_>| {
        if progress.improved {
            let model = progress.best.model.clone().unwrap();
            assert!(Witness::check(&progress.best.script.question(), model).is_ok());
            steps.set(steps.get() + 1);
        }
    };
    let reduced = reduce_bug("wrong-unsat", &["cvc5@1.4.2"], FindingKind::WrongUnsat, STRINGS, 1, &progress);
    let text = reduced.best.text();
    assert_eq!(text, "(assert (= (str.replace \"\" \"\" \"\") \"\"))\n(check-sat)\n");
    assert!(reduced.finished && steps.get() > 3);
}

const WORDS: &str = "
    (set-logic QF_BV)
    (declare-const x (_ BitVec 32))(declare-const y (_ BitVec 32))(declare-const z (_ BitVec 32))
    (assert (bvult (bvadd x y) (bvmul z #x00000007)))
    (assert (= (bvudiv (bvor x #x00000003) #x00000002) (bvand y #x0000ffff)))
    (assert (and (bvult x y) (or (bvult y x) (= (bvsub x y) #x00000000))))
    (check-sat)";

#[test]
fn a_wrong_sat_stays_unsatisfiable() {
    let others = ["cvc5@1.4.2", "bitwuzla@0.9.1"];
    let real = real("bitwuzla@0.9.1");
    let progress = |progress: &Progress<'_>| {
        if progress.improved {
            let answer = real.ask_fresh(&progress.best.text(), &cpu_seconds(10.0)).unwrap();
            assert_eq!(answer.outcome, Outcome::Unsat, "{}", progress.best.text());
        }
    };
    let reduced = reduce_bug("wrong-sat", &others, FindingKind::WrongSat, WORDS, 2, &progress);
    let text = reduced.best.text();
    assert!(text.contains("(bvudiv") && text.len() < 60, "{text}");
}

/// One other family that proves it is enough beside a false model, if no other takes the script: bitwuzla knows no strings, and
/// we have no proofs about them. One that takes it and does not prove it leaves a doubt.
#[test]
fn who_does_not_take_a_script_is_no_witness_about_it() {
    let script = "(set-logic QF_SLIA)(declare-const x Int)(declare-const y Int)(declare-const z Int)(declare-const s String)
        (assert (forall ((n Int)) (= (mod (+ n x) 2) 0)))(assert (or (> y z) (< (+ y 3) x)))
        (assert (= (str.len s) 3))(assert (distinct x y z))(check-sat)";
    let [accused, right, foreign] = [planted("invalid-model"), real("cvc5@1.4.2"), real("bitwuzla@0.9.1")];
    let reduced = |others: &[&Solver]| {
        let solvers: Vec<Solver> = [&accused].iter().chain(others).map(|&solver| solver.clone()).collect();
        reduce_among(&solvers, FindingKind::WrongSat, script, 1, &|_| {}).map(|reduced| reduced.best.text())
    };
    let text = reduced(&[&right, &foreign]).unwrap();
    assert!(text.contains("(mod") && text.len() < script.len() / 2, "{text}");
    assert_eq!(right.ask_fresh(&text, &cpu_seconds(10.0)).unwrap().outcome, Outcome::Unsat, "{text}");
    assert!(reduced(&[&foreign]).is_err());
    assert!(reduced(&[&right, &planted("undecided")]).is_err());
}

#[test]
fn a_wrong_sat_needs_nobody_else_where_equations_leave_one_assignment() {
    let script = "(declare-const x (_ BitVec 128))(declare-const y (_ BitVec 128))(declare-const s String)
        (assert (= y (bvadd x (_ bv1 128))))(assert (and (= (_ bv100 128) x) (= s (str.++ \"a\" \"b\"))))
        (assert (or (str.contains s \"c\") (= (bvudiv x y) (_ bv7 128))))(check-sat)";
    let reduced = reduce_bug("wrong-sat", &[], FindingKind::WrongSat, script, 1, &|_| {});
    let text = reduced.best.text();
    assert!(text.contains("(bvudiv") && text.len() < 60, "{text}");
}

#[test]
fn an_invalid_model_stays_invalid() {
    let script = "(declare-const x Int)(declare-const y Int)(declare-const z Int)
        (assert (and (> x y) (< (* 2 y) (+ z 3)) (= (mod (+ x z) 5) 3)))(assert (or (> z 9) (< y 0)))(check-sat)";
    let reduced = reduce_bug("invalid-model", &[], FindingKind::InvalidModel, script, 1, &|_| {});
    let text = reduced.best.text();
    assert!(text.contains("(mod") && text.matches('(').count() <= 6, "{text}");
}

#[test]
fn a_crash_does_not_become_another_one() {
    let script = "(declare-const a (Array Int Int))(declare-const i Int)(declare-const j Int)
        (assert (= (select (store (store a i 7) (+ j 2) (* 3 i)) j) 3))(assert (> i j))(check-sat)";
    let reduced = reduce_bug("crash", &[], FindingKind::Crash, script, 2, &|_| {});
    let text = reduced.best.text();
    assert!(text.contains("(store (store"), "{text}");
    assert!(text.matches('(').count() <= 9, "{text}");
}

#[test]
fn a_crash_is_not_known_by_a_complaint_about_a_place_in_the_script() {
    let script = "(declare-const a (Array Int Int))(declare-const i Int)(declare-const j Int)
        (assert (= (mod i 3) 1))(assert (= (select (store a i 7) j) 3))(assert (> i j))(check-sat)";
    let reduced = reduce_bug("death", &[], FindingKind::Crash, script, 1, &|_| {});
    let text = reduced.best.text();
    assert!(text.contains("(store") && !text.contains("(mod"), "{text}");
    assert!(text.matches('(').count() <= 9, "{text}");
}
