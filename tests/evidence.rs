//! What a test claims is about its own question, and what is derived is right.

use crate::strategy::approximate::finite;
use crate::strategy::seeds::seed;
use gainsay::answer::Status;
use gainsay::eval::{Bounds, Model, Witness};
use gainsay::evidence::{Derivation, Evidence, Lineage, Test};
use gainsay::rng::Rng;
use gainsay::rules::built_in;
use gainsay::script::Script;
use gainsay::strategy::dialogue::dialogue_of;
use gainsay::strategy::{Concat, Inputs, Seed, Steps, Strategy, strategies};
use std::collections::BTreeMap;
use std::sync::Arc;

fn script(text: &str) -> Script {
    Script::parse(text).unwrap()
}

#[test]
fn evidence_about_another_question_is_no_evidence() {
    let easy = script("(declare-const p Bool)(assert (or p (not p)))(check-sat)");
    let hard = script("(declare-const p Bool)(assert (and p (not p)))(check-sat)");
    let mut model = Model::default();
    model.complete_with_defaults = true;
    let witness = Witness::check(&easy.question(), model).unwrap();
    assert!(witness.is_for(&easy.question()) && !witness.is_for(&hard.question()));
    let evidence = Evidence::Witness(witness);
    let own = Test::given(easy.clone(), evidence.clone());
    assert_eq!(own.evidence().answer(), Status::Sat);
    assert_eq!(Test::given(hard.clone(), evidence).evidence().answer(), Status::Unknown);

    let tried = Evidence::by_trying(&hard.question(), Bounds::default());
    assert_eq!(tried.answer(), Status::Unsat);
    assert_eq!(Test::given(easy, tried.clone()).evidence().answer(), Status::Unknown);
    // Neither order, names nor scopes make it another question.
    let same = "(declare-const p Bool)(push 1)(assert (! (and p (not p)) :named a))(check-sat)(pop 1)";
    let mut again = hard.clone();
    again.commands = script(same).commands;
    again.terms = script(same).terms;
    let tried_again = Evidence::by_trying(&again.question(), Bounds::default());
    assert_eq!(Test::given(again, tried_again).evidence().answer(), Status::Unsat);
    assert_eq!(Test::new(hard, tried, Lineage::default()).evidence().answer(), Status::Unsat);
}

/// Unsatisfiable ones, with what some inferences need: quantifiers, functions and constructors at places of both polarities.
const MORE: [&str; 9] = [
    "(declare-const a (_ BitVec 2))(assert (not (forall ((x (_ BitVec 2))) (bvule x #b11))))",
    "(declare-const a (_ BitVec 2))(assert (exists ((x (_ BitVec 2))) (bvult x #b00)))",
    "(declare-fun f ((_ BitVec 1)) (_ BitVec 1))(declare-const a (_ BitVec 1))(declare-const b (_ BitVec 1))
     (assert (not (=> (= (f a) (f b)) (or (= a b) (= a (bvnot b))))))(assert (not (or (= (f a) #b0) (= (f a) #b1))))",
    "(declare-datatypes ((E 0)) (((red) (green))))(declare-const x E)(declare-const y E)
     (assert ((_ is red) x))(assert ((_ is green) x))",
    "(declare-datatypes ((E 0)) (((red) (green))))(declare-const x E)(declare-const y E)
     (assert (not (=> (= x red) ((_ is red) x))))(assert (not (or (= y red) (= y green))))",
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(assert (or p q r))(assert (not (or p q r)))",
    "(declare-const p Bool)(declare-const q Bool)(declare-const r Bool)(assert (=> p q r))(assert (not (=> p q r)))",
    "(declare-const p Bool)(assert (not (= p p p)))",
    "(declare-const p Bool)(assert true)(assert p)(assert (not p))",
];

/// Where only solvers vouch for a satisfiable seed, what is made of it is satisfiable all the same.
#[test]
fn what_is_derived_from_satisfiable_seeds_is_satisfiable() {
    let with_answer =
        |wanted: Status, seed: &Arc<Seed>| (seed.evidence.answer() == wanted).then(|| seed.clone());
    let unsat: Vec<Arc<Seed>> = finite().iter().filter_map(|seed| with_answer(Status::Unsat, seed)).collect();
    let vouched: Vec<Arc<Seed>> = finite()
        .iter()
        .filter_map(|seed| with_answer(Status::Sat, seed))
        .map(|seed| {
            let derivation =
                Derivation::confirmed(Status::Sat, seed.origin.clone(), "two solvers".to_owned());
            Arc::new(Seed { evidence: Evidence::Derived(derivation), ..(*seed).clone() })
        })
        .collect();
    for strategy in strategies().iter().filter(|strategy| strategy.needs_seeds()) {
        let (mut derived, mut confirmed) = (0, 0);
        for unit in 0..1500 {
            let mut rng = Rng::of_unit(4, unit);
            let main = rng.pick(&vouched).clone();
            let other = if rng.coin() { rng.pick(&vouched) } else { rng.pick(&unsat) }.clone();
            let inputs = Inputs::new(main, vec![other]);
            let Ok(test) = strategy.make(&inputs, &mut rng, &mut Steps::default()) else { continue };
            if test.evidence().answer() != Status::Sat || test.question().terms.len() > 400 {
                continue;
            }
            derived += 1;
            let bounds = Bounds { assignments: 1 << 12, instances: 1 << 14, ..Bounds::default() };
            let tried = Evidence::by_trying(&test.question(), bounds).answer();
            assert_ne!(tried, Status::Unsat, "{}, unit {unit}: {:?}", strategy.name(), test.lineage());
            confirmed += usize::from(tried == Status::Sat);
        }
        let keeps = ["fusion", "concat", "approximate", "pst", "lpi", "unchanged"].contains(&strategy.name());
        assert!(!keeps || confirmed > 300, "{}: {confirmed} of {derived}", strategy.name());
    }
}

/// Two seeds that each can be satisfied, but want different values of what the standard leaves open, are not joined.
#[test]
fn what_the_standard_leaves_open_is_not_asked_for_twice() {
    let vouched = |value: &str| {
        let text = format!("(declare-const x Int)(assert (= (div x 0) {value}))(assert (= x 1))");
        let derivation = Derivation::confirmed(Status::Sat, value.to_owned(), "two solvers".to_owned());
        Arc::new(Seed::new(value, script(&text), Evidence::Derived(derivation)))
    };
    let inputs = Inputs::new(vouched("1"), vec![vouched("2")]);
    for unit in 0..50 {
        let test = Concat.make(&inputs, &mut Rng::of_unit(0, unit), &mut Steps::default()).unwrap();
        assert_eq!(test.evidence().answer(), Status::Sat);
        assert_eq!(test.script().assertions().count(), 1, "one of the two, not both");
    }
}

/// What follows by an inference that no rule states is tried in full, for each of them.
#[test]
fn built_in_inferences_are_right() {
    let mut confirmed: BTreeMap<&str, usize> = BTreeMap::new();
    let more = MORE.iter().map(|text| Arc::new(seed("more", text)));
    let seeds: Vec<Arc<Seed>> = finite().into_iter().chain(more).collect();
    for strategy in strategies() {
        let units = if strategy.name() == "approximate" { 6000 } else { 300 };
        for unit in 0..units {
            let mut rng = Rng::of_unit(3, unit);
            let main = rng.pick(&seeds).clone();
            let others = vec![rng.pick(&seeds).clone()];
            let inputs = Inputs { size: 2 + (unit % 3) as u32, ..Inputs::new(main, others) };
            let Ok(test) = strategy.make(&inputs, &mut rng, &mut Steps::default()) else { continue };
            let dialogue = dialogue_of(&test, &mut rng);
            for test in [Some(test), dialogue].into_iter().flatten() {
                let Evidence::Derived(derivation) = test.evidence() else { continue };
                let question = test.question();
                if question.terms.len() > 400 {
                    continue;
                }
                let bounds = Bounds { assignments: 1 << 12, instances: 1 << 14, ..Bounds::default() };
                let tried = Evidence::by_trying(&question, bounds).answer();
                let contradicted = tried.contradicts(test.evidence().answer());
                assert!(!contradicted, "{}: {derivation:?}", strategy.name());
                if tried.is_known() {
                    for inference in built_in::ALL {
                        if derivation
                            .steps()
                            .iter()
                            .any(|step| step.split('+').any(|name| name == inference.name()))
                        {
                            *confirmed.entry(inference.name()).or_default() += 1;
                        }
                    }
                }
            }
        }
    }
    let unconfirmed: Vec<&str> = built_in::ALL
        .iter()
        .map(gainsay::rules::Inference::name)
        .filter(|name| !confirmed.contains_key(name))
        .collect();
    assert!(unconfirmed.is_empty(), "never confirmed: {unconfirmed:?}; {confirmed:?}");
}
