//! Interpolants, abducts and formulas without quantifiers are read, and judged by what our evaluator computes and proves.

use crate::support::{cpu_seconds, real};
use gainsay::answer::{Answer, Aside, Outcome};
use gainsay::ask::Verdict;
use gainsay::consult::{Consultation, consult};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{FindingKind, Testimony, judge};
use gainsay::rng::Rng;
use gainsay::script::{Printer, Script};
use gainsay::strategy::{Inputs, Steps, strategy};

fn script(text: &str) -> Script {
    Script::parse(text).unwrap()
}

/// What a reply comes to, beside models that others have: the finding, and the verdict.
fn judged_with(question: &str, outcome: Outcome, reply: &str, others: &[&str]) -> (Vec<FindingKind>, String) {
    let command = "get-qe".to_owned();
    let aside = Aside { command, reply: Some(reply.to_owned()), has_failed: false };
    let answer = Answer { asides: vec![aside], ..Answer::new(outcome) };
    let mut claimant = Testimony::new("mine@1", answer);
    claimant.rebuttals = others
        .iter()
        .map(|model| {
            let answer = Answer { model: Some((*model).to_owned()), ..Answer::new(Outcome::Sat) };
            Testimony::new("other@1", answer)
        })
        .collect();
    let verdict = judge(&Test::given(script(question), Evidence::None), &[claimant]);
    assert!(verdict.alarms.is_empty(), "{:?}", verdict.alarms);
    let said = match verdict.claims[0].as_ref().map(|claim| &claim.verdict) {
        None => "nothing",
        Some(Verdict::Proved(_)) => "proved",
        Some(Verdict::Open(_)) => "open",
        Some(Verdict::Wrong { .. }) => "wrong",
        Some(Verdict::Contradiction(_)) => "contradiction",
    };
    (verdict.findings.iter().map(|finding| finding.kind).collect(), said.to_owned())
}

fn judged(question: &str, outcome: Outcome, reply: &str) -> String {
    let (kinds, said) = judged_with(question, outcome, reply, &[]);
    assert_eq!(kinds.is_empty(), said != "wrong", "{kinds:?}");
    said
}

const NUMBERS: &str = "(declare-const x Int)(declare-const y Int)(declare-const z Int)";

#[test]
fn interpolants_are_between_assertions_and_conjecture() {
    let question = format!(
        "{NUMBERS}(assert (> x y))(assert (> y 3))(check-sat)(get-interpolant I (> (+ x z) (+ 2 z)))"
    );
    let said = |body: &str| judged(&question, Outcome::Sat, &format!("(define-fun I () Bool {body})"));
    assert_eq!(said("(<= 4 x)"), "proved");
    assert_eq!(said("(> x 2)"), "proved", "the weakest");
    assert_eq!(said("(let ((a 5)) (>= x a))"), "proved", "the strongest");
    assert_eq!(said("(>= x 6)"), "wrong", "it does not follow");
    assert_eq!(said("true"), "wrong", "it is not enough");
    assert_eq!(said("(and (<= 4 x) (> x y))"), "wrong", "y is in one part only");
    let of_any = format!("(set-option :interpolants-mode all){question}");
    let reply = "(define-fun I () Bool (and (<= 4 x) (> x y)))";
    assert_eq!(judged(&of_any, Outcome::Sat, reply), "proved", "any symbol may be used");
    assert_eq!(said("(<= 4 w)"), "nothing", "a symbol that nobody knows");
    assert_eq!(said("(mystery x)"), "nothing");
    for nonsense in ["fail", "none", "", "(define-fun I () Bool", "(objectives)", "(> x 2)", "\"x\""] {
        assert_eq!(judged(&question, Outcome::Sat, nonsense), "nothing", "{nonsense}");
    }
    let named = question.replace(" I ", " |the I| ");
    let reply = "(define-fun the I () Bool (<= 4 x))";
    assert_eq!(judged(&named, Outcome::Sat, reply), "proved", "cvc5 leaves the bars out");
    let with_grammar = question.replace("(+ 2 z))", "(+ 2 z)) ((S Bool)) ((S Bool (true)))");
    assert_eq!(judged(&with_grammar, Outcome::Sat, "(define-fun I () Bool true)"), "nothing");
}

#[test]
fn interpolants_of_parts_follow_from_one_and_contradict_the_other() {
    let vectors =
        "(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))(declare-const z (_ BitVec 3))";
    let question = format!(
        "{vectors}(assert (! (bvult x y) :named a))(assert (bvult y z))(assert (bvult z x))(check-sat)"
    );
    let by_name = format!("{question}(get-interpolant (a))");
    let by_term = format!("{question}(get-interpolant ((bvult x y)))");
    for question in [&by_name, &by_term] {
        assert_eq!(judged(question, Outcome::Unsat, "(bvult x y)"), "proved");
        assert_eq!(judged(question, Outcome::Unsat, "(not (bvule y x))"), "proved");
        assert_eq!(judged(question, Outcome::Unsat, "(distinct x y)"), "wrong", "it contradicts nothing");
        assert_eq!(judged(question, Outcome::Unsat, "false"), "wrong", "it does not follow");
        assert_eq!(judged(question, Outcome::Unsat, "(and (bvult x y) (= z z))"), "wrong", "z");
        assert_eq!(judged(question, Outcome::Sat, "false"), "nothing", "there is none");
    }
    let unknown = format!("{question}(get-interpolant ((bvult z y)))");
    assert_eq!(judged(&unknown, Outcome::Unsat, "false"), "nothing", "nobody asserts that");
}

#[test]
fn abducts_are_consistent_and_sufficient() {
    let question = format!("{NUMBERS}(assert (> x y))(assert (< x 9))(check-sat)(get-abduct A (> x 3))");
    let said = |body: &str| judged(&question, Outcome::Sat, &format!("(define-fun A () Bool {body})"));
    assert_eq!(said("(= x 4)"), "proved");
    assert_eq!(said("(> y 2)"), "proved");
    assert_eq!(said("(> x 2)"), "wrong", "not enough");
    assert_eq!(said("(= x 9)"), "wrong", "not possible");
    assert_eq!(said("false"), "wrong");
    let reply = "(define-fun A () Bool (> x 2))";
    let model = "((define-fun x () Int 3)(define-fun y () Int 0)(define-fun z () Int 0))";
    let (kinds, _) = judged_with(&question, Outcome::Sat, reply, &[model]);
    assert_eq!(kinds, [FindingKind::WrongAbduct]);
}

#[test]
fn eliminated_quantifiers_leave_the_meaning() {
    let vectors = "(declare-const y (_ BitVec 3))(declare-const z (_ BitVec 3))";
    let formula = "(exists ((x (_ BitVec 3))) (and (bvult y x) (bvult x z)))";
    let question = format!("{vectors}(check-sat)(get-qe {formula})");
    let right = "(and (bvult y z) (distinct (bvadd y #b001) z) (bvult y #b111))";
    assert_eq!(judged(&question, Outcome::Sat, right), "proved");
    assert_eq!(judged(&question, Outcome::Sat, "(bvult y z)"), "wrong", "too much");
    assert_eq!(judged(&question, Outcome::Sat, "false"), "wrong", "too little");
    assert_eq!(judged(&question, Outcome::Sat, formula), "open", "nothing was eliminated");
    let disjunct = question.replace("get-qe", "get-qe-disjunct");
    assert_eq!(judged(&disjunct, Outcome::Sat, "false"), "proved", "a part of it");
    assert_eq!(judged(&disjunct, Outcome::Sat, "(bvult y z)"), "wrong");
    let for_all = "(get-qe-disjunct (forall ((x (_ BitVec 3))) (=> (bvult y x) (bvult x z))))";
    let question = format!("{vectors}(check-sat){for_all}");
    assert_eq!(judged(&question, Outcome::Sat, "true"), "proved", "it follows from what holds for all");
    assert_eq!(judged(&question, Outcome::Sat, "false"), "wrong");
}

/// Where there are too many values to try, a point decides: one side is evaluated there, and the other refuted.
#[test]
fn eliminated_quantifiers_over_numbers_are_judged_at_points() {
    let question = "(declare-const y Int)(declare-const z Int)(check-sat)\
                    (get-qe (exists ((x Int)) (and (< y (* 2 x)) (< (* 3 x) z))))";
    let right =
        "(let ((a (div_total (+ (- 1) z) 3))) (and (>= (+ z (* (- 3) a)) 1) (not (>= (+ y (* (- 2) a)) 0))))";
    assert_ne!(judged(question, Outcome::Sat, right), "wrong");
    assert_eq!(judged(question, Outcome::Sat, "(< y 0)"), "wrong", "false at y = 1, z = 100");
    let point = "((define-fun y () Int 1)(define-fun z () Int 4))";
    let reply = "(< (* 3 y) (* 2 z))";
    let (kinds, _) = judged_with(question, Outcome::Sat, reply, &[point]);
    assert_eq!(kinds, [FindingKind::WrongElimination], "at y = 1, z = 4 no x is between");
    let forall = "(declare-const y Real)(check-sat)(get-qe (forall ((x Real)) (or (< x y) (> x 0.0))))";
    assert_ne!(judged(forall, Outcome::Sat, "(> y 0.0)"), "wrong");
    let (kinds, _) = judged_with(forall, Outcome::Sat, "(> y 1.0)", &["((define-fun y () Real 0.5))"]);
    assert_eq!(kinds, [FindingKind::WrongElimination]);
}

#[test]
fn simplified_terms_and_goals_keep_their_value() {
    let question = "(declare-const x Int)(check-sat)(simplify (+ x x 1))";
    assert_eq!(judged(question, Outcome::Sat, "(+ 1 (* 2 x))"), "proved");
    assert_eq!(judged(question, Outcome::Sat, "(* 2 x)"), "wrong");
    assert_eq!(judged(question, Outcome::Sat, "(> x 1)"), "nothing", "of another sort");
    let open = "(declare-const x Int)(check-sat)(simplify (+ 1 (div x 0)))";
    assert_eq!(
        judged(open, Outcome::Sat, "1"),
        "open",
        "whoever simplifies may choose what the standard leaves open"
    );
    let model = "((define-fun x () Int 5)(define-fun div0 ((a Int)) Int 7))";
    assert_eq!(judged_with(open, Outcome::Sat, "1", &[model]), (vec![], "open".to_owned()));
    let question = "(declare-const x (_ BitVec 3))(assert (bvult x #b011))(assert (distinct x #b001))\
                    (check-sat)(apply (then simplify ctx-simplify))";
    let goals = |all: &str| format!("(goals {all})");
    let goal = |formulas: &str| format!("(goal {formulas} :precision precise :depth 1)");
    let right = goals(&(goal("(= x #b000)") + &goal("(= x #b010)")));
    assert_eq!(judged(question, Outcome::Sat, &right), "proved", "one of the goals");
    assert_eq!(judged(question, Outcome::Sat, &goals(&goal("(= x #b000)"))), "wrong");
    assert_eq!(judged(question, Outcome::Sat, &goals(&goal(""))), "wrong", "nothing is left to show");
    assert_eq!(judged(question, Outcome::Sat, &right.replace("precise", "under")), "nothing");
    let other = question.replace("(then simplify ctx-simplify)", "nnf");
    assert_eq!(judged(&other, Outcome::Sat, &goals(&goal(""))), "nothing", "it may keep less");
}

fn asking() -> Consultation {
    Consultation { limits: cpu_seconds(5.0), cores: false, other_seed: None, keep_options: true }
}

/// The newest releases are right about what is made.
fn accuses_nobody(name: &str, solver: &str, size: u32, least: usize) {
    let solvers = [solver, "z3@5.4.0"].map(real);
    let (mut claimed, mut proved) = (0, 0);
    for unit in 0..12 {
        let inputs = Inputs::of_size(size);
        let made = strategy(name).unwrap().make(&inputs, &mut Rng::of_unit(5, unit), &mut Steps::default());
        let Ok(test) = made else { continue };
        let testimonies = consult(test.script(), &solvers, &asking()).unwrap();
        let verdict = judge(&test, &testimonies);
        let text = Printer::default().script(test.script());
        assert!(verdict.alarms.is_empty(), "{:?}\n{text}", verdict.alarms);
        assert!(verdict.findings.iter().all(|finding| !finding.is_bug()), "{:?}\n{text}", verdict.findings);
        let claim = verdict.claims[0].as_ref();
        claimed += usize::from(claim.is_some());
        proved += usize::from(claim.is_some_and(|claim| matches!(claim.verdict, Verdict::Proved(_))));
    }
    assert!(claimed >= least && proved >= least / 2, "{name}: {claimed} claimed, {proved} proved");
}

#[test]
fn interpolants_of_cvc5_are_right() {
    accuses_nobody("interpolants", "cvc5", 2, 4);
}

#[test]
fn abducts_of_cvc5_are_right() {
    accuses_nobody("abducts", "cvc5", 2, 4);
}

#[test]
fn eliminations_of_cvc5_are_right() {
    accuses_nobody("eliminations", "cvc5", 2, 4);
}

#[test]
fn tactics_of_z3_are_right() {
    accuses_nobody("tactics", "z3@5.4.0", 2, 4);
}

/// Scripts that users bring, as the solver's own manual has them, without a `check-sat` and inside of a level.
#[test]
fn what_users_ask_is_asked_and_judged() {
    for (solver, text) in [
        (
            "cvc5",
            "(set-logic BV)(declare-const y (_ BitVec 3))(get-qe (exists ((x (_ BitVec 3))) (bvult y x)))",
        ),
        (
            "cvc5",
            "(set-logic QF_LIA)(declare-const x Int)(push 1)(assert (> x 1))(check-sat)(get-abduct A (> x 5))",
        ),
        (
            "bitwuzla",
            "(set-logic QF_BV)(set-option :produce-interpolants true)(declare-const x (_ BitVec 4))\
             (assert (! (bvult x #x3) :named a))(assert (! (bvugt x #x5) :named b))(check-sat)\
             (get-interpolant (a))(exit)",
        ),
        ("z3@5.4.0", "(declare-const x Int)(simplify (+ x x))(assert (> x 3))(check-sat)"),
    ] {
        let test = Test::given(script(text), Evidence::None);
        let testimonies = consult(test.script(), &[real(solver)], &asking()).unwrap();
        let verdict = judge(&test, &testimonies);
        let claim = verdict.claims[0].as_ref().map(|claim| &claim.verdict);
        assert!(matches!(claim, Some(Verdict::Proved(_))), "{text}: {claim:?} {:?}", testimonies[0].answer);
        assert!(verdict.findings.is_empty(), "{:?}", verdict.findings);
    }
}
