//! The rows of fusion: no value refutes one, and none says nothing. Solvers are asked about them with all other rules (`tests/rules`).

use gainsay::rng::Rng;
use gainsay::rules::{Checked, RuleBook, Scale, claims};

#[test]
fn no_value_refutes_a_row_and_none_says_nothing() {
    let mut rng = Rng::new(1);
    let mut rows = 0;
    for rule in RuleBook::shipped().fusions() {
        rows += 1;
        // Each part must hold for some instance: at some widths a condition on constants has no solution.
        let mut said: Vec<(&str, bool)> = Vec::new();
        for claim in claims(rule, Scale::Small).unwrap_or_else(|error| panic!("{}: {error}", rule.name)) {
            let holds = match claim.check(&mut rng, 500) {
                Checked::Refuted(values) => {
                    panic!("{}, {} for {}: {values}", rule.name, claim.what, claim.instance)
                }
                Checked::Exhausted(held) | Checked::Tried { held, .. } => held > 0,
            };
            match said.iter_mut().find(|part| part.0 == claim.what) {
                Some(part) => part.1 |= holds,
                None => said.push((claim.what, holds)),
            }
        }
        for (what, something) in said {
            assert!(something, "{} says nothing: {what}", rule.name);
        }
    }
    assert!(rows > 70, "only {rows} rows");
}
