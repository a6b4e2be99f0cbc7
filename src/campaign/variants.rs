//! The solvers of a campaign under other options: other code answers then, and the answers must be the same.

use crate::answer::{Exit, Outcome};
use crate::solver::{AskError, Limits, Solver};

/// The solvers as the user named them, and with each of their profiles' sets of options.
pub struct Variants {
    /// The first one is as the user named them. Who has no such set of options, or does not take it, is there as named.
    lists: Vec<Vec<Solver>>,
}

impl Variants {
    /// The solvers as they are, and nothing else.
    pub fn none(solvers: Vec<Solver>) -> Variants {
        Variants { lists: vec![solvers] }
    }

    /// Asks all solvers which sets of options they take: releases differ.
    pub fn of(solvers: Vec<Solver>) -> Result<Variants, AskError> {
        let most = solvers.iter().map(|solver| solver.profile.variations.len()).max().unwrap_or(0);
        let mut lists = vec![solvers];
        for number in 0..most {
            let varied = lists[0].iter().map(|solver| match solver.profile.variations.get(number) {
                Some(options) => taking(solver, options),
                None => Ok(solver.clone()),
            });
            let varied: Vec<Solver> = varied.collect::<Result<_, _>>()?;
            lists.push(varied);
        }
        Ok(Variants { lists })
    }

    /// The solvers under the options with this number; 0 is as the user named them, and so is what there is not.
    pub fn get(&self, number: usize) -> &[Solver] {
        self.lists.get(number).unwrap_or(&self.lists[0])
    }

    /// How many there are, counting the one without further options.
    pub fn count(&self) -> usize {
        self.lists.len()
    }

    /// The numbers under which some solver has further options.
    pub fn numbers(&self) -> Vec<usize> {
        let differs = |number: &usize| {
            let pairs = self.lists[0].iter().zip(self.get(*number));
            pairs.into_iter().any(|(named, varied)| named.arguments != varied.arguments)
        };
        (1..self.count()).filter(differs).collect()
    }
}

/// The solver with these options, if it takes them.
fn taking(solver: &Solver, options: &[String]) -> Result<Solver, AskError> {
    let varied = solver.with_options(options);
    let answer = varied.ask_fresh("(set-logic QF_UF)\n(check-sat)\n", &Limits::default())?;
    let takes = answer.outcome == Outcome::Sat && answer.exit == Exit::Code(0);
    Ok(if takes { varied } else { solver.clone() })
}
