//! Many questions in flight in one pipe: while the solver works on one, the next ones wait in its input.
//!
//! After each question stands an `(echo)` of a marker that no script can know, with a number, so that what comes before it
//! belongs to that question. The limit on time is for each question, from one marker to the next. Whatever goes wrong ends
//! the volley, with its process: the replies before that point count, and the others have to be asked for in another way.

use super::guest::Guest;
use super::marker::Marker;
use super::os;
use super::process::{Progress, Received, Stop, exchange, exit_of, waiting};
use super::{AskError, Limits, Solver};
use crate::answer::{Exit, Limit};
use std::io::Write;
use std::ops::Range;
use std::time::{Duration, Instant};

/// A live process that is asked many questions at a time.
#[derive(Debug)]
pub struct Volley {
    solver: Solver,
    guest: Option<Guest>,
    /// How the markers of this process begin.
    marker: String,
    /// The number of the next one.
    next: u64,
    /// Kept from one volley to the next, so that they are not made again.
    input: Vec<u8>,
    received: Received,
    cuts: Cuts,
}

/// What came of some questions.
#[derive(Debug)]
pub struct Replies<'a> {
    stdout: &'a [u8],
    pieces: &'a [Range<usize>],
    /// What was printed to standard error, by which question nobody knows.
    pub stderr: &'a [u8],
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
        let mut volley = Volley {
            solver: solver.clone(),
            guest: Some(guest),
            marker: Marker::new("volley").text().to_owned(),
            next: 0,
            input: Vec::new(),
            received: Received::default(),
            cuts: Cuts::default(),
        };
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
        self.load(questions);
        let start = Instant::now();
        let Some(mut guest) = self.guest.take() else {
            return Ok(self.replies(VolleyEnd::Garbled, start.elapsed(), Duration::ZERO));
        };
        let cpu_before = os::cpu_time(guest.pid).unwrap_or_default();
        let (cuts, marker) = (&mut self.cuts, self.marker.as_bytes());
        let progress = |received: &Received| cuts.look(&received.stdout, marker);
        let stop = exchange(&mut guest, &self.input, false, limits, &mut self.received, progress);
        let stop = stop.map_err(|source| self.solver.failure(source))?;
        let wall = start.elapsed();
        let mut cpu = os::cpu_time(guest.pid).unwrap_or_default();
        let end = match stop {
            Stop::Satisfied if !self.cuts.garbled => {
                self.guest = Some(guest);
                VolleyEnd::Complete
            }
            stop => {
                let death = guest.end();
                cpu = death.map_or(cpu, |death| death.cpu);
                match exit_of(stop, death) {
                    _ if self.cuts.garbled => VolleyEnd::Garbled,
                    Exit::Killed(limit) => VolleyEnd::Hit(limit),
                    exit => VolleyEnd::Died(exit),
                }
            }
        };
        Ok(self.replies(end, wall, cpu.saturating_sub(cpu_before)))
    }

    /// Makes the input, with a marker before the first question: what is printed before that one belongs to none.
    fn load<Q: AsRef<str>>(&mut self, questions: &[Q]) {
        self.input.clear();
        self.received.clear();
        self.cuts.begin(self.next, questions.len());
        self.load_marker();
        for question in questions {
            self.input.extend_from_slice(question.as_ref().as_bytes());
            // A comment may come last.
            self.input.push(b'\n');
            self.load_marker();
        }
    }

    fn load_marker(&mut self) {
        // To write to a vector never fails.
        let _ = writeln!(self.input, "(echo \"{}{}\")", self.marker, self.next);
        self.next += 1;
    }

    fn replies(&self, end: VolleyEnd, wall: Duration, cpu: Duration) -> Replies<'_> {
        Replies {
            stdout: &self.received.stdout,
            pieces: &self.cuts.pieces,
            stderr: &self.received.stderr,
            end,
            wall,
            cpu,
        }
    }
}

impl Replies<'_> {
    /// How many questions got their reply: the first ones.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// What was printed in reply to a question.
    pub fn get(&self, at: usize) -> Option<&[u8]> {
        self.pieces.get(at).map(|piece| &self.stdout[piece.clone()])
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        self.pieces.iter().map(|piece| &self.stdout[piece.clone()])
    }

    /// What came after the last reply that was complete: of the question that ended the volley.
    pub fn rest(&self) -> &[u8] {
        let from = self.pieces.last().map_or(0, |piece| piece.end);
        self.stdout.get(from..).unwrap_or_default()
    }
}

/// A process may take so long to start, whatever a question may take.
const LONGEST_START: Duration = Duration::from_secs(5);

/// Where the replies are in the output, as far as it has come.
#[derive(Debug, Default)]
struct Cuts {
    /// The number of the marker that comes next.
    next: u64,
    /// The number of the last one.
    last: u64,
    has_begun: bool,
    /// Where the reply begins that is being read, and where the line.
    reply: usize,
    line: usize,
    pieces: Vec<Range<usize>>,
    garbled: bool,
}

impl Cuts {
    fn begin(&mut self, first: u64, questions: usize) {
        self.pieces.clear();
        let pieces = std::mem::take(&mut self.pieces);
        *self = Cuts { next: first, last: first + questions as u64, pieces, ..Cuts::default() };
    }

    /// Reads the lines that have come since the last look.
    fn look(&mut self, output: &[u8], marker: &[u8]) -> Progress {
        let before = self.next;
        while self.next <= self.last
            && !self.garbled
            && let Some(length) = output[self.line..].iter().position(|&byte| byte == b'\n')
        {
            let end = self.line + length;
            if let Some((start, number)) = marker_in(&output[self.line..end], marker) {
                self.cut(self.line + start, end + 1, number);
            }
            self.line = end + 1;
        }
        match () {
            () if self.garbled || self.next > self.last => Progress::All,
            () if self.next > before => Progress::Part,
            () => Progress::None,
        }
    }

    /// A marker of this process begins here, and its line ends there.
    fn cut(&mut self, start: usize, end: usize, number: u64) {
        if number != self.next {
            // What an earlier volley left behind is of no interest before the first marker.
            self.garbled |= self.has_begun || number > self.next;
            return;
        }
        if self.has_begun {
            self.pieces.push(self.reply..start);
        }
        (self.has_begun, self.reply) = (true, end);
        self.next += 1;
    }
}

/// Where the marker begins in its line, and its number. Some solvers print it with its quotes, and some a prompt before it.
fn marker_in(line: &[u8], marker: &[u8]) -> Option<(usize, u64)> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_suffix(b"\"").unwrap_or(line);
    let digits = line.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, number) = line.split_at(line.len() - digits);
    let start = before.strip_suffix(marker)?.len();
    let number = std::str::from_utf8(number).ok()?.parse().ok()?;
    Some((if before[..start].ends_with(b"\"") { start - 1 } else { start }, number))
}
