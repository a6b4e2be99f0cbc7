//! What a test claims is about its own question, and what is derived is right.

use crate::strategy::approximate::finite;
use crate::strategy::seeds::seed;
use gainsay::answer::Status;
use gainsay::eval::{Bounds, Model, Witness};
use gainsay::evidence::{Derivation, Evidence, Lineage, NoProof, Search, Step, Test};
use gainsay::refute::{self, Refuted, prove};
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

fn refuted(script: &Script) -> Refuted {
    match prove(&script.question(), refute::Bounds::default()) {
        refute::Verdict::Unsat(certificate) => certificate.refuted,
        other => panic!("{other:?}"),
    }
}

/// Scripts that look alike from above, of which the first is unsatisfiable and the second is not: in a sort, a definition, an
/// operator or a literal far below, the values of a datatype, the scope, and the assumptions.
const ALIKE: [(&str, &str); 7] = [
    (
        "(declare-const x (_ BitVec 1))(declare-const y (_ BitVec 1))(declare-const z (_ BitVec 1))(assert (distinct x y z))",
        "(declare-const x (_ BitVec 2))(declare-const y (_ BitVec 2))(declare-const z (_ BitVec 2))(assert (distinct x y z))",
    ),
    (
        "(declare-const x (_ BitVec 64))(define-fun f () Bool (bvult x x))(assert f)",
        "(declare-const x (_ BitVec 64))(define-fun f () Bool (bvule x x))(assert f)",
    ),
    (
        "(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))(assert (not (= (bvadd x y) (bvadd y x))))",
        "(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))(assert (not (= (bvsub x y) (bvsub y x))))",
    ),
    (
        "(declare-const x (_ BitVec 8))(assert (not (bvule (bvand x #x0f) #x0f)))",
        "(declare-const x (_ BitVec 8))(assert (not (bvule (bvand x #x1f) #x0f)))",
    ),
    (
        "(declare-datatypes ((E 0)) (((a) (b))))(declare-const x E)(declare-const y E)(declare-const z E)(assert (distinct x y z))",
        "(declare-datatypes ((E 0)) (((a) (b) (c))))(declare-const x E)(declare-const y E)(declare-const z E)(assert (distinct x y z))",
    ),
    (
        "(declare-const x (_ BitVec 64))(push 1)(assert (bvult x x))(check-sat)",
        "(declare-const x (_ BitVec 64))(push 1)(assert (bvult x x))(check-sat)(pop 1)(check-sat)",
    ),
    (
        "(declare-const p Bool)(declare-const q Bool)(assert (or p q))(check-sat-assuming ((not p) (not q)))",
        "(declare-const p Bool)(declare-const q Bool)(assert (or p q))(check-sat-assuming ((not p)))",
    ),
];

#[test]
fn a_refutation_is_about_its_own_question() {
    for (unsat, sat) in ALIKE {
        let (unsat, sat) = (script(unsat), script(sat));
        let proof = Evidence::Refuted(refuted(&unsat));
        assert_eq!(Test::given(unsat.clone(), proof.clone()).evidence().answer(), Status::Unsat);
        assert_eq!(Test::given(sat.clone(), proof).evidence().answer(), Status::Unknown, "{sat:?}");
        let own = Evidence::by_proving(&sat.question(), Search::HUNT).unwrap();
        assert_eq!(own.answer(), Status::Sat);
        // Nor is a model of the one taken for one of the other.
        assert_eq!(Test::given(unsat, own).evidence().answer(), Status::Unknown);
    }
}

/// In another form that asks the same, it holds.
#[test]
fn a_refutation_holds_in_a_scope() {
    let flat = script("(declare-const x (_ BitVec 64))(assert (bvult x x))");
    let proof = Evidence::Refuted(refuted(&flat));
    let mut scoped = flat.clone();
    scoped.commands.insert(1, gainsay::script::Command::Push(1));
    scoped.commands.push(gainsay::script::Command::CheckSat);
    assert_eq!(Test::given(scoped, proof).evidence().answer(), Status::Unsat);
}

#[test]
fn nothing_is_refuted_that_is_not_understood() {
    for unread in ["(frobnicate x)", "(pop 3)(frobnicate)", "(assert (bvult x"] {
        let text = format!("(declare-const x (_ BitVec 64))(assert (bvult x x)){unread}(check-sat)");
        let script = Script::read(&text);
        assert!(
            matches!(Evidence::by_proving(&script.question(), Search::HUNT), Err(NoProof::Undecided(_))),
            "{unread}"
        );
    }
}

/// What some choice of the standard's open values satisfies is not refuted. Each of two choices is asked for.
#[test]
fn what_the_standard_leaves_open_is_not_refuted() {
    let values = [
        "(declare-const f Float16)(declare-const r Real)(declare-const n Int)(declare-const v (_ BitVec 8))",
        "(declare-datatypes ((D 0)) (((nil) (cons (head (_ BitVec 8))))))",
    ]
    .concat();
    let open = [
        ("(fp.min (_ +zero 5 11) (_ -zero 5 11))", ["(_ +zero 5 11)", "(_ -zero 5 11)"]),
        ("(fp.max (_ +zero 5 11) (_ -zero 5 11))", ["(_ +zero 5 11)", "(_ -zero 5 11)"]),
        ("((_ fp.to_ubv 8) RNE (_ NaN 5 11))", ["#x00", "#xff"]),
        ("((_ fp.to_sbv 8) RNE (_ +oo 5 11))", ["#x00", "#x7f"]),
        ("(fp.to_real (_ +oo 5 11))", ["0.0", "1.0"]),
        ("(head nil)", ["#x00", "#x01"]),
        ("(div n 0)", ["0", "1"]),
        ("(mod n 0)", ["0", "1"]),
        ("(/ r 0.0)", ["0.0", "1.0"]),
        ("(str.to_int (str.from_code n))", ["(- 1)", "7"]),
    ];
    for (term, values_of) in open {
        for value in values_of {
            let text = format!("{values}(assert (= {term} {value}))(check-sat)");
            let script = Script::parse(&text).unwrap();
            match Evidence::by_proving(&script.question(), Search::HUNT) {
                Ok(proof) => assert_eq!(proof.answer(), Status::Sat, "{text}: {proof:?}"),
                Err(NoProof::Undecided(_)) => {}
                Err(NoProof::Alarm(why)) => panic!("{text}: {why}"),
            }
        }
    }
    // What it does not leave open is decided.
    let fixed = script("(declare-const v (_ BitVec 8))(assert (= (bvudiv v #x00) #x05))");
    assert_eq!(Evidence::by_proving(&fixed.question(), Search::HUNT).unwrap().answer(), Status::Unsat);
}

/// A proof takes the place of a derivation, and where they contradict each other, we are wrong.
#[test]
fn a_proof_against_a_derivation_is_our_own_mistake() {
    let derived = |text: &str, answer| {
        let derivation = Derivation::confirmed(answer, "a.smt2".to_owned(), "somebody".to_owned());
        Test::given(script(text), Evidence::Derived(derivation))
    };
    let unsat = "(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))(assert (bvult x y))(assert (bvult y x))";
    let sat = "(declare-const x (_ BitVec 64))(declare-const y (_ BitVec 64))(assert (bvult x y))(assert (bvule y (bvnot x)))";
    assert!(matches!(
        derived(unsat, Status::Unsat).settled(Search::HUNT).unwrap().evidence(),
        Evidence::Refuted(_)
    ));
    assert!(matches!(
        derived(sat, Status::Sat).settled(Search::HUNT).unwrap().evidence(),
        Evidence::Witness(_)
    ));
    assert!(derived(unsat, Status::Sat).settled(Search::HUNT).unwrap_err().contains("it is unsat"));
    assert!(derived(sat, Status::Unsat).settled(Search::HUNT).unwrap_err().contains("it is sat"));
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

/// What trying everything tells takes the place of a derivation, unless they contradict each other; a proof stays.
#[test]
fn what_is_tried_is_a_proof() {
    let hard = script("(declare-const p Bool)(assert (and p (not p)))(check-sat)");
    let derived = |answer| Evidence::Derived(Derivation::new(answer, Vec::new(), Vec::new()));
    let tried = Test::given(hard.clone(), derived(Status::Unsat)).tried().unwrap();
    assert_eq!((tried.evidence().word(), tried.evidence().is_proof()), (Some("exhausted"), true));
    assert_eq!(tried.evidence().answer(), Status::Unsat);
    assert!(Test::given(hard.clone(), derived(Status::Sat)).tried().is_err());
    let proof = Evidence::Refuted(refuted(&hard));
    let kept = Test::given(hard, proof).tried().unwrap();
    assert_eq!((kept.evidence().word(), kept.evidence().is_proof()), (Some("refuted"), true));

    let large = script("(declare-const x (_ BitVec 64))(assert (bvult x x))(check-sat)");
    let untried = Test::given(large.clone(), derived(Status::Unsat)).tried().unwrap();
    assert_eq!(untried.evidence().word(), Some("derived"));
    assert!(!untried.evidence().is_proof());
    let nothing = Test::given(large, Evidence::None).tried().unwrap();
    assert_eq!((nothing.evidence().word(), nothing.evidence().is_proof()), (None, false));
}

#[test]
fn a_test_knows_its_steps_and_its_core() {
    let hard = script("(declare-const p Bool)(assert (! (and p (not p)) :named a))(check-sat)");
    let core = vec!["a".to_owned()];
    let derivation = Derivation::new(Status::Unsat, Vec::new(), Vec::new()).with_core(core.clone());
    let step = Step { rule: "rename".to_owned(), at: "everywhere".to_owned() };
    let test = Test::given(hard, Evidence::Derived(derivation)).after(&step);
    assert_eq!(test.evidence().core(), Some(&core[..]));
    assert_eq!(test.lineage().steps, [step]);
}

/// A witness may know symbols of the script that a test was made from: a model of the test has its own only.
#[test]
fn a_model_is_about_the_symbols_of_the_test() {
    let mut both = script("(declare-const p Bool)(declare-const q Bool)(assert (or p q))(check-sat)");
    let model =
        gainsay::eval::read_model(&mut both, "((define-fun p () Bool true)(define-fun q () Bool false))");
    let witness = Witness::check(&both.question(), model.unwrap().model).unwrap();
    let test = Test::given(both, Evidence::Witness(witness.clone()));
    assert_eq!(test.model_of(&witness).iter().count(), 2);
    let mut one = test.into_script();
    one.commands.retain(|command| {
        !matches!(command, gainsay::script::Command::Declare { decl, .. } if witness.model().iter().next().unwrap().0 == *decl)
    });
    assert_eq!(Test::given(one, Evidence::None).model_of(&witness).iter().count(), 1);
}
