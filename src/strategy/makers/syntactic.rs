//! Random well-sorted scripts of unknown status: models, cores, crashes and disagreement tell what is wrong.

use super::stage::Stage;
use crate::eval::Bounds;
use crate::evidence::Evidence;
use crate::script::Command;
use crate::strategy::{Skip, Steps};

/// What can be decided at a glance is not left unknown.
const BOUNDS: Bounds = Bounds {
    assignments: 1 << 10,
    instances: 1 << 10,
    domain: 1 << 8,
    universe: 2,
    work: 20_000,
    ..Bounds::DEFAULT
};

pub(super) fn syntactic(stage: &mut Stage<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    stage.declare_symbols().ok_or(Skip::NothingApplies)?;
    stage.generator.config.patterns = stage.plan.quantifiers && stage.rng.one_in(4);
    for _ in 0..1 + stage.assertion_count() {
        match stage.rng.below(8) {
            0 => stage.define_term(),
            1 => stage.define_function(),
            _ => None,
        };
        let Some(claim) = stage.claim() else { continue };
        let is_named = stage.rng.one_in(6);
        if steps.take("claim", "") {
            let claim = if is_named { stage.named(claim) } else { claim };
            stage.assertions.push(claim);
        }
    }
    stage.close().ok_or(Skip::NothingApplies)?;
    if stage.script.commands.iter().any(|command| matches!(command, Command::DeclareSort { .. })) {
        return Ok(Evidence::None);
    }
    Ok(Evidence::by_trying(&stage.script.question(), BOUNDS))
}
