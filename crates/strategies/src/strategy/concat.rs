//! Two seeds side by side with nothing in common: the baseline for fusion.

use super::blend::Blend;
use super::{Inputs, Skip, Steps, Strategy};
use gainsay_lang::rng::Rng;
use gainsay_prove::evidence::Test;
use gainsay_prove::rules::built_in;

#[derive(Clone, Copy, Debug)]
pub struct Concat;

impl Strategy for Concat {
    fn name(&self) -> &'static str {
        "concat"
    }

    fn is_default(&self) -> bool {
        false
    }

    fn about(&self) -> &'static str {
        "joins two seeds, both in full or one of them, without changes"
    }

    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        Blend::of(seeds, rng)?.finish(self.name(), built_in::CONCAT, steps)
    }
}
