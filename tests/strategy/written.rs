//! Tests as texts: what is written about a test is found again, and checked; who changes the text takes it away.

use gainsay::evidence::{Evidence, Test};
use gainsay::script::Script;
use gainsay::strategy::strings::{OwnPatterns, Pools, SOME, suite_with_variants};
use gainsay::strategy::written::{Found, Header, write};
use gainsay::strategy::{Recipe, Scope, Unit};
use std::sync::Arc;

/// The evidence that is found in a text.
fn found(text: &str) -> Found {
    let script = Script::read(text);
    let question = script.questions().pop().unwrap();
    Header::read(text).find_evidence(question)
}

fn unit(strategy: &str, number: u64, size: u32) -> Recipe {
    let strategy = strategy.to_owned();
    Recipe::Unit(Unit { strategy, seed: 7, number, size, scope: Arc::default() })
}

#[test]
fn all_that_is_known_is_found_again() {
    for strategy in ["bits", "floats", "terms", "strings", "swarm", "syntactic"] {
        let mut known = 0;
        for number in 0..120 {
            let recipe = unit(strategy, number, 1 + (number % 20) as u32);
            let Ok(test) = recipe.make() else { continue };
            let text = write(&test, Some(&recipe));
            let Found { test: again, remarks, alarm } = found(&text);
            let expected = test.evidence().answer();
            assert_eq!(alarm, None, "{text}");
            // More may be found out by trying everything.
            if expected.is_known() {
                assert_eq!(again.evidence().answer(), expected, "{remarks:?}\n{text}");
            }
            assert!(remarks.is_empty(), "{remarks:?}\n{text}");
            known += usize::from(expected.is_known());
        }
        assert!(known > 32, "{strategy}: {known}");
    }
}

#[test]
fn the_suite_of_string_tests_keeps_its_models_and_cores() {
    for (number, (variant, test)) in
        suite_with_variants(&Pools::default(), &OwnPatterns::new(), SOME).enumerate()
    {
        let is_unsat = variant.is_some();
        if !is_unsat && number % 10 != 0 {
            continue;
        }
        let text = write(&test, variant.map(Recipe::Variant).as_ref());
        let Found { test: again, remarks, .. } = found(&text);
        assert_eq!(again.evidence().answer(), test.evidence().answer(), "{text}");
        assert_eq!(again.evidence().core(), test.evidence().core(), "{text}");
        assert!(remarks.is_empty(), "{remarks:?}\n{text}");
        assert_eq!(again.evidence().core().is_some(), is_unsat);
        assert!(Header::read(&text).about.operation.is_some_and(|operation| text.contains(&operation)));
    }
}

#[test]
fn recipes_are_read_as_they_are_written() {
    let scope = Scope::new(&["QF_BV".to_owned(), "QF_LIA".to_owned()], Some("unsat"), Some(8));
    let limited =
        Unit { strategy: "bits".to_owned(), seed: 3, number: 12, size: 100, scope: Arc::new(scope) };
    for recipe in [unit("floats", u64::MAX, 1), Recipe::Unit(limited)] {
        assert_eq!(Recipe::read(&recipe.to_string()), Some(recipe));
    }
    for (variant, _) in suite_with_variants(&Pools::default(), &OwnPatterns::new(), 1)
        .filter(|(variant, _)| variant.is_some())
    {
        let recipe = Recipe::Variant(variant.unwrap());
        assert_eq!(Recipe::read(&recipe.to_string()), Some(recipe));
    }
}

/// What others write there must not make the program work long, or fail.
#[test]
fn other_recipes_make_nothing() {
    for line in [
        "",
        "bits --size",
        "bits --size 101",
        "bits --unit x",
        "bits --cats 3",
        "strings --variant",
        "strings --variant E1",
        "strings --variant E1 0 --cats 1",
    ] {
        assert_eq!(Recipe::read(line), None, "{line}");
    }
    for line in [
        "nothing --unit 3",
        "fusion --unit 3",
        "strings --variant E99 0",
        "strings --variant E1 0 --patterns (str.len s)",
        "strings --variant E8 0 --patterns )",
        "strings --variant E1 99999",
        "strings --variant E1 0 --patterns",
    ] {
        assert!(Recipe::read(line).unwrap().make().is_err(), "{line}");
    }
}

/// The first unsatisfiable tests of the suite, which have cores.
fn refuted(count: usize) -> Vec<String> {
    let unsat = suite_with_variants(&Pools::default(), &OwnPatterns::new(), 1)
        .filter(|(variant, _)| variant.is_some());
    unsat.take(count).map(|(variant, test)| write(&test, variant.map(Recipe::Variant).as_ref())).collect()
}

#[test]
fn a_changed_script_has_no_derivation() {
    for text in refuted(20) {
        assert!(matches!(found(&text).test.evidence(), Evidence::Derived(_)), "{text}");
        let declaration = text.lines().find(|line| line.starts_with("(declare-const")).unwrap();
        let assertion = text.lines().find(|line| line.starts_with("(assert")).unwrap();
        for changed in [
            text.replacen(assertion, "", 1),
            text.replacen(assertion, "(assert (! true :named a0))", 1),
            text.replacen(declaration, &format!("{declaration}(declare-const more Int)"), 1),
        ] {
            let Found { test, remarks, .. } = found(&changed);
            assert!(!matches!(test.evidence(), Evidence::Derived(_)), "{changed}");
            assert!(remarks[0].contains("it was changed"), "{remarks:?}");
        }
        // What says nothing may change.
        let status =
            text.replace(":status unsat", ":status sat").replace("; unsat core: a0", "; unsat core:");
        assert!(matches!(found(&status).test.evidence(), Evidence::Derived(_)), "{status}");
    }
}

/// Another sort in a declaration is another question, even if all assertions read the same.
#[test]
fn a_changed_declaration_has_no_derivation() {
    let is_derived = |test: &Test| matches!(test.evidence(), Evidence::Derived(_));
    let mut seen = 0;
    for number in 0..400 {
        let recipe = unit("bits", number, 4);
        let Some(test) = recipe.make().ok().filter(is_derived) else { continue };
        let text = write(&test, Some(&recipe));
        let changed = text.replace("(declare-const x1 (_ BitVec ", "(declare-const x1 (_ BitVec 1");
        if changed == text || !Script::read(&changed).is_understood() {
            continue;
        }
        let Found { test, remarks, .. } = found(&changed);
        assert!(!is_derived(&test) && remarks.len() == 1, "{changed}");
        seen += 1;
    }
    assert!(seen > 0);
}

#[test]
fn a_changed_model_is_evaluated_and_refused() {
    let text = "; strings: it has a model\n; (define-fun s () String \"b\")\n(set-logic QF_SLIA)\n(set-info :status sat)\n\
                (declare-const s String)\n(assert (= (str.replace s \"a\" s) \"a\"))\n(check-sat)\n";
    let Found { test, remarks, .. } = found(text);
    assert!(matches!(test.evidence(), Evidence::None), "{:?}", test.evidence());
    assert!(remarks[0].contains("is no model of it"), "{remarks:?}");
    let right = found(&text.replace("\"b\"", "\"a\""));
    assert!(matches!(right.test.evidence(), Evidence::Witness(_)) && right.remarks.is_empty());
    let nonsense = found(&text.replace("() String \"b\"", "(("));
    assert!(matches!(nonsense.test.evidence(), Evidence::None) && nonsense.remarks.len() == 1);
}
