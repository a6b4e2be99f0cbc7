//! What remains of a question when things are left out of it.

use gainsay::Script;
use gainsay::report::filing::Outline;

fn outline(assertions: &str) -> Outline {
    let text = format!(
        "(declare-const x (_ BitVec 4))(declare-const y (_ BitVec 4))(declare-const p Bool){assertions}(check-sat)"
    );
    Outline::of(&Script::read(&text).question()).unwrap()
}

#[test]
fn names_values_and_the_order_of_assertions_make_no_difference() {
    let one = outline("(assert (bvult x #x3))(assert p)").text();
    assert_eq!(one, outline("(assert p)(assert (bvult y #xf))").text());
    assert_ne!(one, outline("(assert (bvugt x #x3))(assert p)").text());
    // What is named is the same.
    assert_eq!(one, outline("(assert (! (bvult x #x3) :named a))(assert p)").text());
}

#[test]
fn parts_are_found_below_and_between_other_operators() {
    let part = outline("(assert (bvult (bvnot x) y))");
    assert!(part.is_part_of(&outline("(assert (and p (bvult (bvadd (bvnot x) y) y)))")));
    assert!(part.is_part_of(&outline("(assert p)(assert (bvult y (bvneg (bvnot x))))")), "in any order");
    assert!(!part.is_part_of(&outline("(assert (bvult x y))")));
    assert!(
        !part.is_part_of(&outline("(assert (= (bvnot x) (ite (bvult x y) x y)))")),
        "the one must be inside the other"
    );
    assert!(!outline("(assert (bvult x y))(assert (bvugt x y))").is_part_of(&part));
    assert!(
        !outline("(assert (distinct (bvnot x) (bvnot y)))")
            .is_part_of(&outline("(assert (distinct (bvnot x) y))"))
    );
}
