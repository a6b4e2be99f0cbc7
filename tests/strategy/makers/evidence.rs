//! What tests claim is so: witnesses hold for what is printed, and the decider never contradicts.

use crate::strategy::makers::{MAKERS, tests};
use gainsay::answer::Status;
use gainsay::eval::{Bounds, Decision, Witness, decide, model_text, read_model};
use gainsay::evidence::Evidence;
use gainsay::script::{Printer, Script};
use gainsay::strategy::{BITS, Form};

const BOUNDS: Bounds = Bounds {
    assignments: 1 << 14,
    instances: 1 << 14,
    domain: 1 << 10,
    universe: 2,
    work: 100_000,
    ..Bounds::DEFAULT
};

/// The model is written, read back and checked against the script that is read back: what a user would see.
#[test]
fn witnesses_hold_for_what_is_printed() {
    for (name, maker) in MAKERS {
        let (mut checked, mut made) = (0, 0);
        for test in tests(maker, Form::Satisfiable, 1500) {
            let Evidence::Witness(witness) = &test.evidence() else {
                panic!("{name}: a sat test without witness")
            };
            made += 1;
            Witness::check(&test.script().question(), witness.model().clone()).unwrap();
            let text = Printer::default().script(test.script());
            let mut script = Script::parse(&text).unwrap();
            // Elements of declared sorts have no terms.
            if text.contains("declare-sort") {
                continue;
            }
            let model = model_text(&test.script().terms, witness.model());
            let read = read_model(&mut script, &format!("({model})"))
                .unwrap_or_else(|e| panic!("{name}: {e}\n{model}{text}"));
            Witness::check(&script.question(), read.model)
                .unwrap_or_else(|rejection| panic!("{name}: {rejection}\n{model}{text}"));
            checked += 1;
        }
        assert!(made > 1300 && checked > 1000, "{name}: {checked} of {made}");
    }
}

#[test]
fn few_bits_come_out_both_ways() {
    for (name, maker) in MAKERS {
        let made = tests(maker, Form::Few, 600);
        let unsat = made.iter().filter(|test| matches!(test.evidence(), Evidence::Exhausted(_))).count();
        let sat = made.iter().filter(|test| matches!(test.evidence(), Evidence::Witness(_))).count();
        assert_eq!(unsat + sat, made.len(), "{name}");
        assert!(unsat > 200 && sat > 50, "{name}: {unsat} unsat, {sat} sat");
        let several = made.iter().filter(|test| test.script().assertions().count() > 1);
        assert!(several.count() > 200, "{name}: too few need several assertions");
    }
}

/// Formulas over any number of bits come out both ways, too, and some could not be tried.
#[test]
fn many_bits_come_out_both_ways() {
    let made = tests(BITS, Form::Refuted, 300);
    let count = |is: fn(&Evidence) -> bool| made.iter().filter(|test| is(test.evidence())).count();
    let refuted = count(|evidence| matches!(evidence, Evidence::Refuted(_)));
    let unsat = count(|evidence| evidence.answer() == Status::Unsat);
    let sat = count(|evidence| matches!(evidence, Evidence::Witness(_)));
    assert_eq!(unsat + sat, made.len());
    assert!(refuted > 15 && sat > 25, "{refuted} refuted of {unsat} unsat, {sat} sat");
}

#[test]
fn the_decider_confirms_what_is_derived() {
    for (name, maker) in MAKERS {
        let mut confirmed = 0;
        for form in [Form::Pinned, Form::Contradicted, Form::Lifted] {
            for test in tests(maker, form, 500) {
                assert_eq!(test.evidence().answer(), Status::Unsat);
                match decide(&test.script().question(), BOUNDS) {
                    Decision::Sat { witness, .. } => panic!(
                        "{name}, {}: {}satisfies\n{}{:?}",
                        form.word(),
                        model_text(&test.script().terms, witness.model()),
                        Printer::default().script(test.script()),
                        test.evidence(),
                    ),
                    Decision::Unsat(_) => confirmed += 1,
                    Decision::TooLarge | Decision::Unknown(_) => {}
                }
            }
        }
        assert!(confirmed > 200, "{name}: {confirmed}");
    }
}

/// The claims of few bits are checked again with the whole decider.
#[test]
fn exhausted_tests_stay_exhausted() {
    for (name, maker) in MAKERS {
        for test in tests(maker, Form::Few, 200) {
            let decision = decide(&test.script().question(), Bounds::default());
            let is_right = match test.evidence().answer() {
                Status::Unsat => matches!(decision, Decision::Unsat(_)),
                // It may find another model, which the evaluator does not see through.
                _ => !matches!(decision, Decision::Unsat(_)),
            };
            assert!(is_right, "{name}: {decision:?}\n{}", Printer::default().script(test.script()));
        }
    }
}
