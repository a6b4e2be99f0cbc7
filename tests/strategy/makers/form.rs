//! Tests are well-sorted, print and read back as they are, grow, and depend on the random numbers only.

use crate::strategy::makers::{MAKERS, tests};
use gainsay::rng::Rng;
use gainsay::script::{Printer, Script};
use gainsay::strategy::{Form, Inputs, Steps, strategies};

#[test]
fn tests_are_well_sorted_and_printing_is_a_fixpoint() {
    for (name, maker) in MAKERS {
        for form in Form::ALL {
            for test in tests(maker, form, 400) {
                let text = Printer::default().script(test.script());
                let read = Script::parse(&text).unwrap_or_else(|problem| panic!("{name}: {problem}\n{text}"));
                assert!(read.is_fully_sorted(), "{name}: {:?}\n{text}", read.problems);
                assert_eq!(Printer::default().script(&read), text);
            }
        }
    }
}

#[test]
fn the_logic_has_all_that_is_used() {
    for (_, maker) in MAKERS {
        for form in Form::ALL {
            for test in tests(maker, form, 100) {
                let mut fitted = test.script().clone();
                fitted.fit_logic();
                assert_eq!(
                    fitted.logic(),
                    test.script().logic(),
                    "{}",
                    Printer::default().script(test.script())
                );
            }
        }
    }
}

#[test]
fn the_same_numbers_make_the_same_test() {
    for strategy in strategies().iter().filter(|strategy| !strategy.needs_seeds()) {
        for unit in 0..200 {
            let make = || {
                let seeds = Inputs::of_size(1 + (unit % 20) as u32);
                let test = strategy.make(&seeds, &mut Rng::of_unit(5, unit), &mut Steps::default());
                test.map(|test| {
                    (
                        Printer::default().script(test.script()),
                        test.evidence().answer(),
                        test.lineage().clone(),
                    )
                })
            };
            assert_eq!(make(), make(), "{}", strategy.name());
        }
    }
}

#[test]
fn tests_grow_with_their_size() {
    for (name, maker) in MAKERS {
        let nodes = |size: u32| {
            let mut rng = Rng::new(u64::from(size));
            let made = (0..200).filter_map(|_| {
                maker.make_form(Form::Satisfiable, size, &mut rng, &mut Steps::default()).ok()
            });
            let sizes: Vec<usize> = made.map(|test| test.script().usage().terms).collect();
            assert!(sizes.len() > 150, "{name}");
            sizes.iter().sum::<usize>() / sizes.len()
        };
        let (small, large) = (nodes(1), nodes(20));
        assert!(small < 15 && large > 3 * small, "{name}: {small} and {large}");
    }
}

/// A truth that is left out leaves the others as they were.
#[test]
fn a_test_can_be_made_without_some_of_its_steps() {
    let (_, maker) = MAKERS[0];
    let mut left_out = 0;
    for unit in 0..100 {
        let make =
            |mut steps: Steps| maker.make_form(Form::Satisfiable, 12, &mut Rng::of_unit(3, unit), &mut steps);
        let Ok(whole) = make(Steps::default()) else { continue };
        let Ok(part) = make(Steps::without([0])) else { continue };
        let count = |script: &Script| script.assertions().count();
        assert_eq!(count(part.script()) + 1, count(whole.script()));
        left_out += 1;
    }
    assert!(left_out > 50);
}
