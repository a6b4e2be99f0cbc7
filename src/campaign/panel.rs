//! The solvers of one worker: each in a session of its own.

use crate::consult::{Question, not_spoken, testimony};
use crate::evidence::Test;
use crate::judge::Testimony;
use crate::script::Names;
use crate::solver::{Answer, AskError, Limits, Outcome, Session, SessionConfig, SessionsOff, Solver};

/// Every so many units the unsat cores are asked for as well.
const CORES_EVERY: u64 = 16;
/// Every so many units each solver is asked a second time, with another random seed.
const SECOND_SEED_EVERY: u64 = 32;

/// The random seed of the second question in a unit.
pub fn second_seed(unit: u64) -> u32 {
    1 + (unit / SECOND_SEED_EVERY % 1000) as u32
}

pub struct Panel<'a> {
    solvers: &'a [Solver],
    seats: Vec<Seat>,
    limits: Limits,
}

struct Seat {
    session: Session,
    /// The spelling that the solver understood last.
    names: Names,
    warned: bool,
}

impl<'a> Panel<'a> {
    pub fn new(solvers: &'a [Solver], limits: Limits) -> Panel<'a> {
        let seat = |solver: &Solver| Seat {
            session: Session::new(solver.clone(), SessionConfig::default()),
            names: Names::default(),
            warned: false,
        };
        Panel { solvers, seats: solvers.iter().map(seat).collect(), limits }
    }

    /// Asks all solvers that can know what the test is about.
    pub fn hear(&mut self, unit: u64, test: &Test, question: &Question) -> Result<Vec<Testimony>, AskError> {
        let usage = test.script.usage();
        let mut testimonies = Vec::new();
        for (solver, seat) in self.solvers.iter().zip(&mut self.seats) {
            if let Some(reason) = not_spoken(solver, test.script.logic(), &usage) {
                testimonies.push(testimony(solver, Answer::not_asked(reason)));
                continue;
            }
            let answer = question.ask_through(solver, &mut seat.session, &mut seat.names, &self.limits)?;
            let mut testimony = testimony(solver, answer);
            let decided = matches!(testimony.answer.outcome, Outcome::Sat | Outcome::Unsat);
            if decided && unit.is_multiple_of(SECOND_SEED_EVERY) && !solver.profile.options.seed.is_empty() {
                let seed = second_seed(unit);
                let asked = question.ask(&solver.with_seed(seed), &self.limits)?;
                testimony.other_seed = Some((seed, asked.answer));
            }
            if testimony.answer.outcome == Outcome::Unsat && unit.is_multiple_of(CORES_EVERY) {
                testimony.core = question.core(solver, self.solvers, &self.limits)?;
            }
            testimonies.push(testimony);
        }
        Ok(testimonies)
    }

    /// Solvers whose sessions have been given up since the last call, and why.
    pub fn given_up(&mut self) -> Vec<(&'a Solver, SessionsOff)> {
        let mut given_up = Vec::new();
        for (solver, seat) in self.solvers.iter().zip(&mut self.seats).filter(|(_, seat)| !seat.warned) {
            if let Some(off) = seat.session.off() {
                given_up.push((solver, off.clone()));
                seat.warned = true;
            }
        }
        given_up
    }
}
