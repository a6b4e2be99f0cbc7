//! Questions in flight: while a process works on one, the next ones wait in its input.
//!
//! After each question, an `(echo)` prints a numbered marker that no script can contain, so the output before it
//! belongs to that question. The time limit is for each question, from one marker to the next.

use super::Limits;
use super::guest::Guest;
use super::marker::Marker;
use super::process::{Progress, Received, Stop, exchange};
use std::io::{self, Write};
use std::ops::Range;

/// The markers of one process, and the last exchange with it.
#[derive(Debug)]
pub struct Flight {
    /// The prefix of the markers.
    marker: String,
    /// The number of the next marker.
    next: u64,
    /// Buffers, reused for every exchange.
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
    /// Sends all questions and collects the replies, until a question ends the exchange. Each must consist of
    /// complete commands.
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

    /// Fills the input buffer. There is a marker before the first question, so that output before it belongs to no
    /// question.
    fn load<Q: AsRef<str>>(&mut self, questions: &[Q]) {
        self.input.clear();
        self.received.clear();
        self.cuts.begin(self.next, questions.len());
        self.load_marker();
        for question in questions {
            self.input.extend_from_slice(question.as_ref().as_bytes());
            // The question may end in a comment.
            self.input.push(b'\n');
            self.load_marker();
        }
    }

    fn load_marker(&mut self) {
        // Writing to a vector never fails.
        let _ = writeln!(self.input, "(echo \"{}{}\")", self.marker, self.next);
        self.next += 1;
    }

    /// Whether the markers came out of order.
    pub fn is_garbled(&self) -> bool {
        self.cuts.garbled
    }

    /// The output for a question.
    pub fn reply(&self, at: usize) -> Option<&[u8]> {
        self.cuts.pieces.get(at).map(|piece| &self.received.stdout[piece.clone()])
    }

    /// The complete replies: those to the first questions.
    pub fn replies(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.cuts.pieces.iter().map(|piece| &self.received.stdout[piece.clone()])
    }

    /// The output after the last complete reply; it belongs to the question that ended the exchange.
    pub fn rest(&self) -> &[u8] {
        let from = self.cuts.pieces.last().map_or(0, |piece| piece.end);
        self.received.stdout.get(from..).unwrap_or_default()
    }

    /// The standard error output; it cannot be assigned to a question.
    pub fn stderr(&self) -> &[u8] {
        &self.received.stderr
    }
}

/// The positions of the replies in the output received so far.
#[derive(Debug, Default)]
struct Cuts {
    /// The number of the next marker.
    next: u64,
    /// The number of the last marker.
    last: u64,
    has_begun: bool,
    /// Where the current reply begins, and where the current line begins.
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

    /// Reads the lines that came since the last call.
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

    /// Notes a marker of this process, which begins at `start` in a line that ends at `end`.
    fn cut(&mut self, start: usize, end: usize, number: u64) {
        if number != self.next {
            // Before the first marker, output of an earlier exchange is ignored.
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

/// Where the marker begins in its line, and its number. Some solvers print the quotes, and some print a prompt
/// first.
pub(super) fn marker_in(line: &[u8], marker: &[u8]) -> Option<(usize, u64)> {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_suffix(b"\"").unwrap_or(line);
    let digits = line.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, number) = line.split_at(line.len() - digits);
    let start = before.strip_suffix(marker)?.len();
    let number = std::str::from_utf8(number).ok()?.parse().ok()?;
    Some((if before[..start].ends_with(b"\"") { start - 1 } else { start }, number))
}
