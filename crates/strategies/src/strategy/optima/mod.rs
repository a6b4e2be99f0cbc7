//! Tests that ask for an optimum.
//!
//! From nothing ([`Optima`]): linear programs around an optimum that is known by duality, and small questions of
//! which all points, or many, are evaluated. From seeds ([`Goals`]): goals on a question whose witness is a bound.
//! In each case the evidence is a witness, and a solver's optimum must not be worse than it.

mod few;
mod from_seed;
mod linear;

pub use from_seed::Goals;

use super::{Inputs, Skip, Steps, Strategy};
use gainsay_eval::eval::Model;
use gainsay_judge::ask;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Command, Script};
use gainsay_prove::evidence::{Evidence, Lineage, Test, witness};

/// Makes such tests from nothing.
#[derive(Clone, Copy, Debug)]
pub struct Optima;

impl Strategy for Optima {
    fn name(&self) -> &'static str {
        "optima"
    }

    fn about(&self) -> &'static str {
        "optimization over integers, reals, bit-vectors and soft constraints, with a witness at or near the optimum"
    }

    fn needs_seeds(&self) -> bool {
        false
    }

    fn asks(&self) -> Option<ask::Kind> {
        Some(ask::Kind(&ask::optimum::Optimum))
    }

    /// Optimization is requested in flat scripts only.
    fn dialogue_one_in(&self) -> u64 {
        u64::MAX
    }

    fn make(&self, inputs: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip> {
        let made = if rng.one_in(3) {
            linear::make(rng, inputs.size, steps)
        } else {
            few::make(rng, inputs.size, steps)
        };
        let (mut script, model) = made.ok_or(Skip::NothingApplies)?;
        if rng.coin() {
            let logic = script.needed_logic();
            let logic = script.terms.symbols.intern(&logic);
            let at =
                script.commands.iter().take_while(|command| matches!(command, Command::SetOption { .. }));
            script.commands.insert(at.count(), Command::SetLogic(logic));
        }
        let evidence = evidence(&script, model);
        let lineage =
            Lineage { strategy: self.name().to_owned(), steps: steps.taken().to_vec(), ..Lineage::default() };
        Ok(Test::new(script, evidence, lineage))
    }
}

/// The model as a witness, if it satisfies the script.
fn evidence(script: &Script, model: Option<Model>) -> Evidence {
    let witness = model.and_then(|model| witness(&script.question(), model).ok());
    witness.map_or(Evidence::None, Evidence::Witness)
}

/// Weights as they are written; repeated ones are more likely.
const WEIGHTS: [&str; 9] = ["1", "1", "2", "3", "5", "10", "0.5", "0.25", "1.5"];
/// Names of soft constraints, as attributes. Old releases do not print the values of unnamed ones.
const NAMES: [&str; 5] = [" :id a", " :id a", " :id a", " :id b", ""];

/// The attributes of a random soft constraint.
fn attributes(rng: &mut Rng) -> String {
    format!(":weight {}{}", rng.pick(&WEIGHTS), rng.pick(&NAMES))
}

/// The option that says how several goals are combined; often none.
fn priority(rng: &mut Rng, words: &[&str]) -> String {
    match *rng.pick(words) {
        "" => String::new(),
        word => format!("(set-option {} {word})\n", ask::optimum::PRIORITY),
    }
}
