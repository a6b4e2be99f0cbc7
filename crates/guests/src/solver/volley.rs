//! A process that gets many questions at once. Anything that goes wrong ends the volley and its process: the
//! replies before that point count, and the other questions have to be asked in another way.

use super::flight::Flight;
use super::guest::Guest;
use super::os;
use super::process::{Stop, exit_of, waiting};
use super::{AskError, Limits, Solver};
use gainsay_lang::answer::{Exit, Limit};
use std::time::{Duration, Instant};

/// A live process that is asked many questions at a time.
#[derive(Debug)]
pub struct Volley {
    solver: Solver,
    guest: Option<Guest>,
    flight: Flight,
}

/// The replies to some questions.
#[derive(Debug)]
pub struct Replies<'a> {
    flight: &'a Flight,
    pub end: VolleyEnd,
    pub wall: Duration,
    pub cpu: Duration,
}

/// How a volley ended. If it is not complete, its process is gone, and the first question without a reply is the
/// one that ended it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VolleyEnd {
    /// Each question has its reply.
    Complete,
    /// The process ended by itself.
    Died(Exit),
    /// A limit was hit, or the user interrupted.
    Hit(Limit),
    /// The markers came out of order.
    Garbled,
}

impl Volley {
    /// Starts a process with these arguments, sends the preamble (a logic and options, for instance) and waits
    /// until it was read. `None` if the process does not read its input as it comes, or prints anything.
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

    /// Sends all questions and collects the replies, until a question ends the volley. Each must consist of
    /// complete commands.
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
    /// The number of replies; they belong to the first questions.
    pub fn len(&self) -> usize {
        self.flight.replies().len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The output for a question.
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        self.flight.reply(at)
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.flight.replies()
    }

    /// The output after the last complete reply; it belongs to the question that ended the volley.
    pub fn rest(&self) -> &[u8] {
        self.flight.rest()
    }

    /// The standard error output; it cannot be assigned to a question.
    pub fn stderr(&self) -> &[u8] {
        self.flight.stderr()
    }
}

/// The longest time that a process may take to start, whatever the limit of a question.
const LONGEST_START: Duration = Duration::from_secs(5);
