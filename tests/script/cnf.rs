use crate::script::formulas::*;
use gainsay::script::cnf::{Cnf, Definitions, clauses};
use gainsay::script::*;

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
fn quantified_formulas_are_atoms() {
    let text = "(declare-fun p (Int) Bool)(declare-const a Bool)\
                (assert (= a (forall ((x Int)) (or (p x) (and a (p 0))))))";
    let mut script = Script::parse(text).unwrap();
    let roots: Vec<Term> = script.assertions().collect();
    let cnf = clauses(&mut script.terms, &roots, Definitions::BothWays);
    assert_eq!((cnf.clauses.len(), cnf.definitions.len()), (5, 1));
}
