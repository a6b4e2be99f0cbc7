//! The scores of the paper.

use gainsay::evolve::{VARIANTS, Variant, complexity, time_score};
use gainsay::script::Script;

/// The paper's own numbers.
#[test]
fn scores_are_those_of_the_paper() {
    assert!((time_score(5.0, 0.01731) - 9.98269).abs() < 1e-9);
    assert_eq!(time_score(1.0, 2.0), 1.0);
    let declarations = "(declare-const v3 Int)(declare-const v0 String)(declare-const v2 String)";
    let first = "(assert (< (str.to_int \"8b8\") 9))";
    let second = "(assert (> (str.indexof \"+]YAPKJ8b8\" v2 v3) (str.to_int v0)))";
    let score = |text: &str| complexity(&Script::parse(&format!("{declarations}{text}")).unwrap());
    assert_eq!(score(&format!("{first}{second}")), 16);
    assert_eq!(score(second), 11);
}

#[test]
fn shared_terms_count_wherever_they_stand() {
    let mut text = "(declare-const a Bool)(assert ".to_owned();
    text.push_str(&"(let ((a (and a a))) ".repeat(100));
    text.push('a');
    text.push_str(&")".repeat(101));
    assert_eq!(complexity(&Script::parse(&text).unwrap()), u64::MAX);
}

#[test]
fn variants_are_found_by_name() {
    assert!(VARIANTS.iter().all(|variant| Variant::of_name(variant.name) == Some(*variant)));
    assert_eq!(Variant::of_name("none"), None);
}
