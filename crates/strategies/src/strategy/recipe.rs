//! How a test was made, as a line that can be kept beside it. The line is not trusted: its reader makes the test
//! again.

use super::dialogue::as_dialogue;
use super::strings::Variant;
use super::{Inputs, Scope, Skip, Steps, strategy};
use gainsay_lang::rng::Rng;
use gainsay_prove::evidence::Test;
use gainsay_prove::rules::Patterns;
use std::fmt;
use std::sync::Arc;

/// How a test can be made again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Recipe {
    /// A unit of `gainsay make`.
    Unit(Unit),
    /// An unsatisfiable test of the suite of string tests.
    Variant(Variant),
}

/// Everything that determines the test that a strategy makes from nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// A strategy that needs no seeds.
    pub strategy: String,
    pub seed: u64,
    pub number: u64,
    pub size: u32,
    pub scope: Arc<Scope>,
}

/// The largest size that a user may ask for.
pub const LARGEST_SIZE: u32 = 100;

/// This many consecutive units share a series (see [`Inputs::series`]).
const SERIES: u64 = 16;

impl Recipe {
    /// Makes the test.
    pub fn make(&self) -> Result<Test, Skip> {
        match self {
            Recipe::Unit(unit) => unit.make(),
            Recipe::Variant(variant) => variant.make(),
        }
    }

    /// Parses a recipe; `None` if the line is not one.
    pub fn read(line: &str) -> Option<Recipe> {
        let mut words = line.split_whitespace();
        let strategy = words.next()?;
        let options: Vec<&str> = words.collect();
        let Some(("--variant", rest)) = options.split_first().map(|(first, rest)| (*first, rest)) else {
            return Unit::read(strategy, &options).map(Recipe::Unit);
        };
        let (equivalence, number, patterns) = match rest {
            [equivalence, number] => (equivalence, number, Patterns::None),
            [equivalence, number, word] if *word == PATTERNS => (equivalence, number, Patterns::Shipped),
            [equivalence, number, word, own @ ..] if *word == PATTERNS => {
                (equivalence, number, Patterns::Own(own.join(" ")))
            }
            _ => return None,
        };
        Some(Recipe::Variant(Variant {
            equivalence: (*equivalence).to_owned(),
            patterns,
            number: number.parse().ok()?,
        }))
    }
}

const PATTERNS: &str = "--patterns";

impl Unit {
    fn make(&self) -> Result<Test, Skip> {
        let strategy = strategy(&self.strategy).ok().filter(|strategy| !strategy.needs_seeds());
        let strategy = strategy.ok_or(Skip::NothingApplies)?;
        let (mut rng, mut steps) = (Rng::of_unit(self.seed, self.number), Steps::default());
        let inputs = Inputs {
            scope: self.scope.clone(),
            series: self.seed.wrapping_add(self.number / SERIES),
            ..Inputs::of_size(self.size)
        };
        let test = strategy.make(&inputs, &mut rng, &mut steps)?;
        let test = as_dialogue(test, strategy.dialogue_one_in(), &mut rng, &mut steps);
        if self.scope.admits(&test) { Ok(test) } else { Err(Skip::OutOfScope) }
    }

    fn read(strategy: &str, options: &[&str]) -> Option<Unit> {
        let mut unit =
            Unit { strategy: strategy.to_owned(), seed: 0, number: 0, size: 1, scope: Arc::default() };
        let (mut logics, mut status, mut max_width) = (Vec::new(), None, None);
        for pair in options.chunks(2) {
            let &[option, value] = pair else { return None };
            match option {
                "--seed" => unit.seed = value.parse().ok()?,
                "--unit" => unit.number = value.parse().ok()?,
                "--size" => unit.size = value.parse().ok()?,
                "--logic" => logics = value.split(',').map(str::to_owned).collect(),
                "--status" => status = Some(value),
                "--max-width" => max_width = Some(value.parse().ok()?),
                _ => return None,
            }
        }
        unit.scope = Arc::new(Scope::new(&logics, status, max_width));
        (1..=LARGEST_SIZE).contains(&unit.size).then_some(unit)
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recipe::Unit(Unit { strategy, seed, number, size, scope }) => {
                write!(f, "{strategy} --seed {seed} --unit {number} --size {size}")?;
                if scope.is_unlimited() { Ok(()) } else { write!(f, " {scope}") }
            }
            Recipe::Variant(Variant { equivalence, patterns, number }) => {
                write!(f, "strings --variant {equivalence} {number}")?;
                match patterns {
                    Patterns::None => Ok(()),
                    Patterns::Shipped => write!(f, " {PATTERNS}"),
                    Patterns::Own(own) => write!(f, " {PATTERNS} {own}"),
                }
            }
        }
    }
}
