//! The strategies `operators` and `subterms`, of which the same is asked.

use crate::strategy::seeds::seed;
use crate::strategy::{checks, fusion};
use gainsay::eval::Witness;
use gainsay::evidence::Evidence;
use gainsay::generate::Vocabulary;
use gainsay::script::{Features, Script};
use gainsay::theory::sort::Sort;
use std::sync::Arc;

const NAMES: [&str; 2] = ["operators", "subterms"];

#[test]
fn tests_are_well_made() {
    NAMES.iter().for_each(|name| checks::are_well_made(name, 300));
}

#[test]
fn tests_are_a_function_of_the_stream() {
    NAMES.iter().for_each(|name| checks::are_deterministic(name, 50));
}

#[test]
fn linear_seeds_stay_mostly_linear() {
    NAMES.iter().for_each(|name| checks::stay_mostly_linear(name, 300));
}

#[test]
fn steps_can_be_left_out() {
    NAMES.iter().for_each(|name| checks::have_separate_steps(name, 50));
}

#[test]
fn evidence_is_true() {
    NAMES.iter().for_each(|name| checks::have_true_evidence(name, 100));
}

#[test]
fn real_solvers_accept_nearly_all() {
    NAMES.iter().for_each(|name| checks::are_accepted(name, 12));
}

/// What a test needs beyond the logic of its seed, products of unknowns aside.
fn is_wide(offered: Features, script: &Script) -> bool {
    !(offered | Features::NONLINEAR).contains(script.usage().features)
}

#[test]
fn some_subterms_leave_the_logic_by_conversions() {
    let reals = "(set-logic QF_LRA)(declare-const x Real)(declare-const y Real)(assert (< (+ x y) 2.5))(assert (< x y))";
    let reals = Arc::new(seed("reals", reals));
    let (mut all, mut wide, mut strings, mut converted) = (0, 0, 0, 0);
    for unit in 0..2000 {
        let Ok(test) = checks::make("subterms", &reals, unit, []).0 else { continue };
        all += 1;
        wide += u32::from(is_wide(reals.offered.unwrap(), test.script()));
        strings += u32::from(test.script().usage().features.contains(Features::STRINGS));
        converted += u32::from(checks::text(test.script()).contains("(to_int "));
    }
    assert!(wide * 20 > all && wide * 8 < all, "{wide} of {all} are wide");
    assert!(
        strings * 4 > wide && converted * 4 > wide,
        "{strings} strings and {converted} conversions of {wide}"
    );
    // Nothing leads from bits, Booleans or values of other sorts to numbers.
    checks::for_each_test("subterms", 100, |seed, _, test, _| {
        let offered = seed.offered.unwrap();
        let can_convert =
            [Features::INTS, Features::REALS, Features::STRINGS].map(|sort| offered.contains(sort));
        assert!(
            can_convert.contains(&true) || !is_wide(offered, test.script()),
            "{}",
            checks::text(test.script())
        );
    });
}

#[test]
fn a_wider_vocabulary_keeps_the_own_one() {
    let bits = Script::parse("(declare-const a (_ BitVec 8))(assert (= a #x01))").unwrap();
    assert!(Vocabulary::of_script(&bits).wider().is_none());
    let both = "(declare-const a (_ BitVec 8))(declare-const x Int)(declare-fun f (Int) Int)(assert (= x (f (ubv_to_int a))))";
    let own = Vocabulary::of_script(&Script::parse(both).unwrap());
    let wider = own.wider().unwrap();
    assert!(own.ops.all().iter().all(|op| wider.ops.all().contains(op)));
    assert_eq!((&wider.functions, wider.bound_sorts()), (&own.functions, own.bound_sorts()));
    assert!(own.sorts.iter().chain(&[Sort::REAL, Sort::STRING]).all(|sort| wider.sorts.contains(sort)));
    // It stays first-order and within what solvers have in common.
    let strange = wider.ops.all().iter().find(|op| !own.ops.all().contains(op) && op.op().is_new());
    assert_eq!(strange, None);
}

/// The model of a seed is said to be one of a test only if it is: also of tests that leave the logic.
#[test]
fn witnesses_of_wide_tests_are_witnesses() {
    let mut kept = 0;
    for seed in fusion::seeds() {
        let (Evidence::Witness(own), Some(offered)) = (&seed.evidence, seed.offered) else { continue };
        for unit in 0..400 {
            let Ok(test) = checks::make("subterms", &seed, unit, []).0 else { continue };
            if !is_wide(offered, test.script()) {
                continue;
            }
            let checked = Witness::check(&test.script().question(), own.model().clone());
            match &test.evidence() {
                Evidence::Witness(witness) => {
                    kept += 1;
                    let again = Script::parse(&checks::text(test.script())).unwrap();
                    assert!(Witness::check(&test.script().question(), witness.model().clone()).is_ok());
                    assert_eq!(again.assertions().count(), seed.script.assertions().count());
                }
                _ => assert!(checked.is_err(), "{}", checks::text(test.script())),
            }
        }
    }
    assert!(kept > 20, "{kept}");
}
