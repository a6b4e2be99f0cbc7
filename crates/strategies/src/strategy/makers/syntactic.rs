//! Random well-sorted scripts of unknown status: wrong models and cores, crashes and disagreement reveal bugs.

use super::builder::TestBuilder;
use crate::strategy::{Skip, Steps};
use gainsay_eval::eval::Bounds;
use gainsay_lang::script::Command;
use gainsay_prove::evidence::Evidence;

/// Small limits: what is decided at once need not stay unknown.
const BOUNDS: Bounds = Bounds {
    assignments: 1 << 10,
    instances: 1 << 10,
    domain: 1 << 8,
    universe: 2,
    work: 20_000,
    ..Bounds::DEFAULT
};

pub(super) fn syntactic(builder: &mut TestBuilder<'_>, steps: &mut Steps) -> Result<Evidence, Skip> {
    builder.declare_symbols().ok_or(Skip::NothingApplies)?;
    builder.generator.config.patterns = builder.plan.quantifiers && builder.rng.one_in(4);
    for _ in 0..1 + builder.assertion_count() {
        match builder.rng.below(8) {
            0 => builder.define_term(),
            1 => builder.define_function(),
            _ => None,
        };
        let Some(claim) = builder.claim() else { continue };
        let is_named = builder.rng.one_in(6);
        if steps.take("claim", "") {
            let claim = if is_named { builder.named(claim) } else { claim };
            builder.assertions.push(claim);
        }
    }
    builder.close().ok_or(Skip::NothingApplies)?;
    if builder.script.commands.iter().any(|command| matches!(command, Command::DeclareSort { .. })) {
        return Ok(Evidence::None);
    }
    Ok(Evidence::by_trying(&builder.script.question(), BOUNDS))
}
