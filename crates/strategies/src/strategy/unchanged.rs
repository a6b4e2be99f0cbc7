//! The seeds as they are: the baseline for the strategies that change them.

use super::{Inputs, Skip, Steps, Strategy};
use gainsay_lang::rng::Rng;
use gainsay_prove::evidence::{Lineage, Test};

#[derive(Clone, Copy, Debug)]
pub struct Unchanged;

impl Strategy for Unchanged {
    fn name(&self) -> &'static str {
        "unchanged"
    }

    fn is_default(&self) -> bool {
        false
    }

    fn about(&self) -> &'static str {
        "asks the seeds as they are, for comparison"
    }

    fn dialogue_one_in(&self) -> u64 {
        u64::MAX
    }

    fn make(&self, seeds: &Inputs, _rng: &mut Rng, _steps: &mut Steps) -> Result<Test, Skip> {
        let seed = &*seeds.main;
        let seeds = vec![seed.origin.clone()];
        let lineage = Lineage { strategy: self.name().to_owned(), seeds, steps: Vec::new() };
        Ok(Test::new(seed.script.clone(), seed.evidence.clone(), lineage))
    }
}
