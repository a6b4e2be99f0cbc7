//! What is done in which unit.

use crate::campaign::inside::{Identity, Shelf};
use gainsay::campaign::Plan;
use gainsay::evidence::Test;
use gainsay::script::Printer;
use gainsay::strategy::strategy;
use std::collections::BTreeSet;

static IDENTITY: Identity = Identity { panics: false, contradicts: false };

#[test]
fn every_seed_has_its_turn_before_any_has_a_second() {
    let shelf = Shelf::of(23);
    let plan = Plan { seed: 1, block: 10, strategies: vec![&IDENTITY], scope: Default::default() };
    let mains = |pass: u64| -> Vec<String> {
        (pass * 23..(pass + 1) * 23)
            .map(|block| plan.dish(block, &shelf).ingredients.unwrap().main.origin.clone())
            .collect()
    };
    assert_eq!(mains(0).iter().collect::<BTreeSet<_>>().len(), 23);
    assert_eq!(mains(1).iter().collect::<BTreeSet<_>>().len(), 23);
    assert_ne!(mains(0), mains(1));
    assert_eq!(mains(0), mains(0));
}

#[test]
fn seeds_that_cannot_be_used_give_their_turn_to_others() {
    let shelf = Shelf { unusable: |at| at % 3 == 0, ..Shelf::of(30) };
    let plan = Plan { seed: 1, block: 10, strategies: vec![&IDENTITY], scope: Default::default() };
    for block in 0..60 {
        let dish = plan.dish(block, &shelf);
        assert!(dish.ingredients.is_some());
    }
    let none = Shelf { unusable: |_| true, ..Shelf::of(30) };
    assert!(plan.dish(0, &none).ingredients.is_none());
    assert!(plan.dish(0, &Shelf::of(0)).ingredients.is_none());
}

#[test]
fn partners_are_mostly_siblings() {
    let shelf = Shelf::of(1000);
    let plan = Plan { seed: 1, block: 10, strategies: vec![&IDENTITY], scope: Default::default() };
    let number = |origin: &str| origin.parse::<usize>().unwrap();
    let (mut siblings, mut others) = (0, 0);
    for block in 0..200 {
        let ingredients = plan.dish(block, &shelf).ingredients.unwrap();
        assert_eq!(ingredients.others.len(), 4);
        for other in &ingredients.others {
            let close = number(&other.origin) / 10 == number(&ingredients.main.origin) / 10;
            *if close { &mut siblings } else { &mut others } += 1;
        }
    }
    assert!(siblings >= 600 && others >= 150, "{siblings} siblings, {others} others");
}

#[test]
fn a_test_is_made_again_without_some_of_its_steps() {
    let plan =
        Plan { seed: 1, block: 10, strategies: vec![strategy("bits").unwrap()], scope: Default::default() };
    let shelf = Shelf::of(0);
    let text = |test: &Test| Printer::default().script(test.script());
    let mut made_with_fewer = 0;
    for unit in 0..40 {
        let dish = plan.dish(plan.block_of(unit), &shelf);
        let Some(whole) = plan.make(unit, &dish).test else { continue };
        let again = plan.make_without(unit, &dish, &BTreeSet::new()).unwrap();
        assert_eq!((text(&again), &again.lineage()), (text(&whole), &whole.lineage()));
        let Some(last) = whole.lineage().steps.len().checked_sub(1) else { continue };
        if let Some(fewer) = plan.make_without(unit, &dish, &BTreeSet::from([last])) {
            assert_eq!(fewer.lineage().steps, whole.lineage().steps[..last]);
            made_with_fewer += 1;
        }
    }
    assert!(made_with_fewer > 0);
}
