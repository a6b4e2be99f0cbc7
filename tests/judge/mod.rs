//! Every combination of evidence and answers, and what is made of it.

mod reasons;

use gainsay::answer::{Answer, Outcome, Signature, SignatureKind, Status};
use gainsay::eval::{Bounds, Decision, Model, Witness, decide, read_model};
use gainsay::evidence::{Derivation, Evidence, Test};
use gainsay::judge::{
    Certainty, CoreCheck, Finding, FindingKind, ModelVerdict, OURSELVES, RecordPolicy, Testimony, Voices,
    examine_model, fault_of, judge, witness_among,
};
use gainsay::refute::{self, prove};
use gainsay::script::{ReadOptions, Script};
use std::collections::BTreeSet;
use std::time::Duration;

const SATISFIABLE: &str = "(declare-const x (_ BitVec 2))(assert (bvult x #b01))(check-sat)";
const UNSATISFIABLE: &str = "(declare-const x (_ BitVec 2))(assert (bvult x #b00))(check-sat)";
const VALID: &str = "((define-fun x () (_ BitVec 2) #b00))";
const INVALID: &str = "((define-fun x () (_ BitVec 2) #b11))";
const UNREADABLE: &str = "((define-fun x () (_ BitVec 2) (mystery 7)))";

/// Why the answer is known, and to what script it belongs.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Reason {
    /// Nothing is known of a satisfiable script.
    None,
    Witness,
    Exhausted,
    Refuted,
    DerivedSat,
    DerivedUnsat,
    /// A derivation that is wrong: the script is satisfiable.
    DerivedWrongly,
}

const REASONS: [Reason; 7] = [
    Reason::None,
    Reason::Witness,
    Reason::Exhausted,
    Reason::Refuted,
    Reason::DerivedSat,
    Reason::DerivedUnsat,
    Reason::DerivedWrongly,
];

/// What a solver says.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Says {
    SatWithValidModel,
    SatWithInvalidModel,
    SatWithUnreadableModel,
    Sat,
    Unsat,
    Unknown,
    Timeout,
    OutOfMemory,
    Crash,
    Rejected,
    /// It was not asked.
    Nothing,
}

const SAYINGS: [Says; 11] = [
    Says::SatWithValidModel,
    Says::SatWithInvalidModel,
    Says::SatWithUnreadableModel,
    Says::Sat,
    Says::Unsat,
    Says::Unknown,
    Says::Timeout,
    Says::OutOfMemory,
    Says::Crash,
    Says::Rejected,
    Says::Nothing,
];

fn test_of(reason: Reason) -> Test {
    let unsatisfiable = matches!(reason, Reason::Exhausted | Reason::Refuted | Reason::DerivedUnsat);
    let mut script = Script::parse(if unsatisfiable { UNSATISFIABLE } else { SATISFIABLE }).unwrap();
    let derived =
        |answer| Evidence::Derived(Derivation::confirmed(answer, "a.smt2".to_owned(), "somebody".to_owned()));
    let evidence = match reason {
        Reason::None => Evidence::None,
        Reason::Witness => {
            let model: Model = read_model(&mut script, VALID).unwrap().model;
            Evidence::Witness(Witness::check(&script.question(), model).unwrap())
        }
        Reason::Exhausted => match decide(&script.question(), Bounds::default()) {
            Decision::Unsat(exhausted) => Evidence::Exhausted(exhausted),
            other => panic!("{other:?}"),
        },
        Reason::Refuted => match prove(&script.question(), refute::Bounds::default()) {
            refute::Verdict::Unsat(certificate) => Evidence::Refuted(certificate.refuted),
            other => panic!("{other:?}"),
        },
        Reason::DerivedSat => derived(Status::Sat),
        Reason::DerivedUnsat | Reason::DerivedWrongly => derived(Status::Unsat),
    };
    Test::given(script, evidence)
}

fn answer_of(says: Says) -> Answer {
    let mut answer = Answer::not_asked("misread".into());
    answer.outcome = match says {
        Says::SatWithValidModel | Says::SatWithInvalidModel | Says::SatWithUnreadableModel | Says::Sat => {
            Outcome::Sat
        }
        Says::Unsat => Outcome::Unsat,
        Says::Unknown => Outcome::Unknown("incomplete".into()),
        Says::Timeout => Outcome::Timeout,
        Says::OutOfMemory => Outcome::OutOfMemory,
        Says::Crash => Outcome::Crash(Signature { kind: SignatureKind::Signal, text: "SIGSEGV".into() }),
        Says::Rejected => Outcome::Rejected("no such operator".into()),
        Says::Nothing => answer.outcome,
    };
    answer.model = match says {
        Says::SatWithValidModel => Some(VALID.into()),
        Says::SatWithInvalidModel => Some(INVALID.into()),
        Says::SatWithUnreadableModel => Some(UNREADABLE.into()),
        _ => None,
    };
    answer
}

fn is_sat(says: Says) -> bool {
    matches!(answer_of(says).outcome, Outcome::Sat)
}

/// What the first of two solvers must be told, by a specification that is as plain as can be.
fn expected(reason: Reason, first: Says, second: Says) -> Vec<(FindingKind, Certainty)> {
    let script_is_satisfiable = !matches!(reason, Reason::Exhausted | Reason::Refuted | Reason::DerivedUnsat);
    // The "valid" model is one only for the satisfiable script.
    let proves_sat = |says| says == Says::SatWithValidModel && script_is_satisfiable;
    let satisfied = proves_sat(first) || proves_sat(second);
    let truth = match reason {
        Reason::DerivedWrongly if satisfied => None,
        Reason::Witness | Reason::DerivedSat => Some(true),
        Reason::Exhausted | Reason::Refuted | Reason::DerivedUnsat | Reason::DerivedWrongly => Some(false),
        Reason::None if satisfied => Some(true),
        Reason::None => None,
    };
    let only_derived =
        matches!(reason, Reason::DerivedSat | Reason::DerivedUnsat | Reason::DerivedWrongly) && !satisfied;
    let certainty = if only_derived { Certainty::Derived } else { Certainty::Proved };
    let mut findings = Vec::new();
    if first == Says::Unsat && truth == Some(true) {
        findings.push((FindingKind::WrongUnsat, certainty));
    }
    if is_sat(first) && truth == Some(false) {
        findings.push((FindingKind::WrongSat, certainty));
    }
    let model_is_false =
        first == Says::SatWithInvalidModel || (first == Says::SatWithValidModel && !script_is_satisfiable);
    if model_is_false {
        findings.push((FindingKind::InvalidModel, Certainty::Proved));
    }
    if first == Says::Crash {
        findings.push((FindingKind::Crash, Certainty::Proved));
    }
    let contrary = (is_sat(first) && second == Says::Unsat) || (first == Says::Unsat && is_sat(second));
    if contrary && truth.is_none() {
        findings.push((FindingKind::Disagreement, Certainty::Disputed));
    }
    let second_decides = is_sat(second) || second == Says::Unsat;
    if first == Says::Unknown && (second_decides || reason != Reason::None) {
        findings.push((FindingKind::Incomplete, Certainty::Disputed));
    }
    if first == Says::OutOfMemory && second_decides {
        findings.push((FindingKind::Memory, Certainty::Disputed));
    }
    if first == Says::Rejected && second_decides {
        findings.push((FindingKind::RejectedInput, Certainty::Disputed));
    }
    findings
}

#[test]
fn every_combination() {
    for reason in REASONS {
        let test = test_of(reason);
        for first in SAYINGS {
            for second in SAYINGS {
                let testimonies =
                    [Testimony::new("first", answer_of(first)), Testimony::new("second", answer_of(second))];
                let verdict = judge(&test, &testimonies);
                let of_first: Vec<(FindingKind, Certainty)> = verdict
                    .findings
                    .iter()
                    .filter(|finding| finding.solver == "first")
                    .map(|finding| (finding.kind, finding.certainty))
                    .collect();
                assert_eq!(
                    of_first,
                    expected(reason, first, second),
                    "{reason:?}: {first:?} beside {second:?}"
                );
                let refuted =
                    [first, second].contains(&Says::SatWithValidModel) && reason == Reason::DerivedWrongly;
                assert_eq!(!verdict.alarms.is_empty(), refuted, "{reason:?}: {first:?} beside {second:?}");
            }
        }
    }
}

#[test]
fn a_wrong_derivation_accuses_nobody_once_a_model_refutes_it() {
    let test = test_of(Reason::DerivedWrongly);
    let verdict = judge(&test, &[Testimony::new("z", answer_of(Says::SatWithValidModel))]);
    assert!(verdict.findings.is_empty());
    assert_eq!(verdict.alarms.len(), 1);
    assert_eq!(verdict.truth.answer, Status::Unknown);
}

/// Who ran out of something is not incomplete, in whatever letters it says so.
#[test]
fn an_unknown_for_lack_of_resources_is_no_finding() {
    let kinds = |reason: &str| {
        let mut unknown = answer_of(Says::Unknown);
        unknown.outcome = Outcome::Unknown(reason.into());
        let testimonies = [Testimony::new("z", unknown), Testimony::new("y", answer_of(Says::Sat))];
        let findings = judge(&test_of(Reason::None), &testimonies).findings;
        findings.iter().map(|finding| finding.kind).collect::<Vec<_>>()
    };
    for reason in ["timeout", "TIMEOUT", "RESOURCEOUT", "MEMOUT", "max. memory exceeded", "INTERRUPTED"] {
        assert_eq!(kinds(reason), [], "{reason}");
    }
    assert_eq!(kinds("INCOMPLETE"), [FindingKind::Incomplete]);
}

/// What is known by construction is held against who does not know it, in every logic, without another solver.
#[test]
fn an_answer_that_is_known_is_missed() {
    let late = |seconds| {
        let mut answer = answer_of(Says::Timeout);
        answer.wall = Duration::from_secs(seconds);
        answer
    };
    let kinds = |reason, answers: Vec<Answer>| {
        let names = ["one", "two"].into_iter();
        let testimonies: Vec<Testimony> =
            names.zip(answers).map(|(name, answer)| Testimony::new(name, answer)).collect();
        let findings = judge(&test_of(reason), &testimonies).findings;
        findings.iter().map(|finding| (finding.solver.clone(), finding.kind)).collect::<Vec<_>>()
    };
    let of_one = |kind| vec![("one".to_owned(), kind)];
    assert_eq!(kinds(Reason::Witness, vec![answer_of(Says::Unknown)]), of_one(FindingKind::Incomplete));
    assert_eq!(kinds(Reason::None, vec![answer_of(Says::Unknown)]), []);
    assert_eq!(kinds(Reason::Witness, vec![late(2)]), of_one(FindingKind::Slow));
    assert_eq!(kinds(Reason::Witness, vec![late(0)]), []);
    assert_eq!(kinds(Reason::None, vec![late(2)]), []);
    assert_eq!(kinds(Reason::None, vec![late(2), answer_of(Says::Sat)]), of_one(FindingKind::Slow));
    // The other one took its time, too.
    let mut slow = answer_of(Says::Sat);
    slow.wall = Duration::from_secs(1);
    assert_eq!(kinds(Reason::Witness, vec![late(2), slow]), []);
}

/// An answer that hangs on the random seed is noted, and one that contradicts itself is a bug.
#[test]
fn unknown_with_another_seed() {
    let with_seed = |says| {
        let mut testimony = Testimony::new("z", answer_of(Says::Sat));
        testimony.other_seed = Some((7, answer_of(says)));
        let findings = judge(&test_of(Reason::None), &[testimony]).findings;
        findings.iter().map(|finding| (finding.kind, finding.is_bug())).collect::<Vec<_>>()
    };
    assert_eq!(with_seed(Says::Unknown), [(FindingKind::Unstable, false)]);
    assert_eq!(with_seed(Says::Unsat), [(FindingKind::Nondeterminism, true)]);
    assert_eq!(with_seed(Says::Timeout), []);
    assert_eq!(with_seed(Says::Sat), []);
}

#[test]
fn an_invalid_model_is_explained() {
    let test = test_of(Reason::None);
    let verdict = judge(&test, &[Testimony::new("z", answer_of(Says::SatWithInvalidModel))]);
    let Some(ModelVerdict::Invalid(lines)) = &verdict.models[0] else { panic!("{verdict:?}") };
    assert!(lines.iter().any(|line| line.contains("bvult x #b01") && line.contains("#b11")), "{lines:?}");
}

#[test]
fn a_model_need_not_satisfy_what_is_asserted_behind_the_question() {
    let script = Script::parse(&format!("{SATISFIABLE}(assert (= x #b11))(assert false)")).unwrap();
    let testimony = Testimony::new("z", answer_of(Says::SatWithValidModel));
    let verdict = judge(&Test::given(script, Evidence::None), &[testimony]);
    assert_eq!((verdict.findings, verdict.models), (vec![], vec![Some(ModelVerdict::Valid)]));
}

#[test]
fn a_function_that_is_given_by_itself_is_no_model() {
    let script = "(declare-const a (Array Int Int))(declare-const b (Array Int Int))
        (assert (= a (lambda ((x Int)) (+ 1 (select a x)))))(check-sat)";
    let model = |a: &str, b: &str| {
        let array = "() (Array Int Int) (lambda ((x Int))";
        let text = format!("((define-fun a {array} {a}))(define-fun b {array} {b})))");
        examine_model(&Script::parse(script).unwrap().question(), &text, ReadOptions::default())
    };
    let circles = [("(+ 1 (select a x))", "x"), ("(+ 1 (select b x))", "(select a x)")];
    for (a, b) in circles {
        assert!(matches!(model(a, b), ModelVerdict::Unknown(_)), "{a} {b}");
    }
    assert!(!matches!(model("(select b x)", "x"), ModelVerdict::Valid));
}

/// What looks like a wrong model is a right one in the escapes of its time.
#[test]
fn models_are_read_in_the_escapes_of_the_solver() {
    let script = Script::parse("(declare-const s String)(assert (= (str.len s) 1))(check-sat)").unwrap();
    let test = Test::given(script, Evidence::None);
    let mut answer = answer_of(Says::Sat);
    answer.model = Some(r#"((define-fun s () String "\x07"))"#.into());
    let mut testimony = Testimony::new("old", answer);
    testimony.model_reading = ReadOptions { old_strings: true };
    assert_eq!(judge(&test, &[testimony]).models, [Some(ModelVerdict::Valid)]);
}

fn core(alone: Says, satisfied_by: Option<&str>, not_needed: Option<&str>) -> CoreCheck {
    CoreCheck {
        names: vec!["a".into(), "b".into()],
        alone: vec![("second".into(), answer_of(alone))],
        satisfied_by: satisfied_by.map(str::to_owned),
        proved: Status::Unknown,
        not_needed: not_needed.map(|name| (name.to_owned(), "first".to_owned())),
        promised_minimal: false,
    }
}

#[test]
fn cores() {
    let check = |core: CoreCheck, expected: Option<(FindingKind, Certainty)>| {
        let mut testimony = Testimony::new("first", answer_of(Says::Unsat));
        testimony.core = Some(core);
        let findings = judge(&test_of(Reason::Exhausted), &[testimony]).findings;
        assert_eq!(findings.first().map(|finding| (finding.kind, finding.certainty)), expected);
    };
    check(core(Says::Unsat, None, None), None);
    check(core(Says::Unknown, None, None), None);
    check(core(Says::Sat, Some("second"), None), Some((FindingKind::InvalidCore, Certainty::Proved)));
    check(core(Says::Sat, None, None), Some((FindingKind::InvalidCore, Certainty::Disputed)));
    // Who calls satisfiable what is refuted is no witness against the core.
    let refuted = CoreCheck { proved: Status::Unsat, ..core(Says::Sat, None, None) };
    check(refuted, None);
    let own = CoreCheck { proved: Status::Sat, ..core(Says::Unsat, Some(OURSELVES), None) };
    check(own, Some((FindingKind::InvalidCore, Certainty::Proved)));
    check(core(Says::Unsat, None, Some("a")), Some((FindingKind::NonMinimalCore, Certainty::Disputed)));
    let promised = |not_needed| CoreCheck { promised_minimal: true, ..core(Says::Unsat, None, not_needed) };
    check(promised(Some("a")), Some((FindingKind::NonMinimalCore, Certainty::Proved)));
    check(promised(None), None);
}

#[test]
fn a_second_random_seed() {
    for (first, other, wrong) in [
        (Says::Sat, Says::Unsat, true),
        (Says::Unsat, Says::Sat, true),
        (Says::Sat, Says::Sat, false),
        (Says::Sat, Says::Unknown, false),
        (Says::Unknown, Says::Unsat, false),
    ] {
        let mut testimony = Testimony::new("first", answer_of(first));
        testimony.other_seed = Some((7, answer_of(other)));
        let verdict = judge(&test_of(Reason::None), &[testimony]);
        let found = verdict.findings.iter().any(|finding| finding.kind == FindingKind::Nondeterminism);
        assert_eq!(found, wrong, "{first:?}, then {other:?}");
    }
}

#[test]
fn a_question_among_others() {
    use gainsay::answer::Status;
    let check = |reason, says, status, expected: Option<(FindingKind, Certainty)>| {
        let mut testimony = Testimony::new("first", answer_of(says));
        testimony.in_script = Some(status);
        let findings = judge(&test_of(reason), &[testimony]).findings;
        assert_eq!(findings.first().map(|finding| (finding.kind, finding.certainty)), expected);
    };
    check(Reason::Witness, Says::SatWithValidModel, Status::Sat, None);
    let wrong = Some((FindingKind::WrongUnsat, Certainty::Proved));
    check(Reason::Witness, Says::SatWithValidModel, Status::Unsat, wrong);
    check(Reason::Exhausted, Says::Unsat, Status::Sat, Some((FindingKind::WrongSat, Certainty::Proved)));
    check(Reason::None, Says::Unsat, Status::Sat, Some((FindingKind::Nondeterminism, Certainty::Proved)));
    check(Reason::None, Says::Unsat, Status::Unknown, None);
}

#[test]
fn memory_is_much_only_beside_somebody_modest() {
    for (other, much) in [(10u64 << 20, true), (2 << 30, false)] {
        let mut modest = answer_of(Says::Sat);
        modest.peak_memory = other;
        let testimonies =
            [Testimony::new("first", answer_of(Says::OutOfMemory)), Testimony::new("second", modest)];
        let verdict = judge(&test_of(Reason::None), &testimonies);
        let found = verdict.findings.iter().any(|finding| finding.kind == FindingKind::Memory);
        assert_eq!(found, much, "beside {other} bytes");
    }
}

#[test]
fn every_kind_has_a_word_of_its_own() {
    for &kind in FindingKind::ALL {
        assert_eq!(FindingKind::from_word(kind.word()), Some(kind));
        assert!(
            kind.word().chars().all(|c| c.is_ascii_lowercase() || c == '-'),
            "folders are named by it: {kind:?}"
        );
        assert_eq!(serde_json::from_value::<FindingKind>(serde_json::json!(kind)).unwrap(), kind);
    }
    assert!(serde_json::from_value::<FindingKind>("no-such-kind".into()).is_err());
}

/// The rows of the table of kinds agree with themselves and with those who use them.
#[test]
fn the_rows_of_kinds_fit_together() {
    let gravities: BTreeSet<u8> = FindingKind::ALL.iter().map(|kind| kind.row().gravity).collect();
    assert_eq!(gravities.len(), FindingKind::ALL.len(), "each kind has a gravity of its own");
    for kind in FindingKind::ALL {
        let row = kind.row();
        for template in [row.title, row.telling.expected, row.telling.actual] {
            let names = template.split(['{', '}']).skip(1).step_by(2);
            let known = ["matter", "expected", "actual", "signature", "seconds"];
            names.for_each(|name| assert!(known.contains(&name), "{kind:?}: {template}"));
        }
        assert!(row.title.contains("{matter}"), "{kind:?}: two bugs of a kind have different titles");
        assert!(
            row.noted != RecordPolicy::Never || !row.reduced && !row.bisectable,
            "{kind:?} is never reported"
        );
    }
}

#[test]
fn slow_is_slow_only_beside_somebody_quick() {
    for (own, other, slow) in [(60u64, 1u64, true), (60, 10, false), (4, 0, true), (0, 0, false)] {
        let timed = |seconds: u64| {
            let mut answer = answer_of(Says::Sat);
            answer.wall = Duration::from_millis(seconds * 1000 + 1);
            answer
        };
        let testimonies = [Testimony::new("first", timed(own)), Testimony::new("second", timed(other))];
        let verdict = judge(&test_of(Reason::None), &testimonies);
        let found = verdict.findings.iter().any(|finding| finding.kind == FindingKind::Slow);
        assert_eq!(found, slow, "{own} s beside {other} s");
    }
}

/// A solver's doubt about its own model counts only as far as our evaluator goes.
#[test]
fn a_doubt_of_its_own_is_no_proof() {
    let found = |reason: Reason, says: Says| {
        let answer = Answer { doubt: Some("an invalid model was generated".to_owned()), ..answer_of(says) };
        let verdict = judge(&test_of(reason), &[Testimony::new("z3@1", answer)]);
        let findings = verdict.findings.iter();
        findings.map(|finding| (finding.kind, finding.certainty)).collect::<Vec<_>>()
    };
    let (proved, disputed) = (Certainty::Proved, Certainty::Disputed);
    assert_eq!(found(Reason::None, Says::SatWithInvalidModel), [(FindingKind::InvalidModel, proved)]);
    assert!(found(Reason::None, Says::SatWithValidModel).is_empty());
    assert!(found(Reason::Witness, Says::SatWithValidModel).is_empty());
    assert_eq!(found(Reason::None, Says::SatWithUnreadableModel), [(FindingKind::InvalidModel, disputed)]);
    assert_eq!(found(Reason::Witness, Says::Sat), [(FindingKind::InvalidModel, disputed)]);
    assert_eq!(found(Reason::Refuted, Says::Sat), [(FindingKind::WrongSat, proved)]);
    assert_eq!(found(Reason::Witness, Says::Unsat), [(FindingKind::WrongUnsat, proved)]);
}

/// Two releases of a solver are one voice, in whatever order they speak, and who did not take the question has none.
#[test]
fn voices_are_families() {
    let testimony = |solver: &str, says| Testimony::new(solver, answer_of(says));
    let all = [
        testimony("z3@1", Says::Sat),
        testimony("cvc5@1", Says::Sat),
        testimony("z3@2", Says::Sat),
        testimony("yices@2", Says::Crash),
        testimony("opensmt@1", Says::Unknown),
    ];
    let voices = Voices::of(&all);
    assert_eq!((voices.families_saying(Status::Sat), voices.families_saying(Status::Unsat)), (2, 0));
    assert_eq!(voices.families(), 3);
    assert!(voices.any_beyond("z3") && voices.any_beyond("mathsat"));
    assert!(voices.vouch_for(Status::Sat) && !voices.vouch_for(Status::Unsat));

    let alone = Voices::of(&[testimony("z3@1", Says::Sat), testimony("z3@2", Says::Sat)]);
    assert_eq!((alone.families(), alone.families_saying(Status::Sat)), (1, 1));
    assert!(!alone.any_beyond("z3") && alone.any_beyond("cvc5") && !alone.vouch_for(Status::Sat));

    let contradicted = [&all[..], &[testimony("bitwuzla@1", Says::Unsat)]].concat();
    assert!(!Voices::of(&contradicted).vouch_for(Status::Sat));
    assert!(!Voices::of(&contradicted).vouch_for(Status::Unsat));
    assert!(Voices::beside(&contradicted, 5).vouch_for(Status::Sat));
}

/// Where nothing is known, those are asked about a contradiction who have fewer families on their side.
#[test]
fn the_few_are_asked_about_a_contradiction() {
    let answers = [("z3@1", Says::Sat), ("cvc5@1", Says::Sat), ("yices@1", Says::Unsat)];
    let testimonies = answers.map(|(solver, says)| Testimony::new(solver, answer_of(says)));
    let findings = judge(&test_of(Reason::None), &testimonies).findings;
    let [finding] = &findings[..] else { panic!("{findings:?}") };
    assert_eq!((finding.kind, finding.solver.as_str()), (FindingKind::Disagreement, "yices@1"));
    assert_eq!(finding.why, "it answers unsat, but z3@1 and cvc5@1 say sat");
    let two = judge(&test_of(Reason::None), &testimonies[1..]).findings;
    let whys: Vec<&str> = two.iter().map(|finding| finding.why.as_str()).collect();
    assert_eq!(whys, ["it answers sat, but yices@1 says unsat", "it answers unsat, but cvc5@1 says sat"]);
}

#[test]
fn what_one_answer_is_guilty_of_by_itself() {
    let invalid = ModelVerdict::Invalid(Vec::new());
    let crash = answer_of(Says::Crash).outcome;
    let cases = [
        (Outcome::Unsat, None, Status::Sat, Some(FindingKind::WrongUnsat)),
        (Outcome::Unsat, None, Status::Unsat, None),
        (Outcome::Sat, None, Status::Unsat, Some(FindingKind::WrongSat)),
        (Outcome::Sat, Some(&invalid), Status::Unsat, Some(FindingKind::WrongSat)),
        (Outcome::Sat, Some(&invalid), Status::Sat, Some(FindingKind::InvalidModel)),
        (Outcome::Sat, Some(&ModelVerdict::Valid), Status::Sat, None),
        (Outcome::Sat, None, Status::Unknown, None),
        (crash, None, Status::Unknown, Some(FindingKind::Crash)),
        (Outcome::Timeout, None, Status::Sat, None),
    ];
    for (outcome, model, truth, fault) in cases {
        assert_eq!(fault_of(&outcome, model, truth), fault, "{outcome:?} {model:?} {truth:?}");
    }
}

#[test]
fn kinds_say_what_they_rest_on() {
    // An error, a fault of the program, about the meaning of the script.
    let rows = [
        (FindingKind::WrongSat, true, false, true),
        (FindingKind::InvalidModel, true, false, true),
        (FindingKind::Crash, true, true, false),
        (FindingKind::Nondeterminism, true, false, false),
        (FindingKind::Disagreement, true, false, false),
        (FindingKind::NonMinimalCore, false, false, false),
        (FindingKind::Slow, false, false, false),
    ];
    for (kind, error, fault, meaning) in rows {
        let found = (kind.is_error(), kind.is_fault(), kind.row().rests_on.is_meaning());
        assert_eq!(found, (error, fault, meaning), "{kind:?}");
    }
    for certainty in [Certainty::Proved, Certainty::Derived, Certainty::Disputed] {
        assert_eq!(Certainty::from_word(certainty.word()), Some(certainty));
    }
    assert_eq!(Certainty::from_word("sure"), None);
}

/// That answers change from run to run is told otherwise than that they hang on the random seed.
#[test]
fn unsteady_is_a_nondeterminism_of_its_own() {
    let unsteady = Finding::unsteady("z".to_owned());
    let with_seed = Finding { signature: None, ..unsteady.clone() };
    let crash = Finding { kind: FindingKind::Crash, ..unsteady.clone() };
    assert!(unsteady.is_unsteady() && !with_seed.is_unsteady() && !crash.is_unsteady());
    assert!(!std::ptr::eq(unsteady.telling(), with_seed.telling()));
    assert!(std::ptr::eq(crash.telling(), &FindingKind::Crash.row().telling));
}

/// The first valid model is a witness, together with the terms that it needs.
#[test]
fn a_solvers_model_is_a_witness() {
    let test = test_of(Reason::None);
    let says = [Says::Sat, Says::SatWithInvalidModel, Says::SatWithValidModel];
    let testimonies = says.map(|says| Testimony::new("z", answer_of(says)));
    let models = judge(&test, &testimonies).models;
    let (terms, witness) = witness_among(&test.question(), &testimonies, &models).unwrap();
    assert_eq!(test.clone().with_witness(terms, witness).evidence().answer(), Status::Sat);
    assert!(witness_among(&test.question(), &testimonies[..2], &models[..2]).is_none());
}
