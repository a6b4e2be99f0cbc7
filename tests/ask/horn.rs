//! Interpretations of Horn clauses are judged clause by clause, and contradictions are derived.

use crate::support::{cpu_seconds, real};
use gainsay::answer::{Answer, Outcome, Status};
use gainsay::ask::Verdict;
use gainsay::consult::{Consultation, consult};
use gainsay::eval::{Model, read_model};
use gainsay::evidence::{Evidence, Search, Test};
use gainsay::horn::{Clauses, witness};
use gainsay::judge::{FindingKind, Testimony, judge};
use gainsay::refute::{Bounds, Instance, refute_instances};
use gainsay::rng::Rng;
use gainsay::script::{Printer, Script};
use gainsay::strategy::{Inputs, Steps, strategy};
use gainsay::value::{Int, Value};

fn script(text: &str) -> Script {
    Script::parse(text).unwrap()
}

/// A counter from 0 by steps of two, which is bad where this holds.
fn counter(bad: &str) -> String {
    format!(
        "(set-logic HORN)(declare-fun inv (Int) Bool)(assert (inv 0))\
         (assert (forall ((x Int) (y Int)) (=> (and (inv x) (= y (+ x 2))) (inv y))))\
         (assert (forall ((x Int)) (=> (and (inv x) {bad}) false)))(check-sat)"
    )
}

fn inv(body: &str) -> String {
    format!("((define-fun inv ((x!0 Int)) Bool {body}))")
}

/// What an interpretation comes to, and which findings there are.
fn judged(question: &str, interpretation: &str, rebuttal: &str) -> (Vec<FindingKind>, Option<Verdict>) {
    let answer = |model: &str| Answer { model: Some(model.to_owned()), ..Answer::new(Outcome::Sat) };
    let mut claimant = Testimony::new("mine@1", answer(interpretation));
    if !rebuttal.is_empty() {
        claimant.rebuttals = vec![Testimony::new("other@1", answer(rebuttal))];
    }
    let verdict = judge(&Test::given(script(question), Evidence::None), &[claimant]);
    assert!(verdict.alarms.is_empty(), "{:?}", verdict.alarms);
    let kinds = verdict.findings.iter().map(|finding| finding.kind).collect();
    (kinds, verdict.claims[0].clone().map(|claim| claim.verdict))
}

#[test]
fn interpretations_are_judged_clause_by_clause() {
    let question = counter("(< x 0)");
    for right in ["(>= x!0 0)", "(not (< x!0 0))", "(and (>= x!0 0) (= (mod x!0 2) 0))"] {
        let (findings, verdict) = judged(&question, &inv(right), "");
        assert!(findings.is_empty() && matches!(verdict, Some(Verdict::Proved(_))), "{right}: {verdict:?}");
    }
    for wrong in ["true", "false", "(<= 0 x!0 7)", "(= x!0 0)", "(>= x!0 1)"] {
        let (findings, verdict) = judged(&question, &inv(wrong), "");
        assert_eq!(findings, [FindingKind::WrongInterpretation], "{wrong}: {verdict:?}");
        let Some(Verdict::Wrong { details, .. }) = verdict else { panic!("{wrong}") };
        assert!(details[0].contains("inv"), "{details:?}");
    }
}

#[test]
fn what_cannot_be_read_is_not_judged() {
    let question = counter("(< x 0)");
    for open in [
        inv("(exists ((k Int)) (= x!0 (* 2 k)))"),
        inv("(mystery x!0)"),
        "((define-fun other ((x!0 Int)) Bool true))".to_owned(),
        "(".to_owned(),
        String::new(),
    ] {
        let (findings, verdict) = judged(&question, &open, "");
        assert!(findings.is_empty(), "{open}: {findings:?}");
        assert!(!matches!(verdict, Some(Verdict::Proved(_) | Verdict::Wrong { .. })), "{open}: {verdict:?}");
    }
}

/// Small programs over bits are decided by the evaluator, too: it is still one finding.
#[test]
fn a_wrong_interpretation_over_bits_is_one_finding() {
    let question = "(set-logic HORN)(declare-fun p ((_ BitVec 2)) Bool)(assert (p #b00))\
                    (assert (forall ((x (_ BitVec 2))) (=> (p x) (p (bvadd x #b10)))))\
                    (assert (forall ((x (_ BitVec 2))) (not (and (p x) (= x #b01)))))(check-sat)";
    let p = |body: &str| format!("((define-fun p ((x!0 (_ BitVec 2))) Bool {body}))");
    assert_eq!(judged(question, &p("true"), "").0, [FindingKind::WrongInterpretation]);
    assert_eq!(judged(question, &p("(= x!0 #b00)"), "").0, [FindingKind::WrongInterpretation]);
    let right = judged(question, &p("(= ((_ extract 0 0) x!0) #b0)"), "");
    assert!(right.0.is_empty() && matches!(right.1, Some(Verdict::Proved(_))), "{right:?}");
}

fn proved(text: &str) -> Status {
    Evidence::by_search(&script(text).question(), Search::HUNT).answer()
}

#[test]
fn what_follows_is_derived() {
    assert_eq!(proved(&counter("(= x 8)")), Status::Unsat);
    assert_eq!(proved(&counter("(< x 0)")), Status::Unknown, "it has no end");
    let bits = |bad: &str| {
        format!(
            "(set-logic HORN)(declare-fun p ((_ BitVec 3) Bool) Bool)(declare-fun q () Bool)\
             (assert (forall ((b Bool)) (=> b (p #b000 b))))\
             (assert (forall ((x (_ BitVec 3)) (b Bool)) (=> (p x b) (p (bvadd x #b010) (not b)))))\
             (assert (forall ((x (_ BitVec 3)) (y (_ BitVec 3))) (=> (and (p x true) (p y false) {bad}) q)))\
             (assert (not q))(check-sat)"
        )
    };
    assert_eq!(proved(&bits("(= (bvadd x y) #b110)")), Status::Unsat);
    assert_eq!(proved(&bits("(= (bvadd x y) #b101)")), Status::Sat);
}

/// Only instances of the question's own clauses, with values that fit, refute it; and only all of them together.
#[test]
fn a_damaged_derivation_is_refused() {
    let script = script(&counter("(= x 4)"));
    let question = script.question();
    let clauses = Clauses::of(&question).unwrap();
    let clauses: Vec<_> = clauses.iter().collect();
    let int = |value: i64| Value::Int(Int::from(value));
    let steps = [(0, vec![]), (1, vec![int(0), int(2)]), (1, vec![int(2), int(4)]), (2, vec![int(4)])];
    let refutes = |steps: &[(usize, Vec<Value>)]| {
        let instances: Vec<Instance<'_>> =
            steps.iter().map(|(at, values)| Instance { of: clauses[*at], values: values.clone() }).collect();
        refute_instances(&question, &instances, Bounds::default())
    };
    let refuted = refutes(&steps).expect("the run is bad");
    assert!(refuted.is_for(&question));
    for left_out in 0..steps.len() {
        let mut fewer = steps.to_vec();
        fewer.remove(left_out);
        assert!(refutes(&fewer).is_none(), "without step {left_out}");
    }
    let mut other = steps.to_vec();
    other[2].1[1] = int(6);
    assert!(refutes(&other).is_none(), "another value");
    other[2].1.pop();
    assert!(refutes(&other).is_none(), "too few values");
    let foreign = self::script(&counter("(= x 4)").replace("(assert (inv 0))", "(assert (inv 4))"));
    let foreign_clauses = Clauses::of(&foreign.question()).unwrap();
    let stolen = [
        Instance { of: &foreign_clauses.iter().as_slice()[0].clone(), values: Vec::new() },
        Instance { of: clauses[2], values: vec![int(4)] },
    ];
    assert!(
        refute_instances(&question, &stolen, Bounds::default()).is_none(),
        "not a clause of the question"
    );
}

#[test]
fn an_invariant_is_a_witness_only_if_every_clause_is_proved() {
    let accepts = |body: &str| {
        let mut script = script(&counter("(< x 0)"));
        let model: Model = read_model(&mut script, &inv(body)).unwrap().model;
        witness(&script.question(), model).is_ok()
    };
    assert!(accepts("(>= x!0 0)"));
    for damaged in ["(>= x!0 (- 1))", "(>= x!0 1)", "(<= 0 x!0 100)", "true", "false"] {
        assert!(!accepts(damaged), "{damaged}");
    }
}

/// Every test has a right answer with z3, old or new, and no interpretation of it is called wrong.
#[test]
fn tests_of_clauses_accuse_nobody_who_is_right() {
    let solvers = [real("z3@5.4.0")];
    let how = Consultation { limits: cpu_seconds(10.0), cores: false, other_seed: None, keep_options: true };
    let (mut proved, mut known) = (0, [0, 0]);
    for unit in 0..40 {
        let inputs = Inputs::of_size(1 + (unit % 8) as u32);
        let made = strategy("horn").unwrap().make(&inputs, &mut Rng::of_unit(9, unit), &mut Steps::default());
        let Ok(test) = made else { continue };
        let testimonies = consult(test.script(), &solvers, &how).unwrap();
        let verdict = judge(&test, &testimonies);
        let text = Printer::default().script(test.script());
        assert!(verdict.alarms.is_empty(), "{:?}\n{text}", verdict.alarms);
        assert!(verdict.findings.iter().all(|finding| !finding.is_bug()), "{:?}\n{text}", verdict.findings);
        let claim = verdict.claims[0].as_ref();
        proved += usize::from(claim.is_some_and(|claim| matches!(claim.verdict, Verdict::Proved(_))));
        known[0] += usize::from(test.evidence().answer() == Status::Sat);
        known[1] += usize::from(test.evidence().answer() == Status::Unsat);
    }
    assert!(proved >= 8 && known[0] >= 8 && known[1] >= 8, "{proved} proved, {known:?} known");
}
