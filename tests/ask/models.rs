//! Further models: each must satisfy what is asserted and differ in what was blocked, and none may be missed.

use crate::support::{cpu_seconds, printed, real};
use gainsay::answer::{Exit, Outcome, Status};
use gainsay::ask::{Kind, Verdict, models};
use gainsay::consult::{Consultation, Request, consult};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{FindingKind, Testimony, judge};
use gainsay::rng::Rng;
use gainsay::script::{Names, Printer, Script};
use gainsay::solver::output::{Reply, replies};
use gainsay::solver::{Profiles, Solver};
use gainsay::strategy::dialogue::dialogue_of;
use gainsay::strategy::{Inputs, Steps, strategy};

fn script(text: &str) -> Script {
    Script::parse(text).unwrap()
}

/// The findings about what a solver printed to all that is put, and what its claim comes to.
fn judged(question: &str, stdout: &str) -> (Vec<FindingKind>, Option<Verdict>) {
    let script = script(question);
    let text = Request::new(&script, true).text(Names::default()).to_owned();
    let profiles = Profiles::shipped();
    let cvc5 = profiles.get("cvc5").unwrap();
    let (answers, rest) = stdout.split_once('\n').unwrap();
    let replies: Vec<&str> = replies(rest)
        .into_iter()
        .map(|reply| match reply {
            Reply::Line(text) | Reply::List(text) | Reply::Quoted(text) | Reply::Torn(text) => text,
        })
        .collect();
    let (sent, stdout) = printed(&text, answers, &replies);
    let answer = gainsay::solver::read_answer(stdout.as_bytes(), b"", Exit::Code(0), cvc5, &sent);
    let test = Test::given(script, Evidence::None);
    let verdict = judge(&test, &[Testimony::new("mine@1", answer)]);
    assert!(verdict.alarms.is_empty(), "{:?}", verdict.alarms);
    let kinds = verdict.findings.iter().map(|finding| finding.kind).collect();
    (kinds, verdict.claims[0].clone().map(|claim| claim.verdict))
}

/// A model of the questions below, as cvc5 prints it.
fn model(x: u32, p: bool) -> String {
    format!(
        "(\n; a remark\n(define-fun x () Int {x})\n(define-fun p () Bool {p})\n(define-fun y () Int 0)\n)\n"
    )
}

const QUESTION: &str = "(declare-const x Int)(declare-const p Bool)(declare-const y Int)(assert (< 0 x 3))(assert (or p (= x 1)))";

fn asked(blocks: &[&str]) -> String {
    format!("{QUESTION}(check-sat){}", blocks.concat())
}

#[test]
fn further_models_satisfy_and_differ() {
    let question = asked(&["(block-model :values)", "(block-model-values ((+ x 1)))"]);
    let of = |models: [(u32, bool); 3]| {
        let models: Vec<String> = models.iter().map(|&(x, p)| model(x, p)).collect();
        judged(&question, &format!("sat\n{}", models.join("sat\n")))
    };
    let (kinds, verdict) = of([(1, true), (1, false), (2, true)]);
    assert!(kinds.is_empty() && matches!(verdict, Some(Verdict::Proved(_))), "{kinds:?} {verdict:?}");
    for wrong in [
        [(1, true), (1, true), (2, true)],
        [(1, true), (1, false), (1, true)],
        [(1, true), (2, false), (1, true)],
    ] {
        assert_eq!(of(wrong).0, [FindingKind::RepeatedModel], "{wrong:?}");
    }
    // Whoever takes all constants for a part of the model does not repeat one that differs in another constant.
    let other = model(1, true).replace("(define-fun y () Int 0)", "(define-fun y () Int 5)");
    let said = format!("sat\n{}sat\n{other}", model(1, true));
    assert_eq!(judged(&asked(&["(block-model :values)"]), &said).0, []);
    assert_eq!(judged(&asked(&["(block-model-values (x p))"]), &said).0, [FindingKind::RepeatedModel]);
    // That the first one is wrong is another finding.
    assert_eq!(of([(3, true), (1, false), (2, true)]).0, [FindingKind::InvalidModel]);
}

#[test]
fn no_model_may_be_missed() {
    let question = asked(&["(block-model :values)"; 3]);
    let all = [(1, true), (1, false), (2, true)].map(|(x, p)| model(x, p));
    let (kinds, verdict) =
        judged(&question, &format!("sat\n{}unsat\n(error \"no model\")\n", all.join("sat\n")));
    assert!(kinds.is_empty() && matches!(verdict, Some(Verdict::Proved(_))), "{kinds:?} {verdict:?}");
    let early = format!("sat\n{}unsat\n(error \"no model\")\n", all[..2].join("sat\n"));
    let (kinds, verdict) = judged(&question, &early);
    assert_eq!(kinds, [FindingKind::MissedModel], "{verdict:?}");
    // Another model need not differ in what was not blocked.
    let (question, two) = (asked(&["(block-model-values (x))"; 2]), [&*all[0], &*all[2]].map(str::to_owned));
    assert_eq!(judged(&question, &format!("sat\n{}unsat\n", two.join("sat\n"))).0, []);
    assert_eq!(judged(&question, &format!("sat\n{}unsat\n", all[0])).0, [FindingKind::MissedModel]);
}

/// What is blocked by `:literals`, of functions and of declared sorts is not known; nor is a reply that is not expected.
#[test]
fn what_is_not_known_to_be_blocked_accuses_nobody() {
    let one = model(1, true);
    let literals = asked(&["(block-model :literals)"]);
    assert_eq!(judged(&literals, &format!("sat\n{one}unsat\n")).0, []);
    assert_eq!(judged(&literals, &format!("sat\n{one}sat\n{one}")).0, []);
    assert_eq!(
        judged(&literals, &format!("sat\n{one}sat\n{}", model(2, false))).0,
        [FindingKind::RepeatedModel]
    );
    let values = asked(&["(block-model :values)"]);
    for unclear in [
        format!("sat\n{one}"),
        format!("sat\n{one}unknown\n{one}"),
        format!("sat\n{one}(error \"no blocks\")\nsat\n{one}"),
        format!("sat\n{one}unsupported\nsat\n{one}"),
        format!("sat\n{one}sat\n(error \"no model\")\n"),
        format!("sat\n{one}sat\n("),
        "unsat\n(error \"no model\")\n(error \"no block\")\n".to_owned(),
        "sat\n(error \"no model\")\nunsat\n".to_owned(),
    ] {
        assert_eq!(judged(&values, &unclear).0, [], "{unclear}");
    }
    let sorts = "(declare-sort U 0)(declare-const u U)(declare-fun f (Int) Int)(declare-const x Int)";
    let said = "sat\n((define-fun x () Int 0)(define-fun f ((y Int)) Int 0)(define-fun u () U (as @U_0 U)))\nunsat\n";
    for (assertion, block) in [
        ("(= (f x) 0)", "(block-model :values)"),
        ("(= u u)", "(block-model :values)"),
        ("(= x 0)", "(block-model-values (u))"),
        ("(= x 0)", "(block-model-values (f))"),
    ] {
        let question = format!("{sorts}(assert {assertion})(check-sat){block}");
        assert_eq!(judged(&question, said).0, [], "{question}");
    }
    // What is assumed is blocked by name only.
    let assumed = format!("{QUESTION}(check-sat-assuming (p))(block-model :values)");
    assert_eq!(judged(&assumed, &format!("sat\n{one}unsat\n")).0, []);
    let named = assumed.replace(" :values", "-values (x)");
    assert_eq!(judged(&named, &format!("sat\n{one}unsat\n")).0, [FindingKind::MissedModel]);
}

/// A model is excluded until its level is left, and the answer that counts is the one before that.
#[test]
fn what_is_blocked_is_put_behind_the_question() {
    let text = "(declare-const x Int)(push 1)(check-sat)(block-model :values)(pop 1)(assert (< 0 x 3))(check-sat)\
        (block-model-values (x))(check-sat)(block-model :values)";
    let whole = script(text);
    assert_eq!(Kind::of(&whole), Some(Kind(&models::Models)));
    let asked = Request::new(&whole, true).text(Names::default()).to_owned();
    let end = "(check-sat)\n(get-model)\n(block-model-values (x))\n(check-sat)\n(get-model)\n(block-model :values)\n(check-sat)\n(get-model)";
    assert!(asked.trim_end().ends_with(end) && asked.contains("(set-option :incremental true)"), "{asked}");
    assert_eq!(asked.matches("(block-model").count(), 2, "{asked}");
    assert!(whole.question().is_asked_by(&asked), "{asked}");
    assert_eq!(Kind::of(&Kind(&models::Models).without(&whole)), None);
    let kinds: Vec<Option<Kind>> = whole.questions().iter().map(|question| Kind::of(question)).collect();
    assert_eq!(kinds, [None, None, Some(Kind(&models::Models))]);
    let popped = script("(declare-const x Int)(push 1)(check-sat)(block-model :values)(pop 1)(check-sat)");
    assert_eq!(Kind::of(&popped), None);
    let cvc5 = Profiles::shipped().get("cvc5").unwrap().clone();
    let answer = gainsay::solver::read_answer(
        b"sat\nsat\nsat\n()\nsat\n()\nunsat\n",
        b"",
        Exit::Code(0),
        &cvc5,
        &asked,
    );
    assert_eq!((&answer.outcome, answer.questions), (&Outcome::Sat, 3));
    assert_eq!(answer.statuses, [Status::Sat; 3]);
}

/// cvc5 gives right models to what is made, and to scripts by hand, and nobody is accused.
#[test]
fn tests_with_blocked_models_accuse_nobody_who_is_right() {
    let solvers: [Solver; 2] = ["cvc5@1.4.2", "z3@5.4.0"].map(real);
    let how = Consultation { limits: cpu_seconds(10.0), cores: false, other_seed: None, keep_options: true };
    let mut scripts: Vec<Test> = [
        asked(&["(block-model :values)"; 4]),
        asked(&["(block-model :literals)", "(block-model-values (p))"]),
        "(declare-const r Real)(declare-const s String)(assert (and (< 0.0 r 1.0) (= (str.len s) 1)))(check-sat)(block-model :values)\
         (check-sat)(block-model-values (s))(check-sat)".to_owned(),
        "(declare-const f (_ FloatingPoint 8 24))(assert (fp.isZero f))(check-sat)(block-model :values)(check-sat)\
         (block-model :values)(check-sat)".to_owned(),
        "(declare-fun f (Int) Int)(assert (< 0 (f 1) 3))(check-sat)(block-model-values ((f 1)))(check-sat)(block-model-values ((f 1)))\
         (check-sat)".to_owned(),
    ].iter().map(|text| Test::given(script(text), Evidence::None)).collect();
    for name in ["bits", "terms", "strings"] {
        for unit in 0..300 {
            let mut rng = Rng::of_unit(23, unit);
            let inputs = Inputs::of_size(1 + (unit % 8) as u32);
            let Ok(test) = strategy(name).unwrap().make(&inputs, &mut rng, &mut Steps::default()) else {
                continue;
            };
            let asks = |test: &Test| Kind::of(test.script()) == Some(Kind(&models::Models));
            scripts.extend(dialogue_of(&test, &mut rng).filter(asks));
        }
    }
    assert!(scripts.len() > 15, "{}", scripts.len());
    let mut proved = 0;
    for test in scripts {
        let testimonies = consult(test.script(), &solvers, &how).unwrap();
        let verdict = judge(&test, &testimonies);
        let text = Printer::default().script(test.script());
        assert!(verdict.alarms.is_empty(), "{:?}\n{text}", verdict.alarms);
        let wrong = [FindingKind::RepeatedModel, FindingKind::MissedModel];
        let accused = verdict.findings.iter().find(|finding| wrong.contains(&finding.kind));
        assert!(accused.is_none(), "{accused:?}\n{text}");
        let claim = verdict.claims[0].as_ref();
        proved += usize::from(claim.is_some_and(|claim| matches!(claim.verdict, Verdict::Proved(_))));
    }
    assert!(proved >= 8, "{proved}");
}
