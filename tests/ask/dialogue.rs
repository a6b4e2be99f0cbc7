//! What is replied about an answer is judged by the model that comes with it, and by what contradicts what.

use crate::support::{cpu_seconds, printed, real};
use gainsay::answer::{Exit, Outcome};
use gainsay::ask::{Kind, Verdict, dialogue};
use gainsay::consult::{Consultation, Request, consult};
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{FindingKind, Testimony, judge};
use gainsay::rng::Rng;
use gainsay::script::{Names, Printer, Script};
use gainsay::solver::{Profiles, Solver};
use gainsay::strategy::dialogue::dialogue_of;
use gainsay::strategy::{Inputs, Steps, strategy};

fn script(text: &str) -> Script {
    Script::parse(text).unwrap()
}

/// The findings about what a solver printed behind its answer, and the model that it printed then.
fn judged(question: &str, answer: Outcome, reply: &str, model: &str) -> (Vec<FindingKind>, Option<Verdict>) {
    judged_by(question, answer, &[reply, model])
}

/// The findings about these replies, the last one to `(get-model)`.
fn judged_by(question: &str, answer: Outcome, replies: &[&str]) -> (Vec<FindingKind>, Option<Verdict>) {
    let text = Request::new(&script(question), true).text(Names::default()).to_owned();
    let (sent, stdout) = printed(&text, answer.word(), replies);
    let z3 = Profiles::shipped().get("z3").unwrap().clone();
    let answer = gainsay::solver::read_answer(stdout.as_bytes(), b"", Exit::Code(0), &z3, &sent);
    let test = Test::given(script(question), Evidence::None);
    let verdict = judge(&test, &[Testimony::new("mine@1", answer)]);
    assert!(verdict.alarms.is_empty(), "{:?}", verdict.alarms);
    let kinds = verdict.findings.iter().map(|finding| finding.kind).collect();
    (kinds, verdict.claims[0].clone().map(|claim| claim.verdict))
}

const NUMBERS: &str = "(declare-const x Int)(declare-const r Real)(declare-const p Bool)(assert (! (> x 3) :named big))\
    (assert (or (! (< r 0.5) :named |small r|) p))(check-sat)";

/// As solvers print the model: z3, z3 before 4.8.8, cvc5, yices.
const MODELS: [&str; 4] = [
    "(\n  (define-fun p () Bool\n    true)\n  (define-fun x () Int\n    4)\n  (define-fun r () Real\n    (/ 1.0 2.0))\n)",
    "(model \n  (define-fun p () Bool\n    true)\n  (define-fun x () Int\n    4)\n  (define-fun r () Real\n    (/ 1.0 2.0))\n)",
    "(\n(define-fun x () Int 4)\n(define-fun r () Real (/ 1 2))\n(define-fun p () Bool true)\n)",
    "(\n  (define-fun x () Int 4)\n  (define-fun r () Real (/ 1 2))\n  (define-fun p () Bool true)\n)",
];

#[test]
fn values_are_those_of_the_model() {
    let question = format!("{NUMBERS}(get-value (x (+ x 1) r (and p (> x 3))))");
    let right = [
        "((x 4)\n ((+ x 1) 5)\n (r (/ 1.0 2.0))\n ((and p (> x 3)) true))",
        "((x 4) ((+ x 1) 5) (r (/ 1 2)) ((and p (> x 3)) true))",
        "((x 4)\n ((+ x 1) 5)\n (r 0.5)\n ((let ((a!1 (> x 3))) (and p a!1)) true))",
    ];
    for model in MODELS {
        for reply in right {
            let (kinds, verdict) = judged(&question, Outcome::Sat, reply, model);
            assert_eq!(kinds, [], "{reply}");
            assert!(matches!(verdict, Some(Verdict::Proved(_))), "{verdict:?}");
        }
        for (is, wrong) in
            [("(x 4)", "(x 5)"), (" 5)", " (- 5))"), ("(/ 1.0 2.0)", "(/ 1.0 3.0)"), ("true", "false")]
        {
            let (kinds, verdict) = judged(&question, Outcome::Sat, &right[0].replacen(is, wrong, 1), model);
            assert_eq!(kinds, [FindingKind::WrongValue], "{wrong}: {verdict:?}");
        }
    }
}

#[test]
fn whoever_has_a_model_has_no_unsat_assumptions() {
    let question = "(declare-const p Bool)(declare-const q Bool)(assert p)(check-sat-assuming (p q))(get-unsat-assumptions)";
    let model = "((define-fun p () Bool true)(define-fun q () Bool true))";
    assert_eq!(judged(question, Outcome::Sat, "(p)", model).0, []);
    assert_eq!(judged(question, Outcome::Unsat, "(p)", "").0, [FindingKind::WrongAssumptions]);
}

#[test]
fn the_truth_of_names_is_that_of_the_model() {
    let question = format!("{NUMBERS}(get-assignment)");
    let of = |reply: &str| judged(&question, Outcome::Sat, reply, MODELS[0]).0;
    assert_eq!(of("((big true) (|small r| false))"), []);
    assert_eq!(of("((|small r| false)\n (big true))"), []);
    assert_eq!(of("((big true))"), [], "what is left out claims nothing");
    assert_eq!(of("((big true) (other false))"), []);
    assert_eq!(of("((big false) (|small r| false))"), [FindingKind::WrongValue]);
}

/// Whatever is not understood in full accuses nobody.
#[test]
fn what_cannot_be_told_is_not_judged() {
    let question = format!("{NUMBERS}(get-value (x))(get-value (r))");
    let of = |x: &str, r: &str| judged_by(&question, Outcome::Sat, &[x, r, MODELS[0]]).0;
    assert_eq!(of("((x 4))", "((r 0.5))"), []);
    assert_eq!(of("((x 5))", "((r 0.5))"), [FindingKind::WrongValue]);
    for unclear in [
        "",
        "((r 0.5))",
        "((x 5) (r 0.5))",
        "unsupported",
        "unsat",
        "((x 5))\n((x 5))",
        "(error \"no x\")\n((x 5))",
        "((x (root-obj (+ (^ x 2) (- 2)) 1)))",
        "((x 5",
        &"(".repeat(10_000),
    ] {
        assert_eq!(of(unclear, "((r 0.5))"), [], "{unclear}");
    }
    assert_eq!(of("(error \"no x\")", "((r 0.5))"), []);
    assert_eq!(of("(error \"no x\")", "((r 0.75))"), [FindingKind::WrongValue]);
    // What is printed without having been asked for stands before the first mark, and is nobody's reply.
    assert_eq!(
        judged_by(
            "(declare-const p Bool)(check-sat-assuming (p))(get-unsat-assumptions)",
            Outcome::Unsat,
            &["(error \"no\")"]
        )
        .0,
        []
    );
    // What the model leaves out may be anything.
    let partial = "((define-fun x () Int 4)(define-fun p () Bool true))";
    assert_eq!(judged_by(&question, Outcome::Sat, &["((x 4))", "((r 7.0))", partial]).0, []);
    // What the standard leaves open, too.
    let open = "(declare-const x Int)(assert (= x 0))(check-sat)(get-value ((div 1 x)))";
    assert_eq!(judged(open, Outcome::Sat, "(((div 1 x) 17))", "((define-fun x () Int 0))").0, []);
}

const SWITCHES: &str =
    "(declare-const p Bool)(declare-const q Bool)(declare-const |s r| Bool)(assert (or (not p) q))";

#[test]
fn unsat_assumptions_contradict_what_is_asserted() {
    let question = format!("{SWITCHES}(check-sat-assuming (p (not q) |s r|))(get-unsat-assumptions)");
    let of = |reply: &str| judged(&question, Outcome::Unsat, reply, "(error \"model is not available\")");
    for right in ["((not q) p)", "(p (not q))", "(p (not q) |s r|)", "(p\n (not q))"] {
        assert_eq!(of(right).0, [], "{right}");
    }
    assert!(matches!(of("((not q) p)").1, Some(Verdict::Proved(_))));
    for wrong in ["(p |s r|)", "((not q))", "()"] {
        assert_eq!(of(wrong).0, [FindingKind::WrongAssumptions], "{wrong}");
    }
    for unclear in ["(p t)", "((or p q))", "p", "(error \"none\")"] {
        assert_eq!(of(unclear).0, [], "{unclear}");
    }
}

/// What is asserted need not be assumed, and what was popped is not asserted.
#[test]
fn assumptions_are_judged_where_they_are_assumed() {
    let asserted = format!("{SWITCHES}(assert p)(check-sat-assuming (p (not q)))(get-unsat-assumptions)");
    assert_eq!(judged(&asserted, Outcome::Unsat, "((not q))", "").0, []);
    let popped =
        format!("{SWITCHES}(push 2)(assert p)(pop 2)(check-sat-assuming (p (not q)))(get-unsat-assumptions)");
    assert_eq!(judged(&popped, Outcome::Unsat, "((not q))", "").0, [FindingKind::WrongAssumptions]);
}

#[test]
fn what_is_asked_about_the_last_answer_is_put_with_its_options() {
    let text = "(set-option :random-seed 7)(declare-const p Bool)(check-sat)(get-value ((not p)))(reset)\
                (declare-const q Bool)(assert (! q :named a))(check-sat-assuming (q))(get-value (q))(get-assignment)(exit)";
    let script = script(text);
    assert_eq!(Kind::of(&script), Some(Kind(&dialogue::Dialogue)));
    let asked = Request::new(&script, true).text(Names::default()).to_owned();
    assert_eq!(asked.matches("(set-option :produce-assignments true)").count(), 2, "{asked}");
    assert!(asked.contains(":random-seed 7") && !asked.contains("(not p)"), "{asked}");
    assert!(asked.trim_end().ends_with("(get-value (q))\n(get-assignment)\n(get-model)"), "{asked}");
    assert_eq!(Kind::of(&Kind(&dialogue::Dialogue).without(&script)), None);
}

/// Dialogues of several theories that ask about their answers.
fn curious(count: u64) -> Vec<Test> {
    let mut made = Vec::new();
    for name in ["bits", "terms", "strings"] {
        for unit in 0..count {
            let inputs = Inputs::of_size(1 + (unit % 10) as u32);
            let mut rng = Rng::of_unit(11, unit);
            let Ok(test) = strategy(name).unwrap().make(&inputs, &mut rng, &mut Steps::default()) else {
                continue;
            };
            let asks = |test: &Test| Kind::of(test.script()) == Some(Kind(&dialogue::Dialogue));
            made.extend(dialogue_of(&test, &mut rng).filter(asks));
        }
    }
    made
}

/// Real solvers reply rightly to what is made, in their own forms.
#[test]
fn dialogues_accuse_nobody_who_is_right() {
    let solvers: [Solver; 4] = ["z3@5.4.0", "cvc5", "yices", "bitwuzla"].map(real);
    let how = Consultation { limits: cpu_seconds(10.0), cores: false, other_seed: None, keep_options: true };
    let mut proved = [0; 4];
    for test in curious(60) {
        let testimonies = consult(test.script(), &solvers, &how).unwrap();
        let verdict = judge(&test, &testimonies);
        let text = Printer::default().script(test.script());
        assert!(verdict.alarms.is_empty(), "{:?}\n{text}", verdict.alarms);
        let wrong = [FindingKind::WrongValue, FindingKind::WrongAssumptions];
        let accused = verdict.findings.iter().find(|finding| wrong.contains(&finding.kind));
        assert!(accused.is_none(), "{accused:?}\n{text}");
        for (count, claim) in proved.iter_mut().zip(&verdict.claims) {
            let is_proved = claim.as_ref().is_some_and(|claim| matches!(claim.verdict, Verdict::Proved(_)));
            *count += usize::from(is_proved);
        }
    }
    assert!(proved.iter().all(|&count| count >= 5), "{proved:?}");
}
