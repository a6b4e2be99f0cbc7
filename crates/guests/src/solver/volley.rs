//! A process that gets many questions at once. Whatever goes wrong ends the volley, with its process: the replies before that
//! point count, and the others have to be asked for in another way.

use super::flight::Flight;
use super::guest::Guest;
use super::os;
use super::process::{Stop, exit_of, waiting};
use super::{AskError, Limits, Solver};
use crate::answer::{Exit, Limit};
use std::time::{Duration, Instant};

/// A live process that is asked many questions at a time.
#[derive(Debug)]
pub struct Volley {
    solver: Solver,
    guest: Option<Guest>,
    flight: Flight,
}

/// What came of some questions.
#[derive(Debug)]
pub struct Replies<'a> {
    flight: &'a Flight,
    pub end: VolleyEnd,
    pub wall: Duration,
    pub cpu: Duration,
}

/// How a volley ended. If it is not complete, its process is gone, and the first question without a reply is the one at
/// which that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolleyEnd {
    /// Each question has its reply.
    Complete,
    /// The process ended by itself.
    Died(Exit),
    /// A limit was hit, or the user wants to end.
    Hit(Limit),
    /// The markers did not come in their order.
    Garbled,
}

impl Volley {
    /// Starts a process with these arguments, says the preamble (a logic and options, for instance) and waits until it has
    /// taken that. `None` if it does not read its input as it comes, or says anything to the preamble.
    pub fn start(
        solver: &Solver,
        arguments: &[String],
        preamble: &str,
        limits: &Limits,
    ) -> Result<Option<Volley>, AskError> {
        let profile = &solver.profile;
        let (Some(session), Some(stdin)) = (&profile.session, &profile.stdin) else { return Ok(None) };
        let mut command = solver.command();
        command.args(arguments).args(session).args(stdin);
        let guest =
            waiting(|| Guest::start(&mut command, limits)).map_err(|source| solver.failure(source))?;
        let mut volley = Volley { solver: solver.clone(), guest: Some(guest), flight: Flight::default() };
        let patience = Limits { wall: limits.wall.max(LONGEST_START), ..*limits };
        let replies = volley.ask(&[preamble], &patience)?;
        let is_silent = replies.get(0).is_some_and(<[u8]>::is_empty);
        Ok(is_silent.then_some(volley))
    }

    /// Whether it can be asked again.
    pub fn is_alive(&self) -> bool {
        self.guest.is_some()
    }

    /// Puts all questions and collects the replies, until one of them ends it. Each must consist of complete commands.
    pub fn ask<Q: AsRef<str>>(&mut self, questions: &[Q], limits: &Limits) -> Result<Replies<'_>, AskError> {
        let start = Instant::now();
        let Some(mut guest) = self.guest.take() else {
            self.flight = Flight::default();
            return Ok(self.replies(VolleyEnd::Garbled, start.elapsed(), Duration::ZERO));
        };
        let cpu_before = os::cpu_time(guest.pid).unwrap_or_default();
        let stop = self.flight.put(&mut guest, questions, limits);
        let stop = stop.map_err(|source| self.solver.failure(source))?;
        let wall = start.elapsed();
        let mut cpu = os::cpu_time(guest.pid).unwrap_or_default();
        let end = match stop {
            Stop::Satisfied if !self.flight.is_garbled() => {
                self.guest = Some(guest);
                VolleyEnd::Complete
            }
            stop => {
                let death = guest.end();
                cpu = death.map_or(cpu, |death| death.cpu);
                match exit_of(stop, death) {
                    _ if self.flight.is_garbled() => VolleyEnd::Garbled,
                    Exit::Killed(limit) => VolleyEnd::Hit(limit),
                    exit => VolleyEnd::Died(exit),
                }
            }
        };
        Ok(self.replies(end, wall, cpu.saturating_sub(cpu_before)))
    }

    fn replies(&self, end: VolleyEnd, wall: Duration, cpu: Duration) -> Replies<'_> {
        Replies { flight: &self.flight, end, wall, cpu }
    }
}

impl Replies<'_> {
    /// How many questions got their reply: the first ones.
    pub fn len(&self) -> usize {
        self.flight.replies().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What was printed in reply to a question.
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        self.flight.reply(at)
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.flight.replies()
    }

    /// What came after the last reply that was complete: of the question that ended the volley.
    pub fn rest(&self) -> &[u8] {
        self.flight.rest()
    }

    /// What was printed to standard error, by which question nobody knows.
    pub fn stderr(&self) -> &[u8] {
        self.flight.stderr()
    }
}

/// A process may take so long to start, whatever a question may take.
const LONGEST_START: Duration = Duration::from_secs(5);
