//! What findings say, and beside what an answer is judged: sanitizers' reports, disputed cores, models that others show.

use super::{Reason, Says, UNREADABLE, UNSATISFIABLE, VALID, answer_of, core, test_of};
use gainsay::answer::{Answer, Aside, Signature, SignatureKind, Status};
use gainsay::eval::{Witness, read_model};
use gainsay::evidence::{Derivation, Evidence, Test};
use gainsay::judge::{
    Certainty, CoreCheck, FindingKind, ModelVerdict, OURSELVES, Testimony, examine_model, judge,
};
use gainsay::script::{ReadOptions, Script};
use std::time::Duration;

/// The kinds of what the first solver is found guilty of, with the reasons.
fn whys(reason: Reason, testimonies: &[Testimony]) -> Vec<(FindingKind, String)> {
    let findings = judge(&test_of(reason), testimonies).findings;
    let of_first = findings.into_iter().filter(|finding| finding.solver == testimonies[0].solver);
    of_first.map(|finding| (finding.kind, finding.why)).collect()
}

/// A report is a finding of its own beside any answer, and what the solver dies of is told once.
#[test]
fn a_sanitizers_report_stands_beside_the_answer() {
    let report = Signature { kind: SignatureKind::Sanitizer, text: "heap-use-after-free in f".into() };
    let found = |says: Says, sanitizer: Option<&Signature>, statuses: Vec<Status>| {
        let answer = Answer { sanitizer: sanitizer.cloned(), statuses, questions: 1, ..answer_of(says) };
        let findings = judge(&test_of(Reason::Witness), &[Testimony::new("z", answer)]).findings;
        findings.into_iter().map(|found| (found.kind, found.why, found.signature)).collect::<Vec<_>>()
    };
    let told = (
        FindingKind::Sanitizer,
        "the sanitizer that it was built with reports an error".to_owned(),
        Some(report.text.clone()),
    );
    assert_eq!(found(Says::Sat, Some(&report), vec![Status::Sat]), std::slice::from_ref(&told));
    assert_eq!(found(Says::Crash, Some(&report), Vec::new()), std::slice::from_ref(&told));
    let wrong = found(Says::Unsat, Some(&report), vec![Status::Unsat]);
    assert_eq!(wrong.iter().filter(|found| **found == told).count(), 1);
    assert!(wrong.iter().any(|found| found.0 == FindingKind::WrongUnsat) && wrong.len() == 2, "{wrong:?}");
    let crash = |why: &str| vec![(FindingKind::Crash, why.to_owned(), Some("SIGSEGV".to_owned()))];
    assert_eq!(found(Says::Crash, None, Vec::new()), crash("it died instead of answering"));
    assert_eq!(found(Says::Crash, None, vec![Status::Sat]), crash("it died after its answer"));
    assert_eq!(found(Says::Sat, None, vec![Status::Sat]), []);
}

/// Who is wrong about the whole script, or calls it satisfiable, is no witness against a core of it; what others did is no matter.
#[test]
fn who_disputes_a_core_must_be_trusted() {
    let found = |reason, second: Says, third: Says| {
        let mut first = Testimony::new("first", answer_of(Says::Unsat));
        first.core = Some(core(Says::Sat, None, None));
        let others = [("second", second), ("third", third)];
        let others = others.map(|(solver, says)| Testimony::new(solver, answer_of(says)));
        let all = whys(reason, &[&[first][..], &others].concat());
        all.into_iter().any(|(kind, why)| {
            let is_core = kind == FindingKind::InvalidCore;
            assert!(!is_core || why == "its unsat core alone is satisfiable, says second", "{why}");
            is_core
        })
    };
    for trusted in [Says::Unsat, Says::Unknown, Says::Timeout, Says::Rejected, Says::OutOfMemory] {
        assert!(found(Reason::Exhausted, trusted, Says::Unsat), "{trusted:?}");
        assert!(found(Reason::None, trusted, Says::Crash), "{trusted:?}");
        assert!(found(Reason::None, trusted, Says::Sat), "{trusted:?}");
    }
    assert!(!found(Reason::Exhausted, Says::Crash, Says::Unsat));
    assert!(!found(Reason::Exhausted, Says::Sat, Says::Unsat));
    assert!(!found(Reason::None, Says::Sat, Says::Unsat));
}

/// What is known by construction not to be needed is named before anything else.
#[test]
fn noise_in_a_core_is_known_by_construction() {
    let derivation = Derivation::confirmed(Status::Unsat, "a.smt2".to_owned(), "somebody".to_owned());
    let evidence = Evidence::Derived(derivation.with_core(vec!["a".to_owned()]));
    let test = Test::given(Script::parse(UNSATISFIABLE).unwrap(), evidence);
    let found = |check: CoreCheck| {
        let mut testimony = Testimony::new("first", answer_of(Says::Unsat));
        testimony.core = Some(check);
        let findings = judge(&test, &[testimony]).findings;
        findings.into_iter().map(|found| (found.certainty, found.why, found.details)).collect::<Vec<_>>()
    };
    let why = "its unsat core is unsatisfiable without b, by construction".to_owned();
    let told = |certainty| vec![(certainty, why.clone(), vec!["core: a b".to_owned()])];
    assert_eq!(found(core(Says::Unsat, None, None)), told(Certainty::Disputed));
    assert_eq!(found(core(Says::Unsat, None, Some("a"))), told(Certainty::Disputed));
    let promised = CoreCheck { promised_minimal: true, ..core(Says::Unsat, None, None) };
    assert_eq!(found(promised), told(Certainty::Derived));
    let only = CoreCheck { names: vec!["a".to_owned()], ..core(Says::Unsat, None, None) };
    assert_eq!(found(only), []);
}

/// The reasons, as they stand in reports.
#[test]
fn reasons_say_who_and_what() {
    let testimony = |name: &str, says| Testimony::new(name, answer_of(says));
    let why = |reason, testimonies: &[Testimony]| {
        let found = whys(reason, testimonies);
        assert_eq!(found.len(), 1, "{found:?}");
        found[0].1.clone()
    };
    let wrong = why(Reason::Witness, &[testimony("first", Says::Unsat)]);
    assert!(wrong.starts_with("it answers unsat, but the script is satisfiable: "), "{wrong}");
    let wrong = why(Reason::Exhausted, &[testimony("first", Says::Sat)]);
    assert!(wrong.starts_with("it answers sat, but the script is unsatisfiable: "), "{wrong}");
    let among = |reason, says, status| {
        let mut asked = testimony("first", says);
        asked.in_script = Some(status);
        why(reason, &[asked])
    };
    let wrong = among(Reason::Witness, Says::Sat, Status::Unsat);
    assert!(wrong.starts_with("in the whole script it answers unsat to a satisfiable question: "), "{wrong}");
    let wrong = among(Reason::Exhausted, Says::Unsat, Status::Sat);
    assert!(
        wrong.starts_with("in the whole script it answers sat to an unsatisfiable question: "),
        "{wrong}"
    );
    let both = "it answers sat and unsat to one question, asked alone and among others";
    assert_eq!(among(Reason::None, Says::Sat, Status::Unsat), both);

    let beside = |says| why(Reason::None, &[testimony("first", says), testimony("second", Says::Sat)]);
    let incomplete = "it answers unknown in QF_BV, which is decidable, and second decides it";
    assert_eq!(beside(Says::Unknown), incomplete);
    assert_eq!(beside(Says::Rejected), "it rejects a well-sorted script that second takes");
    assert_eq!(beside(Says::OutOfMemory), "it runs out of memory where second needs less than 256 MB");
    let known = why(Reason::Witness, &[testimony("first", Says::Unknown)]);
    assert!(
        known.starts_with("it answers unknown in QF_BV, which is decidable, and the answer is known: "),
        "{known}"
    );
    let open = Test::given(
        Script::parse("(declare-const x Int)(assert (= (* x x x) 8))(check-sat)").unwrap(),
        Evidence::None,
    );
    let findings =
        judge(&open, &[testimony("first", Says::Unknown), testimony("second", Says::Sat)]).findings;
    assert_eq!(findings[0].why, "it answers unknown in QF_NIA, and second decides it");

    let taking = |milliseconds| Answer { wall: Duration::from_millis(milliseconds), ..answer_of(Says::Sat) };
    let two = [Testimony::new("first", taking(60_000)), Testimony::new("second", taking(250))];
    assert_eq!(why(Reason::None, &two), "it took 60.0 s, second 0.25 s");
    let late = Answer { wall: Duration::from_secs(2), ..answer_of(Says::Timeout) };
    let late = why(Reason::Witness, &[Testimony::new("first", late)]);
    assert!(late.starts_with("it took 2.0 s and has no answer, which is known: "), "{late}");

    let seed = |says| {
        let mut asked = testimony("first", Says::Sat);
        asked.other_seed = Some((7, answer_of(says)));
        why(Reason::None, &[asked])
    };
    assert_eq!(seed(Says::Unknown), "it answers sat, and unknown with another random seed");
    assert_eq!(seed(Says::Unsat), "it answers sat and unsat, depending on its random seed");

    let cored = |check: CoreCheck| {
        let mut asked = testimony("first", Says::Unsat);
        asked.core = Some(check);
        why(Reason::Exhausted, &[asked])
    };
    let by = |solver: &str| {
        let not_needed = Some(("b".to_owned(), solver.to_owned()));
        cored(CoreCheck { not_needed, ..core(Says::Unsat, None, None) })
    };
    assert_eq!(by(OURSELVES), "its unsat core is unsatisfiable without b, proved by gainsay");
    assert_eq!(by("second"), "its unsat core is unsatisfiable without b, says second");
    let refuted = "its unsat core alone is satisfiable: the model of second satisfies it, by our evaluator";
    assert_eq!(cored(core(Says::Sat, Some("second"), None)), refuted);

    let mut wrongly = judge(&test_of(Reason::DerivedWrongly), &[testimony("z", Says::SatWithValidModel)]);
    let alarm = wrongly.alarms.pop().unwrap();
    assert!(alarm.why.starts_with("the test is called unsatisfiable because "), "{}", alarm.why);
    assert!(alarm.why.ends_with(", but the model of z satisfies it") && alarm.solver == "z", "{}", alarm.why);
    let satisfied = judge(&test_of(Reason::None), &[testimony("z", Says::SatWithValidModel)]).truth;
    assert_eq!(satisfied.why, "the model of z makes every assertion true, by our evaluator");
}

/// Why a model tells nothing is said.
#[test]
fn what_cannot_be_told_of_a_model_is_said() {
    let test = test_of(Reason::None);
    let verdict = |model: &str| examine_model(&test.question(), model, ReadOptions::default());
    let ModelVerdict::Unknown(why) = verdict(UNREADABLE) else { panic!() };
    assert_eq!(why, "an assertion is not known to be true: the model gives `x` no value");
    assert_eq!(verdict(VALID), ModelVerdict::Valid);
}

/// A reply is refuted by the models that others have of the question, or the test itself, as far as they come with a sat; the
/// solver's own is held against it only if it comes from the same run.
#[test]
fn replies_are_judged_beside_what_others_show() {
    let text = "(declare-const x Int)(assert (<= x 10))(maximize x)(check-sat)";
    let model = |value: i64| format!("((define-fun x () Int {value}))");
    let answer = |value| Answer { model: Some(model(value)), ..answer_of(Says::Sat) };
    let claiming = |claim: i64, own| {
        let reply = Some(format!("(objectives (x {claim}))"));
        let asides = vec![Aside { command: "get-objectives".to_owned(), reply, has_failed: false }];
        Testimony::new("first", Answer { asides, ..answer(own) })
    };
    let judged = |test: &Test, testimonies: &[Testimony]| {
        let findings = judge(test, testimonies).findings;
        findings.into_iter().map(|finding| (finding.kind, finding.why)).collect::<Vec<_>>()
    };
    let bare = Test::given(Script::parse(text).unwrap(), Evidence::None);
    let found = |testimonies: &[Testimony]| judged(&bare, testimonies);
    let by = |name: &str| {
        let why = format!(
            "the largest x is not 9: 10 is possible, by the model of {name}, which satisfies every assertion by our evaluator"
        );
        vec![(FindingKind::WrongOptimum, why)]
    };
    let second = Testimony::new("second", answer(10));
    assert_eq!(found(&[claiming(9, 9), second.clone()]), by("second"));
    assert_eq!(found(&[second.clone(), claiming(9, 9)]), by("second"));
    let asked = Testimony { rebuttals: vec![second.clone()], ..claiming(9, 9) };
    assert_eq!(found(&[asked]), by("second"));
    // Whose answer is no sat shows nothing, whatever model it prints.
    let unsure = Testimony::new("second", Answer { model: Some(model(10)), ..answer_of(Says::Timeout) });
    assert_eq!(found(&[claiming(10, 10), unsure.clone()]), []);
    assert_ne!(found(&[claiming(9, 9), unsure]), by("second"));
    let mut script = Script::parse(text).unwrap();
    let own = read_model(&mut script, &model(10)).unwrap().model;
    let witness = Witness::check(&script.question(), own).unwrap();
    let witnessed = Test::given(script, Evidence::Witness(witness));
    assert_eq!(judged(&witnessed, &[claiming(9, 9)]), by("the test itself"));
    // Its own model is the point that it claims, unless it comes from another run.
    let unreached = found(&[claiming(10, 9)]);
    assert!(matches!(&unreached[..], [(FindingKind::UnreachedOptimum, _)]), "{unreached:?}");
    let mut apart = claiming(10, 9);
    apart.answer.is_apart = true;
    assert_eq!(found(&[apart]), []);
}
