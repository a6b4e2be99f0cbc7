use crate::script::formulas::*;
use gainsay::script::cnf::{Cnf, Definitions, clauses, negation_normal_form};
use gainsay::script::skeleton::Shape;
use gainsay::script::*;

#[test]
fn negation_normal_form_means_the_same() {
    for seed in 0..3_000 {
        let mut random = Random::new(seed);
        let (mut script, constants) = arena();
        let terms = &mut script.terms;
        let root = formula(terms, &constants, 2 + seed as usize % 15, true, &mut random);
        let normal = negation_normal_form(terms, root);
        assert_eq!(table(terms, normal, &constants), table(terms, root, &constants), "seed {seed}");
        for term in terms.postorder(&[normal]) {
            match Shape::of(terms, term) {
                Shape::Not => assert_eq!(Shape::of(terms, terms.children(term)[0]), Shape::Atom),
                Shape::Implies | Shape::Parity | Shape::Ite => panic!("seed {seed}: no normal form"),
                _ => {}
            }
        }
    }
}

#[test]
fn a_chain_of_equivalences_stays_small() {
    let mut text = String::from("(declare-const p Bool)(declare-const q Bool)(assert ");
    for at in 0..1_000 {
        let before = if at == 0 { "p".to_owned() } else { format!("v{}", at - 1) };
        text += &format!("(let ((v{at} (= (xor {before} q) (not {before})))) ");
    }
    text += "v999";
    text += &")".repeat(1_000);
    text += ")";
    let mut script = Script::parse(&text).unwrap();
    let root = script.assertions().next().unwrap();
    let normal = negation_normal_form(&mut script.terms, root);
    assert!(script.terms.postorder(&[normal]).len() < 20_000);
    let cnf = clauses(&mut script.terms, &[root], Definitions::BothWays);
    assert!(cnf.clauses.len() < 10_000);
}

fn holds(cnf: &Cnf, values: &Assignment) -> bool {
    cnf.clauses.iter().all(|clause| clause.iter().any(|literal| values[&literal.term] != literal.negated))
}

#[test]
fn clauses_are_satisfied_where_the_formulas_are() {
    let mut exhausted = 0;
    for seed in 0..2_000 {
        let mut random = Random::new(seed);
        let (mut script, constants) = arena();
        let terms = &mut script.terms;
        let roots: Vec<Term> = (0..1 + seed % 2)
            .map(|_| formula(terms, &constants, 1 + seed as usize % 7, false, &mut random))
            .collect();
        for definitions in [Definitions::BothWays, Definitions::ByPolarity] {
            let cnf = clauses(terms, &roots, definitions);
            for values in assignments(&constants) {
                let expected = roots.iter().all(|&root| truth(terms, root, &mut values.clone()));
                let mut extended = values.clone();
                for &(constant, meaning) in &cnf.definitions {
                    let value = truth(terms, meaning, &mut extended);
                    extended.insert(constant, value);
                }
                assert_eq!(holds(&cnf, &extended), expected, "seed {seed} {definitions:?}");
                if expected || cnf.definitions.len() > 8 {
                    continue;
                }
                exhausted += 1;
                let fresh: Vec<Term> = cnf.definitions.iter().map(|definition| definition.0).collect();
                for mut all in assignments(&fresh) {
                    all.extend(values.clone());
                    assert!(!holds(&cnf, &all), "seed {seed} {definitions:?}");
                }
            }
        }
    }
    assert!(exhausted > 1_000);
}

#[test]
fn a_script_in_clauses() {
    let text = "(set-logic QF_LIA)(declare-const a Bool)(assert (! (and a (not a)) :named n))\
                (declare-const x Int)(assert (=> n (or (> x 0) (and a (< x 5)))))(check-sat)\
                (push 1)(assert (xor a n))(check-sat)(pop 1)";
    let script = Script::parse(text).unwrap().in_clauses(Definitions::ByPolarity);
    let printed = Printer::default().script(&script);
    let expected = "(set-logic QF_LIA)\n(declare-const a Bool)\n(declare-const x Int)\n\
                    (declare-const b!1 Bool)\n(declare-const b!2 Bool)\n\
                    (assert (or a (not a)))\n";
    assert!(Script::parse(&printed).is_ok(), "{printed}");
    assert!(printed.starts_with(&expected[..70]), "{printed}");
    assert!(!printed.contains("named"), "{printed}");
    let reread = Script::parse(&printed).unwrap();
    for assertion in reread.assertions() {
        for term in reread.terms.postorder(&[assertion]) {
            let shape = Shape::of(&reread.terms, term);
            assert!(matches!(shape, Shape::Atom | Shape::Not | Shape::Junction), "{printed}");
        }
    }
}

#[test]
fn quantified_formulas_are_atoms() {
    let text = "(declare-fun p (Int) Bool)(declare-const a Bool)\
                (assert (= a (forall ((x Int)) (or (p x) (and a (p 0))))))";
    let mut script = Script::parse(text).unwrap();
    let roots: Vec<Term> = script.assertions().collect();
    let cnf = clauses(&mut script.terms, &roots, Definitions::BothWays);
    assert_eq!((cnf.clauses.len(), cnf.definitions.len()), (5, 1));
    let dual = script.terms.not(roots[0]);
    let normal = negation_normal_form(&mut script.terms, dual);
    let text = Printer::default().term(&script.terms, normal);
    assert!(text.contains("(exists ((x Int)) (and (not (p x)) (or (not a) (not (p 0)))))"), "{text}");
}
