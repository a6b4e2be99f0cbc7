//! Satisfiable by choosing the model first: only what is true under it is asserted.

use super::stage::Stage;
use crate::eval::Witness;
use crate::evidence::Evidence;
use crate::strategy::{Skip, Steps};

/// Asserts truths, and shows that they are.
pub(super) fn satisfiable(stage: &mut Stage<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    stage.declare_symbols().ok_or(Skip::NothingApplies)?;
    for _ in 0..stage.assertion_count() {
        if stage.plan.size > 3 && stage.rng.one_in(8) {
            stage.define_term();
        }
        if stage.plan.size > 5 && stage.rng.one_in(12) {
            stage.define_function();
        }
        let Some(truth) = stage.new_truth() else { continue };
        let is_named = stage.rng.one_in(12);
        if steps.take("truth", "") {
            let truth = if is_named { stage.named(truth) } else { truth };
            stage.assertions.push(truth);
        }
    }
    stage.close().ok_or(Skip::NothingApplies)?;
    witness(stage)
}

/// The stage's model as a witness of its script.
pub(super) fn witness(stage: &mut Stage<'_>) -> Result<Evidence, Skip> {
    use crate::eval::Rejection;
    let model = std::mem::take(&mut stage.model);
    Witness::check(&stage.script.question(), model).map(Evidence::Witness).map_err(
        |rejection| match rejection {
            Rejection::False(_) => Skip::Contradiction(rejection.to_string()),
            _ => Skip::WitnessUnknown,
        },
    )
}
