//! Every operator of the standard occurs in tests of its theory.

use gainsay::rng::Rng;
use gainsay::strategy::{Inputs, Steps, strategy};
use gainsay::theory::{Op, table};

/// Which operators occur in so many tests of a strategy.
fn used(name: &str, count: u64) -> Vec<bool> {
    let strategy = strategy(name).unwrap();
    let mut used = vec![false; table().ops().len()];
    for unit in 0..count {
        let seeds = Inputs::of_size(1 + (unit % 20) as u32);
        let Ok(test) = strategy.make(&seeds, &mut Rng::of_unit(0, unit), &mut Steps::default()) else {
            continue;
        };
        for (op, _) in test.script().usage().operators {
            used[op.number() as usize] = true;
        }
    }
    used
}

fn assert_all_used(strategy: &str, count: u64, belongs: impl Fn(&Op) -> bool) {
    let used = used(strategy, count);
    let wanted: Vec<&Op> = table().ops().iter().filter(|op| belongs(op)).collect();
    assert!(wanted.len() > 8);
    let missing: Vec<&str> =
        wanted.iter().filter(|op| !used[op.id.number() as usize]).map(|op| op.declaration).collect();
    assert!(missing.is_empty(), "{strategy} never makes {missing:#?}");
}

#[test]
fn all_operators_are_used_by_terms() {
    assert_all_used("terms", 6000, Op::is_standard);
}

/// Those that all solvers with sequences or sets have; functions as arguments are left out.
#[test]
fn all_operators_of_sequences_and_sets_are_used_by_terms() {
    assert_all_used("terms", 12_000, |op| {
        ["Sequences", "Sets"].contains(&op.theory) && op.dialect.is_none() && !op.declaration.contains("->")
    });
}

#[test]
fn all_operators_are_used_by_syntactic() {
    assert_all_used("syntactic", 6000, Op::is_standard);
}

#[test]
fn all_operators_of_bit_vectors_are_used_by_bits() {
    let conversions = ["ubv_to_int", "sbv_to_int", "int_to_bv"];
    assert_all_used("bits", 4000, |op| {
        op.is_standard()
            && ["Core", "FixedSizeBitVectors"].contains(&op.theory)
            && !conversions.contains(&op.name)
    });
}

#[test]
fn all_operators_of_floats_are_used_by_floats() {
    assert_all_used("floats", 4000, |op| op.is_standard() && op.theory == "FloatingPoint");
}
