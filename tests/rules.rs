//! Rules: every shipped one is right, and wrong ones are found out.

use gainsay::rng::Rng;
use gainsay::rules::{Checked, Direction, RuleBook, Scale, claims, read_rules, read_what_can_be_read};
use gainsay::script::{Printer, Script};
use serde_json::Value;

fn check(arguments: &[&str]) -> (Option<i32>, Vec<Value>) {
    let output =
        crate::support::gainsay().args(["rules", "check", "--json"]).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Right by the evaluator, but too hard for today's solvers: the star of a language that is not known takes induction.
const NOT_PROVED: [&str; 3] = ["in-plus", "in-star", "in-plus-star"];

/// The evaluator refutes none, nobody else does, and where no sort is small enough for all values some solver proves it.
#[test]
fn shipped_rules_are_right() {
    let (code, reports) = check(&["-t", "0.5"]);
    assert_eq!(reports.len(), RuleBook::shipped().rules().len());
    for report in &reports {
        assert_eq!(report["right"], true, "{report}");
        let tried_all = report["exhausted"].as_u64() > Some(0);
        let solvers = report["solvers"].as_array().unwrap();
        let proved = solvers.iter().any(|solver| solver["proved"].as_u64() > Some(0));
        let excused = NOT_PROVED.iter().any(|name| report["rule"] == *name);
        assert!(tried_all || proved || excused, "nobody proves it: {report}");
    }
    assert_eq!(code, Some(0));
}

#[test]
fn what_no_solver_proves_is_tried_often() {
    for name in NOT_PROVED {
        let rule = RuleBook::shipped().rules().iter().find(|rule| rule.name == name).unwrap();
        for claim in claims(rule, Scale::Large).unwrap() {
            let checked = claim.check(&mut Rng::new(3), 50_000);
            assert!(matches!(checked, Checked::Tried { held: 1000.., .. }), "{name}: {checked:?}");
        }
    }
}

/// Rows that were printed in papers or shipped with other tools, and are wrong.
const WRONG: [&str; 9] = [
    "(define-weakening sgt-sle ((x (_ BitVec n)) (y (_ BitVec n))) (bvsgt x y) (bvsle x y))",
    "(define-weakening suffix-le ((x String) (y String)) (str.suffixof x y) (str.<= x y))",
    "(define-weakening contains-le ((x String) (y String)) (str.contains x y) (str.<= y x))",
    "(define-weakening not-eq-orders ((x (_ FloatingPoint e s)) (y (_ FloatingPoint e s)))
       (not (fp.eq x y)) (or (fp.lt x y) (fp.lt y x)))",
    "(define-fusion int-product ((x Int) (y Int) (z Int)) (* x y) :x (div z y) :y (div z x))",
    "(define-fusion real-product ((x Real) (y Real) (z Real)) (* x y) :x (/ z y) :y (/ z x))",
    "(define-rule to-int-and-back ((s String)) (str.from_int (str.to_int s)) s)",
    "(define-cond-rule digits ((s String)) (<= 0 (str.to_int s)) (str.from_int (str.to_int s)) s)",
    "(define-weakening never ((x Int)) (< x x) (= x 0))",
];

#[test]
fn wrong_rules_are_found_out() {
    for text in WRONG {
        let rule = &read_rules("wrong", text).unwrap()[0];
        let mut rng = Rng::new(1);
        let mut held = 0;
        let mut refuted = false;
        for scale in [Scale::Small, Scale::Large] {
            for claim in claims(rule, scale).unwrap() {
                match claim.check(&mut rng, 20_000) {
                    Checked::Refuted(_) => refuted = true,
                    Checked::Exhausted(times) | Checked::Tried { held: times, .. } => held += times,
                }
            }
        }
        assert!(refuted || held == 0, "not found out: {text}");
    }
}

#[test]
fn wrong_rules_fail_the_command() {
    let folder = std::env::temp_dir().join(format!("gainsay-rules-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("mine.smt2");
    std::fs::write(&file, WRONG[0]).unwrap();
    let (code, reports) = check(&[file.to_str().unwrap(), "--solver", "none"]);
    assert_eq!((code, &reports[0]["right"]), (Some(1), &Value::Bool(false)));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn bad_rules_are_errors_with_a_place() {
    for (text, message) in [
        ("(define-weakening a ((x Int)) (< x y) true)", "`y` is neither a parameter"),
        ("\n(define-weakening a ((x Foo)) true true)", "f:2: there is no sort `Foo`"),
        ("(define-fusion a ((x Int) (y Int) (z Int)) (+ x y) :x (- z y))", ":x and :y"),
        ("(define-weakening a () true true)(define-weakening a () true true)", "already"),
        ("(define-weakening a", "ends inside"),
        ("(define-rul a ((x Int)) x x)", "`define-rul` is not a kind of rule (did you mean define-rule?)"),
        ("(define-rule a ((x Int)) x)", "not of the form (define-rule NAME (PARAMETERS) LEFT RIGHT"),
    ] {
        let error = read_rules("f", text).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

/// One slip does not keep the other rules of a file from being checked.
#[test]
fn a_bad_rule_stands_alone() {
    let text =
        "(define-weakening a ((x Int)) (< x 0) (<= x 0))\n(define-rul b () 1 1)\n(define-rule c () 1 2)";
    let (rules, errors) = read_what_can_be_read("f", text);
    let names: Vec<&str> = rules.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(names, ["a", "c"]);
    assert!(errors.len() == 1 && errors[0].place == "f:2", "{errors:?}");
}

#[test]
fn counterexamples_are_values() {
    let text = "(define-fusion f ((x Int) (y Int) (z Int)) (* x y) :x (div z y) :y (div z x))";
    let rule = &read_rules("f", text).unwrap()[0];
    let claims = claims(rule, Scale::Large).unwrap();
    assert_eq!(claims[0].what, "the inverse recovers x");
    let Checked::Refuted(values) = claims[0].check(&mut Rng::new(0), 1000) else { panic!("not refuted") };
    assert!(values.starts_with("x = ") && values.contains(", y = 0, z = 0"), "{values}");
}

#[test]
fn a_weakening_applies_both_ways() {
    let book = RuleBook::shipped();
    let mut script = Script::parse("(declare-const a Int)(assert (< a 7))(assert (<= a 7))").unwrap();
    let atoms: Vec<_> = script.assertions().collect();
    for (atom, direction, wanted) in
        [(atoms[0], Direction::Weaken, "(<= a 7)"), (atoms[1], Direction::Strengthen, "(< a 7)")]
    {
        let matches = book.weakenings(&script.terms, atom, direction);
        let results: Vec<String> = matches
            .iter()
            .filter_map(|found| {
                let term = found.result.instantiate(&mut script.terms, &found.binding)?;
                Some(Printer::default().term(&script.terms, term))
            })
            .collect();
        assert!(results.iter().any(|result| result == wanted), "{results:?}");
    }
}
