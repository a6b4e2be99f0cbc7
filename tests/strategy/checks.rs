//! What is true of the tests of any strategy that changes one seed.

use crate::strategy::seeds::seeds;
use crate::support::{cpu_seconds, real};
use gainsay::answer::Outcome;
use gainsay::eval::{Bounds, Decision, Witness, decide};
use gainsay::evidence::{Evidence, Test};
use gainsay::rng::Rng;
use gainsay::script::{Features, Printer, Script};
use gainsay::solver::{Ask, Session, SessionConfig};
use gainsay::strategy::{Inputs, Seed, Skip, Steps, strategy};
use std::sync::Arc;

/// The test of a unit, made without some steps; and how many steps there were.
pub fn make(
    name: &str,
    seed: &Arc<Seed>,
    unit: u64,
    without: impl IntoIterator<Item = usize>,
) -> (Result<Test, Skip>, usize) {
    let inputs = Inputs::new(seed.clone(), Vec::new());
    let mut steps = Steps::without(without);
    let made = strategy(name).unwrap().make(&inputs, &mut Rng::of_unit(5, unit), &mut steps);
    (made, steps.drawn())
}

pub fn text(script: &Script) -> String {
    Printer::default().script(script)
}

/// Calls a check for many tests of every seed.
pub fn for_each_test(name: &str, units: u64, mut check: impl FnMut(&Arc<Seed>, u64, Test, usize)) {
    for seed in seeds() {
        let mut skipped = 0;
        for unit in 0..units {
            match make(name, &seed, unit, []) {
                (Ok(test), drawn) => check(&seed, unit, test, drawn),
                (Err(skip), _) => {
                    assert_eq!(skip, Skip::NothingApplies, "{}", seed.origin);
                    skipped += 1;
                }
            }
        }
        assert!(skipped * 20 <= units, "{}: {skipped} of {units} skipped", seed.origin);
    }
}

/// Well-sorted, within its logic, other than the seed, and with a lineage that says what was done.
pub fn are_well_made(name: &str, units: u64) {
    for_each_test(name, units, |seed, unit, test, drawn| {
        let printed = text(test.script());
        let again = Script::parse(&printed).unwrap_or_else(|problem| panic!("{problem:?}\n{printed}"));
        assert!(again.is_fully_sorted() && again.is_understood(), "{printed}");
        assert_eq!(text(&again), printed);
        let mut plain = seed.script.clone();
        plain.expand_names();
        assert_ne!(printed, text(&plain), "{} unit {unit} is its seed: {:?}", seed.origin, test.lineage());
        let offered = Features::of_logic(test.script().logic().unwrap());
        let needed = again.usage().features;
        assert!(offered.is_none_or(|offered| offered.contains(needed)), "{printed}");
        assert!(reach(name, seed).contains(needed), "{} became {printed}", seed.origin);
        let mut fitted = test.script().clone();
        fitted.fit_logic();
        assert_eq!(text(&fitted), printed, "the logic fits");
        assert_eq!(test.lineage().strategy, name);
        assert_eq!(test.lineage().seeds, std::slice::from_ref(&seed.origin));
        assert_eq!(test.lineage().steps.len(), drawn);
        assert!((1..=3).contains(&drawn));
    });
}

/// What tests of a seed may use at most.
fn reach(name: &str, seed: &Seed) -> Features {
    let own = seed.offered.unwrap() | Features::NONLINEAR;
    let convertible = [Features::INTS, Features::REALS, Features::STRINGS];
    match name == "subterms" && convertible.iter().any(|&sort| own.contains(sort)) {
        true => convertible.into_iter().fold(own, |all, sort| all | sort),
        false => own,
    }
}

/// The same stream gives the same bytes.
pub fn are_deterministic(name: &str, units: u64) {
    for_each_test(name, units, |seed, unit, test, _| {
        let again = make(name, seed, unit, []).0.unwrap();
        assert_eq!(text(test.script()), text(again.script()));
        assert_eq!(test.lineage(), again.lineage());
    });
}

/// A linear seed seldom becomes nonlinear.
pub fn stay_mostly_linear(name: &str, units: u64) {
    let (mut all, mut nonlinear) = (0, 0);
    for_each_test(name, units, |seed, _, test, _| {
        if !Features::of_logic(&seed.logic).unwrap().contains(Features::NONLINEAR) {
            all += 1;
            nonlinear += u64::from(test.script().usage().features.contains(Features::NONLINEAR));
        }
    });
    assert!(nonlinear > 0 && nonlinear * 8 < all, "{nonlinear} of {all}");
}

/// Leaving out steps leaves the others as they are; leaving out all of them gives back the seed.
pub fn have_separate_steps(name: &str, units: u64) {
    for_each_test(name, units, |seed, unit, test, drawn| {
        for left_out in 0..drawn {
            let (fewer, drawn_again) = make(name, seed, unit, [left_out]);
            let fewer = fewer.unwrap();
            assert_eq!(drawn_again, drawn);
            let mut expected = test.lineage().steps.clone();
            expected.remove(left_out);
            assert_eq!(fewer.lineage().steps, expected);
            assert!(Script::parse(&text(fewer.script())).is_ok());
            assert_ne!(text(fewer.script()), text(test.script()));
        }
        let none = make(name, seed, unit, 0..drawn).0.unwrap();
        let mut plain = seed.script.clone();
        plain.expand_names();
        let assertions = |script: &Script| {
            let mut printer = Printer::default();
            script.assertions().map(|term| printer.term(&script.terms, term)).collect::<Vec<_>>()
        };
        assert_eq!(assertions(none.script()), assertions(&plain));
    });
}

/// What a test says about its answer is true, and something is said about tests of small seeds.
pub fn have_true_evidence(name: &str, units: u64) {
    let (mut sat, mut unsat) = (0, 0);
    for_each_test(name, units, |_, _, test, _| match &test.evidence() {
        Evidence::Witness(witness) => {
            sat += 1;
            assert!(Witness::check(&test.script().question(), witness.model().clone()).is_ok());
        }
        Evidence::Exhausted(_) => {
            unsat += 1;
            assert!(matches!(decide(&test.script().question(), Bounds::default()), Decision::Unsat(_)));
        }
        Evidence::Refuted(_) | Evidence::Derived(_) => panic!("nothing is refuted or derived here"),
        Evidence::None => {}
    });
    assert!(sat > units && unsat > units / 8, "{sat} sat, {unsat} unsat");
}

/// Real solvers take at least 99 of 100 tests of each seed.
pub fn are_accepted(name: &str, units: u64) {
    let limits = cpu_seconds(0.2);
    for solver in ["z3@5.4.0", "cvc5@1.4.2"] {
        let mut session = Session::new(real(solver), SessionConfig::default());
        let (mut all, mut rejected) = (0, Vec::new());
        for_each_test(name, units, |seed, _, test, _| {
            let script = format!("{}(check-sat)\n", text(test.script()));
            all += 1;
            let answer = session.ask(&script, &limits).unwrap();
            if matches!(answer.outcome, Outcome::Rejected(_)) {
                rejected.push(format!("{}: {:?}\n{script}", seed.origin, answer.outcome));
            }
        });
        assert!(
            rejected.len() * 100 <= all,
            "{solver}: {} of {all}\n{}",
            rejected.len(),
            rejected.join("\n")
        );
    }
}
