//! Tests that ask for the best value.
//!
//! From nothing: linear programs around an optimum that is known by its dual, and small questions of which all points, or
//! many, are tried ([`Optima`]). From seeds: goals on a question whose witness is a bound ([`Goals`]). In each case the
//! evidence is a witness that what is called the best must not fall behind.

mod few;
mod from_seed;
mod linear;

pub use from_seed::Goals;

use super::{Inputs, Skip, Steps, Strategy};
use crate::ask;
use crate::eval::Model;
use crate::evidence::{Evidence, Lineage, Test, witness};
use crate::rng::Rng;
use crate::script::{Command, Script};

/// Makes them from nothing.
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
        Some(ask::Kind::Optimum)
    }

    /// Goals are asked about flat.
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

/// A model as a witness, if it is one.
fn evidence(script: &Script, model: Option<Model>) -> Evidence {
    let witness = model.and_then(|model| witness(&script.question(), model).ok());
    witness.map_or(Evidence::None, Evidence::Witness)
}

/// Weights, as they are written; some more often.
const WEIGHTS: [&str; 9] = ["1", "1", "2", "3", "5", "10", "0.5", "0.25", "1.5"];
/// Names of soft constraints, as attributes. Old releases do not print the values of those without one.
const NAMES: [&str; 5] = [" :id a", " :id a", " :id a", " :id b", ""];

/// The attributes of a random soft constraint.
fn attributes(rng: &mut Rng) -> String {
    format!(":weight {}{}", rng.pick(&WEIGHTS), rng.pick(&NAMES))
}

/// How several goals go together, as a command; often nothing is said.
fn priority(rng: &mut Rng, words: &[&str]) -> String {
    match *rng.pick(words) {
        "" => String::new(),
        word => format!("(set-option {} {word})\n", ask::optimum::PRIORITY),
    }
}
