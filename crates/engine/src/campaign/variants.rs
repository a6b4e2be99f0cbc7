//! The solvers of a campaign under options from their own lists: other code answers then, and the answers must be the same.

use super::draw::Draw;
use crate::hash::HashMap;
use crate::rng::{Rng, digest};
use crate::solver::{Choice, Solver};
use std::sync::{Arc, Mutex, PoisonError};

/// The solvers as the user named them, and what each can be asked under besides.
pub struct Variants {
    named: Arc<[Solver]>,
    /// The arguments that can be drawn, each with the name of its option, for each solver.
    arguments: Vec<Vec<(String, String)>>,
    seed: u64,
    /// Which arguments a solver was seen to take, by its place, and which not.
    taken: Mutex<HashMap<(usize, Vec<String>), bool>>,
}

/// Which options may be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    None,
    /// Those of which the solver says nothing that calls for caution.
    Safe,
    /// All that keep the question as it is.
    All,
}

/// The words for what can be drawn.
pub const OPTIONS: [&str; 3] = ["safe", "all", "off"];

impl Which {
    pub fn of_word(word: &str) -> Which {
        match word {
            "off" => Which::None,
            "all" => Which::All,
            _ => Which::Safe,
        }
    }

    fn admits(self, choice: &Choice) -> bool {
        self == Which::All || choice.is_safe
    }
}

/// So many options are drawn at most for a turn.
const MOST: usize = 4;
/// The stream of random numbers for draws.
const STREAM: u64 = 0x6472_6177_7300_0000;

impl Variants {
    /// The solvers as they are, and nothing else.
    pub fn none(solvers: Vec<Solver>) -> Variants {
        let arguments = vec![Vec::new(); solvers.len()];
        Variants { named: solvers.into(), arguments, seed: 0, taken: Mutex::default() }
    }

    /// The solvers of a campaign with this random seed, and what their releases offer.
    pub fn of(solvers: Vec<Solver>, which: Which, seed: u64) -> Variants {
        if which == Which::None {
            return Variants::none(solvers);
        }
        let arguments = solvers.iter().map(|solver| {
            let choices = solver.choices().into_iter().filter(|choice| which.admits(choice));
            let each = choices.flat_map(|Choice { name, arguments, .. }| {
                arguments.into_iter().map(move |argument| (name.clone(), argument))
            });
            each.collect()
        });
        let arguments = arguments.collect();
        Variants { named: solvers.into(), arguments, seed, taken: Mutex::default() }
    }

    /// The solvers as the user named them.
    pub fn named(&self) -> &[Solver] {
        &self.named
    }

    /// Whether there is anything to draw.
    pub fn are_many(&self) -> bool {
        self.arguments.iter().any(|arguments| !arguments.is_empty())
    }

    /// The solvers under these options, as far as their releases take them.
    pub fn get(&self, draw: Draw) -> Arc<[Solver]> {
        if draw.is_none() {
            return self.named.clone();
        }
        let vary =
            |(at, solver): (usize, &Solver)| solver.with_options(&self.taken(at, self.drawn(at, draw)));
        self.named.iter().enumerate().map(vary).collect()
    }

    /// The arguments that a draw means for the solver at this place, at most one for an option.
    pub fn drawn(&self, at: usize, draw: Draw) -> Vec<String> {
        let key = self.seed ^ STREAM ^ digest(self.named[at].name.bytes());
        let mut drawn: Vec<&(String, String)> = Vec::new();
        let mut take = |rng: &mut Rng| {
            if !self.arguments[at].is_empty() {
                let one = rng.pick(&self.arguments[at]);
                if !drawn.iter().any(|(name, _)| *name == one.0) {
                    drawn.push(one);
                }
            }
        };
        let mut rng = Rng::of_unit(key, draw.first());
        take(&mut rng);
        for _ in 1..MOST {
            if rng.coin() {
                take(&mut rng);
            }
        }
        if let Some(another) = draw.another() {
            take(&mut Rng::of_unit(key, another));
        }
        drawn.into_iter().map(|(_, argument)| argument.clone()).collect()
    }

    /// Those of the arguments that the solver takes: all together, else those that it takes alone, else none.
    fn taken(&self, at: usize, arguments: Vec<String>) -> Vec<String> {
        if self.takes(at, &arguments) {
            return arguments;
        }
        let alone = |argument: &String| self.takes(at, std::slice::from_ref(argument));
        let some: Vec<String> = arguments.into_iter().filter(alone).collect();
        if self.takes(at, &some) { some } else { Vec::new() }
    }

    fn takes(&self, at: usize, arguments: &[String]) -> bool {
        if arguments.is_empty() {
            return true;
        }
        let key = (at, arguments.to_vec());
        let known = || self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(takes) = known().get(&key) {
            return *takes;
        }
        let takes = self.named[at].with_options(arguments).works();
        known().insert(key, takes);
        takes
    }
}
