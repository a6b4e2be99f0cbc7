//! Questions in flight: while a process works on one, the next ones wait in its input.
//!
//! After each question stands an `(echo)` of a marker that no script can know, with a number, so that what comes before it
//! belongs to that question. The limit on time is for each question, from one marker to the next.

use super::Limits;
use super::guest::Guest;
use super::marker::Marker;
use super::process::{Progress, Received, Stop, exchange};
use std::io::{self, Write};
use std::ops::Range;

/// The markers of one process, and what it was asked and replied last.
#[derive(Debug)]
pub struct Flight {
    /// How the markers begin.
    marker: String,
    /// The number of the next one.
    next: u64,
    /// Kept from one time to the next, so that they are not made again.
    input: Vec<u8>,
    received: Received,
    cuts: Cuts,
}

impl Default for Flight {
    fn default() -> Flight {
        Flight {
            marker: Marker::new("volley").text().to_owned(),
            next: 0,
            input: Vec::new(),
            received: Received::default(),
            cuts: Cuts::default(),
        }
    }
}

impl Flight {
    /// Puts all questions and collects the replies, until one of them ends it. Each must consist of complete commands.
    pub fn put<Q: AsRef<str>>(
        &mut self,
        guest: &mut Guest,
        questions: &[Q],
        limits: &Limits,
    ) -> io::Result<Stop> {
        self.load(questions);
        let (cuts, marker) = (&mut self.cuts, self.marker.as_bytes());
        let progress = |received: &Received| cuts.look(&received.stdout, marker);
        exchange(guest, &self.input, false, limits, &mut self.received, progress)
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

    /// Whether the markers did not come in their order.
    pub fn is_garbled(&self) -> bool {
        self.cuts.garbled
    }

    /// What was printed in reply to a question.
    pub fn reply(&self, at: usize) -> Option<&[u8]> {
        self.cuts.pieces.get(at).map(|piece| &self.received.stdout[piece.clone()])
    }

    /// The replies that are complete: those to the first questions.
    pub fn replies(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.cuts.pieces.iter().map(|piece| &self.received.stdout[piece.clone()])
    }

    /// What came after them: of the question that ended it.
    pub fn rest(&self) -> &[u8] {
        let from = self.cuts.pieces.last().map_or(0, |piece| piece.end);
        self.received.stdout.get(from..).unwrap_or_default()
    }

    /// What was printed to standard error, by which question nobody knows.
    pub fn stderr(&self) -> &[u8] {
        &self.received.stderr
    }
}

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
pub(super) fn marker_in(line: &[u8], marker: &[u8]) -> Option<(usize, u64)> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_suffix(b"\"").unwrap_or(line);
    let digits = line.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, number) = line.split_at(line.len() - digits);
    let start = before.strip_suffix(marker)?.len();
    let number = std::str::from_utf8(number).ok()?.parse().ok()?;
    Some((if before[..start].ends_with(b"\"") { start - 1 } else { start }, number))
}
