//! Strategies: each makes tests, from seeds or from nothing, and says why the answer of each test is known.
//!
//! A strategy is a pure function of its inputs and a stream of random numbers: no clock, no files, no solver. It
//! changes a seed in named [`Steps`], each sound by itself, so that a test can be made again without some of them.

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

use gainsay_eval::eval::{Limits, Model, Rejection};
use gainsay_judge::ask;
use gainsay_lang::rng::Rng;
use gainsay_lang::script::{Printer, Script};
use gainsay_lang::words::did_you_mean;
use gainsay_prove::evidence::{Evidence, Test, witness_within};
use std::sync::LazyLock;

/// A way to make tests.
pub trait Strategy: Send + Sync {
    /// The name that users type.
    fn name(&self) -> &'static str;

    /// One sentence on what the strategy does.
    fn about(&self) -> &'static str;

    /// Whether it makes tests from seeds, not from nothing.
    fn needs_seeds(&self) -> bool {
        true
    }

    /// The sizes that its tests can have; empty if the seeds determine the size.
    fn sizes(&self) -> &'static [Size] {
        if self.needs_seeds() { &[] } else { &Size::USUAL }
    }

    /// Whether a campaign uses it by default. Strategies for comparison are not.
    fn is_default(&self) -> bool {
        true
    }

    /// The request of its tests beyond `check-sat`, if any: only solvers that support it take part.
    fn asks(&self) -> Option<ask::Kind> {
        None
    }

    /// One in this many of its tests becomes a dialogue.
    fn dialogue_one_in(&self) -> u64 {
        6
    }

    /// Makes one test.
    fn make(&self, seeds: &Inputs, rng: &mut Rng, steps: &mut Steps) -> Result<Test, Skip>;
}

/// Why no test was made. That nothing applies is a normal result, not an error.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Skip {
    #[error("nothing applies to these seeds")]
    NothingApplies,
    /// A strategy that preserves the answer needs to know it.
    #[error("the answer of a seed is not known: {0}")]
    UnknownSeed(String),
    #[error("our evaluator does not know whether the witness satisfies the test")]
    WitnessUnknown,
    #[error("the test would be too large")]
    TooLarge,
    #[error("the test is outside --logic, --status or --max-width")]
    OutOfScope,
    /// The witness does not satisfy a test that it must satisfy: a rule or the evaluator is wrong, and this must
    /// be investigated.
    #[error("the witness does not satisfy the test: {0}")]
    Contradiction(String),
}

impl Skip {
    /// The reason without details, as a key for counting.
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

/// Checks a model that must satisfy the script, and returns it as a witness.
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

/// The strategy with this name.
pub fn strategy(name: &str) -> Result<&'static dyn Strategy, NoStrategy> {
    let found = strategies().iter().copied().find(|strategy| strategy.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = strategies().iter().map(|strategy| strategy.name()).collect();
        let meant = did_you_mean(name, names.iter().copied());
        NoStrategy { name: name.to_owned(), known: names.join(", "), meant }
    })
}

/// The strategies that a campaign uses by default.
pub fn default_strategies() -> impl Iterator<Item = &'static dyn Strategy> {
    strategies().iter().copied().filter(|strategy| strategy.is_default())
}

/// The strategies with these names; the default ones if there are no names.
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
