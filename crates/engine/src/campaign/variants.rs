//! The solvers of a campaign under options from their own lists: options switch other code on, and answers must
//! not change.

use super::draw::OptionDraw;
use gainsay_guests::solver::{Choice, Solver};
use gainsay_lang::hash::HashMap;
use gainsay_lang::rng::{Rng, digest};
use std::sync::{Arc, Mutex, PoisonError};

/// The solvers as the user named them, and the options that can be drawn for each.
pub struct Variants {
    named: Arc<[Solver]>,
    /// For each solver, the arguments that can be drawn, each with the name of its option.
    arguments: Vec<Vec<(String, String)>>,
    seed: u64,
    /// Whether a solver accepts these arguments, by its place, as far as it was tried.
    taken: Mutex<HashMap<(usize, Vec<String>), bool>>,
}

/// Which options may be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Which {
    None,
    /// Options about which the solver says nothing that calls for caution.
    Safe,
    /// All options that do not change the question.
    All,
}

/// The words for `--options`.
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

/// The most options of a first draw.
const MOST: usize = 4;
/// The stream of random numbers for draws.
const STREAM: u64 = 0x6472_6177_7300_0000;

impl Variants {
    /// The solvers as they are, without options to draw.
    pub fn none(solvers: Vec<Solver>) -> Variants {
        let arguments = vec![Vec::new(); solvers.len()];
        Variants { named: solvers.into(), arguments, seed: 0, taken: Mutex::default() }
    }

    /// The solvers with the options that their releases offer.
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
    pub fn have_options(&self) -> bool {
        self.arguments.iter().any(|arguments| !arguments.is_empty())
    }

    /// The solvers under the options of a draw, as far as their releases accept them.
    pub fn get(&self, draw: OptionDraw) -> Arc<[Solver]> {
        if draw.is_none() {
            return self.named.clone();
        }
        let vary =
            |(at, solver): (usize, &Solver)| solver.with_options(&self.taken(at, self.drawn(at, draw)));
        self.named.iter().enumerate().map(vary).collect()
    }

    /// The arguments of a draw for the solver at this place, at most one for each option.
    pub fn drawn(&self, at: usize, draw: OptionDraw) -> Vec<String> {
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

    /// The arguments that the solver accepts: all together, else those that it accepts one by one, else none.
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
