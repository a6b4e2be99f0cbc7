//! What is done in which unit.

use crate::campaign::inside::{Identity, Slots};
use gainsay::campaign::{Plan, Schedule};
use gainsay::evidence::Test;
use gainsay::rules::RuleBook;
use gainsay::script::Printer;
use gainsay::strategy::{Strategy, strategy};
use std::collections::BTreeSet;

/// A plan with one strategy and no limits.
fn plan(strategy: &'static dyn Strategy) -> Plan {
    let (scope, book) = (Default::default(), RuleBook::shipped());
    Plan { seed: 1, block: 10, strategies: vec![strategy], scope, book }
}

static IDENTITY: Identity = Identity { panics: false, contradicts: false };

#[test]
fn every_seed_has_its_turn_before_any_has_a_second() {
    let slots = Slots::of(23);
    let plan = plan(&IDENTITY);
    let mains = |pass: u64| -> Vec<String> {
        (pass * 23..(pass + 1) * 23)
            .map(|block| plan.seeds_of_block(block, &slots).inputs.unwrap().main.origin.clone())
            .collect()
    };
    assert_eq!(mains(0).iter().collect::<BTreeSet<_>>().len(), 23);
    assert_eq!(mains(1).iter().collect::<BTreeSet<_>>().len(), 23);
    assert_ne!(mains(0), mains(1));
    assert_eq!(mains(0), mains(0));
}

#[test]
fn seeds_that_cannot_be_used_give_their_turn_to_others() {
    let slots = Slots { unusable: |at| at % 3 == 0, ..Slots::of(30) };
    let plan = plan(&IDENTITY);
    for block in 0..60 {
        let seeds = plan.seeds_of_block(block, &slots);
        assert!(seeds.inputs.is_some());
    }
    let none = Slots { unusable: |_| true, ..Slots::of(30) };
    assert!(plan.seeds_of_block(0, &none).inputs.is_none());
    assert!(plan.seeds_of_block(0, &Slots::of(0)).inputs.is_none());
}

#[test]
fn partners_are_mostly_siblings() {
    let slots = Slots::of(1000);
    let plan = plan(&IDENTITY);
    let number = |origin: &str| origin.parse::<usize>().unwrap();
    let (mut siblings, mut others) = (0, 0);
    for block in 0..200 {
        let inputs = plan.seeds_of_block(block, &slots).inputs.unwrap();
        assert_eq!(inputs.others.len(), 4);
        for other in &inputs.others {
            let close = number(&other.origin) / 10 == number(&inputs.main.origin) / 10;
            *if close { &mut siblings } else { &mut others } += 1;
        }
    }
    assert!(siblings >= 600 && others >= 150, "{siblings} siblings, {others} others");
}

#[test]
fn a_test_is_made_again_without_some_of_its_steps() {
    let plan = plan(strategy("bits").unwrap());
    let schedule = Schedule::equal(&plan);
    let text = |test: &Test| Printer::default().script(test.script());
    let mut made_with_fewer = 0;
    for unit in 0..40 {
        let arm = schedule.arm(unit);
        let Some(whole) = plan.make(unit, arm, None).test else { continue };
        let again = plan.make_without(unit, arm, None, &BTreeSet::new()).unwrap();
        assert_eq!((text(&again), &again.lineage()), (text(&whole), &whole.lineage()));
        let Some(last) = whole.lineage().steps.len().checked_sub(1) else { continue };
        if let Some(fewer) = plan.make_without(unit, arm, None, &BTreeSet::from([last])) {
            assert_eq!(fewer.lineage().steps, whole.lineage().steps[..last]);
            made_with_fewer += 1;
        }
    }
    assert!(made_with_fewer > 0);
}
