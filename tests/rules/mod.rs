//! Rules: every shipped one is right, and wrong ones are found out.

mod rare;

use gainsay::answer::Status;
use gainsay::evidence::{Derivation, Evidence};
use gainsay::rng::Rng;
use gainsay::rules::{
    Checked, Direction, FIELDS, OwnRuleError, RuleBook, RuleFile, Scale, claims, find_fusions,
    find_weakenings, read_rules, read_what_can_be_read, trial,
};
use gainsay::script::{Printer, Script};
use gainsay::strategy::{Inputs, Seed, Steps, strategy};
use serde_json::Value;
use std::sync::Arc;

fn check(arguments: &[&str]) -> (Option<i32>, Vec<Value>) {
    let output =
        crate::support::gainsay().args(["rules", "check", "--json"]).args(arguments).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code(), text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// Right by the evaluator, but too hard for today's solvers: the star of a language that is not known takes induction, and so
/// does it to see that a string comes before a longer one that it begins.
const NOT_PROVED: [&str; 4] = ["in-plus", "in-star", "in-plus-star", "slex-le-longer"];

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
const WRONG: [&str; 10] = [
    "(define-weakening sgt-sle ((x (_ BitVec n)) (y (_ BitVec n))) (bvsgt x y) (bvsle x y))",
    "(define-weakening suffix-le ((x String) (y String)) (str.suffixof x y) (str.<= x y))",
    "(define-weakening contains-le ((x String) (y String)) (str.contains x y) (str.<= y x))",
    "(define-weakening not-eq-orders ((x (_ FloatingPoint e s)) (y (_ FloatingPoint e s)))
       (not (fp.eq x y)) (or (fp.lt x y) (fp.lt y x)))",
    "(define-fusion int-product ((x Int) (y Int) (z Int)) (* x y) :x (div z y) :y (div z x))",
    "(define-fusion real-product ((x Real) (y Real) (z Real)) (* x y) :x (/ z y) :y (/ z x))",
    "(define-rule to-int-and-back ((s String)) (str.from_int (str.to_int s)) s)",
    "(define-cond-rule digits ((s String)) (<= 0 (str.to_int s)) (str.from_int (str.to_int s)) s)",
    "(define-weakening string-eq-ends ((x String) (y String) (a String))
       (and (str.suffixof a x) (str.prefixof a x) (str.suffixof a y) (str.prefixof a y)) (= x y))",
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

fn own(text: &str) -> Result<&'static RuleBook, OwnRuleError> {
    RuleBook::with_own(&[RuleFile { name: "mine.smt2".to_owned(), text: text.to_owned() }])
}

/// What is wrong is not used, and the user sees why.
#[test]
fn own_rules_are_tried_before_they_are_used() {
    let refused = |text: &str| own(text).unwrap_err().to_string();
    let wrong = refused("(define-weakening mine ((x Int) (y Int)) (<= x y) (< x y))");
    assert!(wrong.starts_with("mine.smt2:1: the rule `mine` is not used: it is not true that"), "{wrong}");
    assert!(wrong.contains("counterexample: "), "{wrong}");
    let not_inverse = refused("(define-fusion mine ((x Int) (y Int) (z Int)) (+ x y) :x (- y z) :y (- z x))");
    assert!(not_inverse.contains("counterexample: "), "{not_inverse}");
    let known = refused("(define-weakening lt-le ((x Int) (y Int)) (< x y) (<= x y))");
    assert_eq!(known, "mine.smt2:1: there is a rule `lt-le` already; give this one another name");
    let unreadable = refused("(define-weakening mine ((x Int)) (plus x 1) x)");
    assert!(unreadable.starts_with("mine.smt2:1: "), "{unreadable}");
    assert_eq!(refused("; nothing"), "mine.smt2 has no rules");
}

/// A function of the user's own fuses, and a rule of the user's own weakens.
#[test]
fn own_rules_make_tests() {
    let book = own("(define-fusion mine-difference ((x Int) (y Int) (z Int)) (- x y) :x (+ z y) :y (- x z))
         (define-weakening mine-far ((x Int) (y Int)) (< x y) (< x (+ y 7)))")
    .unwrap();
    let seed = Arc::new(crate::strategy::seeds::seed(
        "own",
        "(declare-const x (_ BitVec 1))(declare-const i Int)(declare-const j Int)(assert (< i j))(assert (< j 9))",
    ));
    let vouched = Derivation::confirmed(Status::Sat, "own".to_owned(), "two solvers".to_owned());
    let seed = Arc::new(Seed { evidence: Evidence::Derived(vouched), ..(*seed).clone() });
    let inputs = Inputs { book, ..Inputs::new(seed.clone(), vec![seed]) };
    for (name, rule) in [("fusion", "mine-difference"), ("approximate", "mine-far")] {
        let uses = |unit: u64| {
            let made =
                strategy(name).unwrap().make(&inputs, &mut Rng::of_unit(2, unit), &mut Steps::default());
            made.is_ok_and(|test| test.lineage().steps.iter().any(|step| step.rule.contains(rule)))
        };
        assert!((0..500).any(uses), "{name}");
    }
}

/// A hunt refuses a wrong rule before it begins, and remembers the right ones with the campaign.
#[test]
fn hunts_take_rules() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("hunts-take-rules");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let [right, wrong] = ["right.smt2", "wrong.smt2"].map(|name| folder.join(name));
    std::fs::write(&right, "(define-weakening mine-far ((x Int) (y Int)) (< x y) (< x (+ y 7)))").unwrap();
    std::fs::write(&wrong, "(define-weakening mine-near ((x Int) (y Int)) (< x (+ y 7)) (< x y))").unwrap();
    let campaign = folder.join("campaign");
    let hunt = |more: &[&std::ffi::OsStr]| {
        crate::support::gainsay()
            .args([
                "hunt",
                "--strategy",
                "approximate",
                "--logic",
                "QF_LIA",
                "--tests",
                "20",
                "-s",
                "z3@5.4.0",
                "--campaign",
            ])
            .arg(&campaign)
            .args(more)
            .output()
            .unwrap()
    };
    let refused = hunt(&["--rules".as_ref(), wrong.as_os_str()]);
    let told = String::from_utf8_lossy(&refused.stderr);
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("mine-near") && told.contains("counterexample"), "{told}");
    assert!(!campaign.exists());
    let taken = hunt(&["--rules".as_ref(), right.as_os_str()]);
    assert_eq!(taken.status.code(), Some(0), "{}", String::from_utf8_lossy(&taken.stderr));
    // It goes on with the rules that it has, and with no others.
    assert_eq!(hunt(&[]).status.code(), Some(0));
    std::fs::write(&right, "(define-weakening mine-far ((x Int) (y Int)) (< x y) (< x (+ y 8)))").unwrap();
    let changed = hunt(&["--rules".as_ref(), right.as_os_str()]);
    let told = String::from_utf8_lossy(&changed.stderr);
    assert!(changed.status.code() == Some(2) && told.contains("--rules"), "{told}");
}

/// Invertible functions are found among all small terms, and what is found is right.
#[test]
fn fusion_functions_are_found() {
    for (field, known) in FIELDS.iter().zip(["(bvxor x y)", "(+ x y)", "(+ x y)"]) {
        let mut texts = Vec::new();
        find_fusions(field, 4, &mut |rule, text| {
            assert!(trial(rule, 500).problems.is_empty(), "{text}");
            texts.push(text.to_owned());
            texts.len() >= 40
        });
        assert!(texts.iter().any(|text| text.contains(known)), "{}: {texts:#?}", field.name);
        assert!(texts.len() > 3, "{}: {texts:#?}", field.name);
    }
}

/// Weakenings are found as well: right ones, and never from a formula to one that is as strong.
#[test]
fn weakenings_are_found() {
    let known = ["(bvult x y) (bvule x y)", "(< x y) (<= x y)", "(< x y) (<= x y)"];
    for (field, known) in FIELDS.iter().zip(known) {
        let mut texts = Vec::new();
        find_weakenings(field, 3, &mut |rule, text| {
            assert!(trial(rule, 500).problems.is_empty(), "{text}");
            let back = text.replace("(x ", "(z ").replace("(y ", "(x ").replace("(z ", "(y ");
            assert!(!texts.contains(&back), "{text}");
            texts.push(text.to_owned());
            texts.len() >= 40
        });
        assert!(texts.iter().any(|text| text.contains(known)), "{}: {texts:#?}", field.name);
    }
}

/// What is found and proved can be used at once.
#[test]
fn found_functions_are_rules() {
    let output = crate::support::gainsay()
        .args(["rules", "find", "ints", "--size", "4", "--count", "4", "-s", "z3@5.4.0"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.matches("; proved by z3@5.4.0").count(), 4, "{text}");
    assert!(own(&text).unwrap().rules().len() == RuleBook::shipped().rules().len() + 4, "{text}");
}
