//! Counts, distinctness, sorts, witnesses, cores; and the tests that the strategy makes at random.

use crate::strategy::strings::{category, text};
use gainsay::answer::{Answer, Outcome, Status};
use gainsay::eval::Witness;
use gainsay::evidence::{Evidence, Test};
use gainsay::judge::{CoreCheck, FindingKind, Testimony, judge};
use gainsay::rng::Rng;
use gainsay::rules::{Patterns, equivalences};
use gainsay::script::{Features, Script, Term};
use gainsay::strategy::strings::{
    ALL, Category, OwnPatterns, Pools, SOME, Variant, WITH_PATTERNS, spread, suite, suite_of,
    suite_with_variants,
};
use gainsay::strategy::{Inputs, Recipe, Skip, Steps, strategy};
use gainsay::theory::table;
use gainsay::value::{Int, Text};
use std::collections::{BTreeMap, BTreeSet};

/// The paper's equalities are all put to use.
#[test]
fn every_equality_of_the_paper_is_used() {
    let mut used: BTreeSet<String> = BTreeSet::new();
    for test in suite() {
        if let Evidence::Derived(derivation) = test.evidence() {
            used.extend(derivation.steps().into_iter().map(str::to_owned));
        }
    }
    let missing: Vec<String> =
        (1..=40).map(|number| format!("str-c{number}")).filter(|name| !used.contains(name)).collect();
    assert_eq!(missing, [] as [&str; 0]);
}

#[test]
fn all_categories_are_there_and_all_tests_are_different() {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut texts = BTreeSet::new();
    for test in suite() {
        *counts.entry(category(&test).to_owned()).or_default() += 1;
        let text = text(test.script());
        assert!(texts.insert(text.clone()), "twice: {text}");
    }
    assert!(texts.len() >= 7036, "{}", texts.len());
    for kind in Category::ALL {
        let mut count = |suffix: &str| counts.remove(&format!("{}{suffix}", kind.word())).unwrap_or_default();
        let (without, with) = (count(""), count(WITH_PATTERNS));
        let (least, least_with) = match kind {
            Category::Operation => (35, 0),
            Category::ConstantAssignment => (4000, 0),
            Category::TermSynthesis => (1000, 0),
            // As many as there are in the paper's table, at least.
            Category::Equivalence => (12, 5),
            Category::VariableReplacement => (150, 50),
            Category::ConstantReplacement => (80, 40),
            Category::Noise => (100, 50),
        };
        assert!(without >= least && with >= least_with, "{kind:?}: {without} and {with}");
    }
    assert!(counts.is_empty(), "{counts:?}");
}

#[test]
fn simple_tests_come_first() {
    let tests: Vec<Test> = suite().collect();
    let size = |test: &Test| text(test.script()).len();
    let average = |part: &[Test]| part.iter().map(size).sum::<usize>() / part.len();
    assert!(average(&tests[..400]) < average(&tests[tests.len() - 400..]));
    assert!(tests[..24].iter().all(|test| ["operation", "equivalence"].contains(&category(test))));
}

/// Well-sorted, within its logic, and the same when it is read again.
fn is_well_made(test: &Test) {
    let printed = text(test.script());
    let again = Script::parse(&printed).unwrap_or_else(|problem| panic!("{problem:?}\n{printed}"));
    assert!(again.is_fully_sorted() && again.is_understood(), "{printed}");
    assert_eq!(text(&again), printed);
    let offered = Features::of_logic(again.logic().unwrap());
    assert!(offered.is_none_or(|offered| offered.contains(again.usage().features)), "{printed}");
    assert_eq!(test.lineage().strategy, "strings");
}

/// A witness satisfies its test; what is unsatisfiable has named assertions, and noise only where it was made.
fn has_evidence(test: &Test) {
    match test.evidence() {
        Evidence::Witness(witness) => {
            assert!(Witness::check(&test.script().question(), witness.model().clone()).is_ok());
        }
        Evidence::Derived(derivation) => {
            assert_eq!(test.evidence().answer(), Status::Unsat);
            assert_eq!(derivation.steps()[0], test.lineage().steps[0].at);
            let rules: Vec<&String> = test.lineage().steps[1..].iter().map(|step| &step.rule).collect();
            assert_eq!(derivation.steps()[1..], rules);
            let names: Vec<&str> =
                test.script().assertions().map(|term| test.script().terms.name_of(term).unwrap()).collect();
            let core = test.evidence().core().unwrap();
            assert!(core.starts_with(&["a0".to_owned(), "a1".to_owned()]));
            assert!(core.iter().all(|name| names.contains(&name.as_str())));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_suite_is_well_made() {
    let mut sat = 0;
    for test in suite() {
        is_well_made(&test);
        has_evidence(&test);
        sat += usize::from(test.evidence().answer() == Status::Sat);
        let core = test.evidence().core().map(<[_]>::len);
        match category(&test).strip_suffix(WITH_PATTERNS).unwrap_or(category(&test)) {
            _ if test.lineage().steps.len() > 2 => assert!(core.is_some_and(|core| core >= 2)),
            "equivalence" | "noise" => assert_eq!(core, Some(2)),
            "variable-replacement" | "constant-replacement" => assert!(matches!(core, Some(3 | 4))),
            _ => assert_eq!(core, None),
        }
    }
    assert!(sat >= 6120);
}

#[test]
fn every_operator_of_the_standard_occurs() {
    let mut missing: BTreeSet<&str> = table()
        .ops()
        .iter()
        .filter(|op| {
            op.theory == "UnicodeStrings" && op.dialect.is_none() && !op.declaration.contains("char")
        })
        .map(|op| op.name)
        .collect();
    for test in suite() {
        for op in test.script().terms.ops_in_use() {
            missing.remove(op.op().name);
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// The tests of the paper's listings.
#[test]
fn known_tests_are_among_them() {
    let texts: Vec<String> = suite().map(|test| text(test.script())).collect();
    let has = |parts: &[&str]| texts.iter().any(|text| parts.iter().all(|part| text.contains(part)));
    assert!(has(&["(str.replace \"\" s1 s2) \"a\""]), "the first listing");
    assert!(has(&["(str.indexof s0 s1 i2) i3"]), "the third listing");
    assert!(has(&["(forall ((t1 String) (t2 String)", "(str.substr t2 0 (str.len t2))", ":pattern"]));
}

/// The constants are the user's, and each stands beside each other one.
#[test]
fn all_combinations_of_a_pool_are_among_them() {
    let strings = [&[0x78u32, 0x79][..], &[0x22], &[]].map(|characters| Text::new(characters).unwrap());
    let pools = Pools { strings: strings.into(), ints: [7, -3].map(Int::from).into() };
    let texts: Vec<String> = suite_of(&pools, ALL).map(|test| text(test.script())).collect();
    let names = ["\"xy\"", "\"\"\"\"", "\"\""];
    for first in names {
        for second in names {
            for third in names {
                let term = format!("(str.replace {first} {second} {third})");
                assert!(texts.iter().any(|text| text.contains(&term)), "{term}");
            }
            let term = format!("(str.indexof {first} {second} (- 3))");
            assert!(texts.iter().any(|text| text.contains(&term)), "{term}");
        }
    }
    assert!(!texts.iter().any(|text| text.contains("\\u{1f600}")), "a constant that nobody wanted");
    // Terms are made of them, too: of three strings and two numbers more than of the few that the suite has otherwise.
    let synthesised = |tests: &mut dyn Iterator<Item = Test>| {
        tests.filter(|test| category(test) == Category::TermSynthesis.word()).count()
    };
    let (of_pool, of_suite) = (synthesised(&mut suite_of(&pools, ALL)), synthesised(&mut suite()));
    assert!(of_pool > 5 * of_suite, "{of_pool} beside {of_suite}");
}

/// Patterns are the user's where there are some; a test with one can be made again, and means what it meant.
#[test]
fn patterns_of_the_user_are_used() {
    let own: OwnPatterns = [("E8".to_owned(), vec!["(str.++ s1 s2) (str.len s3)".to_owned()])].into();
    let tests: Vec<(Option<Variant>, Test)> = suite_with_variants(&Pools::default(), &own, SOME).collect();
    let with = |pattern: &str| tests.iter().filter(|(_, test)| text(test.script()).contains(pattern)).count();
    assert!(with(":pattern ((str.++ s1 s2) (str.len s3)") > 3);
    assert_eq!((with(":pattern ((str.++ s1 s2 s3)"), with(":pattern ((str.substr t 0 i)") > 3), (0, true));
    let mut again = 0;
    for (variant, test) in &tests {
        let Some(variant) = variant.as_ref().filter(|variant| matches!(variant.patterns, Patterns::Own(_)))
        else {
            continue;
        };
        let recipe = Recipe::Variant(variant.clone());
        let read = Recipe::read(&recipe.to_string());
        assert_eq!(read.as_ref(), Some(&recipe));
        assert_eq!(text(read.unwrap().make().unwrap().script()), text(test.script()), "{recipe}");
        again += 1;
    }
    assert!(again > 3);
}

/// What is no pattern is refused, whatever it would do.
#[test]
fn what_is_no_pattern_is_refused() {
    let e8 = equivalences().iter().find(|known| known.name == "E8").unwrap();
    let refused = |own: &str| e8.with(&Patterns::Own(own.to_owned())).err().unwrap_or_default();
    assert!(refused("(str.++ s1").contains("it cannot be read"), "{}", refused("(str.++ s1"));
    assert!(refused("(str.++ s1 nobody)").contains("nobody"));
    assert_eq!(refused("(str.++ s1 \"x\")"), "\"x\" does not occur in the meaning of E8");
    for smuggled in ["", "(declare-const z String) "] {
        let own =
            format!("(str.len s1)))))\n{smuggled}(assert (forall ((z String)) (! true :pattern ((str.len z)");
        assert_eq!(refused(&own), "it is more than terms");
    }
    let e7 = equivalences().iter().find(|known| known.name == "E7").unwrap();
    assert_eq!(e7.with(&Patterns::Own("(str.len s)".to_owned())).err().unwrap(), "E7 has no pattern");
}

/// A core with noise in it is larger than need be, and the judge knows without asking anybody.
#[test]
fn noise_in_a_core_is_noticed() {
    let test = suite().find(|test| text(test.script()).contains(":named n0")).unwrap();
    let verdict = |names: &[&str]| {
        let mut answer = Answer::not_asked(String::new());
        answer.outcome = Outcome::Unsat;
        let mut testimony = Testimony::new("solver", answer);
        let names = names.iter().map(|&name| name.to_owned()).collect();
        testimony.core = Some(CoreCheck {
            names,
            alone: Vec::new(),
            satisfied_by: None,
            proved: Status::Unknown,
            not_needed: None,
            promised_minimal: false,
        });
        judge(&test, &[testimony]).findings
    };
    let expected: Vec<&str> = test.evidence().core().unwrap().iter().map(String::as_str).collect();
    assert!(verdict(&expected).is_empty());
    let [finding] = &verdict(&[&expected[..], &["n0"]].concat())[..] else { panic!() };
    assert_eq!(finding.kind, FindingKind::NonMinimalCore);
    assert!(finding.why.contains("without n0, by construction"), "{}", finding.why);
}

fn make(unit: u64, without: &[usize]) -> (Result<Test, Skip>, usize) {
    let size = 1 + (unit % 20) as u32;
    let mut steps = Steps::without(without.iter().copied());
    let made =
        strategy("strings").unwrap().make(&Inputs::of_size(size), &mut Rng::of_unit(11, unit), &mut steps);
    (made, steps.drawn())
}

#[test]
fn random_tests_are_well_made_too() {
    let (mut skipped, mut several, mut texts) = (0, 0, BTreeSet::new());
    const UNITS: u64 = 3000;
    for unit in 0..UNITS {
        let (made, drawn) = make(unit, &[]);
        match made {
            Ok(test) => {
                is_well_made(&test);
                has_evidence(&test);
                assert_eq!(test.lineage().steps.len(), drawn);
                several += usize::from(drawn > 2);
                texts.insert(text(test.script()));
                assert_eq!(text(make(unit, &[]).0.unwrap().script()), text(test.script()));
            }
            Err(Skip::WitnessUnknown) => skipped += 1,
            Err(other) => panic!("unit {unit}: {other:?}"),
        }
    }
    assert!(skipped < 60, "{skipped} skipped");
    assert!(several > 300, "{several} with several changes");
    assert!(texts.len() > 2200, "{} different", texts.len());
}

#[test]
fn changes_can_be_left_out() {
    let assertions = |test: &Test| -> Vec<Term> { test.script().assertions().collect() };
    let mut fewer = 0;
    for unit in 0..600 {
        let (Ok(test), drawn) = make(unit, &[]) else { continue };
        for at in 1..drawn {
            let (without, again) = make(unit, &[at]);
            let without = without.unwrap();
            assert_eq!(again, drawn);
            has_evidence(&without);
            assert_eq!(without.lineage().steps.len() + 1, test.lineage().steps.len());
            fewer += usize::from(assertions(&without).len() < assertions(&test).len());
        }
    }
    assert!(fewer > 50, "{fewer}");
}

#[test]
fn spread_numbers_are_different_and_below_the_total() {
    for (total, count) in [(1, 1), (10, 3), (512, 100), (7, 50), (1000, 1000)] {
        let mut numbers: Vec<usize> = spread(total, count).collect();
        assert_eq!(numbers.len(), count.min(total));
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), count.min(total));
        assert!(numbers.iter().all(|&number| number < total));
    }
}
