//! What individuals begin with, and what two of them have together.

use gainsay::evolve::{Draft, SHAPES, cross};
use gainsay::rng::Rng;

#[test]
fn every_shape_makes_scripts_that_differ() {
    for shape in SHAPES {
        let mut texts: Vec<String> = (0..30)
            .filter_map(|number| {
                let script = shape.script(&mut Rng::of_unit(1, number), 1 + number % 8);
                Draft::new(script, shape.name).map(|draft| draft.text)
            })
            .collect();
        texts.sort();
        texts.dedup();
        assert!(texts.len() >= 15, "{}: only {} of 30", shape.name, texts.len());
    }
}

#[test]
fn a_fifth_of_the_assertions_changes_places() {
    let script = |constant: &str, sort: &str, count: usize| {
        let claims: String =
            (0..count).map(|at| format!("(assert (distinct {constant} {at} {count}))")).collect();
        format!("(set-logic QF_LIA)(declare-const {constant} {sort}){claims}(check-sat)")
    };
    let mut rng = Rng::new(3);
    let children = cross(&script("x", "Int", 5), &script("y", "Int", 10), &mut rng);
    let [first, second] = children.map(|child| child.unwrap().text);
    let count = |text: &str, piece: &str| text.matches(piece).count();
    assert_eq!((count(&first, "distinct x"), count(&first, "distinct y")), (2, 3));
    assert_eq!((count(&second, "distinct x"), count(&second, "distinct y")), (3, 7));
    // Not enough for a fifth of all: one.
    let children = cross(&script("x", "Int", 1), &script("y", "Int", 19), &mut rng);
    let [first, second] = children.map(|child| child.unwrap().text);
    assert_eq!((count(&first, "distinct y"), count(&second, "distinct x")), (1, 1));
}

#[test]
fn constants_of_one_name_and_sort_are_the_same() {
    let script = |sort: &str, claim: &str| {
        format!("(declare-const x {sort})(assert {claim})(assert (= x x))(check-sat)")
    };
    let mut rng = Rng::new(3);
    let of = |other: &str, rng: &mut Rng| {
        let [child, _] = cross(&script("Int", "(< x 7)"), other, rng);
        child.unwrap().text.matches("declare-const").count()
    };
    for _ in 0..8 {
        assert_eq!(of(&script("Int", "(< x 9)"), &mut rng), 1);
        assert!(of(&script("String", "(str.<= x \"a\")"), &mut rng) <= 2);
    }
}
