//! Satisfiable by choosing the model first: only what is true under it is asserted.

use super::builder::TestBuilder;
use crate::strategy::{Skip, Steps};
use gainsay_prove::evidence::Evidence;

/// Asserts true formulas; the model is the witness.
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
    builder.witness()
}
