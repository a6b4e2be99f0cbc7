use crate::script::formulas::*;
use gainsay::script::occurrences::*;
use gainsay::script::rewrite::*;
use gainsay::script::skeleton::*;
use gainsay::script::*;
use std::collections::BTreeSet;

/// All places of a closed term in the tree, the slow way.
fn places_in_tree(terms: &Terms, root: Term, target: Term) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    let mut stack = vec![(root, Vec::new())];
    while let Some((term, path)) = stack.pop() {
        if term == target {
            found.insert(path);
            continue;
        }
        for (step, &child) in terms.children(term).iter().enumerate() {
            let mut path = path.clone();
            path.push(step as u32);
            stack.push((child, path));
        }
    }
    found
}

#[test]
fn places_are_those_of_the_tree() {
    let mut occurrences = Occurrences::default();
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let (mut script, constants) = arena();
        let terms = &mut script.terms;
        let root = formula(terms, &constants, 3 + seed as usize % 9, seed % 2 == 0, &mut random);
        let counts = free_constants(terms, &[root]);
        for &constant in &constants {
            occurrences.find(terms, &[root], constant);
            let found: Vec<Vec<u32>> = occurrences.iter(terms).map(|(place, _)| place.path).collect();
            let expected = places_in_tree(terms, root, constant);
            assert_eq!(found.len() as u64, occurrences.count());
            assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), expected, "seed {seed}");
            let count = counts.iter().find(|count| count.0 == constant).map_or(0, |count| count.1);
            assert_eq!(count, expected.len() as u64);
            for path in &found {
                assert_eq!(subterm(terms, root, path), Some(constant));
            }
            // All of them replaced is a substitution.
            let new = terms.bool(true);
            let places: Vec<(Vec<u32>, Term)> = found.into_iter().map(|path| (path, new)).collect();
            let replaced = replace_each(terms, root, &places);
            assert_eq!(replaced, substitute(terms, root, &[(constant, new)]), "seed {seed}");
        }
    }
}

#[test]
fn a_doubling_chain_has_places_without_number() {
    let mut text = String::from("(declare-const a Int)(assert (= 0 ");
    for at in 0..100 {
        let before = if at == 0 { "a".to_owned() } else { format!("v{}", at - 1) };
        text += &format!("(let ((v{at} (+ {before} {before}))) ");
    }
    text += "v99";
    text += &")".repeat(100);
    text += "))";
    let mut script = Script::parse(&text).unwrap();
    let root = script.assertions().next().unwrap();
    let (a, count) = script.free_constants()[0];
    assert_eq!(count, u64::MAX);
    let mut occurrences = Occurrences::default();
    occurrences.find(&script.terms, &[root], a);
    let (place, term) = occurrences.nth(&script.terms, u64::MAX - 1).unwrap();
    assert_eq!((place.path.len(), term), (101, a));
    let two = script.terms.int(2);
    let replaced = replace_at(&mut script.terms, root, &place.path, two);
    occurrences.find(&script.terms, &[replaced], two);
    assert_eq!(occurrences.count(), 1);
}

#[test]
fn bound_variables_are_no_places_of_free_ones() {
    let text = "(declare-fun p (Int) Bool)(assert (and (forall ((x Int)) (p x)) (p 0)))";
    let mut script = Script::parse(text).unwrap();
    let root = script.assertions().next().unwrap();
    let x = subterm(&script.terms, root, &[0, 0]).unwrap();
    let open = substitute(&mut script.terms, root, &[]);
    let p_x = subterm(&script.terms, open, &[0, 1]).unwrap();
    let both = script.terms.and(&[root, p_x]);
    let mut occurrences = Occurrences::default();
    occurrences.find(&script.terms, &[root, both], x);
    assert_eq!(occurrences.count(), 1);
    let (place, _) = occurrences.nth(&script.terms, 0).unwrap();
    assert_eq!(place, Place { root: 1, path: vec![1, 0] });
    assert_eq!(free_variables(&script.terms, both), [x]);
}

/// Making an atom of positive polarity true never makes the formula false, and so on.
#[test]
fn polarity_is_monotony() {
    let mut informed = 0;
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let (mut script, constants) = arena();
        let terms = &mut script.terms;
        let root = formula(terms, &constants, 2 + seed as usize % 8, seed % 2 == 0, &mut random);
        let skeleton = Skeleton::of(terms, &[root]);
        for &constant in &constants {
            let polarity = skeleton.polarity(constant);
            for mut low in assignments(&constants).filter(|values| !values[&constant]) {
                let mut high = low.clone();
                high.insert(constant, true);
                let (low, high) = (truth(terms, root, &mut low), truth(terms, root, &mut high));
                match polarity {
                    Some(Polarity::Positive) => assert!(low <= high, "seed {seed}"),
                    Some(Polarity::Negative) => assert!(low >= high, "seed {seed}"),
                    Some(Polarity::Both) => {}
                    None => assert_eq!(low, high, "seed {seed}"),
                }
                informed += usize::from(polarity.is_some_and(|polarity| polarity != Polarity::Both));
            }
        }
    }
    assert!(informed > 1_000, "only {informed}");
}

/// The polarity of a place in an asserted formula; `None` if it is not in the skeleton.
fn polarity_at(terms: &Terms, root: Term, path: &[u32]) -> Option<Polarity> {
    let mut place = (root, Polarity::Positive);
    for &step in path {
        let children = terms.children(place.0);
        let role = Shape::of(terms, place.0).role(step as usize, children.len());
        place = (*children.get(step as usize)?, place.1.below(role)?);
    }
    Some(place.1)
}

#[test]
fn places_of_atoms_have_their_polarity() {
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let (mut script, constants) = arena();
        let terms = &mut script.terms;
        let roots: Vec<Term> = (0..2)
            .map(|_| formula(terms, &constants, 2 + seed as usize % 8, seed % 2 == 0, &mut random))
            .collect();
        let mut skeleton = Skeleton::of(terms, &roots);
        let atoms: BTreeSet<Term> = skeleton.atoms().iter().copied().collect();
        skeleton.choose(terms, |term| atoms.contains(&term));
        let mut all = 0;
        for polarity in [Polarity::Positive, Polarity::Negative, Polarity::Both] {
            let mut seen = BTreeSet::new();
            for index in 0..skeleton.count(polarity) {
                let (place, atom) = skeleton.nth(terms, polarity, index).unwrap();
                assert_eq!(subterm(terms, roots[place.root], &place.path), Some(atom));
                assert_eq!(polarity_at(terms, roots[place.root], &place.path), Some(polarity));
                assert!(seen.insert(place));
                all += 1;
            }
            assert_eq!(skeleton.nth(terms, polarity, skeleton.count(polarity)), None);
        }
        let mut occurrences = Occurrences::default();
        occurrences.find_where(terms, &roots, |term| atoms.contains(&term));
        assert_eq!(occurrences.count(), all, "seed {seed}");
    }
}

#[test]
fn polarities_of_shared_and_hidden_terms() {
    let text = "(declare-fun f (Bool) Int)(declare-const a Bool)(declare-const b Bool)(declare-const c Bool)\
                (declare-const d Bool)(declare-const x Int)\
                (assert (=> (! a :named n) (forall ((y Int)) (or b (< y x)))))\
                (assert (ite c (= x 1) (= (f (and b d)) x)))(assert (not n))";
    let script = Script::parse(text).unwrap();
    let roots: Vec<Term> = script.assertions().collect();
    let skeleton = Skeleton::of(&script.terms, &roots);
    let mut printer = Printer::default();
    let found: BTreeSet<(String, Polarity)> = skeleton
        .atoms()
        .iter()
        .map(|&atom| (printer.term(&script.terms, atom), skeleton.polarity(atom).unwrap()))
        .collect();
    let expected = [
        ("(< y x)", Polarity::Positive),
        ("(= (f (and b d)) x)", Polarity::Positive),
        ("(= x 1)", Polarity::Positive),
        ("a", Polarity::Negative),
        ("b", Polarity::Both),
        ("c", Polarity::Both),
        ("n", Polarity::Negative),
    ];
    assert_eq!(found, expected.iter().map(|&(atom, polarity)| (atom.to_owned(), polarity)).collect());
}
