//! Solvers under other options.

use crate::support::real;
use gainsay::campaign::Variants;
use gainsay::solver::Solver;

#[test]
fn solvers_are_asked_under_the_options_that_their_releases_take() {
    let solvers = ["z3@5.4.0", "z3@4.8.7", "yices"].map(real).to_vec();
    let labels =
        |variants: &Variants, number| variants.get(number).iter().map(Solver::label).collect::<Vec<_>>();
    let variants = Variants::of(solvers.clone());
    let named = ["z3@5.4.0", "z3@4.8.7", "yices@2.6.5"];
    assert_eq!(labels(&variants, 0), named);
    // What there is not is as named.
    assert_eq!(labels(&variants, 99), named);
    let all: Vec<String> = (1..variants.count()).flat_map(|number| labels(&variants, number)).collect();
    assert!(all.contains(&"z3@5.4.0 smt.arith.solver=2".to_owned()), "{all:?}");
    assert!(all.contains(&"z3@4.8.7 smt.random_seed=1465 sat.random_seed=1465".to_owned()), "{all:?}");
    // The older release does not know one of them.
    assert!(all.contains(&"z3@5.4.0 tactic.default_tactic=smt sat.euf=true".to_owned()), "{all:?}");
    assert!(!all.contains(&"z3@4.8.7 tactic.default_tactic=smt sat.euf=true".to_owned()), "{all:?}");
    let none = Variants::none(solvers);
    assert_eq!((labels(&none, 0).len(), none.count()), (3, 1));
}
