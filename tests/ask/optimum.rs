//! What is called the best is read, and judged by what our evaluator computes.

use crate::support::{cpu_seconds, real};
use gainsay::answer::{Answer, Aside, Outcome};
use gainsay::ask::Verdict;
use gainsay::ask::optimum::{Claim, Claims, Goals, OptimumQuestions, Priority};
use gainsay::consult::{Consultation, consult};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{FindingKind, Testimony, judge};
use gainsay::rng::Rng;
use gainsay::script::{Printer, Script};
use gainsay::solver::Solver;
use gainsay::strategy::{Inputs, Steps, strategy};

fn script(text: &str) -> Script {
    Script::parse(text).unwrap()
}

/// What is claimed about each goal, as people write it; nothing where nothing is claimed.
fn claims(question: &str, reply: &str) -> Option<Vec<String>> {
    let script = script(question);
    let goals = Goals::of(&script.question())?;
    let text = |claim: &Claim| claim.amount().map_or(String::new(), ToString::to_string);
    Some(Claims::read(reply, &goals)?.each().iter().map(text).collect())
}

#[test]
fn replies_are_read() {
    let one = "(declare-const x Real)(maximize x)";
    let read = |value: &str| claims(one, &format!("(objectives\n (x {value})\n)")).map(|all| all.concat());
    for (value, expected) in [
        ("10", "10"),
        ("(- 10)", "-10"),
        ("(/ 1.0 2.0)", "1/2"),
        ("(- (/ 3.0 2.0))", "-3/2"),
        ("oo", "oo"),
        ("(* (- 1) oo)", "-oo"),
        ("(+ 5.0 (* (- 1.0) epsilon))", "5 - epsilon"),
        ("(* 2.0 epsilon)", "0 + 2*epsilon"),
        ("(interval 4 oo)", ""),
        ("#x1f", "31"),
    ] {
        assert_eq!(read(value).as_deref(), Some(expected), "{value}");
    }
    for nonsense in ["(foo 1)", "\"10\"", "(* oo oo)", "(/ 1 0)", "", &"(- ".repeat(10_000)] {
        assert_eq!(read(nonsense), None, "{nonsense}");
    }
}

#[test]
fn goals_are_read_with_their_names_and_weights() {
    let text = "(set-option :opt.priority box)(declare-const p Bool)(declare-const b (_ BitVec 4))\
                (assert-soft p :id |a b| :weight 0.5)(minimize b)(assert-soft (not p))(assert-soft (not p) :id |a b|)";
    let question = script(text);
    let goals = Goals::of(&question.question()).unwrap();
    assert_eq!((goals.priority, goals.goals.len()), (Priority::Box, 3));
    // A name is printed without bars, or not at all.
    let reply = "(objectives (a b (/ 1.0 2.0)) (b 0) ( 1))";
    assert_eq!(claims(text, reply).unwrap(), ["1/2", "0", "1"]);
    assert_eq!(claims(text, "(objectives (a b (/ 1.0 2.0)) (b 0))"), None, "one is left out");
    for unclear in [
        "(assert-soft p :weight 0)",
        "(assert-soft p :weight (- 1))",
        "(assert-soft p :dream 1)",
        "(maximize b :id x)",
    ] {
        let question = script(&format!("(declare-const p Bool)(declare-const b (_ BitVec 4)){unclear}"));
        assert!(Goals::of(&question.question()).is_none(), "{unclear}");
    }
}

#[test]
fn after_a_goal_without_a_best_value_nothing_is_claimed() {
    let text = "(declare-const x Real)(declare-const y Real)(maximize x)(maximize y)";
    assert_eq!(claims(text, "(objectives (x oo) (y 3))").unwrap(), ["oo", ""]);
    let boxed = format!("(set-option :opt.priority box){text}");
    assert_eq!(claims(&boxed, "(objectives (x oo) (y 3))").unwrap(), ["oo", "3"]);
}

/// The finding about a reply and a model, with a model that somebody else has.
fn judged(question: &str, reply: &str, own: &str, other: &str) -> (Vec<FindingKind>, Option<Verdict>) {
    let answer = |model: &str| Answer { model: Some(model.to_owned()), ..Answer::new(Outcome::Sat) };
    let command = "get-objectives".to_owned();
    let asides = vec![Aside { command, reply: Some(reply.to_owned()), has_failed: false }];
    let mut claimant = Testimony::new("mine@1", Answer { asides, ..answer(own) });
    if !other.is_empty() {
        claimant.rebuttals = vec![Testimony::new("other@1", answer(other))];
    }
    let verdict = judge(&Test::given(script(question), Evidence::None), &[claimant]);
    assert!(verdict.alarms.is_empty(), "{:?}", verdict.alarms);
    (
        verdict.findings.iter().map(|finding| finding.kind).collect(),
        verdict.claims[0].clone().map(|claim| claim.verdict),
    )
}

fn is(name: &str, sort: &str, value: &str) -> String {
    format!("((define-fun {name} () {sort} {value}))")
}

#[test]
fn a_better_model_refutes_an_optimum() {
    let question = "(declare-const x Int)(assert (<= x 10))(maximize x)(check-sat)";
    let int = |value: &str| is("x", "Int", value);
    let wrong = |reply: &str, own: &str, other: &str| {
        judged(question, &format!("(objectives (x {reply}))"), &int(own), other).0
    };
    assert_eq!(wrong("9", "9", &int("10")), [FindingKind::WrongOptimum]);
    assert_eq!(wrong("10", "10", &int("10")), []);
    assert_eq!(wrong("10", "10", &int("11")), [], "what satisfies nothing refutes nothing");
    assert_eq!(wrong("10", "9", ""), [FindingKind::UnreachedOptimum]);
    assert_eq!(wrong("(* (- 1) oo)", "9", ""), [FindingKind::WrongOptimum], "its own model is better");
    assert_eq!(wrong("oo", "9", ""), [FindingKind::WrongOptimum], "a bound is proved");
    assert_eq!(wrong("(interval 3 10)", "9", &int("10")), [], "nothing is claimed");
}

#[test]
fn what_comes_close_is_surpassed_by_what_is_reached() {
    let question = "(declare-const x Real)(assert (<= x 5.0))(maximize x)(check-sat)";
    let real = |value: &str| is("x", "Real", value);
    let close = "(objectives (x (+ 5.0 (* (- 1.0) epsilon))))";
    assert_eq!(judged(question, close, &real("4.0"), &real("5.0")).0, [FindingKind::WrongOptimum]);
    assert_eq!(
        judged(question, close, &real("4.0"), "").0,
        [FindingKind::WrongOptimum],
        "we find 5 ourselves"
    );
    let strict = question.replace("<=", "<");
    assert_eq!(judged(&strict, close, &real("4.0"), &real("4.5")).0, []);
}

/// Its terms are not among those of the question.
#[test]
fn a_better_model_may_have_functions_that_are_terms() {
    let question = "(declare-fun f (Int) Int)(declare-const x Int)(assert (= (f 3) 4))(assert (<= x 10))(maximize x)(check-sat)";
    let function = "(define-fun f ((a Int)) Int (+ (* a a a) (- 24) a (- a 5)))";
    let better = format!("((define-fun x () Int 10){function})");
    let reply = "(objectives (x (+ 9 (* (- 1) epsilon))))";
    assert_eq!(judged(question, reply, &better, "").0, [FindingKind::WrongOptimum]);
}

#[test]
fn bits_have_no_sign_and_are_tried_in_full() {
    let question = "(declare-const b (_ BitVec 4))(assert (bvult b #xa))(maximize b)(check-sat)";
    let bits = |value: &str| is("b", "(_ BitVec 4)", value);
    let of = |claim: &str, own: &str| judged(question, &format!("(objectives (b {claim}))"), &bits(own), "");
    assert!(matches!(of("9", "#x9"), (none, Some(Verdict::Proved(_))) if none.is_empty()));
    assert_eq!(of("7", "#x7").0, [FindingKind::WrongOptimum]);
    // Nothing is as good, whatever the model says.
    let boxed = |claim: &str| {
        let question = format!("(set-option :opt.priority box){question}");
        judged(&question, &format!("(objectives (b {claim}))"), &bits("#x0"), "").0
    };
    assert_eq!(boxed("11"), [FindingKind::WrongOptimum]);
    assert_eq!(boxed("300"), [FindingKind::WrongOptimum]);
    assert_eq!(boxed("oo"), [FindingKind::WrongOptimum], "bits have a largest value");
    assert_eq!(boxed("9"), []);
}

#[test]
fn goals_come_one_after_the_other_or_alone_or_none_at_the_cost_of_another() {
    let question = "(declare-const a (_ BitVec 2))(declare-const b (_ BitVec 2))\
                    (assert (bvule b (bvnot a)))(maximize a)(maximize b)(check-sat)";
    let of = |priority: &str, claims: [u32; 2], model: [u32; 2]| {
        let question = format!("(set-option :opt.priority {priority}){question}");
        let reply = format!("(objectives (a {}) (b {}))", claims[0], claims[1]);
        let own = format!(
            "((define-fun a () (_ BitVec 2) (_ bv{} 2))(define-fun b () (_ BitVec 2) (_ bv{} 2)))",
            model[0], model[1]
        );
        judged(&question, &reply, &own, "").0
    };
    assert_eq!(of("lex", [3, 0], [3, 0]), []);
    assert_eq!(of("lex", [2, 1], [2, 1]), [FindingKind::WrongOptimum]);
    assert_eq!(of("box", [3, 3], [3, 0]), []);
    assert_eq!(of("box", [3, 0], [3, 0]), [FindingKind::WrongOptimum]);
    assert_eq!(of("pareto", [1, 2], [1, 2]), []);
    assert_eq!(of("pareto", [1, 1], [1, 1]), [FindingKind::WrongOptimum]);
    assert_eq!(of("pareto", [1, 2], [1, 1]), [FindingKind::UnreachedOptimum]);
}

#[test]
fn weights_are_summed_by_us() {
    let question = "(declare-const p Bool)(declare-const q Bool)(assert (not (and p q)))\
                    (assert-soft p :weight 0.5 :id g)(assert-soft q :id g)(assert-soft q :weight 0.25 :id g)(check-sat)";
    let model = "((define-fun p () Bool false)(define-fun q () Bool true))";
    let other = "((define-fun p () Bool true)(define-fun q () Bool false))";
    assert!(matches!(
        judged(question, "(objectives (g (/ 1.0 2.0)))", model, "").1,
        Some(Verdict::Proved(_))
    ));
    assert_eq!(judged(question, "(objectives (g (/ 5.0 4.0)))", other, "").0, [FindingKind::WrongOptimum]);
    assert_eq!(
        judged(question, "(objectives (g (/ 1.0 4.0)))", model, "").0,
        [FindingKind::UnreachedOptimum]
    );
}

/// What is asked is well-sorted, and has a model exactly if something is better.
#[test]
fn the_question_for_something_better_is_a_plain_one() {
    let text = "(declare-const x Int)(declare-const y Real)(assert (<= x 3))(maximize x)(minimize y)\
                (assert-soft (> y 2.0) :weight 0.5 :id g)(check-sat)";
    let script = script(text);
    let goals = Goals::of(&script.question()).unwrap();
    let rivals = OptimumQuestions::new(&script.question(), &goals).unwrap();
    let reply = "(objectives (x (/ 5.0 2.0)) (y (- 1.0)) (g (/ 1.0 2.0)))";
    let better = rivals.better(&Claims::read(reply, &goals).unwrap()).unwrap();
    let printed = Printer::default().script(&better);
    assert!(Script::parse(&printed).unwrap().is_fully_sorted(), "{printed}");
    assert!(!printed.contains("maximize") && !printed.contains("assert-soft"), "{printed}");
}

fn asking() -> Consultation {
    Consultation { limits: cpu_seconds(10.0), cores: false, other_seed: None, keep_options: true }
}

/// Whatever a solver was started with, the question is that of the script.
#[test]
fn the_order_of_goals_is_said_to_the_solver() {
    let text = "(declare-const x Int)(declare-const y Int)(assert (<= 0 x 9))(assert (<= 0 y 9))(assert (<= (+ x y) 12))\
                (maximize x)(maximize y)(check-sat)";
    let solver = real("z3@5.4.0").with_options(&["opt.priority=box".to_owned()]);
    let question = script(text);
    let testimonies = consult(&question, &[solver], &asking()).unwrap();
    let verdict = judge(&Test::given(question, Evidence::None), &testimonies);
    assert!(verdict.findings.is_empty(), "{:?}", verdict.findings);
    let claim = verdict.claims[0].as_ref().unwrap();
    assert!(matches!(claim.verdict, Verdict::Proved(_)), "{claim:?}");
}

/// The newest z3 is right about what is made, and so is whoever can only be asked plain questions.
#[test]
fn tests_with_goals_accuse_nobody_who_is_right() {
    let solvers: [Solver; 2] = ["z3@5.4.0", "yices"].map(real);
    let (mut claimed, mut proved) = (0, 0);
    for unit in 0..40 {
        let inputs = Inputs::of_size(1 + (unit % 8) as u32);
        let made =
            strategy("optima").unwrap().make(&inputs, &mut Rng::of_unit(9, unit), &mut Steps::default());
        let Ok(test) = made else { continue };
        let testimonies = consult(test.script(), &solvers, &asking()).unwrap();
        let verdict = judge(&test, &testimonies);
        let text = Printer::default().script(test.script());
        assert!(verdict.alarms.is_empty(), "{:?}\n{text}", verdict.alarms);
        assert!(verdict.findings.iter().all(|finding| !finding.is_bug()), "{:?}\n{text}", verdict.findings);
        claimed += usize::from(verdict.claims[0].is_some());
        proved += usize::from(
            verdict.claims[0].as_ref().is_some_and(|claim| matches!(claim.verdict, Verdict::Proved(_))),
        );
        assert!(verdict.claims[1].is_none(), "yices claims nothing");
    }
    assert!(claimed >= 20 && proved >= 3, "{claimed} claimed, {proved} proved");
}

/// A bug of an old release: a soft constraint without a weight has that of the one before it.
#[test]
fn a_wrong_optimum_of_an_old_release_is_found() {
    let text = "(declare-const p Bool)(assert-soft p :weight 1.5 :id a)(assert-soft (not p) :weight 0.25 :id b)\
                (assert-soft (not p) :id a)(assert-soft (not p) :weight 0.4 :id a)(check-sat)";
    let test = Test::given(script(text), Evidence::None);
    let kinds = |solver: &str| {
        let testimonies = consult(test.script(), &[real(solver)], &asking()).unwrap();
        let verdict = judge(&test, &testimonies);
        verdict.findings.iter().map(|finding| finding.kind).collect::<Vec<_>>()
    };
    assert_eq!(kinds("z3@4.8.7"), [FindingKind::UnreachedOptimum]);
    assert_eq!(kinds("z3@5.4.0"), []);
}

/// Asked again, z3 goes on to the next Pareto point, and says unsat at last: each question is put alone.
#[test]
fn a_pareto_front_that_is_walked_to_its_end_is_no_wrong_answer() {
    let text = "(set-option :opt.priority pareto)(declare-const x Int)(declare-const y Int)(assert (<= 0 x 1))\
                (assert (<= 0 y 1))(assert (<= (+ x y) 1))(maximize x)(maximize y)\
                (check-sat)(check-sat)(check-sat)";
    let test = Test::given(script(text), Evidence::None);
    let testimonies = consult(test.script(), &[real("z3@5.4.0")], &asking()).unwrap();
    assert_eq!(testimonies[0].answer.outcome.word(), "sat");
    let verdict = judge(&test, &testimonies);
    assert!(verdict.findings.is_empty(), "{:?}", verdict.findings);
    assert!(verdict.claims[0].is_some());
}

/// In a box, the goal that is named is the one that something better is known for.
#[test]
fn the_goal_that_is_not_best_is_named() {
    let question = "(set-option :opt.priority box)(declare-const a (_ BitVec 4))(declare-const b (_ BitVec 4))\
                    (assert (bvult b #x5))(maximize a)(maximize b)(check-sat)";
    let model = "((define-fun a () (_ BitVec 4) #x0)(define-fun b () (_ BitVec 4) #x4))";
    let (_, verdict) = judged(question, "(objectives (a 15) (b 3))", model, "");
    let Some(Verdict::Wrong { why, .. }) = verdict else { panic!("{verdict:?}") };
    assert!(why.contains("the largest b is not 3: 4 is possible"), "{why}");
}
