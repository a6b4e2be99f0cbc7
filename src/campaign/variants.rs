//! The solvers of a campaign under other options: other code answers then, and the answers must be the same.

use crate::answer::{Exit, Outcome};
use crate::solver::{Limits, Solver};
use std::sync::OnceLock;

/// The solvers as the user named them, with each of their profiles' sets of options, and with another random seed.
pub struct Variants {
    named: Vec<Solver>,
    /// Made when they are needed, since releases have to be asked which options they take.
    varied: Vec<OnceLock<Vec<Solver>>>,
}

impl Variants {
    /// The solvers as they are, and nothing else.
    pub fn none(solvers: Vec<Solver>) -> Variants {
        Variants { named: solvers, varied: Vec::new() }
    }

    pub fn of(solvers: Vec<Solver>) -> Variants {
        let sets = |solver: &Solver| {
            solver.profile.variations.len() + usize::from(!solver.profile.options.seed.is_empty())
        };
        let most = solvers.iter().map(sets).max().unwrap_or(0);
        Variants { named: solvers, varied: vec![OnceLock::new(); most] }
    }

    /// The solvers under the options with this number; 0 is as the user named them, and so is what there is not. Who has no
    /// such set of options, or does not take it, is there as named.
    pub fn get(&self, number: usize) -> &[Solver] {
        let Some(at) = number.checked_sub(1).filter(|at| *at < self.varied.len()) else { return &self.named };
        self.varied[at].get_or_init(|| {
            let vary = |solver: &Solver| match solver.profile.variations.get(at) {
                Some(options) => taking(solver, options),
                // What only shows with another seed is reported with it.
                None if at == solver.profile.variations.len() => solver.with_seed(SEED),
                None => solver.clone(),
            };
            self.named.iter().map(vary).collect()
        })
    }

    /// How many there are, counting the one without further options.
    pub fn count(&self) -> usize {
        1 + self.varied.len()
    }
}

/// The second seed of "Automatically testing string solvers"; any other would do.
const SEED: u32 = 1465;

/// The solver with these options, if it takes them.
fn taking(solver: &Solver, options: &[String]) -> Solver {
    let varied = solver.with_options(options);
    let answer = varied.ask_fresh("(set-logic QF_UF)\n(check-sat)\n", &Limits::default());
    let takes = answer.is_ok_and(|answer| answer.outcome == Outcome::Sat && answer.exit == Exit::Code(0));
    if takes { varied } else { solver.clone() }
}
