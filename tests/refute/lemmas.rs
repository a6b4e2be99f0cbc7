//! Lemmas about numbers: the checker takes what adds up, and nothing else.

use super::verdict;
use gainsay::circuit::{Clauses, Wire};
use gainsay::refute::{
    Arithmetic, CHECKING, Certificate, CertificateText, Constraint, Fault, Inference, Lemma, LemmaFault,
    Proof, Step, Verdict, check, verify,
};
use gainsay::rng::Rng;
use gainsay::script::Script;
use gainsay::value::Rational;

fn at_most(sum: &[(u32, i64)], bound: i64) -> Constraint {
    let sum = sum.iter().map(|&(number, factor)| (number, Rational::from(factor))).collect();
    Constraint { sum, bound: Rational::from(bound), strict: false }
}

fn sum(parts: &[(u32, i64)]) -> Inference {
    Inference::Sum(parts.iter().map(|&(line, factor)| (line, Rational::from(factor))).collect())
}

/// Whether a lemma of two literals is taken, the first variable being true and the second false, where each says this of one
/// number.
fn check_lemma(
    integral: bool,
    first: Constraint,
    second: Constraint,
    lines: Vec<Inference>,
) -> Result<(), Fault> {
    let (a, b) = (Wire::of_variable(1), Wire::of_variable(2));
    let mut clauses = Clauses::over(2);
    clauses.push(&[a]);
    clauses.push(&[!b]);
    let mut proof = Proof::default();
    proof.lemmas.push(Lemma { clause: vec![!a, b], lines });
    proof.push(Step { clause: &[], hints: &[1, 2, 3] });
    let atoms = vec![(1, first), (2, second)];
    let arithmetic = Arithmetic { integral: vec![integral], atoms, ..Arithmetic::default() };
    check(&clauses, &arithmetic, &proof, CHECKING).map(drop)
}

#[test]
fn lemmas_by_hand() {
    let refused = |what| Err(Fault::Lemma { lemma: 1, what });
    // At most 1, and not at most 2.
    let pair = || (at_most(&[(0, 1)], 1), at_most(&[(0, 1)], 2));
    let check_pair = |lines| check_lemma(false, pair().0, pair().1, lines);
    assert_eq!(check_pair(vec![sum(&[(0, 1), (1, 1)])]), Ok(()));
    assert_eq!(check_pair(vec![sum(&[(0, 2), (1, 2)])]), Ok(()));
    assert_eq!(check_pair(vec![sum(&[(0, 1), (1, 2)])]), refused(LemmaFault::NoContradiction));
    assert_eq!(check_pair(vec![sum(&[(0, 1)])]), refused(LemmaFault::NoContradiction));
    assert_eq!(check_pair(vec![sum(&[(0, -1), (1, -1)])]), refused(LemmaFault::NegativeFactor(0)));
    assert_eq!(check_pair(vec![sum(&[(0, 1), (2, 1)])]), refused(LemmaFault::NoSuchLine(0)));
    assert_eq!(check_pair(vec![]), refused(LemmaFault::NoContradiction));
    // At most 2, and not at most 1: there is 2.
    assert_eq!(
        check_lemma(true, pair().1, pair().0, vec![sum(&[(0, 1), (1, 1)])]),
        refused(LemmaFault::NoContradiction)
    );
    // Three times a number is at most 5, and not at most 3: no integer, but a fraction.
    let thirds = || (at_most(&[(0, 3)], 5), at_most(&[(0, 3)], 3));
    let third = Rational::new(1.into(), 3.into()).unwrap();
    let lines = || {
        let divided = |line: u32| Inference::Sum(vec![(line, third.clone())]);
        vec![divided(0), divided(1), sum(&[(2, 1), (3, 1)])]
    };
    assert_eq!(check_lemma(true, thirds().0, thirds().1, lines()), Ok(()));
    assert_eq!(check_lemma(false, thirds().0, thirds().1, lines()), refused(LemmaFault::NoContradiction));
}

/// What is wrong with a lemma, where the variables from 1 say these constraints and those behind them what a proof brings along.
fn fault(
    arithmetic: Arithmetic,
    further: Vec<Constraint>,
    clause: Vec<Wire>,
    lines: Vec<Inference>,
) -> Result<(), Fault> {
    let clauses = Clauses::over(arithmetic.atoms.len() as u32);
    let mut proof = Proof::default();
    proof.atoms = further;
    proof.lemmas.push(Lemma { clause, lines });
    match check(&clauses, &arithmetic, &proof, CHECKING) {
        // The lemma is right; the proof has no steps.
        Err(Fault::NoContradiction) => Ok(()),
        Err(fault) => Err(fault),
        Ok(checked) => panic!("{checked:?} without a step"),
    }
}

fn less_than(sum: &[(u32, i64)], bound: i64) -> Constraint {
    Constraint { strict: true, ..at_most(sum, bound) }
}

/// `x`, and `x` less than, or at most, two bounds: which pairs leave nothing between them, for integers and for all numbers.
#[test]
fn strict_bounds_are_no_others() {
    let x: &[(u32, i64)] = &[(0, 1)];
    let halves = |numerator: i64, strict| Constraint {
        sum: vec![(0, Rational::ONE)],
        bound: Rational::new(numerator.into(), 2.into()).unwrap(),
        strict,
    };
    // The first holds, the second does not; whether that is impossible for numbers, and for integers.
    let cases = [
        (less_than(x, 1), less_than(x, 1), true, true),
        (at_most(x, 1), less_than(x, 1), false, false),
        (at_most(x, 1), at_most(x, 1), true, true),
        (less_than(x, 2), at_most(x, 1), false, true),
        (less_than(x, 3), at_most(x, 1), false, false),
        (at_most(x, 2), at_most(x, 1), false, false),
        (halves(3, true), at_most(x, 1), false, true),
        (halves(5, true), at_most(x, 1), false, false),
        (halves(4, true), at_most(x, 1), false, true),
        (halves(4, false), at_most(x, 1), false, false),
        (less_than(x, 1), halves(1, false), false, true),
        (less_than(x, 1), halves(-1, false), false, false),
    ];
    for (first, second, for_all, for_integers) in cases {
        for (integral, is_impossible) in [(false, for_all), (true, for_integers)] {
            let found = check_lemma(integral, first.clone(), second.clone(), vec![sum(&[(0, 1), (1, 1)])]);
            let refused = Err(Fault::Lemma { lemma: 1, what: LemmaFault::NoContradiction });
            let expected = if is_impossible { Ok(()) } else { refused };
            assert_eq!(found, expected, "{first:?}, not {second:?}, integers: {integral}");
        }
    }
    // No times something strict is not strict.
    let none_of_it = check_lemma(false, less_than(x, 1), less_than(x, 1), vec![sum(&[(0, 0), (1, 0)])]);
    assert_eq!(none_of_it, Err(Fault::Lemma { lemma: 1, what: LemmaFault::NoContradiction }));
}

/// A sum of an integer and a number that is none is no integer, and neither is a number that nothing is known of.
#[test]
fn only_sums_of_integers_are_rounded() {
    for (integral, is_right) in [(vec![true, true], true), (vec![true, false], false), (vec![true], false)] {
        let (first, second) = (less_than(&[(0, 1), (1, 1)], 2), at_most(&[(0, 1), (1, 1)], 1));
        let arithmetic =
            Arithmetic { integral, atoms: vec![(1, first), (2, second)], ..Arithmetic::default() };
        let clause = vec![!Wire::of_variable(1), Wire::of_variable(2)];
        let found = fault(arithmetic, Vec::new(), clause, vec![sum(&[(0, 1), (1, 1)])]);
        assert_eq!(found.is_ok(), is_right, "{found:?}");
    }
}

/// `x`, `y` and their product, or `x`, its square and its cube.
#[test]
fn products_by_hand() {
    let [a, b, c] = [1, 2, 3].map(Wire::of_variable);
    let check_product = |products: &[(u32, Vec<u32>)], bound: i64, lines: Vec<Inference>| {
        let (x, y) = (at_most(&[(0, 1)], 1), at_most(&[(1, 1)], 2));
        // (1 - x) (2 - y) is not negative: 2 x + y - x y is at most 2.
        let both = at_most(&[(0, 2), (1, 1), (2, -1)], bound);
        let atoms = vec![(1, x), (2, y), (3, both)];
        let arithmetic = Arithmetic { integral: vec![false; 3], atoms, products: products.to_vec() };
        fault(arithmetic, Vec::new(), vec![!a, !b, c], lines)
    };
    let lines = || vec![Inference::Product(0, 1), sum(&[(2, 1), (3, 1)])];
    let refused = |what| Err(Fault::Lemma { lemma: 1, what });
    let of_two: &[(u32, Vec<u32>)] = &[(2, vec![0, 1])];
    let of_itself: &[(u32, Vec<u32>)] = &[(1, vec![0, 0]), (2, vec![0, 0, 0])];
    for products in [of_two, of_itself] {
        assert_eq!(check_product(products, 2, lines()), Ok(()));
        assert_eq!(check_product(products, 3, lines()), Ok(()));
        assert_eq!(check_product(products, 1, lines()), refused(LemmaFault::NoContradiction));
    }
    // The factors may come in any order.
    let turned = vec![Inference::Product(1, 0), sum(&[(2, 1), (3, 1)])];
    assert_eq!(check_product(of_two, 2, turned), Ok(()));
    // What is at least 0 is not more than 0: both may be at their bounds.
    let (x, y) = (at_most(&[(0, 1)], 1), at_most(&[(1, 1)], 2));
    let strictly = less_than(&[(0, 2), (1, 1), (2, -1)], 2);
    let atoms = vec![(1, x), (2, y), (3, strictly)];
    let arithmetic = Arithmetic { integral: vec![false; 3], atoms, products: of_two.to_vec() };
    let found = fault(arithmetic, Vec::new(), vec![!a, !b, c], lines());
    assert_eq!(found, refused(LemmaFault::NoContradiction));
    assert_eq!(check_product(&[], 2, lines()), refused(LemmaFault::NoSuchProduct(0)));
    let squared = vec![Inference::Product(0, 0), sum(&[(2, 1), (3, 1)])];
    assert_eq!(check_product(of_two, 2, squared), refused(LemmaFault::NoSuchProduct(0)));
    assert_eq!(check_product(of_two, 2, vec![Inference::Product(0, 3)]), refused(LemmaFault::NoSuchLine(0)));
}

/// A lemma may speak of the variables of the clauses and of those that the proof brings along, and of no others.
#[test]
fn lemmas_have_literals_of_variables_that_there_are() {
    let x: &[(u32, i64)] = &[(0, 1)];
    let try_literal = |variable: u32| {
        let atoms = vec![(1, at_most(x, 1))];
        let arithmetic = Arithmetic { integral: vec![false], atoms, ..Arithmetic::default() };
        let further = vec![at_most(x, 2), at_most(x, 0)];
        let clause = vec![!Wire::of_variable(1), Wire::of_variable(variable)];
        fault(arithmetic, further, clause, vec![sum(&[(0, 1), (1, 1)])])
    };
    assert_eq!(try_literal(2), Ok(()));
    assert_eq!(try_literal(3), Err(Fault::Lemma { lemma: 1, what: LemmaFault::NoContradiction }));
    assert_eq!(try_literal(4), Err(Fault::NoSuchVariableInLemma { lemma: 1 }));
}

/// Each product has twice as many digits as the one before: no number of them is kept for nothing.
#[test]
fn derivations_with_long_numbers_end() {
    let (two, one) = (at_most(&[(0, 1)], 2), at_most(&[(0, 1)], 1));
    let squares = (2..64).map(|line| Inference::Product(line, line));
    let lines = std::iter::once(sum(&[(0, 3), (1, 3)])).chain(squares).collect();
    assert_eq!(check_lemma(false, two, one, lines), Err(Fault::OutOfWork));
}

/// Questions whose refutations have lemmas of all kinds.
const QUESTIONS: [&str; 4] = [
    "(declare-const x Real)(declare-const y Real)(declare-const z Real)
     (assert (or (> x y) (> (* 2 x) (+ y z))))(assert (or (> y z) (< z (- x 1))))
     (assert (and (>= z x) (<= (+ x y) 4) (>= (- y (* 3 z)) 2)))(assert (>= (+ x (* 2 z)) 1))",
    "(declare-const x Int)(declare-const y Int)(declare-const z Int)
     (assert (and (< 0 x) (< 0 y) (< (+ (* 3 x) (* 3 y)) 8) (> (+ (* 2 x) y) 3) (> (+ (* 2 y) x) 3)))",
    "(declare-const x Int)(declare-const y Int)(declare-const z Int)
     (assert (= (+ (* 4 x) (* 6 y)) (* 9 z)))(assert (= (+ x (* 7 y)) (+ (* 3 z) 1)))(assert (= (mod (+ x y z) 3) 2))
     (assert (<= 0 x 20))(assert (<= 0 y 20))",
    "(declare-const x Real)(declare-const y Real)
     (assert (> (* x y) (+ x y)))(assert (<= 0 x 1))(assert (<= (* y y) 4))(assert (>= y 0))",
];

fn certificate(text: &str) -> Certificate {
    match verdict(text) {
        Verdict::Unsat(certificate) => *certificate,
        other => panic!("{text}: {other:?}"),
    }
}

/// Whether a lemma's clause holds for all numbers of a small cube, tried without the checker.
fn holds_everywhere(certificate: &Certificate, proof: &Proof, clause: &[Wire]) -> bool {
    let Arithmetic { integral, atoms, products } = certificate.encoding.arithmetic();
    let variables = certificate.encoding.clauses().variables();
    let further = proof.atoms.iter().enumerate().map(|(at, atom)| (variables + 1 + at as u32, atom));
    let atoms: Vec<(u32, &Constraint)> = atoms.iter().map(|(at, atom)| (*at, atom)).chain(further).collect();
    let mut rng = Rng::new(1);
    (0..3000).all(|_| {
        let mut numbers: Vec<Rational> = integral
            .iter()
            .map(|&is_integer| {
                let numerator = rng.between(0, 40) as i64 - 20;
                let denominator = if is_integer { 1 } else { rng.between(1, 3) as i64 };
                Rational::new(numerator.into(), denominator.into()).unwrap()
            })
            .collect();
        for (product, factors) in products {
            let value =
                factors.iter().fold(Rational::ONE, |value, &factor| &value * &numbers[factor as usize]);
            numbers[*product as usize] = value;
        }
        let is_true = |literal: &Wire| {
            let says = atoms.iter().find(|(variable, _)| *variable == literal.variable());
            says.is_some_and(|(_, Constraint { sum, bound, strict })| {
                let zero = Rational::from(0);
                let sum =
                    sum.iter().fold(zero, |sum, (at, factor)| &sum + &(factor * &numbers[*at as usize]));
                (sum < *bound || (!strict && sum == *bound)) != literal.is_negated()
            })
        };
        clause.iter().any(is_true)
    })
}

#[test]
fn damaged_lemmas_are_refused() {
    let (mut refused, mut still_right) = (0, 0);
    for text in QUESTIONS {
        let certificate = certificate(text);
        let Certificate { encoding, proof, .. } = &certificate;
        assert!(!proof.lemmas.is_empty());
        let check = |proof: &Proof| check(encoding.clauses(), encoding.arithmetic(), proof, CHECKING);
        let counts = check(proof).map(|checked| (checked.clauses(), checked.lemmas(), checked.steps()));
        assert_eq!(counts, Ok((encoding.clauses().len(), proof.lemmas.len(), proof.len())));
        let mut try_damaged = |damaged: Proof, at: usize| match check(&damaged) {
            Err(_) => refused += 1,
            Ok(_) => {
                assert!(holds_everywhere(&certificate, &damaged, &damaged.lemmas[at].clause), "{text}");
                still_right += 1;
            }
        };
        for (at, lemma) in proof.lemmas.iter().enumerate() {
            let mut dropped = proof.clone();
            dropped.lemmas.remove(at);
            assert!(check(&dropped).is_err());
            for literal in 0..lemma.clause.len() {
                let mut flipped = proof.clone();
                flipped.lemmas[at].clause[literal] = !lemma.clause[literal];
                try_damaged(flipped, at);
                let mut missing = proof.clone();
                missing.lemmas[at].clause.remove(literal);
                try_damaged(missing, at);
            }
            for line in 0..lemma.lines.len() {
                let mut missing = proof.clone();
                missing.lemmas[at].lines.remove(line);
                try_damaged(missing, at);
                let parts = match &lemma.lines[line] {
                    Inference::Sum(parts) => parts,
                    Inference::Product(first, second) => {
                        for other in [Inference::Product(*first, 2), Inference::Product(*second, *second)] {
                            let mut changed = proof.clone();
                            changed.lemmas[at].lines[line] = other;
                            try_damaged(changed, at);
                        }
                        continue;
                    }
                };
                for part in 0..parts.len() {
                    let changes = [Rational::from(0), &parts[part].1 + &Rational::ONE, -&parts[part].1];
                    for factor in changes {
                        let mut changed = proof.clone();
                        if let Inference::Sum(parts) = &mut changed.lemmas[at].lines[line] {
                            parts[part].1 = factor;
                        }
                        try_damaged(changed, at);
                    }
                }
            }
        }
        // What the variables say that the proof brings along.
        for at in 0..proof.atoms.len() {
            let mut changed = proof.clone();
            changed.atoms[at].bound = &changed.atoms[at].bound + &Rational::ONE;
            if check(&changed).is_err() {
                refused += 1;
            }
        }
    }
    assert!(refused > 100 && refused > 10 * still_right, "{refused} refused, {still_right} still right");
}

#[test]
fn files_are_about_their_script() {
    for (at, text) in QUESTIONS.iter().enumerate() {
        let script = Script::parse(text).unwrap();
        let good = certificate(text).to_text();
        let refuted = verify(&script.question(), &good).unwrap();
        assert!(refuted.is_for(&script.question()) && refuted.lemmas() > 0);
        assert!(refuted.to_string().contains("about numbers"));
        let other = Script::parse(QUESTIONS[(at + 1) % QUESTIONS.len()]).unwrap();
        assert!(verify(&other.question(), &good).is_err());
        let lemmas = good.lemmas.clone().unwrap();
        let damaged = [
            // An integer that is none, another bound, another factor, no lemmas, no text.
            match lemmas.contains("\"integral\":[true") {
                true => lemmas.replacen("\"integral\":[true", "\"integral\":[false", 1),
                false => lemmas.replacen("\"integral\":[false", "\"integral\":[true", 1),
            },
            lemmas.replacen("\"bound\":\"", "\"bound\":\"1", 1),
            lemmas.replacen("\"sum\":[[0,\"", "\"sum\":[[0,\"7", 1),
            lemmas.replacen("\"strict\":false", "\"strict\":true", 1),
            lemmas.replace("\"lemmas\":[[", "\"lemmas\":[],\"more\":[["),
            String::from("{"),
        ];
        for lemmas in damaged {
            let text = CertificateText { lemmas: Some(lemmas.clone()), ..good.clone() };
            assert!(verify(&script.question(), &text).is_err(), "{lemmas}");
        }
        assert!(verify(&script.question(), &CertificateText { lemmas: None, ..good.clone() }).is_err());
    }
}
