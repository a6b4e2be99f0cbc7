//! Strategies: each makes tests from seeds, and says why the answer of each test is known.
//!
//! A strategy is a pure function of its seeds and a stream of random numbers: no clock, no files, no solver. What it does to
//! a seed it does in named [`Steps`], each right by itself, so that a test can be made again without some of them.

mod approximate;
mod blend;
mod concat;
pub mod dialogue;
mod draft;
mod formulas;
mod fusion;
mod fusion_rows;
mod functions;
mod grammar;
mod horn;
mod makers;
mod operators;
mod optima;
mod recipe;
mod scope;
mod seed;
mod size;
mod steps;
pub mod strings;
mod subterms;
mod swarm;
mod unchanged;
pub mod written;

pub use concat::Concat;
pub use fusion::Fusion;
pub use makers::{BITS, FLOATS, Form, GENERATORS, Maker, SYNTACTIC, TERMS};
pub use recipe::{LARGEST_SIZE, Recipe, Unit};
pub use scope::Scope;
pub use seed::{Inputs, Seed};
pub use size::Size;
pub use steps::Steps;
pub use strings::Strings;

use crate::ask;
use crate::eval::{Limits, Model, Rejection};
use crate::evidence::{Evidence, Test, witness_within};
use crate::rng::Rng;
use crate::script::{Printer, Script};
use crate::words::did_you_mean;
use std::sync::LazyLock;

/// A way to make tests.
pub trait Strategy: Send + Sync {
    /// As users type it.
    fn name(&self) -> &'static str;

    /// What it does, in a sentence.
    fn about(&self) -> &'static str;

    /// Whether it makes tests from seeds, and not from nothing.
    fn needs_seeds(&self) -> bool {
        true
    }

    /// How large its tests can be; nothing to choose where that is up to the seeds.
    fn sizes(&self) -> &'static [Size] {
        if self.needs_seeds() { &[] } else { &Size::USUAL }
    }

    /// Whether a campaign uses it unasked. What is there for comparison only is not.
    fn is_default(&self) -> bool {
        true
    }

    /// What its tests ask beyond yes and no: it takes part where a solver can be asked that.
    fn asks(&self) -> Option<ask::Kind> {
        None
    }

    /// One of so many of its tests becomes a dialogue.
    fn dialogue_one_in(&self) -> u64 {
        6
    }

    /// Makes one test.
    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip>;
}

/// Why there is no test this time. That something does not apply is a value, not an error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Skip {
    #[error("nothing applies to these seeds")]
    NothingApplies,
    /// Strategies that keep an answer need to know it.
    #[error("the answer of a seed is not known: {0}")]
    UnknownSeed(String),
    #[error("our evaluator does not know whether the witness satisfies the test")]
    WitnessUnknown,
    #[error("the test would be too large")]
    TooLarge,
    #[error("the test is outside --logic, --status or --max-width")]
    OutOfScope,
    /// The witness does not satisfy a test that it must satisfy: a rule or the evaluator is wrong. To be looked into.
    #[error("the witness does not satisfy the test: {0}")]
    Contradiction(String),
}

impl Skip {
    /// The reason without details, to count by.
    pub fn word(&self) -> &str {
        match self {
            Skip::NothingApplies => "no change applies",
            Skip::UnknownSeed(why) => why,
            Skip::WitnessUnknown => "witness unknown",
            Skip::TooLarge => "too large",
            Skip::OutOfScope => "outside --logic, --status or --max-width",
            Skip::Contradiction(_) => "contradiction",
        }
    }
}

/// The model of a test that it must satisfy, as its witness.
fn witness(script: &Script, model: Model, work: u64) -> Result<Evidence, Skip> {
    let limits = Limits { work, ..Limits::default() };
    let checked = witness_within(&script.question(), model, limits);
    checked.map(Evidence::Witness).map_err(|rejection| match rejection {
        Rejection::False(assertion) => Skip::Contradiction(format!(
            "{} is false in {}",
            Printer::default().term(&script.terms, assertion),
            Printer::default().script(script)
        )),
        Rejection::Unknown(..) | Rejection::Recursive | Rejection::NotUnderstood => Skip::WitnessUnknown,
    })
}

/// All strategies, in the order in which they take turns.
pub fn strategies() -> &'static [&'static dyn Strategy] {
    static ALL: LazyLock<Vec<&'static dyn Strategy>> = LazyLock::new(|| {
        let generators = GENERATORS.iter().map(|generator| generator as &dyn Strategy);
        MAIN.iter().copied().chain(generators).collect()
    });
    &ALL
}

const MAIN: [&dyn Strategy; 24] = [
    &Fusion,
    &approximate::APPROXIMATE,
    &operators::Operators,
    &subterms::Subterms,
    &BITS,
    &FLOATS,
    &TERMS,
    &SYNTACTIC,
    &Strings,
    &swarm::Swarms,
    &Concat,
    &approximate::PREDICATES,
    &approximate::SNIPPETS,
    &unchanged::Unchanged,
    &optima::Optima,
    &optima::Goals,
    &horn::Horn,
    &formulas::Interpolants,
    &formulas::Partitions,
    &formulas::Abducts,
    &formulas::Eliminations,
    &formulas::Tactics,
    &functions::Recursion,
    &functions::Lambdas,
];

/// The strategy of a name.
pub fn strategy(name: &str) -> Result<&'static dyn Strategy, NoStrategy> {
    let found = strategies().iter().copied().find(|strategy| strategy.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = strategies().iter().map(|strategy| strategy.name()).collect();
        let meant = did_you_mean(name, names.iter().copied());
        NoStrategy { name: name.to_owned(), known: names.join(", "), meant }
    })
}

/// The strategies that a campaign uses unasked.
pub fn default_strategies() -> impl Iterator<Item = &'static dyn Strategy> {
    strategies().iter().copied().filter(|strategy| strategy.is_default())
}

/// The strategies of these names; those that are used unasked if there are no names.
pub fn choose(names: &[String]) -> Result<Vec<&'static dyn Strategy>, NoStrategy> {
    if names.is_empty() {
        return Ok(default_strategies().collect());
    }
    names.iter().map(|name| strategy(name)).collect()
}

#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no strategy `{name}`{meant}; there are {known}")]
pub struct NoStrategy {
    name: String,
    known: String,
    meant: String,
}
