//! Satisfiable by choosing the model first: only what is true under it is asserted.

use super::builder::TestBuilder;
use crate::eval::Witness;
use crate::evidence::Evidence;
use crate::strategy::{Skip, Steps};

/// Asserts truths, and shows that they are.
pub(super) fn satisfiable(builder: &mut TestBuilder<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    builder.declare_symbols().ok_or(Skip::NothingApplies)?;
    for _ in 0..builder.assertion_count() {
        if builder.plan.size > 3 && builder.rng.one_in(8) {
            builder.define_term();
        }
        if builder.plan.size > 5 && builder.rng.one_in(12) {
            builder.define_function();
        }
        let Some(truth) = builder.new_truth() else { continue };
        let is_named = builder.rng.one_in(12);
        if steps.take("truth", "") {
            let truth = if is_named { builder.named(truth) } else { truth };
            builder.assertions.push(truth);
        }
    }
    builder.close().ok_or(Skip::NothingApplies)?;
    witness(builder)
}

/// The builder's model as a witness of its script.
pub(super) fn witness(builder: &mut TestBuilder<'_>) -> Result<Evidence, Skip> {
    use crate::eval::Rejection;
    let model = std::mem::take(&mut builder.model);
    Witness::check(&builder.script.question(), model).map(Evidence::Witness).map_err(|rejection| {
        match rejection {
            Rejection::False(_) => Skip::Contradiction(rejection.to_string()),
            _ => Skip::WitnessUnknown,
        }
    })
}
